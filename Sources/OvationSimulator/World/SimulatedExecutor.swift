/// Runs async code as steps of the world, so that a task that waits for the disk continues when the simulated disk answers.
package final class SimulatedExecutor: TaskExecutor {
    private let world: World
    // This is safe to share, because only the world's thread uses it.
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
    /// Runs async code to its end at once. It must not wait for anything outside the world.
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

/// It is safely `Sendable`, because only the simulation's thread uses it.
private final class ResultBox<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
