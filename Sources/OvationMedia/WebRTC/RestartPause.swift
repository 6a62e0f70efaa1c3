public import OvationModel

/// How long to wait before something that ended is started again: longer each time, and from the beginning after it ran well. Without I/O.
public struct RestartPause: Sendable, Hashable {
    /// The shortest and the longest pause, in milliseconds.
    public static let pauseMilliseconds: ClosedRange<Int64> = 1_000...60_000
    /// Whatever ran so long ran well, in milliseconds.
    public static let goodMilliseconds: Int64 = 60_000

    private let shortest: Int64
    private var next: Int64

    /// Makes it for something that has not ended yet.
    ///
    /// - Parameter shortest: the shortest pause, in milliseconds.
    public init(shortest: Int64 = Self.pauseMilliseconds.lowerBound) {
        self.shortest = shortest
        next = shortest
    }

    /// The pause after an end, in milliseconds.
    ///
    /// - Parameters:
    ///   - began: when it was started, by a clock that never steps.
    ///   - now: when it ended, by the same.
    public mutating func pause(began: Timestamp, ended now: Timestamp) -> Int64 {
        if now.milliseconds(since: began) >= Self.goodMilliseconds { next = shortest }
        defer { next = min(next * 2, Self.pauseMilliseconds.upperBound) }
        return next
    }
}
