/// The orders of this run of the app that ``GiftCloudServer`` has charged or tries to, so that the second step of a settlement
/// knows what the first has done.
///
/// The document has two steps: the server charges, then the panel sends. Here the first step already charges and shows the gift,
/// under one order. The second finds that order and sends nothing more.
///
/// Times are milliseconds of any clock that never goes back.
struct GiftOrderBook: Sendable {
    /// What makes two orders the same to the app.
    struct Content: Hashable, Sendable {
        var liveID: String
        var giftID: String
        var count: Int
        var receiver: String
    }

    /// What became of the first step.
    enum Outcome: Sendable {
        case charged
        case refused
        /// The order may be charged yet: the client's journal keeps it.
        case unknown
    }

    private enum Stage: Equatable { case charging, charged, unknown }

    private struct Entry {
        let orderID: String
        let content: Content
        var stage: Stage
        /// Whether the second step was there already.
        var isSent = false
        var at: Int64
    }

    /// How many orders are remembered at most; the oldest are forgotten.
    static let entriesMax = 256
    /// How long a charged order waits for its second step, in milliseconds.
    static let chargedMilliseconds: Int64 = 600_000

    private var entries: [Entry] = []

    /// How many orders are remembered.
    var count: Int { entries.count }

    /// Begins to charge. Answers the id of the order.
    ///
    /// An order of the same content whose outcome is unknown is asked for again under its own id: it may have been charged, and the
    /// user who tries again means that gift.
    ///
    /// - Parameter newID: the id for a new order.
    mutating func begin(_ content: Content, newID: String, at now: Int64) -> String {
        forget(at: now)
        if let index = entries.firstIndex(where: { $0.content == content && $0.stage == .unknown }) {
            entries[index].stage = .charging
            entries[index].isSent = false
            entries[index].at = now
            return entries[index].orderID
        }
        entries.append(Entry(orderID: newID, content: content, stage: .charging, at: now))
        return newID
    }

    /// The server has answered the first step.
    mutating func finish(_ orderID: String, _ outcome: Outcome, at now: Int64) {
        guard let index = entries.firstIndex(where: { $0.orderID == orderID }) else { return }
        switch outcome {
        case .refused: entries.remove(at: index)
        case .charged where entries[index].isSent: entries.remove(at: index)
        case .charged: entries[index].stage = .charged
        case .unknown: entries[index].stage = .unknown
        }
        if entries.indices.contains(index) { entries[index].at = now }
    }

    /// The outcome of an order became known in the background. The app was told a failure long ago and sends nothing more for it.
    mutating func settled(_ orderID: String) {
        entries.removeAll { $0.orderID == orderID && $0.stage == .unknown }
    }

    /// The second step. True where an order of the first step stands for it, so that nothing is to be sent.
    mutating func isSent(_ content: Content, at now: Int64) -> Bool {
        forget(at: now)
        guard let index = entries.firstIndex(where: { $0.content == content && !$0.isSent }) else { return false }
        if entries[index].stage == .charged {
            entries.remove(at: index)
        } else {
            entries[index].isSent = true
        }
        return true
    }

    /// Another server settles from now on: what the old one was asked for takes no second step's place any more. What is unknown
    /// keeps its id.
    mutating func changeServer() {
        entries.removeAll { $0.stage == .charged }
        for index in entries.indices { entries[index].isSent = true }
    }

    private mutating func forget(at now: Int64) {
        entries.removeAll { $0.stage == .charged && now - $0.at >= Self.chargedMilliseconds }
        // An order that was charged has least to lose: no other depends on its id.
        if entries.count >= Self.entriesMax { entries.remove(at: entries.firstIndex { $0.stage == .charged } ?? 0) }
    }
}
