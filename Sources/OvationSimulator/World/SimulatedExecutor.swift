/// Runs async code as steps of the world, so that a task that waits for the disk goes on when the simulated disk says so.
package final class SimulatedExecutor: TaskExecutor {
    private let world: World
    // Sound to share: only the thread that runs the world touches it.
    nonisolated(unsafe) package let queue: World.Queue

    package init(_ world: World) {
        self.world = world
        queue = World.Queue(owner: nil)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        world.enter { self.queue.append { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
    }
}

extension World {
    /// Runs async code that waits for nothing outside to its end, at once.
    package func runToEnd<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let executor = SimulatedExecutor(self)
        let box = ResultBox<Value>()
        let task = Task(executorPreference: executor) {
            do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
        }
        executor.queue.runAll()
        guard let result = box.result else {
            task.cancel()
            preconditionFailure("what is run to its end must not wait")
        }
        return try result.get()
    }
}

/// Sound as `Sendable` because only the thread that runs the simulation touches it.
private final class ResultBox<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
