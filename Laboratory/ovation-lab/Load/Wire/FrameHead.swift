import OvationJSON

/// What a frame from the server says at its top level, found without decoding what is in it.
///
/// A tool that receives millions of events a second cannot decode each. This reads the envelope in whatever order its fields
/// come, stops at `data` once it knows what the frame is, and leaves everything else to `OvationWire`.
struct FrameHead: Equatable {
    /// The events whose content the tool looks into.
    enum Event: Equatable {
        case barrage, gift, topic, skipped, snapshot, other
    }

    /// The number of a reply.
    var id: Int64?
    /// Whether it is a reply with an error.
    var isError = false
    /// Which event; nil for a reply.
    var event: Event?
    /// A number that stands for the epoch.
    var epoch: UInt64 = 0
    var seq: Int64?
    var durable: Int64?

    /// Reads the head of a JSON object; nil where it is none, or neither a reply nor an event.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var cursor = JSONCursor(bytes)
        guard cursor.skip("{") else { return nil }
        repeat {
            guard let key = cursor.text()?.range, cursor.skip(":") else { return nil }
            switch Key(bytes, key) {
            case .id: id = cursor.wholeNumber()
            case .seq: seq = cursor.wholeNumber()
            case .durable: durable = cursor.wholeNumber()
            case .epoch:
                guard let text = cursor.text()?.range else { return nil }
                epoch = Self.number(for: bytes[text])
            case .event:
                guard let text = cursor.text()?.range else { return nil }
                event = Self.event(bytes, text)
            case .error:
                isError = true
                if id != nil { return }
                guard cursor.skipValue() else { return nil }
            case .ok:
                if id != nil { return }
                guard cursor.skipValue() else { return nil }
            case .data:
                if event != nil { return }
                guard cursor.skipValue() else { return nil }
            case .other:
                guard cursor.skipValue() else { return nil }
            }
        } while cursor.skip(",")
        guard cursor.skip("}"), event != nil || id != nil || isError else { return nil }
    }

    /// A number that stands for a text, the same for the same text (FNV-1a).
    static func number(for text: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    private enum Key {
        case id, ok, error, epoch, seq, durable, event, data, other

        init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
            switch range.count {
            case 2 where bytes.has("id", at: range): self = .id
            case 2 where bytes.has("ok", at: range): self = .ok
            case 3 where bytes.has("seq", at: range): self = .seq
            case 4 where bytes.has("data", at: range): self = .data
            case 5 where bytes.has("event", at: range): self = .event
            case 5 where bytes.has("epoch", at: range): self = .epoch
            case 5 where bytes.has("error", at: range): self = .error
            case 7 where bytes.has("durable", at: range): self = .durable
            default: self = .other
            }
        }
    }

    private static func event(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Event {
        switch range.count {
        case 12 where bytes.has("barrage.sent", at: range): .barrage
        case 12 where bytes.has("room.skipped", at: range): .skipped
        case 13 where bytes.has("gift.received", at: range): .gift
        case 13 where bytes.has("room.snapshot", at: range): .snapshot
        case 16 where bytes.has("pubsub.published", at: range): .topic
        default: .other
        }
    }
}
