import Dispatch

/// The queue on which listeners are called. Tests pass one of their own, whose time they control.
protocol MeetingQueue: Sendable {
    /// Runs work after all work that was added before.
    func async(_ work: @escaping @Sendable () -> Void)

    /// Runs work after a delay.
    func async(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void)
}

/// The main queue.
struct MainMeetingQueue: MeetingQueue {
    func async(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }

    func async(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(delay), execute: work)
    }
}
