import Foundation
import OvationModel
import OvationNode
import OvationRules
import OvationWire

/// Orders that the app's backend sends for users, to whatever node its load balancer chooses, until it has an answer.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class BackendOrders: @unchecked Sendable {
    private let world: World
    private let timers: World.TimerSource
    private let cluster: SimulatedCluster
    private let observations: Observations
    private var chance: Chance
    private var count = 0
    /// The orders without a definite answer, with the number of the attempt that counts.
    private var open: [String: Int] = [:]

    /// How long an answer is waited for. The order is sent again then, mostly to another node.
    private static let patience = 700...5_000

    init(_ world: World, _ cluster: SimulatedCluster, _ observations: Observations) {
        self.world = world
        self.cluster = cluster
        self.observations = observations
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "orders of the backend")
    }

    /// Whether every order has its answer.
    var isQuiet: Bool { open.isEmpty }

    /// Orders a gift for a user.
    func order(_ gift: Gift, for user: String, in live: String) {
        count += 1
        let order = OrderRecord(
            sender: user, orderID: "b\(count)", live: live, gift: gift.giftID.rawValue, price: gift.coins.amount,
            count: chance.number(1...3), to: [])
        observations.orders.append(order)
        send(order)
    }

    private func send(_ order: OrderRecord) {
        let attempt = (open[order.key] ?? 0) + 1
        open[order.key] = attempt
        order.sendings += 1
        let patience = UInt64.milliseconds(chance.number(Self.patience))
        world.after(nanoseconds: patience, timers) { [self] in
            guard open[order.key] == attempt else { return }
            order.unsure += 1
            send(order)
        }
        let answer = Answer(orders: self, order: order, attempt: attempt)
        guard let node = cluster.nodeForOperator() else { return }
        cluster.note(.operatorWork, 0, "the backend orders \(order.key) in \(order.live), attempt \(attempt)")
        node.send(
            GiftSend(
                orderID: OrderID(unchecked: order.orderID), giftID: GiftID(unchecked: order.gift), count: order.count),
            in: LiveID(unchecked: order.live), for: UserInfo(userID: UserID(unchecked: order.sender))
        ) { answer.came($0) }
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct Answer: @unchecked Sendable {
        let orders: BackendOrders
        let order: OrderRecord
        let attempt: Int

        func came(_ result: Result<GiftCharged, Rejection>) { orders.answered(order, attempt, result) }
    }

    private func answered(_ order: OrderRecord, _ attempt: Int, _ result: Result<GiftCharged, Rejection>) {
        // Nobody waits for the answer of an earlier attempt any more.
        guard open[order.key] == attempt else { return }
        switch result {
        case .success(let charged):
            // As in a frame, because users may send the order themselves and compare.
            order.answer = (Array(#","ok":"#.utf8) + charged.json + Array("}".utf8))[...]
            order.charged = (try? JSONSerialization.jsonObject(with: Data(charged.json)) as? [String: Any]) ?? [:]
        case .failure(let rejection) where rejection.code.isTemporary || rejection.code.leavesOrderOpen:
            order.unsure += 1
            return
        case .failure(let rejection): (order.refusal, order.refusedAt) = (rejection.code.rawValue, world.now)
        }
        order.isPending = false
        open[order.key] = nil
    }
}
