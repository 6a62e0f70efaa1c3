public import NIOCore

/// The time that a client lives by: monotonic, never the calendar's. Tests hand in one that they turn by hand.
public protocol ClientClock: Sendable {
    /// The time now.
    var now: NIODeadline { get }

    /// Calls back once at or after a point in time, on an event loop.
    ///
    /// - Parameters:
    ///   - deadline: When, on this clock. A time that has passed means as soon as possible, but never before this call
    ///     returns.
    ///   - eventLoop: The loop that `body` must be called on.
    ///   - body: What to call.
    /// - Returns: What takes the call back.
    func schedule(
        at deadline: NIODeadline, on eventLoop: any EventLoop, _ body: @escaping @Sendable () -> Void
    ) -> ClientTimer
}

/// A call that a ``ClientClock`` will make.
public struct ClientTimer: Sendable {
    private let cancellation: @Sendable () -> Void

    /// Makes a timer of what cancels it.
    public init(cancel: @escaping @Sendable () -> Void) { cancellation = cancel }

    /// Takes the call back. Has no effect on one that was made already.
    public func cancel() { cancellation() }
}

/// The clock of the machine, with the timers of the event loop.
public struct SystemClientClock: ClientClock {
    /// Makes the clock.
    public init() {}

    /// The machine's monotonic time.
    public var now: NIODeadline { .now() }

    /// Schedules a task on the event loop.
    public func schedule(
        at deadline: NIODeadline, on eventLoop: any EventLoop, _ body: @escaping @Sendable () -> Void
    ) -> ClientTimer {
        let task = eventLoop.scheduleTask(deadline: deadline, body)
        return ClientTimer { task.cancel() }
    }
}

extension TimeAmount {
    /// A length of time of seconds as a configuration names them: negative ones and what is not a number count as none,
    /// and a day is the longest, so that no setting can overflow a deadline.
    init(clampingSeconds seconds: Double) {
        let day = 86_400.0
        let clamped = seconds > 0 ? min(seconds, day) : 0
        self = .nanoseconds(Int64(clamped * 1_000_000_000))
    }
}
