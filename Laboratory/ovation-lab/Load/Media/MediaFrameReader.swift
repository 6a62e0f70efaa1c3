/// Finds the messages in what a server sends to a player, without keeping them: of a fragment only the beginning is of interest. Pure.
struct MediaFrameReader {
    /// What was found.
    enum Event: Equatable {
        /// A text message.
        case text([UInt8])
        /// A binary message of so many bytes, and its beginning.
        case binary(beginning: [UInt8], byteCount: Int)
        /// A frame about the connection.
        case control(opcode: UInt8, [UInt8])
    }

    /// How much of a message is kept: a text is shorter, and a stamp stands before.
    static let keptBytesMax = 4_096

    private var head: [UInt8] = []
    private var opcode: UInt8 = 0
    private var isLast = true
    /// What is still to come of the frame; nil between two.
    private var remaining: Int?
    /// A message whose last frame is still to come: a large one comes in several, with pings between them.
    private var message: Message?
    private var control: [UInt8] = []

    private struct Message {
        let isText: Bool
        var beginning: [UInt8] = []
        var byteCount = 0
    }

    /// Reads the next bytes.
    ///
    /// - Returns: false where the server broke the rules of WebSocket.
    mutating func read(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) -> Bool {
        var place = 0
        while place < bytes.count || remaining == 0 {
            if let left = remaining {
                let taken = min(left, bytes.count - place)
                keep(UnsafeRawBufferPointer(rebasing: bytes[place..<place + taken]))
                place += taken
                remaining = left - taken
                guard left == taken else { continue }
                remaining = nil
                if let event = finished() { events.append(event) }
            } else {
                head.append(bytes[place])
                place += 1
                guard readHead() else { return false }
            }
        }
        return true
    }

    private var isControl: Bool { opcode & 0x8 != 0 }

    private mutating func keep(_ part: UnsafeRawBufferPointer) {
        guard !isControl else { return control.append(contentsOf: part) }
        message?.byteCount += part.count
        let wanted = min(part.count, Self.keptBytesMax - (message?.beginning.count ?? 0))
        if wanted > 0 { message?.beginning.append(contentsOf: part.prefix(wanted)) }
    }

    /// Looks whether the head of a frame is whole; false where it is none.
    private mutating func readHead() -> Bool {
        guard head.count >= 2 else { return true }
        // Without extensions, and never masked.
        guard head[0] & 0x70 == 0, head[1] & 0x80 == 0 else { return false }
        let more = head[1] == 126 ? 2 : head[1] == 127 ? 8 : 0
        guard head.count == 2 + more else { return true }
        let total = more == 0 ? Int(head[1]) : head[2...].reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF_FFFF_FFFF }
        opcode = head[0] & 0x0F
        isLast = head[0] & 0x80 != 0
        remaining = total
        head.removeAll(keepingCapacity: true)
        switch (opcode, message) {
        // A frame about the connection is small and whole.
        case (0x8..., _):
            control = []
            return isLast && total < 126
        case (0x1, nil), (0x2, nil):
            message = Message(isText: opcode == 0x1)
            return true
        case (0x0, _?): return true
        default: return false
        }
    }

    private mutating func finished() -> Event? {
        if isControl { return .control(opcode: opcode, control) }
        guard isLast, let message else { return nil }
        self.message = nil
        return message.isText
            ? .text(message.beginning) : .binary(beginning: message.beginning, byteCount: message.byteCount)
    }
}
