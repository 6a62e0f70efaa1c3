import Dispatch

/// Where listeners are called. Handed in, so that tests have time in their hands.
protocol MeetingQueue: Sendable {
    /// Runs work after all that was handed in before.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs work once a time has passed.
    func async(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void)
}

/// The main queue.
struct MainMeetingQueue: MeetingQueue {
    func async(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    func async(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(delay), execute: work)
    }
}
