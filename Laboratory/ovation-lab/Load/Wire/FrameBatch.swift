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
        /// The messages that a `pubsub.published` stands for.
        var taps = 0

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
        case .topic: event.taps = ToldTaps.count(in: payload)
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
