import OvationBroker
import OvationModel
import OvationNode
import OvationRules
import OvationStorage
import Synchronization

/// Nodes that share a database and a broker, and what goes wrong with them.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedCluster: SimulatedService, @unchecked Sendable {
    let world: World
    let database: SimulatedDatabase
    let broker: SimulatedBroker
    let configuration: NodeConfiguration
    let catalogue: GiftCatalogue
    /// The app's own billing, which pays for gifts; nil if the embedded wallet pays.
    let biller: SimulatedBiller?
    let loopCount: Int
    private let timers: World.TimerSource
    private var chance: Chance
    private var operatorChance: Chance
    private(set) var nodes: [SimulatedNode] = []
    private(set) lazy var calls = CallWatch(self)
    private(set) var databaseFaults: DatabaseFaults? = DatabaseFaults()
    private var networkFaults: NetworkFaults? = NetworkFaults()
    private(set) var billingFaults: BillingFaults? = BillingFaults()
    private var serial = 0
    private var linkCount = 0
    private var isHealed = false
    /// How many times a process was killed.
    private(set) var crashes = 0
    /// How many processes have ended, for whatever reason, or were fenced and may not know it yet.
    var losses: Int { ends + database.fencedCount }
    private var ends = 0
    /// Counts what reaches the nodes.
    private let onInput: () -> Void

    private static let name = ClusterName(unchecked: "simulation")
    private static let secret = "the secret of a simulated cluster"

    /// Makes a cluster whose nodes have not started.
    ///
    /// - Parameters:
    ///   - biller: The app's own billing, which pays for gifts; nil if the embedded wallet pays.
    ///   - onInput: Called for everything that reaches a node.
    init(
        _ world: World, nodes count: Int, database: SimulatedDatabase, configuration: NodeConfiguration,
        catalogue: GiftCatalogue, biller: SimulatedBiller?, onInput: @escaping () -> Void
    ) {
        self.world = world
        self.database = database
        self.configuration = configuration
        self.catalogue = catalogue
        self.biller = biller
        self.onInput = onInput
        // In some worlds the broker loses much, and in some the connections to the database are bad.
        var kind = Chance(seed: world.seed, "kind of cluster")
        var faults = BrokerFaults()
        faults.lost = kind.pick([3, 3, 60])
        broker = SimulatedBroker(world, faults: faults)
        databaseFaults?.inTheAir = kind.pick([15, 15, 150])
        timers = world.makeTimerSource()
        chance = Chance(seed: world.seed, "cluster")
        operatorChance = Chance(seed: world.seed, "nodes of operators")
        loopCount = chance.number(1...2)
        nodes = (1...count).map { SimulatedNode($0, of: self) }
        database.isFrozen = { [unowned self] seat in self.nodes.contains { $0.seat == seat && $0.isFrozen } }
        database.onFenced = { [unowned self] seat in self.calls.fenced(seat) }
        database.isSound = { [unowned self] seat in self.nodes.contains { $0.seat == seat && $0.isSound } }
    }

    func note(_ kind: Trace.Kind, _ source: Int, _ line: @autoclosure () -> String, bytes: [UInt8] = []) {
        world.trace.add(kind, at: world.now, source, bytes, line())
        onInput()
    }

    /// A number that no other process has.
    func takeSerial() -> Int {
        serial += 1
        return serial
    }

    /// A process has ended.
    func noteEnd() { ends += 1 }

    /// The place of a process in the cluster.
    func place(of seat: NodeSeat, over connection: BrokerConnection) -> ClusterPlace {
        ClusterPlace(connection, cluster: Self.name, node: NodeRun(seat), secret: Self.secret)
    }

    /// Starts all nodes, and lets things go wrong from now on.
    func start() {
        for node in nodes { node.start() }
        fail()
    }

    /// Releases everything at the end of a run.
    func end() { for node in nodes { node.release() } }

    // MARK: What goes wrong

    private func fail() {
        world.after(nanoseconds: .milliseconds(chance.number(200...25_000)), timers) { [self] in
            guard !isHealed else { return }
            failOnce()
            fail()
        }
    }

    private func failOnce() {
        let node = chance.pick(nodes)
        let milliseconds = chance.perMille(250) ? chance.number(5_000...60_000) : chance.number(50...6_000)
        switch chance.below(100) {
        case ..<25: kill(node)
        case ..<50: node.freeze(milliseconds: milliseconds)
        case ..<62: node.cutFromDatabase(milliseconds: milliseconds)
        case ..<70: node.cutFromBroker(milliseconds: milliseconds, sends: false, hears: true)
        case ..<78: node.cutFromBroker(milliseconds: milliseconds, sends: true, hears: false)
        case ..<84: node.cutFromBroker(milliseconds: milliseconds, sends: false, hears: false)
        case ..<90: stopBroker(milliseconds: milliseconds)
        default: failOver(milliseconds: milliseconds)
        }
    }

    private func kill(_ node: SimulatedNode) {
        guard node.seat != nil else { return }
        crashes += 1
        node.kill()
    }

    private func stopBroker(milliseconds: Int) {
        guard broker.isRunning else { return }
        note(.lost, 0, "the broker stops for \(milliseconds) ms")
        for node in nodes { node.noteTrouble() }
        broker.stop()
        world.after(nanoseconds: .milliseconds(milliseconds), timers) { [self] in
            note(.start, 0, "the broker is back")
            broker.start()
        }
    }

    private func failOver(milliseconds: Int) {
        note(.lost, 0, "the database fails over, which takes \(milliseconds) ms")
        for node in nodes { node.noteTrouble() }
        world.after(nanoseconds: .milliseconds(milliseconds), timers) { [self] in
            for node in nodes { node.noteTrouble() }
        }
        database.failOver(nanoseconds: .milliseconds(milliseconds), clockStep: Int64(chance.number(-1_500...1_500)))
    }

    /// Stops all faults.
    func heal() {
        isHealed = true
        databaseFaults = nil
        networkFaults = nil
        billingFaults = nil
        database.heal()
        broker.heal()
        for node in nodes { node.heal() }
    }

    // MARK: For the workload

    var isUp: Bool { nodes.allSatisfy(\.isUp) }

    func crash() { kill(chance.pick(nodes)) }

    func setClock(by milliseconds: Int64) { chance.pick(nodes).setClock(by: milliseconds) }

    func connect(_ client: Int, _ user: String) -> Link? {
        let up = nodes.filter(\.isUp)
        guard !up.isEmpty else { return nil }
        linkCount += 1
        return chance.pick(up).connect(client, link: linkCount, faults: networkFaults)
    }

    func credit(_ user: String, _ coins: Int64, reference: String, _ done: @escaping () -> Void) {
        let up = nodes.filter { $0.isUp && !$0.isFrozen }
        guard let amount = Coins(coins), !up.isEmpty, let hosted = chance.pick(up).hosted else { return }
        note(.credit, 0, "the backend gives \(coins) to \(user) (\(reference))")
        let done = SharedDone(call: done)
        hosted.credit(UserID(unchecked: user), amount, reference: reference) { result in
            if case .success(.credited) = result { done.call() }
        }
    }

    func reconcile(_ done: @escaping () -> Void) {
        guard let biller, !biller.policy.isIdempotent, let node = nodeForOperator() else { return }
        note(.operatorWork, 0, "an operator goes through the open orders")
        let done = SharedDone(call: done)
        node.reconcile({ biller.lookUp($0) }) { isKept in
            if isKept { done.call() }
        }
    }

    /// Whether nothing is in transit to the app's billing, and no order waits for it that a node goes on with by itself.
    var isBillingQuiet: Bool {
        guard let biller else { return true }
        let states = biller.policy.isIdempotent ? BillingState.undecided : [.pending]
        return biller.isQuiet
            && database.memory.tables.withLock { $0.billingOrders(BillingQuery(states: states, limit: 1)).isEmpty }
    }

    /// Any node that a load balancer takes for one that answers; nil if there is none.
    func nodeForOperator() -> HostedNode? {
        let up = nodes.filter { $0.isUp && !$0.isFrozen }
        return up.isEmpty ? nil : operatorChance.pick(up).hosted
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private struct SharedDone: @unchecked Sendable {
        let call: () -> Void
    }
}
