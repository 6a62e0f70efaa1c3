import OvationModel
package import OvationNode
package import OvationSupport

/// A process of the server in a world: its node, its event loops, and the executor of its async code.
///
/// Only the world's thread may use it.
package final class WorldProcess {
    /// The server.
    package let node: HostedNode
    /// The event loops of the server.
    package let loops: [SimulatedLoop]
    private let world: World
    private let executor: SimulatedExecutor
    private var task: Task<Void, Never>?

    /// Makes a process that has not started.
    ///
    /// - Parameters:
    ///   - count: The number of event loops, at least one.
    ///   - makeNode: Makes the server on these loops.
    package init(_ world: World, loops count: Int, _ makeNode: ([SimulatedLoop]) -> HostedNode) {
        self.world = world
        loops = (0..<count).map { _ in SimulatedLoop(world) }
        executor = SimulatedExecutor(world)
        node = makeNode(loops)
        for queue in queues { world.add(queue) }
    }

    private var queues: [World.Queue] { loops.map(\.queue) + [executor.queue] }

    /// Starts the server. `started` is called when it accepts connections, or with the error if it cannot read the storage.
    package func start(_ started: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        task = Task(executorPreference: executor) { [node] in
            do { try await node.start() } catch { return started(.failure(error)) }
            started(.success(()))
            await node.run()
        }
    }

    /// Stops the process, as SIGSTOP does, or has it go on. What comes meanwhile waits for it.
    func setFrozen(_ isFrozen: Bool) { for queue in queues { queue.isFrozen = isFrozen } }

    /// Ends the process between two steps, like a crash. Everything that is not stored is lost.
    ///
    /// - Parameter cut: Ends the process's connections.
    package func end(_ cut: () -> Void) {
        for loop in loops { loop.die() }
        cut()
        task?.cancel()
        // The remaining tasks run to their end in isolation: they reach no disk, no client and no timer.
        while let queue = queues.first(where: { world.hasWork($0) }) { world.runNext(of: queue) }
        for queue in queues { world.remove(queue) }
        node.end()
    }
}

extension World {
    /// The clock of a server in this world.
    package var serverClock: ServerClock {
        ServerClock(wall: { Timestamp(milliseconds: self.wall) }, nanoseconds: { self.now })
    }
}
