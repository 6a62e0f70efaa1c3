/// The orders of ``GiftCloudServer`` in this run of the app. The second step of a settlement looks up the result of the first one here.
///
/// The component's documentation has two steps: the server charges, then the panel sends. Here the first step charges and shows the gift
/// under a single order. The second step finds that order and sends nothing more.
///
/// Times are milliseconds of any monotonic clock.
struct GiftOrderBook: Sendable {
    /// The content of an order. The app cannot tell apart two orders with the same content.
    struct Content: Hashable, Sendable {
        var liveID: String
        var giftID: String
        var count: Int
        var receiver: String
    }

    /// The outcome of the first step.
    enum Outcome: Sendable {
        case charged
        case refused
        /// The order may still be charged. The client's journal keeps it.
        case unknown
    }

    private enum Stage: Equatable { case charging, charged, unknown }

    private struct Entry {
        let orderID: String
        let content: Content
        var stage: Stage
        /// True if the second step has already come.
        var isSent = false
        var at: Int64
    }

    /// The most orders to remember. The oldest are removed.
    static let entriesMax = 256
    /// How long a charged order waits for its second step, in milliseconds.
    static let chargedMilliseconds: Int64 = 600_000

    private var entries: [Entry] = []

    /// The number of remembered orders.
    var count: Int { entries.count }

    /// Starts the first step. Returns the id of the order.
    ///
    /// If an order with the same content has an unknown outcome, its id is used again. It may have been charged, and a user who tries again
    /// means the same gift.
    ///
    /// - Parameter newID: The id for a new order.
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

    /// Records the server's answer to the first step.
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

    /// Removes an order whose outcome became known in the background. The app was told long ago that it failed, and will not send it.
    mutating func settled(_ orderID: String) {
        entries.removeAll { $0.orderID == orderID && $0.stage == .unknown }
    }

    /// Handles the second step. Returns true if the first step has already sent the order.
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

    /// Handles a change of the server. Orders of the old server no longer stand in for a second step. Orders with an unknown outcome keep
    /// their ids.
    mutating func changeServer() {
        entries.removeAll { $0.stage == .charged }
        for index in entries.indices { entries[index].isSent = true }
    }

    private mutating func forget(at now: Int64) {
        entries.removeAll { $0.stage == .charged && now - $0.at >= Self.chargedMilliseconds }
        // A charged order is the safest one to remove, because nothing else depends on its id.
        if entries.count >= Self.entriesMax { entries.remove(at: entries.firstIndex { $0.stage == .charged } ?? 0) }
    }
}
