public import NIOCore

/// The monotonic clock that a client uses. Tests hand in a clock that they advance by hand.
public protocol ClientClock: Sendable {
    /// The current time on this clock.
    var now: NIODeadline { get }

    /// Calls `body` once, at or after a point in time, on an event loop.
    ///
    /// - Parameters:
    ///   - deadline: A time on this clock. If it has passed, the call comes as soon as possible, but never before this method returns.
    ///   - eventLoop: The event loop that calls `body`.
    ///   - body: The closure to call.
    /// - Returns: A timer that can cancel the call.
    func schedule(
        at deadline: NIODeadline, on eventLoop: any EventLoop, _ body: @escaping @Sendable () -> Void
    ) -> ClientTimer
}

/// A call that a ``ClientClock`` will make.
public struct ClientTimer: Sendable {
    private let cancellation: @Sendable () -> Void

    /// Makes a timer that runs `cancel` when it is cancelled.
    public init(cancel: @escaping @Sendable () -> Void) { cancellation = cancel }

    /// Cancels the call. It has no effect if the call was already made.
    public func cancel() { cancellation() }
}

/// The machine's monotonic clock, with the event loop's timers.
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
    /// Converts seconds from a configuration. Negative values and NaN become zero, and anything longer than a day becomes a day, so that no
    /// setting can overflow a deadline.
    init(clampingSeconds seconds: Double) {
        let day = 86_400.0
        let clamped = seconds > 0 ? min(seconds, day) : 0
        self = .nanoseconds(Int64(clamped * 1_000_000_000))
    }
}
