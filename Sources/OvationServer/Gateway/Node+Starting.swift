import NIOCore
import OvationModel
import OvationStorage

/// The one start-up, of a server and of a node that a simulation hosts.
extension Node {
    /// Takes up what is kept, before anybody can connect: how many callbacks wait, a halt of gifting, the lives that were
    /// open with the words and boards that they need, and the orders that were at the app's billing.
    ///
    /// - Throws: where the storage cannot be read.
    func takeUp() async throws {
        // A board may be read while the node takes up the rest.
        journal.onRefunds { [weak rooms] senders in rooms?.coinsTakenBack(from: senders) }
        callbacks.counted(try await storage.callbackCounts())
        try await restoreHalt()
        try await takeUpRooms()
        try await billing.restore(configuration.billing)
    }

    /// Begins to look after pings and silence, and once a second after sessions that were away for too long and callbacks that are due.
    func beginSweeping() -> RepeatedTask {
        for shard in shards { shard.start() }
        return shards[0].eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            self.expireSessions()
            self.delivery.tick()
            self.journal.tryAgainAfterFailure(at: self.clock.wall())
        }
    }
}
