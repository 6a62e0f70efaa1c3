import NIOCore

/// What the frames of one read say, in their order. Holds nothing of the connection that read it.
final class FrameBatch {
    /// A room event, as far as the tool looks into it.
    struct Event: Equatable {
        var kind: FrameHead.Event
        var epoch: UInt64
        var seq: Int64?
        var durable: Int64?
        /// When this run of the tool sent it, in monotonic nanoseconds; nil where it did not.
        var sentAt: UInt64?
        /// The range of a `room.skipped`.
        var skipped: ClosedRange<Int64>?
        /// The orders of a `gift.received` that tells several.
        var orders: [Order] = []

        /// One of several orders that an event tells.
        struct Order: Equatable {
            var durable: Int64
            var sentAt: UInt64?
        }
    }

    /// One frame.
    enum Entry {
        case event(Event)
        case reply(FrameHead, payload: Range<Int>)
        /// Ping, pong, close.
        case control(opcode: UInt8, payload: Range<Int>)
        /// A text that is none of the protocol's shapes.
        case unreadable
        /// A frame that breaks RFC 6455, and where it begins. Nothing behind it was read.
        case violation(at: Int)
    }

    /// Numbered events without a hole, of one epoch, and nothing that is for one connection alone: what nearly every read is.
    struct Run: Equatable {
        var epoch: UInt64
        var first: Int64
        var last: Int64
    }

    /// The frames.
    private(set) var entries: [Entry] = []
    /// Bytes of whole frames. What is beyond them is the beginning of the next.
    private(set) var consumed = 0
    /// The batch as a run; nil where it is none.
    private(set) var run: Run?
    /// Its events, where it is a run.
    private(set) var events: [Event] = []

    /// Reads all whole frames.
    init(_ bytes: UnsafeRawBufferPointer, mark: StampMark) {
        reading: while consumed < bytes.count {
            switch WebSocketReader.read(bytes, at: consumed) {
            case .incomplete: break reading
            case .violation:
                entries.append(.violation(at: consumed))
                consumed = bytes.count
            case .frame(let frame):
                entries.append(Self.entry(frame, bytes, mark))
                consumed = frame.payload.upperBound
            }
        }
        findRun()
    }

    private static func entry(_ frame: WebSocketReader.Frame, _ bytes: UnsafeRawBufferPointer, _ mark: StampMark)
        -> Entry
    {
        guard frame.opcode == 0x1 else { return .control(opcode: frame.opcode, payload: frame.payload) }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[frame.payload])
        guard let head = FrameHead(payload) else { return .unreadable }
        guard let kind = head.event else { return .reply(head, payload: frame.payload) }
        var event = Event(kind: kind, epoch: head.epoch, seq: head.seq, durable: head.durable)
        switch kind {
        case .barrage: event.sentAt = mark.stamp(in: payload)
        case .gift:
            event.orders = ToldOrders.read(payload, mark)
            if event.orders.isEmpty { event.sentAt = mark.stamp(in: payload) }
        case .skipped: event.skipped = SkippedRange.read(payload)
        case .snapshot, .other: break
        }
        return .event(event)
    }

    private func findRun() {
        var found: Run?
        var events: [Event] = []
        events.reserveCapacity(entries.count)
        for entry in entries {
            guard case .event(let event) = entry, event.kind != .snapshot, event.kind != .skipped else { return }
            events.append(event)
            guard let seq = event.seq else {
                // A stored event without a place is a replay, which only some need.
                if event.durable != nil { return }
                continue
            }
            if let run = found {
                guard run.epoch == event.epoch, run.last + 1 == seq else { return }
                found?.last = seq
            } else {
                found = Run(epoch: event.epoch, first: seq, last: seq)
            }
        }
        guard let found else { return }
        run = found
        self.events = events
    }
}

/// Reads batches, and recognises those that another connection has read already.
///
/// A live's viewers are sent the same bytes. Comparing them costs a hundredth of reading them, so that one core of the tool
/// can listen to more than one core of the server can say.
struct FrameBatchReader {
    private static let remembered = 8

    let mark: StampMark
    private var memory: [(bytes: ByteBuffer, batch: FrameBatch)] = []
    private var next = 0

    init(mark: StampMark) { self.mark = mark }

    /// Reads all whole frames of a buffer.
    mutating func read(_ bytes: ByteBuffer) -> FrameBatch {
        if let known = memory.first(where: { $0.bytes == bytes }) { return known.batch }
        let batch = bytes.withUnsafeReadableBytes { FrameBatch($0, mark: mark) }
        // Only what others may be sent as well is worth the place.
        guard batch.run != nil, batch.consumed == bytes.readableBytes else { return batch }
        // A copy, because the buffer is the channel's and will be used again.
        let entry = (ByteBuffer(bytes: bytes.readableBytesView), batch)
        if memory.count < Self.remembered {
            memory.append(entry)
        } else {
            memory[next] = entry
            next = (next + 1) % Self.remembered
        }
        return batch
    }
}

/// The orders of a `gift.received` that tells several.
enum ToldOrders {
    /// Reads `data.orders` of a frame; empty where there are none.
    static func read(_ payload: UnsafeRawBufferPointer, _ mark: StampMark) -> [FrameBatch.Event.Order] {
        let start: StaticString = "\"orders\":["
        guard let place = payload.firstPlace(of: start) else { return [] }
        var orders: [FrameBatch.Event.Order] = []
        var rest = UnsafeRawBufferPointer(rebasing: payload[(place + start.utf8CodeUnitCount)...])
        // An order holds numbers and its id, so the first brace that closes is its own.
        while rest.first == UInt8(ascii: "{"), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
            let order = UnsafeRawBufferPointer(rebasing: rest[...end])
            if let durable = SkippedRange.number(after: "\"durable\":", in: order) {
                orders.append(FrameBatch.Event.Order(durable: durable, sentAt: mark.stamp(in: order)))
            }
            let next = rest[end...].dropFirst()
            rest = UnsafeRawBufferPointer(rebasing: next.first == UInt8(ascii: ",") ? next.dropFirst() : next)
        }
        return orders
    }
}

/// The range of a `room.skipped`.
enum SkippedRange {
    /// Reads `data.from` and `data.to` of a frame.
    static func read(_ payload: UnsafeRawBufferPointer) -> ClosedRange<Int64>? {
        guard let from = number(after: "\"from\":", in: payload), let to = number(after: "\"to\":", in: payload),
            from <= to
        else { return nil }
        return from...to
    }

    /// The number that follows a field's name first.
    static func number(after field: StaticString, in payload: UnsafeRawBufferPointer) -> Int64? {
        guard let place = payload.firstPlace(of: field) else { return nil }
        var scanner = JSONScanner(UnsafeRawBufferPointer(rebasing: payload[(place + field.utf8CodeUnitCount)...]))
        return scanner.integer()
    }
}

extension UnsafeRawBufferPointer {
    /// Where a text stands first.
    func firstPlace(of text: StaticString) -> Int? {
        firstPlace(of: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Where a text stands first.
    func firstPlace(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = text.first, text.count <= count else { return nil }
        searching: for start in 0...(count - text.count) where self[start] == first {
            for offset in 1..<text.count where self[start + offset] != text[offset] { continue searching }
            return start
        }
        return nil
    }
}
