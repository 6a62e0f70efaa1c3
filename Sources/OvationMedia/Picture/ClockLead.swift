import OvationModel

/// How far a stream runs ahead of the clock.
///
/// No clock is exact: a camera whose clock is fast by 100 parts in a million gains nine seconds a day. So the lead is not summed over the
/// life of a connection. It is compared with the largest lead of the window before, in which a fast clock gains some milliseconds. A
/// stream that fell behind may catch up to where it was: the lead is never compared with less than none.
struct ClockLead: Sendable {
    private let windowMilliseconds: Int64
    /// When the present window began; nil before the first fragment.
    private var windowAt: Timestamp?
    private var beganAt: Timestamp?
    private var publishedMicroseconds: Int64 = 0
    /// The largest lead of the window before, and of the present one.
    private var (before, present): (Int64, Int64) = (0, 0)

    init(limits: MediaLimits) { windowMilliseconds = Int64(limits.aheadWindowSeconds) * 1_000 }

    /// Adds what plays for so long.
    ///
    /// - Returns: the milliseconds by which the stream is further ahead than it was in the window before.
    mutating func add(microseconds: Int64, at now: Timestamp) -> Int64 {
        let (began, window) = (beganAt ?? now, windowAt ?? now)
        beganAt = began
        windowAt = window
        if now.milliseconds(since: window) >= windowMilliseconds {
            windowAt = now
            (before, present) = (present, 0)
        }
        // Each adds at most some seconds, as the reader sees to it, so this reaches no bound in the life of a connection.
        publishedMicroseconds += microseconds
        let lead = publishedMicroseconds / 1_000 - max(now.milliseconds(since: began), 0)
        present = max(present, lead)
        return lead - before
    }
}
