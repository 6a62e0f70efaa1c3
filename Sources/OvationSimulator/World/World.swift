import DequeModule
import Synchronization

/// Time, order and chance of one simulation. Everything that happens is a step of it, on one thread.
///
/// A step is either a piece of work that is ready, from a queue that chance picks, or, where nothing is ready, the timer
/// that is due next. Where two timers are due at once, their sources and numbers decide, never the order in which memory
/// happens to lie: the same seed is the same run in every process.
///
/// Sound as `Sendable` because only the thread that runs the world touches it. What other threads may call says so.
package final class World: @unchecked Sendable {
    /// Work that is done in its order: an event loop's tasks, or the jobs of an executor.
    package final class Queue {
        fileprivate var work: Deque<() -> Void> = []
        /// What counts as running while work of this queue does.
        fileprivate weak var owner: AnyObject?

        init(owner: AnyObject?) { self.owner = owner }

        func append(_ work: @escaping () -> Void) { self.work.append(work) }

        func runAll() { while let next = work.popFirst() { next() } }
    }

    /// Something that sets timers. Its timers that are due at the same time go off in the order in which they were set.
    package final class TimerSource {
        fileprivate let number: Int
        fileprivate var count: UInt64 = 0

        fileprivate init(number: Int) { self.number = number }
    }

    /// A timer that has been set.
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

        /// Nothing happens any more.
        package func cancel() { action = nil }

        package static func < (lhs: Timer, rhs: Timer) -> Bool {
            (lhs.at, lhs.source, lhs.count) < (rhs.at, rhs.source, rhs.count)
        }

        package static func == (lhs: Timer, rhs: Timer) -> Bool { lhs === rhs }
    }

    let seed: UInt64
    /// Nanoseconds of a clock that never steps. May be read on any thread.
    package var now: UInt64 { time.load(ordering: .relaxed) }
    /// By how much the time of day is off, in milliseconds.
    var wallOffset: Int64 = 1_750_000_000_000
    /// How many steps were made.
    private(set) var steps = 0
    /// What runs: an event loop, or nothing.
    private(set) var running: AnyObject?
    var trace: Trace
    /// The thread that runs the world, where others act on it; nil where the one that made it does all.
    let thread: WorldThread?
    /// How time passes for what comes from other threads.
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

    /// The time of day in milliseconds. May be read on any thread while nobody sets the clock.
    package var wall: Int64 { wallOffset + Int64(now / 1_000_000) }

    package func makeTimerSource() -> TimerSource {
        sourceCount += 1
        return TimerSource(number: sourceCount)
    }

    package func add(_ queue: Queue) { queues.append(queue) }

    package func remove(_ queue: Queue) { queues.removeAll { $0 === queue } }

    /// Does something later.
    @discardableResult
    package func after(nanoseconds: UInt64, _ source: TimerSource, _ action: @escaping () -> Void) -> Timer {
        at(now + nanoseconds, source, action)
    }

    /// Does something at a time.
    @discardableResult
    package func at(_ time: UInt64, _ source: TimerSource, _ action: @escaping () -> Void) -> Timer {
        source.count += 1
        let timer = Timer(at: max(time, now), source: source.number, count: source.count, action: action)
        timers.insert(timer)
        return timer
    }

    /// Makes one step; false where there is nothing left to do.
    func step() -> Bool {
        stepReady() || stepTime(until: .max)
    }

    /// Makes the steps that are ready, and those that time brings until a moment, which it is afterwards.
    func run(until moment: UInt64) {
        while stepReady() || stepTime(until: moment) {}
        if moment > now { time.store(moment, ordering: .relaxed) }
    }

    /// Goes on to the timer that is due next, and to the end of what it brings; false where there is none until a moment.
    func runNextTimer(until moment: UInt64) -> Bool {
        guard stepTime(until: moment) else { return false }
        while stepReady() {}
        return true
    }

    /// Does a piece of work that is ready; false where there is none.
    private func stepReady() -> Bool {
        var ready = 0
        for queue in queues where !queue.work.isEmpty { ready += 1 }
        if ready > 0 {
            var chosen = ready == 1 ? 0 : chance.below(ready)
            for queue in queues where !queue.work.isEmpty {
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

    /// Lets the timer go off that is due next; false where there is none until a moment.
    private func stepTime(until moment: UInt64) -> Bool {
        while let timer = timers.first {
            guard let action = timer.action else {
                _ = timers.popFirst()
                continue
            }
            guard timer.at <= moment else { return false }
            _ = timers.popFirst()
            steps += 1
            // The object that set the timer may keep it, and the timer's action keeps that object. This ends the circle.
            timer.cancel()
            time.store(timer.at, ordering: .relaxed)
            action()
            return true
        }
        return false
    }

    /// Does the next piece of work of a queue.
    func runNext(of queue: Queue) {
        guard let work = queue.work.popFirst() else { return }
        running = queue.owner
        work()
        running = nil
    }

    /// Forgets what was still to happen, and with it everybody who was to do it.
    func end() {
        while let timer = timers.popFirst() { timer.cancel() }
        queues = []
    }

    func hasWork(_ queue: Queue) -> Bool { !queue.work.isEmpty }
}

extension UInt64 {
    /// So many milliseconds as nanoseconds.
    static func milliseconds(_ count: Int) -> UInt64 { UInt64(count) * 1_000_000 }
}
