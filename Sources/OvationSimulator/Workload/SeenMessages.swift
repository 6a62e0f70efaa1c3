/// The messages of a live that a client saw, and those that were deleted.
struct SeenMessages {
    /// The number of the last message; nil before the first.
    private(set) var last: Int64?
    private var deleted: Set<Int64> = []

    /// Takes an event in. Returns what is wrong with it: a deleted message is shown to nobody again.
    mutating func hear(_ name: String, _ frame: ReceivedFrame) -> String? {
        switch name {
        case "barrage.sent":
            last = frame.seq ?? last
            return frame.seq.flatMap { deleted.contains($0) ? "was sent the deleted message \($0)" : nil }
        case "barrage.deleted":
            if let seq = ReceivedFrame.number(frame.data["seq"]) { deleted.insert(seq) }
            return nil
        case "room.snapshot":
            let history = (frame.data["history"] as? [[String: Any]])?.compactMap { ReceivedFrame.number($0["seq"]) }
            return history?.first(where: deleted.contains).map { "entered and saw the deleted message \($0)" }
        default: return nil
        }
    }
}
