import NIOCore

extension Node {
    /// Cuts the connections that there still are, and returns when the event loops have done what came of it.
    ///
    /// A server that shut down gracefully has none left; one whose task was cancelled has. Their ends are told to rooms on other event
    /// loops, which must not have been shut down before.
    package func cutConnections() async {
        for shard in shards { try? await shard.eventLoop.submit { shard.cutConnections() }.get() }
        // The end of a connection goes to its rooms, from there to the loops of the others in them, and a refused write back.
        for _ in 0..<4 {
            for shard in shards { try? await shard.eventLoop.submit {}.get() }
        }
    }
}
