import Dispatch

/// A thread that runs a world on which others act, for instance the clients of a test.
///
/// It may be blocked, which those of Swift's pool may not.
package final class WorldThread: Sendable {
    private let queue = DispatchQueue(label: "ovation.world")
    private let key = DispatchSpecificKey<Bool>()

    /// Makes a thread that has nothing to do.
    package init() { queue.setSpecific(key: key, value: true) }

    /// Whether the calling thread is the one.
    var isInside: Bool { DispatchQueue.getSpecific(key: key) == true }

    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension World {
    /// How time passes in a world for what comes from other threads.
    struct Pace {
        /// After each thing that comes, so much passes: what a server gathers for a moment leaves it.
        var lingerNanoseconds: UInt64 = 0
        /// Whether time goes on to the next thing that is due while somebody outside waits for an answer.
        var skipsWaits = false
        /// Who waits for an answer.
        var waiting: Set<ObjectIdentifier> = []
        /// How far time goes on at most for who waits. Clients give up long before.
        static let skippedNanosecondsMax: UInt64 = 3_600_000_000_000
    }

    /// Whether the calling thread runs the world.
    var isInside: Bool { thread?.isInside ?? true }

    /// Does work on the world's thread: at once where that is the calling one, else as soon as may be, and then all that comes of it.
    package func enter(_ work: @escaping @Sendable () -> Void) {
        guard let thread, !thread.isInside else { return work() }
        thread.run {
            work()
            self.settle()
        }
    }

    /// Says how time passes for what comes from other threads. Before anything does.
    package func setPace(lingerMilliseconds: Int, skipsWaits: Bool) {
        pace = Pace(lingerNanoseconds: .milliseconds(lingerMilliseconds), skipsWaits: skipsWaits)
    }

    /// Notes whether somebody outside waits for an answer. Only on the world's thread.
    package func note(_ client: ObjectIdentifier, isWaiting: Bool) {
        if isWaiting { pace.waiting.insert(client) } else { pace.waiting.remove(client) }
    }

    /// Lets so much time pass, with all that it brings. Only on the world's thread.
    package func pass(nanoseconds: UInt64) {
        let (moment, isTooFar) = now.addingReportingOverflow(nanoseconds)
        run(until: isTooFar ? .max : moment)
    }

    private func settle() {
        run(until: now)
        let latest = now + Pace.skippedNanosecondsMax
        while pace.skipsWaits, !pace.waiting.isEmpty, runNextTimer(until: latest) {}
        pass(nanoseconds: pace.lingerNanoseconds)
    }
}
