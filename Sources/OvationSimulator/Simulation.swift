import OvationModel
package import OvationNode
import OvationRules
import OvationStorage
import OvationStorageSQLite

/// The world of one seed: real servers that crash, real rules, clients that retry, a network and a disk that fail, and an auditor at the
/// end.
package struct Simulation: Sendable {
    /// The storage of a world.
    package enum Medium: String, CaseIterable, Sendable {
        /// The simulator's own storage.
        case memory
        /// SQLite in memory, with the same code as for a file.
        case sqlite
    }

    /// Who pays for gifts.
    package enum Payer: String, CaseIterable, Sendable {
        /// The embedded wallet.
        case wallet
        /// The app's own billing, by callback.
        case billing
        /// The seed decides: one world in three uses the billing.
        case either
    }

    /// The seed, which determines the whole run.
    package var seed: UInt64
    /// The number of events after which nothing new starts.
    package var events: Int
    /// How many nodes serve. With more than one, they share a database and a broker.
    package var nodes: Int
    /// The storage of the world.
    package var medium: Medium
    /// Who pays for gifts in the world.
    package var payer: Payer
    /// A bug to plant; nil for none.
    package var bug: PlantedBug?
    /// How many of the last events are recorded as text, for a report.
    package var lines: Int
    /// True if everything between a room and its edge is encoded and decoded, as on a connection between nodes.
    package var encodesCrossings: Bool
    /// Records the changes of the world's rooms; nil if nobody replays them.
    package var recorder: RoomRecorder?

    /// Makes the world of a seed.
    package init(
        seed: UInt64, events: Int, nodes: Int = 1, medium: Medium = .memory, payer: Payer = .either,
        bug: PlantedBug? = nil,
        lines: Int = 0, encodesCrossings: Bool = false, recorder: RoomRecorder? = nil
    ) {
        self.seed = seed
        self.events = events
        self.nodes = nodes
        self.medium = medium
        self.payer = payer
        self.bug = bug
        self.lines = lines
        self.encodesCrossings = encodesCrossings
        self.recorder = recorder
    }

    /// The result of a world.
    package struct Outcome: Sendable {
        /// The seed of the world.
        package var seed: UInt64
        /// The inputs that reached the server: messages, connections, disk answers, crashes, clock changes.
        package var events: Int
        /// The number of steps.
        package var steps: Int
        /// A hash of everything that happened, in order.
        package var hash: UInt64
        /// The number of orders.
        package var orders: Int
        /// Questions that reached the app's own billing.
        package var questions: Int
        /// How many times the server crashed.
        package var crashes: Int
        /// The problems, one sentence each.
        package var problems: [String]
        /// The last events as text, if requested.
        package var lastLines: [String]
    }

    /// The longest time that the world may take to become quiet after all faults have stopped.
    ///
    /// Clocks that were set back and retries with growing delays add up.
    static let restMax = UInt64.milliseconds(7_200_000)
    /// The longest time between a commit and its announcement to clients.
    static let announcementMax = UInt64.milliseconds(1_000)

    /// Runs the world to its end. It blocks the thread, which must not belong to Swift's pool.
    package func run() throws -> Outcome {
        if nodes > 1 { return try runCluster() }
        let world = World(seed: seed)
        world.trace.linesMax = lines
        var chance = Chance(seed: seed, "simulation")
        let policy = LedgerPolicy(hostSharePercent: chance.pick([0, 33, 50, 100]), newUserGrant: Self.grant)
        let storage = try makeStorage(policy)
        let observations = Observations()
        let counter = Counter()
        let biller = makeBiller()
        observations.biller = biller
        let backend = chance.perMille(500) ? SimulatedBackend() : nil
        let configuration = self.configuration(policy, biller, &chance)
        let server = SimulatedServer(
            world, storage: storage, configuration: configuration, catalogue: Self.catalogue, biller: biller,
            backend: backend, bug: bug, recorder: recorder
        ) { counter.events += 1 }
        server.start()
        let workload = Workload(world, server, observations)
        while counter.events < events, world.step() {}
        let eventCount = counter.events
        var problems: [String] = []
        if try !rest(world, server, workload, biller, storage) { problems.append("the world does not come to rest") }
        problems += server.misplacedSessions
        if let biller {
            let auditor = Shared(BillingAuditor(observations: observations, biller: biller))
            problems += try world.runToEnd { try await auditor.value.audit(storage, isReconciled: false) }
            if !reconcile(world, server, biller) { problems.append("the operator does not get through the list") }
            problems += try world.runToEnd { try await auditor.value.audit(storage, isReconciled: true) }
        }
        if let backend {
            let auditor = Shared(
                CallbackAuditor(
                    observations: observations, backend: backend,
                    isBounded: configuration.limits.callbackRowsMax == Self.callbackRowsFew))
            let waiting = server.callbacksWaiting
            problems += try world.runToEnd { try await auditor.value.audit(storage, waiting: waiting) }
        }
        let auditor = Shared(
            Auditor(
                observations: observations, users: workload.users, hosts: workload.hosts, lives: workload.lives,
                share: Int64(policy.hostSharePercent), grant: Self.grant.amount))
        problems += try world.runToEnd { try await auditor.value.audit(storage) }
        let topics = Shared(TopicAuditor(observations: observations, lives: workload.lives))
        problems += try world.runToEnd { try await topics.value.audit(storage) }
        let crashes = server.crashes
        server.end()
        world.end()
        return Outcome(
            seed: seed, events: eventCount, steps: world.steps, hash: world.trace.value,
            orders: observations.orders.count,
            questions: biller?.accounts.values.reduce(0) { $0 + $1.asked } ?? 0, crashes: crashes, problems: problems,
            lastLines: world.trace.lastLines)
    }

    final class Counter { var events = 0 }

    /// A queue limit for callbacks that some worlds exceed quickly.
    private static let callbackRowsFew = 3

    static let grant = Coins(1_000) ?? .zero

    static let catalogue = GiftCatalogue(
        items: Workload.gifts.map { GiftCatalogue.Item(gift: $0, createdAt: Timestamp(milliseconds: 0)) })

    private func makeStorage(_ policy: LedgerPolicy) throws -> any Storage {
        let storage: any Storage =
            switch medium {
            case .memory: MemoryStorage(policy: policy)
            case .sqlite: BlockingStorage(try SQLiteStorage(inMemory: policy))
            }
        return bug.map { SabotagedStorage(storage, $0) } ?? storage
    }

    /// Makes the app's own billing for worlds that use it.
    func makeBiller() -> SimulatedBiller? {
        var chance = Chance(seed: seed, "payer")
        guard payer == .billing || (payer == .either && chance.perMille(333)) else { return nil }
        let policy = BillingPolicy(isIdempotent: chance.perMille(500), failsOpen: chance.perMille(250))
        return SimulatedBiller(seed: seed, policy: policy)
    }

    /// Makes a configuration with small limits, so that a short run reaches them.
    func configuration(
        _ policy: LedgerPolicy, _ biller: SimulatedBiller?, _ chance: inout Chance
    ) -> NodeConfiguration {
        var limits = Limits()
        limits.ownerAbsenceSeconds = chance.number(20...300)
        limits.silenceSeconds = chance.number(30...90)
        limits.historyMax = chance.pick([4, 20, 500])
        limits.historyOnJoin = 5
        limits.roomMessagesPerSecond = chance.pick([5, 40])
        limits.journalBatchMax = chance.pick([1, 3, 512])
        limits.ordersInFlightMax = chance.pick([2, 64])
        limits.exactAudienceMax = chance.pick([2, 500])
        limits.partViewersMax = chance.pick([1, 2, 512])
        limits.connectionPendingBytesMax = 65_536
        limits.replayBytesMax = 4_000
        limits.visitorsKnownMax = chance.pick([1, 10_000])
        limits.storedEventsPageMax = chance.pick([2, 100])
        limits.billingInFlightMax = chance.pick([2, 1_000])
        // Topics draw from their own stream, for the same reason as below.
        var topics = Chance(seed: seed, "topics")
        limits.topicMessagesPageMax = topics.pick([1, 3, 50])
        limits.topicMessagesKeptMax = 1_000_000
        // The send rate draws from its own stream, so that it does not change anything else in a seed's world.
        var pace = Chance(seed: seed, "pace")
        limits.connectionCommandsPerSecond = pace.pick([1, 20])
        limits.connectionCommandsBurst = pace.pick([2, 100])
        limits.surplusCommandsPerSecond = pace.pick([200, 1_000])
        limits.answersPendingMax = pace.pick([2, 2_048])
        limits.journalOrdinaryBatchMax = pace.pick([1, 256])
        // A world covers hours of its hosts' activity, so their rate is unlimited.
        limits.userCreationsPerHour = 0
        limits.callbackRowsMax = chance.pick([Self.callbackRowsFew, 100_000])
        var configuration = NodeConfiguration(
            sdkAppID: SimulatedServer.sdkAppID, secret: "simulation", isDevelopment: true, limits: limits,
            ledger: policy, billing: biller?.policy ?? BillingPolicy())
        configuration.encodesCrossings = encodesCrossings
        var edges = Chance(seed: seed, "edges")
        configuration.edgeCount = edges.pick([1, 2])
        return configuration
    }

    /// Lets everybody finish what they started. Returns false if they cannot.
    private func rest(
        _ world: World, _ server: SimulatedServer, _ workload: Workload, _ biller: SimulatedBiller?,
        _ storage: any Storage
    ) throws -> Bool {
        server.heal()
        workload.heal()
        let deadline = world.now + Self.restMax
        var quietSince: UInt64?
        while world.now < deadline, world.step() {
            guard workload.isQuiet else {
                quietSince = nil
                continue
            }
            // The latest messages are still in transit, and ticks may be due.
            let since = quietSince ?? world.now
            quietSince = since
            guard world.now > since + .milliseconds(40_000) else { continue }
            // A recent commit, such as the end of a live, is still being announced.
            guard world.now > server.keptAt + Self.announcementMax else { continue }
            if try isQuiet(biller, storage, world) { return true }
            // Callbacks that failed for long would wait for hours.
            server.hurryCallbacks()
            quietSince = world.now
        }
        return false
    }

    /// Returns true if no message to the app's billing or backend is in transit or waiting.
    private func isQuiet(_ biller: SimulatedBiller?, _ storage: any Storage, _ world: World) throws -> Bool {
        guard try world.runToEnd({ try await storage.callbackCounts().waiting }) == 0 else { return false }
        guard let biller else { return true }
        let states = biller.policy.isIdempotent ? [.pending] + BillingState.unresolved : [.pending]
        return try biller.isQuiet
            && world.runToEnd { try await storage.billingOrders(BillingQuery(states: states, limit: 1)).isEmpty }
    }

    /// Plays an operator who handles the orders that the server does not continue. Returns false if that fails.
    private func reconcile(_ world: World, _ server: SimulatedServer, _ biller: SimulatedBiller) -> Bool {
        guard !biller.policy.isIdempotent else { return true }
        let deadline = world.now + .milliseconds(600_000)
        var isDone = false
        server.reconcile { isDone = true }
        // A live that ends meanwhile is stored and then announced. The announcement must arrive before the comparison.
        while world.now < deadline, !isDone || world.now <= server.keptAt + Self.announcementMax, world.step() {}
        return isDone
    }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    final class Shared<Value>: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }
}
