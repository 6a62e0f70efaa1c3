import NIOCore
import ServiceLifecycle

/// What a node does once a second: end the sessions that were away for too long. On shutdown it hands the last counters to
/// the journal, which stops after it.
struct Housekeeping: Service {
    let node: Node

    func run() async throws {
        for shard in node.shards { shard.start() }
        let sweep = node.shards[0].eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
            node.expireSessions()
            node.delivery.tick()
        }
        try? await gracefulShutdown()
        sweep.cancel()
        for room in node.directory.rooms {
            try await room.shard.eventLoop.submit { room.shutDown() }.get()
        }
    }
}
