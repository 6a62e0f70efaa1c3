import DequeModule
import OvationObservability
import Synchronization

/// Time, order and randomness of a simulation. Everything happens as a step of the world, on one thread.
///
/// A step is a ready task from a randomly chosen queue. If no task is ready, it is the timer that is due next. If two timers are due at the
/// same time, their sources and numbers decide and never memory addresses, so that the same seed gives the same run in every process.
///
/// It is safely `Sendable`, because only the world's thread uses it. Methods that other threads may call say so.
package final class World: @unchecked Sendable {
    /// A queue whose work runs in order: the tasks of an event loop, or the jobs of an executor.
    package final class Queue {
        fileprivate var work: Deque<() -> Void> = []
        /// The object that counts as running while work of this queue runs.
        fileprivate weak var owner: AnyObject?
        /// True while the process of the queue is stopped: its work waits, and more comes.
        var isFrozen = false

        fileprivate var isReady: Bool { !work.isEmpty && !isFrozen }

        init(owner: AnyObject?) { self.owner = owner }

        func append(_ work: @escaping () -> Void) { self.work.append(work) }

        func runAll() { while let next = work.popFirst() { next() } }
    }

    /// An owner of timers. Timers of one source that are due at the same time fire in the order in which they were set.
    package final class TimerSource {
        fileprivate let number: Int
        fileprivate var count: UInt64 = 0

        fileprivate init(number: Int) { self.number = number }
    }

    /// A timer.
    package final class Timer: Comparable {
        fileprivate let at: UInt64
        fileprivate let source: Int
        fileprivate let count: UInt64
        fileprivate var action: (() -> Void)?

        fileprivate init(at: UInt64, source: Int, count: UInt64, action: @escaping () -> Void) {
            self.at = at
            self.source = source
            self.count = count
            self.action = action
        }

        /// Cancels the timer.
        package func cancel() { action = nil }

        package static func < (lhs: Timer, rhs: Timer) -> Bool {
            (lhs.at, lhs.source, lhs.count) < (rhs.at, rhs.source, rhs.count)
        }

        package static func == (lhs: Timer, rhs: Timer) -> Bool { lhs === rhs }
    }

    let seed: UInt64
    /// Simulated monotonic time in nanoseconds. It can be read on any thread.
    package var now: UInt64 { time.load(ordering: .relaxed) }
    /// The offset from simulated time to the time of day, in milliseconds.
    var wallOffset: Int64 = 1_750_000_000_000
    /// The number of steps so far.
    private(set) var steps = 0
    /// What the work of queues has used of the processor, in nanoseconds, while somebody counts it; nil while nobody does.
    var workNanoseconds: UInt64?
    /// The event loop that is running; nil for none.
    private(set) var running: AnyObject?
    var trace: Trace
    /// The thread that runs the world, if other threads use the world; nil if the creating thread does everything.
    let thread: WorldThread?
    /// How time advances for calls from other threads.
    var pace = Pace()

    private let time = Atomic<UInt64>(1_000_000_000)
    private var chance: Chance
    private var queues: [Queue] = []
    private var timers = Heap<Timer>()
    private var sourceCount = 0

    package init(seed: UInt64, thread: WorldThread? = nil) {
        self.seed = seed
        self.thread = thread
        chance = Chance(seed: seed, "world")
        trace = Trace()
    }

    /// The time of day in milliseconds. It can be read on any thread while nobody sets the clock.
    package var wall: Int64 { wallOffset + Int64(now / 1_000_000) }

    package func makeTimerSource() -> TimerSource {
        sourceCount += 1
        return TimerSource(number: sourceCount)
    }

    package func add(_ queue: Queue) { queues.append(queue) }

    package func remove(_ queue: Queue) { queues.removeAll { $0 === queue } }

    /// Sets a timer that fires after a delay.
    @discardableResult
    package func after(nanoseconds: UInt64, _ source: TimerSource, _ action: @escaping () -> Void) -> Timer {
        at(now + nanoseconds, source, action)
    }

    /// Sets a timer that fires at a time.
    @discardableResult
    package func at(_ time: UInt64, _ source: TimerSource, _ action: @escaping () -> Void) -> Timer {
        source.count += 1
        let timer = Timer(at: max(time, now), source: source.number, count: source.count, action: action)
        timers.insert(timer)
        return timer
    }

    /// Runs one step. Returns false if there is nothing left to do.
    func step() -> Bool {
        stepReady() || stepTime(until: .max)
    }

    /// Runs all steps up to a moment, and then sets the time to it.
    func run(until moment: UInt64) {
        while stepReady() || stepTime(until: moment) {}
        if moment > now { time.store(moment, ordering: .relaxed) }
    }

    /// Advances to the next timer and runs everything that follows from it. Returns false if no timer is due by a moment.
    func runNextTimer(until moment: UInt64) -> Bool {
        guard stepTime(until: moment) else { return false }
        while stepReady() {}
        return true
    }

    /// Runs a ready task. Returns false if there is none.
    private func stepReady() -> Bool {
        var ready = 0
        for queue in queues where queue.isReady { ready += 1 }
        if ready > 0 {
            var chosen = ready == 1 ? 0 : chance.below(ready)
            for queue in queues where queue.isReady {
                if chosen == 0 {
                    steps += 1
                    runNext(of: queue)
                    return true
                }
                chosen -= 1
            }
        }
        return false
    }

    /// Fires the timer that is due next. Returns false if none is due by a moment.
    private func stepTime(until moment: UInt64) -> Bool {
        while let timer = timers.first {
            guard let action = timer.action else {
                _ = timers.popFirst()
                continue
            }
            guard timer.at <= moment else { return false }
            _ = timers.popFirst()
            steps += 1
            // The owner may keep the timer, and the timer's action keeps the owner. Cancelling breaks this cycle.
            timer.cancel()
            time.store(timer.at, ordering: .relaxed)
            action()
            return true
        }
        return false
    }

    /// Runs the next task of a queue.
    func runNext(of queue: Queue) {
        guard let work = queue.work.popFirst() else { return }
        running = queue.owner
        let began = workNanoseconds == nil ? 0 : ProcessUsage.threadNanoseconds()
        work()
        if let sum = workNanoseconds { workNanoseconds = sum + ProcessUsage.threadNanoseconds() - began }
        running = nil
    }

    /// Discards all pending work, and releases everything that it refers to.
    func end() {
        while let timer = timers.popFirst() { timer.cancel() }
        queues = []
    }

    func hasWork(_ queue: Queue) -> Bool { !queue.work.isEmpty }
}

extension UInt64 {
    /// Converts milliseconds to nanoseconds.
    static func milliseconds(_ count: Int) -> UInt64 { UInt64(count) * 1_000_000 }
}
