package import NIOCore
import OvationBackend
import OvationModel
import OvationStorage
import OvationSupport

/// The one start-up, of a server and of a node that a simulation hosts.
extension Node {
    /// Takes up what is kept, before anybody can connect: how many callbacks wait, a halt of gifting, the lives that were
    /// open with the words and boards that they need, and the orders that were at the app's billing.
    ///
    /// - Throws: where the storage cannot be read.
    package func takeUp() async throws {
        // A board may be read while the node takes up the rest.
        services.journal.onRefunds { [weak services, weak peers] senders in
            services?.coinsTakenBack(from: senders)
            for notice in NodeNotice.takenBack(from: senders) { peers?.tell(notice) }
        }
        services.journal.onMoved { [weak services] starts in services?.giveUp(starts) }
        services.callbacks.counted(try await services.storage.callbackCounts())
        try await services.restoreHalt()
        try await takeUpRooms()
        try await services.coHosts.takeUp(isShared: services.storage.cluster != nil)
        try await services.billing.restore(configuration.billing)
    }

    /// Begins to look after pings and silence, and once a second after sessions that were away for too long and callbacks that are due.
    package func beginSweeping() -> RepeatedTask {
        for shard in shards { shard.start() }
        if livesLink != nil { beginFollowingLists() }
        return shards[0].eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            self.expireSessions()
            self.services.delivery.tick()
            if let takeUps = self.takeUps { self.services.background.submit { await takeUps.look(for: self) } }
            self.closeFailedStarts()
            self.peers?.beat()
            self.followBoards()
            if self.homeLink != nil { self.services.background.submit { await self.followHomes() } }
            self.services.journal.tryAgainAfterFailure(at: self.services.clock.wall())
        }
    }

    /// Follows the lists of other nodes, one look behind the other, until the server stops.
    private func beginFollowingLists() {
        shards[0].eventLoop.scheduleTask(in: .seconds(Self.listSeconds)) { [weak self] in
            guard let self else { return }
            services.background.submit { [weak self] in
                await self?.followLists()
                await self?.followPeers()
                self?.beginFollowingLists()
            }
        }
    }
}
