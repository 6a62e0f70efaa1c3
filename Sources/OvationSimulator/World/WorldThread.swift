import Dispatch

/// A thread that runs a world for other threads, such as the clients of a test.
///
/// It may block, unlike the threads of Swift's pool.
package final class WorldThread: Sendable {
    private let queue = DispatchQueue(label: "ovation.world")
    private let key = DispatchSpecificKey<Bool>()

    /// Makes an idle thread.
    package init() { queue.setSpecific(key: key, value: true) }

    /// True if the calling thread is this one.
    var isInside: Bool { DispatchQueue.getSpecific(key: key) == true }

    func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}

extension World {
    /// How time advances in a world for calls from other threads.
    struct Pace {
        /// How much time passes after each call, so that gathered messages are sent.
        var lingerNanoseconds: UInt64 = 0
        /// True if time skips to the next timer while an outside client waits for an answer.
        var skipsWaits = false
        /// The clients that wait for an answer.
        var waiting: Set<ObjectIdentifier> = []
        /// The most time to skip for a waiting client. Clients time out long before.
        static let skippedNanosecondsMax: UInt64 = 3_600_000_000_000
    }

    /// True if the calling thread runs the world.
    var isInside: Bool { thread?.isInside ?? true }

    /// Runs work on the world's thread: at once if that is the calling thread, otherwise as soon as possible. Then it runs everything that
    /// follows from it.
    package func enter(_ work: @escaping @Sendable () -> Void) {
        guard let thread, !thread.isInside else { return work() }
        thread.run {
            work()
            self.settle()
        }
    }

    /// Sets how time advances for calls from other threads. Call it before the first such call.
    package func setPace(lingerMilliseconds: Int, skipsWaits: Bool) {
        pace = Pace(lingerNanoseconds: .milliseconds(lingerMilliseconds), skipsWaits: skipsWaits)
    }

    /// Records whether an outside client waits for an answer. Only the world's thread may call it.
    package func note(_ client: ObjectIdentifier, isWaiting: Bool) {
        if isWaiting { pace.waiting.insert(client) } else { pace.waiting.remove(client) }
    }

    /// Advances time and runs everything that is due. Only the world's thread may call it.
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
