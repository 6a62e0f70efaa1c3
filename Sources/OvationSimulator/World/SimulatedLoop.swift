import Dispatch
import NIOCore

/// An event loop whose tasks are steps of the world.
///
/// Unlike NIO's embedded loop it knows whether it is the one that runs, so that hops between loops are real hops and
/// anything can happen in between.
///
/// Sound as `Sendable` because only the thread that runs the simulation touches it.
final class SimulatedLoop: EventLoop, @unchecked Sendable {
    private let world: World
    private let timers: World.TimerSource
    let queue: World.Queue
    /// Whether the process that it belonged to is gone; timers never go off then.
    private var isDead = false
    private var scheduled: [Int: (timer: World.Timer, fail: () -> Void)] = [:]
    private var scheduledCount = 0

    init(_ world: World) {
        self.world = world
        timers = world.makeTimerSource()
        let owner = Owner()
        self.owner = owner
        queue = World.Queue(owner: owner)
    }

    /// What the world calls running while a task of this loop does.
    private final class Owner {}
    private let owner: Owner

    var inEventLoop: Bool { world.running === owner }

    var now: NIODeadline { .uptimeNanoseconds(world.now) }

    /// The process is gone: what was to happen later does not.
    func die() {
        isDead = true
        for (timer, fail) in scheduled.values {
            timer.cancel()
            queue.append(fail)
        }
        scheduled = [:]
    }

    func execute(_ task: @escaping @Sendable () -> Void) { queue.append(task) }

    func scheduleTask<T>(deadline: NIODeadline, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        let promise = makePromise(of: T.self)
        guard !isDead else {
            promise.fail(EventLoopError.cancelled)
            return Scheduled(promise: promise, cancellationTask: {})
        }
        scheduledCount += 1
        let number = scheduledCount
        let timer = world.at(deadline.uptimeNanoseconds, timers) { [self] in
            scheduled[number] = nil
            queue.append {
                do { promise.assumeIsolated().succeed(try task()) } catch { promise.fail(error) }
            }
        }
        scheduled[number] = (timer, { promise.fail(EventLoopError.cancelled) })
        return Scheduled(
            promise: promise, cancellationTask: { self.scheduled.removeValue(forKey: number)?.timer.cancel() })
    }

    func scheduleTask<T>(in delay: TimeAmount, _ task: @escaping @Sendable () throws -> T) -> Scheduled<T> {
        scheduleTask(deadline: now + delay, task)
    }

    func shutdownGracefully(queue: DispatchQueue, _ callback: @escaping @Sendable ((any Error)?) -> Void) {
        callback(EventLoopError.unsupportedOperation)
    }
}
