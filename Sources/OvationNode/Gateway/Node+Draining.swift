import Logging
import NIOCore
import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import Synchronization

/// A node that is about to stop hands its lives and its clients to the others of its cluster.
extension Node {
    /// Whether the node takes no new lives, because it is about to stop. It says that it is not ready then.
    package var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// Hands lives and clients over, within `limits.drainSeconds`. Does nothing for a server alone, or where no other node serves.
    ///
    /// First it only says that it is not ready, for `limits.drainNoticeSeconds`, so that load balancers send newcomers elsewhere. Then it
    /// gives back one live after the other: what was decided is kept, another node claims the live, and its members come back there. At
    /// last it has all other clients come back. What is left after the time goes as it does at every stop.
    package func drain() async {
        guard let cluster = services.storage.cluster, limits.drainSeconds > 0 else { return }
        let eventLoop = shards[0].eventLoop
        let end = eventLoop.now + .seconds(Int64(limits.drainSeconds))
        draining.store(true, ordering: .relaxed)
        services.metrics.draining(true)
        // An operator sees it, and no other node is drained meanwhile. What cannot be said changes nothing here.
        try? await cluster.noteDraining()
        guard await hasSuccessor(in: cluster) else {
            services.logger.notice("draining: no other server serves, so the lives wait for one")
            return
        }
        services.logger.notice("draining: new clients go to other servers from now on")
        let noticeSeconds = min(limits.drainNoticeSeconds, limits.drainSeconds)
        await pause(milliseconds: Int64(noticeSeconds) * 1_000)
        // A quarter of the rest for lives, a quarter for clients; the other half is for a storage that is slow.
        let spread = Int64(limits.drainSeconds - noticeSeconds) * 1_000 / 4
        await handOverLives(to: cluster, within: spread, until: end)
        await sendBackClients(within: spread, until: end)
    }

    /// Whether another node serves that may claim the lives. Where the storage does not say so, one may.
    private func hasSuccessor(in cluster: any ClusterStorage) async -> Bool {
        guard let nodes = try? await cluster.nodes() else { return true }
        return nodes.contains { node in
            node.seat != cluster.seat && node.state == .serving && !node.isDraining && node.leaseAge < .seconds(3)
        }
    }

    private func handOverLives(to cluster: any ClusterStorage, within spread: Int64, until end: NIODeadline) async {
        var rest = services.directory.rooms.sorted { $0.liveID < $1.liveID }[...]
        let plan = DrainPlan(rest.count, within: spread)
        var count = 0
        while !rest.isEmpty, shards[0].eventLoop.now < end, !Task.isCancelled {
            let some = Array(rest.prefix(plan.perStep))
            rest = rest.dropFirst(plan.perStep)
            count += await handOver(some, to: cluster, until: end)
            if !rest.isEmpty { await pause(milliseconds: DrainPlan.stepMilliseconds) }
        }
        services.logger.notice(
            "draining: lives given back", metadata: ["rooms.count": "\(count)", "rooms.left": "\(rest.count)"])
    }

    /// Gives lives back. Returns how many.
    private func handOver(
        _ rooms: [any RoomPort], to cluster: any ClusterStorage, until end: NIODeadline
    ) async -> Int {
        // An order that the app's billing does not answer in time holds nothing up: its live goes without.
        let alarm = shards[0].eventLoop.scheduleTask(deadline: end) { for room in rooms { room.giveUp() } }
        let starts = await withTaskGroup(of: LiveSessionID?.self, returning: [LiveSessionID].self) { tasks in
            for room in rooms {
                tasks.addTask {
                    await withCheckedContinuation { answer in room.handBack { answer.resume(returning: $0) } }
                }
            }
            var starts: [LiveSessionID] = []
            for await start in tasks { if let start { starts.append(start) } }
            return starts
        }
        alarm.cancel()
        do {
            try await services.journal.barrier()
            try await cluster.release(starts)
        } catch {
            // They are nobody's when this node has left, or when its lease is over.
            services.logger.warning("draining: lives could not be given back", metadata: [LogKeys.error: "\(error)"])
        }
        // The others are told first: their claim is under way while the clients are on theirs.
        homelessLink?.tell()
        for room in services.directory.rooms(ofStarts: Set(starts)) { room.giveUp() }
        services.metrics.livesGivenBack(starts.count)
        return starts.count
    }

    /// Has the clients come back that are still here: those in lives of other nodes, and in none.
    private func sendBackClients(within spread: Int64, until end: NIODeadline) async {
        let plan = DrainPlan(connectionCount.load(ordering: .relaxed), within: spread)
        let perShard = (plan.perStep + shards.count - 1) / shards.count
        for _ in 0..<plan.steps {
            guard shards[0].eventLoop.now < end, !Task.isCancelled else { return }
            for shard in shards { shard.run { shard.sendBack(perShard) } }
            await pause(milliseconds: DrainPlan.stepMilliseconds)
        }
    }

    private func pause(milliseconds: Int64) async {
        guard milliseconds > 0 else { return }
        try? await shards[0].eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {}.futureResult.get()
    }
}
