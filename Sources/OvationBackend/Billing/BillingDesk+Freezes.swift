import Logging
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport

// MARK: - A server that was frozen

/// A moment by both clocks. One does not go on while the machine sleeps or a virtual machine is stopped, the other one may be set.
struct BillingMoment {
    fileprivate let nanoseconds: UInt64
    fileprivate let wall: Timestamp

    init(_ clock: ServerClock) { (nanoseconds, wall) = (clock.nanoseconds(), clock.wall()) }
}

extension BillingDesk {
    /// How long after an order was handed to the storage the billing is asked about it without another look. A server is found gone 1.5 s
    /// after its last renewal at the earliest.
    static let certainMilliseconds: UInt64 = 1_000
    /// How often is looked before a storage counts as too slow for that.
    private static let looksMax = 3

    /// Asks the billing about an order that was kept a moment ago.
    ///
    /// A server that is frozen between the two may wake long afterwards. Another one has the order by then, and an operator may have given
    /// its coins back, so a billing without a memory for order ids would charge what nobody delivers. If it took too long, the storage has
    /// to confirm first that this process still keeps anything; otherwise the question is not asked.
    ///
    /// - Parameter begun: when the order was handed to the storage.
    func askUnlessFrozen(_ order: GiftOrder, since begun: BillingMoment) async -> BillingAnswer {
        var confirmed = begun
        for _ in 0..<Self.looksMax {
            if isRecent(confirmed) { return await askBiller(order) }
            confirmed = BillingMoment(clock)
            do {
                try await storage.secure()
            } catch {
                logger.warning(
                    "the app's billing was not asked about an order, because this server may have been taken over",
                    metadata: [LogKeys.orderID: "\(order.key.reference)", LogKeys.error: "\(error)"])
                return .unreached
            }
        }
        return isRecent(confirmed) ? await askBiller(order) : .unreached
    }

    /// Whether no more than ``certainMilliseconds`` have passed by either clock. A wall clock that was set costs another look.
    private func isRecent(_ moment: BillingMoment) -> Bool {
        let now = BillingMoment(clock)
        let steady = now.nanoseconds &- moment.nanoseconds
        let wall = now.wall.milliseconds(since: moment.wall)
        let certain = Int64(Self.certainMilliseconds)
        return steady <= Self.certainMilliseconds * 1_000_000 && (-certain...certain).contains(wall)
    }
}
