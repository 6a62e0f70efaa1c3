import OvationModel
package import OvationServer

/// One life of a server in a world, from its start to its end: its node, its event loops, and what runs its async code.
///
/// Only for the thread that runs the world.
package final class WorldProcess {
    /// The server.
    package let node: HostedNode
    /// Its event loops.
    package let loops: [SimulatedLoop]
    private let world: World
    private let executor: SimulatedExecutor
    private var task: Task<Void, Never>?

    /// Makes a process that has not started.
    ///
    /// - Parameters:
    ///   - count: how many event loops it has, at least one.
    ///   - makeNode: makes the server on them.
    package init(_ world: World, loops count: Int, _ makeNode: ([SimulatedLoop]) -> HostedNode) {
        self.world = world
        loops = (0..<count).map { _ in SimulatedLoop(world) }
        executor = SimulatedExecutor(world)
        node = makeNode(loops)
        for queue in queues { world.add(queue) }
    }

    private var queues: [World.Queue] { loops.map(\.queue) + [executor.queue] }

    /// Starts it. `started` is told when it takes connections, or why it cannot read what is kept.
    package func start(_ started: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        task = Task(executorPreference: executor) { [node] in
            do { try await node.start() } catch { return started(.failure(error)) }
            started(.success(()))
            await node.run()
        }
    }

    /// Ends it between two steps, as a crash does. Nothing that it has not kept survives.
    ///
    /// - Parameter cut: ends its connections.
    package func end(_ cut: () -> Void) {
        for loop in loops { loop.die() }
        cut()
        task?.cancel()
        // What is left runs to its end without a world around it: no disk, no client and no timer hears of it.
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
