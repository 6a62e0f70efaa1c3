/// Finds the frames in what a server sends to a player, without keeping them: of a fragment only the beginning is of interest. Pure.
struct MediaFrameReader {
    /// What was found.
    enum Event: Equatable {
        /// A text.
        case text([UInt8])
        /// A binary frame of so many bytes, and its beginning.
        case binary(beginning: [UInt8], byteCount: Int)
        /// A frame about the connection.
        case control(opcode: UInt8, [UInt8])
    }

    /// How much of a frame is kept: a text is shorter, and a stamp stands before.
    static let keptBytesMax = 4_096

    private var head: [UInt8] = []
    private var opcode: UInt8 = 0
    private var total = 0
    /// What is still to come of the frame; nil between two.
    private var remaining: Int?
    private var kept: [UInt8] = []

    /// Reads the next bytes.
    ///
    /// - Returns: false where the server broke the rules of WebSocket.
    mutating func read(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) -> Bool {
        var place = 0
        while place < bytes.count || remaining == 0 {
            if let left = remaining {
                let taken = min(left, bytes.count - place)
                let wanted = min(taken, Self.keptBytesMax - kept.count)
                if wanted > 0 { kept.append(contentsOf: bytes[place..<place + wanted]) }
                place += taken
                remaining = left - taken
                guard left == taken else { continue }
                remaining = nil
                events.append(finished())
            } else {
                head.append(bytes[place])
                place += 1
                guard readHead() else { return false }
            }
        }
        return true
    }

    /// Looks whether the head of a frame is whole; false where it is none.
    private mutating func readHead() -> Bool {
        guard head.count >= 2 else { return true }
        // Whole frames without extensions, and never masked.
        guard head[0] & 0xF0 == 0x80, head[1] & 0x80 == 0 else { return false }
        let more = head[1] == 126 ? 2 : head[1] == 127 ? 8 : 0
        guard head.count == 2 + more else { return true }
        total = more == 0 ? Int(head[1]) : head[2...].reduce(0) { ($0 << 8 | Int($1)) & 0xFFFF_FFFF_FFFF }
        opcode = head[0] & 0x0F
        remaining = total
        head.removeAll(keepingCapacity: true)
        kept.removeAll(keepingCapacity: true)
        return true
    }

    private func finished() -> Event {
        switch opcode {
        case 0x1: .text(kept)
        case 0x2: .binary(beginning: kept, byteCount: total)
        default: .control(opcode: opcode, kept)
        }
    }
}
