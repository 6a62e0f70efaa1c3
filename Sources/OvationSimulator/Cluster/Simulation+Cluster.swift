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
        let counter = Counter()
        let cluster = SimulatedCluster(
            world, nodes: nodes, database: database, configuration: configuration(policy, nil, &chance),
            catalogue: Self.catalogue
        ) { counter.events += 1 }
        let watch = HomeWatch(database)
        observations.onBarrage = { watch.heard($0, in: $1, by: $2, saidAt: $3) }
        observations.decidedAt = { [prices = database.prices] in prices.decidedAt[$0] }
        cluster.start()
        let workload = Workload(world, cluster, observations)
        let work = ClusterWorkload(world, cluster, workload, observations)
        while counter.events < events, world.step() {}
        let eventCount = counter.events
        var problems: [String] = []
        if !rest(world, cluster, workload, work) { problems.append("the world does not come to rest") }
        problems += watch.problems + watch.check(cluster)
        problems += database.prices.problems + database.keys.problems + database.halts.problems
        let storage = MemoryStorage(reading: database.memory)
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
            orders: observations.orders.count, questions: 0, crashes: crashes, problems: problems,
            lastLines: world.trace.lastLines)
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
            guard workload.isQuiet, work.isQuiet else {
                quietSince = nil
                continue
            }
            // The latest messages are still in transit, ticks may be due, and lives may be waiting for a home.
            let since = quietSince ?? world.now
            quietSince = since
            if world.now > since + .milliseconds(Self.quietMilliseconds),
                world.now > cluster.database.keptAt + Self.announcementMax
            {
                return true
            }
        }
        return false
    }

    /// How long nothing may happen before a world is at rest.
    private static let quietMilliseconds = 40_000
}
