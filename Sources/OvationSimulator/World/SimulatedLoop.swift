package import Dispatch
package import NIOCore

/// An event loop whose tasks are steps of the world.
///
/// Unlike NIO's embedded loop it knows whether it is the one that runs, so that hops between loops are real hops and
/// anything can happen in between.
///
/// Sound as `Sendable` because only the thread that runs the world touches what changes; calls of other threads enter it first.
package final class SimulatedLoop: EventLoop, @unchecked Sendable {
    private let world: World
    private let timers: World.TimerSource
    package let queue: World.Queue
    /// Whether the process that it belonged to is gone; timers never go off then.
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

    /// What the world calls running while a task of this loop does.
    private final class Owner {}
    private let owner: Owner

    package var inEventLoop: Bool { world.isInside && world.running === owner }

    package var now: NIODeadline { .uptimeNanoseconds(world.now) }

    /// The process is gone: what was to happen later does not.
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
        let place = Place()
        world.enter { [self] in
            guard !isDead, !place.isCancelled else { return promise.fail(EventLoopError.cancelled) }
            scheduledCount += 1
            let number = scheduledCount
            place.number = number
            let timer = world.at(deadline.uptimeNanoseconds, timers) { [self] in
                scheduled[number] = nil
                queue.append {
                    // Sound because a step of this queue runs on this loop.
                    do { promise.assumeIsolated().succeed(try task()) } catch { promise.fail(error) }
                }
            }
            scheduled[number] = (timer, { promise.fail(EventLoopError.cancelled) })
        }
        return Scheduled(promise: promise) {
            self.world.enter {
                place.isCancelled = true
                if let number = place.number { self.scheduled.removeValue(forKey: number)?.timer.cancel() }
            }
        }
    }

    /// Where a call of the future is kept.
    ///
    /// Sound as `Sendable` because only the thread that runs the world touches it.
    private final class Place: @unchecked Sendable {
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
