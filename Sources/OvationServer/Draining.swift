import OvationNode
import ServiceLifecycle

/// Hands a node's lives and clients to the other nodes of its cluster when the server is told to stop. It stops before everything else,
/// while the port is open and says that the server is not ready.
struct Draining: Service {
    let node: Node

    func run() async throws {
        do { try await gracefulShutdown() } catch {
            // A task that is cancelled stops at once.
            return
        }
        await node.drain()
    }
}
