import ServiceLifecycle
import Synchronization

/// Runs what an event loop must not wait for: reads of the storage, mostly.
///
/// Every job is a child of this service's task, so that none outlives it.
package final class BackgroundWork: Service, Sendable {
    package typealias Job = @Sendable () async -> Void

    private let jobs: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation

    package init() {
        // Bounded by its callers: each connection and each room has a limited number of jobs under way.
        (jobs, queue) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Runs a job as soon as may be. Jobs run side by side, in no order.
    package func submit(_ job: @escaping Job) { queue.yield(job) }

    /// Runs jobs until the server stops and the last one is done.
    package func run() async {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                for await job in jobs { group.addTask { await job() } }
            }
        } onGracefulShutdown: {
            self.queue.finish()
        }
    }
}
