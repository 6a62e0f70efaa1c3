import OvationModel
import OvationNode
import OvationWire

/// Decides from the seed what operators, the app's backend and publishers do at several nodes.
///
/// Prices change, gifting is halted and goes on, stream keys are reset and used, gifts are ordered over REST, and apps end right after an
/// order and come back at another node.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class ClusterWorkload: @unchecked Sendable {
    private let world: World
    private let timers: World.TimerSource
    private let cluster: SimulatedCluster
    private let workload: Workload
    private let orders: BackendOrders
    private var chance: Chance
    private var isOver = false
    /// Whether somebody is letting gifting go on.
    private var isResuming = false

    /// How long nothing happens between two acts, in milliseconds.
    private static let pause = 50...2_500
    private static let operatorID = UserID(unchecked: "operator")

    init(_ world: World, _ cluster: SimulatedCluster, _ workload: Workload, _ observations: Observations) {
        self.world = world
        self.cluster = cluster
        self.workload = workload
        timers = world.makeTimerSource()
        orders = BackendOrders(world, cluster, observations)
        chance = Chance(seed: world.seed, "workload of a cluster")
        next()
    }

    /// Stops starting new things. What was halted goes on.
    func heal() {
        isOver = true
        resume()
    }

    /// Whether everything that was started has ended.
    var isQuiet: Bool { orders.isQuiet && !cluster.database.halts.isHalted }

    private func next() {
        world.after(nanoseconds: .milliseconds(chance.number(Self.pause)), timers) { [self] in
            guard !isOver else { return }
            act()
            next()
        }
    }

    private func act() {
        switch chance.below(100) {
        case ..<25: orderAndGo()
        case ..<50: orders.order(gift(), for: chance.pick(workload.users), in: chance.pick(workload.lives))
        case ..<70: changePrice()
        case ..<76: halt()
        case ..<84: resetKey()
        default: useKey()
        }
    }

    private func gift() -> Gift { Workload.gifts[chance.perMille(800) ? 0 : 1] }

    /// A user orders a gift, and the app ends. It comes back at once, mostly at another node, knows of no live any more, and asks again.
    private func orderAndGo() {
        let clients = workload.clients.filter { $0.isOpen && !$0.lives.isEmpty }
        guard !clients.isEmpty else { return }
        let client = chance.pick(clients)
        client.order(gift(), count: 1, to: [], in: chance.pick(client.lives))
        world.after(nanoseconds: .milliseconds(chance.number(1...150)), timers) { [self] in
            if !isOver { client.crash(isBackSoon: true) }
        }
    }

    // MARK: Prices

    private func changePrice() {
        guard let node = cluster.nodeForOperator() else { return }
        let (gift, prices) = chance.pick([("Rose", 1...4), ("Crown", 90...110), ("Rocket", 4_000...5_000)])
        let price = chance.number(prices)
        guard let coins = Coins(Int64(price)) else { return }
        cluster.note(.operatorWork, 0, "an operator sets the price of \(gift) to \(price)")
        node.setPrice(of: GiftID(unchecked: gift), to: coins) { _ in }
    }

    // MARK: Halts

    private func halt() {
        guard !isResuming, let node = cluster.nodeForOperator() else { return }
        cluster.note(.operatorWork, 0, "gifting is halted")
        node.haltGifting(for: "The simulation says so.")
        world.after(nanoseconds: .milliseconds(chance.number(500...6_000)), timers) { [self] in resume() }
    }

    /// An operator lets gifting go on, at whatever node, and asks again until it does.
    private func resume() {
        isResuming = true
        world.after(nanoseconds: .milliseconds(chance.number(100...3_000)), timers) { [self] in
            guard cluster.database.halts.isHalted else {
                isResuming = false
                // A halt that a node could not keep before is kept with its next look.
                return isOver ? resume() : ()
            }
            if let node = cluster.nodeForOperator() {
                cluster.note(.operatorWork, 0, "an operator lets gifting go on")
                node.resumeGifting(by: Self.operatorID) { _ in }
            }
            resume()
        }
    }

    // MARK: Stream keys

    private func resetKey() {
        guard let node = cluster.nodeForOperator() else { return }
        let live = LiveID(unchecked: chance.pick(workload.lives))
        cluster.note(.operatorWork, 0, "the stream key of \(live) is reset")
        node.resetStreamKey(of: live) { _ in }
    }

    /// A publisher comes with a key that the live has or had.
    private func useKey() {
        let live = LiveID(unchecked: chance.pick(workload.lives))
        let keys = cluster.database.keys.keys(of: live).suffix(2)
        guard let node = cluster.nodeForOperator(), !keys.isEmpty else { return }
        let use = KeyUse(watch: cluster.database.keys, key: chance.pick(Array(keys)), live: live, at: world.now)
        cluster.note(.operatorWork, 0, "somebody publishes to \(live) with a key")
        node.accepts(use.key, in: live) { use.answered($0) }
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct KeyUse: @unchecked Sendable {
        let watch: KeyWatch
        let key: String
        let live: LiveID
        let at: UInt64

        func answered(_ isAccepted: Bool?) { if isAccepted == true { watch.accepted(key, in: live, askedAt: at) } }
    }
}
