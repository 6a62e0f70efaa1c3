import OvationModel
import OvationNode
import OvationRules

/// Worlds in which several nodes serve.
extension Simulation {
    /// Runs a world of several nodes to its end.
    func runCluster() throws -> Outcome {
        let world = World(seed: seed)
        world.trace.linesMax = lines
        var chance = Chance(seed: seed, "simulation")
        let policy = LedgerPolicy(hostSharePercent: chance.pick([0, 33, 50, 100]), newUserGrant: Self.grant)
        let database = SimulatedDatabase(world, policy: policy, catalogue: Self.catalogue, bug: bug)
        let observations = Observations()
        let biller = makeBiller()
        observations.biller = biller
        let counter = Counter()
        let cluster = SimulatedCluster(
            world, nodes: nodes, database: database, configuration: configuration(policy, biller, &chance),
            catalogue: Self.catalogue, biller: biller
        ) { counter.events += 1 }
        let watch = HomeWatch(database)
        observations.onBarrage = { watch.heard($0, in: $1, by: $2, saidAt: $3) }
        observations.decidedAt = { [prices = database.prices] in prices.decidedAt[$0] }
        observations.visitKeptAt = { [visits = database.visits] in visits.time(of: $0, in: $1) }
        observations.hasIntruders = true
        cluster.start()
        let workload = Workload(world, cluster, observations)
        observations.crashes = { cluster.losses }
        let work = ClusterWorkload(world, cluster, workload, observations)
        while counter.events < events, world.step() {}
        let eventCount = counter.events
        var problems: [String] = []
        if !rest(world, cluster, workload, work) { problems.append("the world does not come to rest") }
        problems += settle(world, cluster, CountWatch(cluster: cluster, workload: workload))
        let storage = MemoryStorage(reading: database.memory)
        if let biller {
            problems += try audit(biller, observations, storage, world, cluster)
        }
        problems += watch.problems + watch.check(cluster)
        problems += database.prices.problems + database.keys.problems + database.halts.problems
        problems += database.desks.problems + cluster.calls.check()
        let auditor = Shared(
            Auditor(
                observations: observations, users: workload.users, hosts: workload.hosts, lives: workload.lives,
                share: Int64(policy.hostSharePercent), grant: Self.grant.amount))
        auditor.value.isOfCluster = true
        problems += try world.runToEnd { try await auditor.value.audit(storage) }
        let topics = Shared(TopicAuditor(observations: observations, lives: workload.lives))
        problems += try world.runToEnd { try await topics.value.audit(storage) }
        let crashes = cluster.crashes
        cluster.end()
        world.end()
        return Outcome(
            seed: seed, events: eventCount, steps: world.steps, hash: world.trace.value,
            orders: observations.orders.count,
            questions: biller?.accounts.values.reduce(0) { $0 + $1.asked } ?? 0, crashes: crashes, problems: problems,
            lastLines: world.trace.lastLines)
    }

    /// Compares the billing's books with what was delivered, before and after an operator has gone through the list.
    private func audit(
        _ biller: SimulatedBiller, _ observations: Observations, _ storage: MemoryStorage, _ world: World,
        _ cluster: SimulatedCluster
    ) throws -> [String] {
        let auditor = Shared(BillingAuditor(observations: observations, biller: biller))
        var problems = try world.runToEnd { try await auditor.value.audit(storage, isReconciled: false) }
        if !reconcile(world, cluster, biller) { problems.append("the operator does not get through the list") }
        problems += try world.runToEnd { try await auditor.value.audit(storage, isReconciled: true) }
        return problems
    }

    /// Plays an operator who handles the orders that no node continues. Returns false if that fails.
    private func reconcile(_ world: World, _ cluster: SimulatedCluster, _ biller: SimulatedBiller) -> Bool {
        guard !biller.policy.isIdempotent else { return true }
        let deadline = world.now + .milliseconds(Self.reconcilingMilliseconds)
        var isDone = false
        cluster.reconcile { isDone = true }
        // A live that ends meanwhile is stored and then announced. The announcement must arrive before the comparison.
        while world.now < deadline, !isDone || world.now <= cluster.database.keptAt + Self.announcementMax,
            world.step()
        {}
        return isDone
    }

    /// Lets everybody finish what they started. Returns false if they cannot.
    private func rest(
        _ world: World, _ cluster: SimulatedCluster, _ workload: Workload, _ work: ClusterWorkload
    ) -> Bool {
        cluster.heal()
        workload.heal()
        work.heal()
        let deadline = world.now + Self.restMax
        var quietSince: UInt64?
        while world.now < deadline, world.step() {
            guard workload.isQuiet, work.isQuiet, cluster.isBillingQuiet else {
                quietSince = nil
                continue
            }
            // The latest messages are still in transit, ticks may be due, and lives may be waiting for a home.
            let since = quietSince ?? world.now
            quietSince = since
            if world.now > since + .milliseconds(Self.quietMilliseconds),
                world.now > cluster.database.keptAt + Self.sendingBackMax
            {
                return true
            }
        }
        return false
    }

    /// Waits until who is in each live is told everywhere. Returns what differs for longer than it may.
    private func settle(_ world: World, _ cluster: SimulatedCluster, _ watch: CountWatch) -> [String] {
        let deadline = world.now + CountWatch.settlingMax
        var differences = watch.differences
        // A live may end meanwhile. Its end must arrive before the comparison.
        while world.now < deadline,
            !differences.isEmpty || world.now <= cluster.database.keptAt + Self.sendingBackMax, world.step()
        { differences = watch.differences }
        return differences
    }

    /// The longest time between a commit and the end of the connections of those who are sent back for it: its announcement, and the
    /// second for which a server waits until a client closes.
    private static let sendingBackMax = announcementMax + .milliseconds(2_000)
    /// How long nothing may happen before a world is at rest.
    private static let quietMilliseconds = 40_000
    /// How long an operator takes at most.
    private static let reconcilingMilliseconds = 600_000
}
