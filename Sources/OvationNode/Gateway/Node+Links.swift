import NIOCore
package import OvationBroker
package import OvationModel

/// Lives that run at other nodes of the cluster.
extension Node {
    /// Begins to answer what other nodes ask about the lives that run here. Does nothing for a server alone.
    package func beginAnswering() throws(BrokerFailure) {
        guard let homeLink else { return }
        try homeLink.start(on: shards[0].eventLoop)
        closeOnSilence(of: homeLink.link.broker)
    }

    /// Reaches a live that runs at another node. Who asks for it here is let in there from now on.
    ///
    /// - Parameter home: the process that runs it.
    package func link(to liveID: LiveID, at home: NodeRun) throws(BrokerFailure) {
        guard let homeLink else { return }
        let shard = shard(for: liveID)
        let loop = RoomLoop(eventLoop: shard.eventLoop, index: shard.index)
        let room = LinkedRoom(
            liveID, at: home, over: homeLink.link, on: loop, bytesMax: limits.crossingBytesMax, loops: shards.count,
            onGone: { [weak self] room in self?.unlink(room) }
        ) { [weak self] epoch in
            guard let self else { return DeafEdge() }
            return RoomEdge(shard.edge, liveID: liveID, epoch: epoch, node: self, home: loop)
        }
        try room.start()
        if let before = services.directory.link(room, for: liveID) as? LinkedRoom { before.stop() }
    }

    /// Reaches a live at another node no more. Its viewers here come back, and find its home then.
    private func unlink(_ room: LinkedRoom) {
        services.directory.unlink(room)
        room.stop()
    }

    /// Sends viewers of lives elsewhere back where the broker has been away for long. They come back to a node that hears.
    private func closeOnSilence(of broker: any Broker) {
        let silence = silenceMilliseconds
        let eventLoop = shards[0].eventLoop
        broker.watchState { [weak self, weak broker] state in
            guard state == .disconnected else { return }
            eventLoop.scheduleTask(in: .milliseconds(silence)) { [weak self, weak broker] in
                guard broker?.state == .disconnected else { return }
                for room in self?.services.directory.linkedRooms ?? [] { (room as? LinkedRoom)?.sendEverybodyBack() }
            }
        }
    }
}

/// The edge of a node that is gone.
private final class DeafEdge: EdgePort {
    func handle(_ message: EdgeMessage) {}
}
