import OvationModel
import Synchronization

/// How many commands each connection may have that wait for the storage.
///
/// While few commands wait in total, a connection may have `ordersInFlightMax`. Beyond `answersPendingMax` it gets an
/// equal share. The queue in front of a gift does not grow with the number of clients that send without a pause. Can be
/// called on any thread.
final class AnswerShare: Sendable {
    private let ownMax: Int
    private let sharedMax: Int
    private let pending = Atomic<Int>(0)
    private let connections = Atomic<Int>(0)

    /// The least that a connection may have: one that is written and one that is read meanwhile.
    private static let shareMin = 2

    init(limits: Limits) {
        ownMax = limits.ordersInFlightMax
        sharedMax = limits.answersPendingMax
    }

    /// How many commands wait.
    var pendingCount: Int { pending.load(ordering: .relaxed) }

    /// How many of its commands a connection may have waiting before it is read no further.
    var allowance: Int {
        let count = pendingCount
        guard sharedMax > 0, count >= sharedMax else { return ownMax }
        return min(ownMax, max(Self.shareMin, sharedMax / max(1, connections.load(ordering: .relaxed))))
    }

    /// A command begins to wait.
    ///
    /// - Parameter isFirst: whether it is the only one of its connection.
    func began(isFirst: Bool) {
        pending.add(1, ordering: .relaxed)
        if isFirst { connections.add(1, ordering: .relaxed) }
    }

    /// A command was answered.
    ///
    /// - Parameter isLast: whether it was the only one of its connection.
    func ended(isLast: Bool) {
        pending.subtract(1, ordering: .relaxed)
        if isLast { connections.subtract(1, ordering: .relaxed) }
    }
}
