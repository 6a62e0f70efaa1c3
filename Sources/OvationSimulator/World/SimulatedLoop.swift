package import Dispatch
package import NIOCore

/// An event loop whose tasks are steps of the world.
///
/// Unlike NIO's embedded loop, it knows whether it is currently running. So hops between loops are real hops, and anything can happen in
/// between.
///
/// It is safely `Sendable`, because only the world's thread uses its state. Calls from other threads enter that thread first.
package final class SimulatedLoop: EventLoop, @unchecked Sendable {
    private let world: World
    private let timers: World.TimerSource
    package let queue: World.Queue
    /// True if the process of the loop is gone. Its timers never fire then.
    private var isDead = false
    private var scheduled: [Int: (timer: World.Timer, fail: () -> Void)] = [:]
    private var scheduledCount = 0

    package init(_ world: World) {
        self.world = world
        timers = world.makeTimerSource()
        let owner = Owner()
        self.owner = owner
        queue = World.Queue(owner: owner)
    }

    /// Identifies this loop as the running one while its tasks run.
    private final class Owner {}
    private let owner: Owner

    package var inEventLoop: Bool { world.isInside && world.running === owner }

    package var now: NIODeadline { .uptimeNanoseconds(world.now) }

    /// Ends the process. Pending timers never fire.
    package func die() {
        isDead = true
        for (timer, fail) in scheduled.values {
            timer.cancel()
            queue.append(fail)
        }
        scheduled = [:]
    }

    package func execute(_ task: @escaping @Sendable () -> Void) { world.enter { self.queue.append(task) } }

    package func scheduleTask<T>(deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        let promise = makePromise(of: T.self)
        let entry = ScheduledEntry()
        world.enter { [self] in
            guard !isDead, !entry.isCancelled else { return promise.fail(EventLoopError.cancelled) }
            scheduledCount += 1
            let number = scheduledCount
            entry.number = number
            let timer = world.at(deadline.uptimeNanoseconds, timers) { [self] in
                scheduled[number] = nil
                queue.append {
                    // A step of this queue runs on this loop, so the assumption holds.
                    do { promise.assumeIsolated().succeed(try task()) } catch { promise.fail(error) }
                }
            }
            scheduled[number] = (timer, { promise.fail(EventLoopError.cancelled) })
        }
        return Scheduled(promise: promise) {
            self.world.enter {
                entry.isCancelled = true
                if let number = entry.number { self.scheduled.removeValue(forKey: number)?.timer.cancel() }
            }
        }
    }

    /// The entry of a scheduled call.
    ///
    /// It is safely `Sendable`, because only the world's thread uses it.
    private final class ScheduledEntry: @unchecked Sendable {
        var number: Int?
        var isCancelled = false
    }

    package func scheduleTask<T>(in delay: TimeAmount, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        scheduleTask(deadline: now + delay, task)
    }

    package func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {
        callback(EventLoopError.unsupportedOperation)
    }
}
