import OvationModel

/// Measures how far a stream runs ahead of the clock.
///
/// No clock is exact: a camera that is fast by 100 parts in a million gains nine seconds a day. So the lead is not summed over the life of
/// a connection. Instead it is compared with the largest lead in the previous window, during which a fast clock gains only milliseconds. A
/// stream that fell behind may catch up, because the reference is never below zero.
struct ClockLead: Sendable {
    private let windowMilliseconds: Int64
    /// When the current window began; nil before the first fragment.
    private var windowAt: Timestamp?
    private var beganAt: Timestamp?
    private var publishedMicroseconds: Int64 = 0
    /// The largest lead in the previous window and in the current one.
    private var (previousMax, currentMax): (Int64, Int64) = (0, 0)

    init(limits: MediaLimits) { windowMilliseconds = Int64(limits.aheadWindowSeconds) * 1_000 }

    /// Adds published media.
    ///
    /// - Returns: The milliseconds by which the stream is further ahead than in the previous window.
    mutating func add(microseconds: Int64, at now: Timestamp) -> Int64 {
        let (began, window) = (beganAt ?? now, windowAt ?? now)
        beganAt = began
        windowAt = window
        if now.milliseconds(since: window) >= windowMilliseconds {
            windowAt = now
            (previousMax, currentMax) = (currentMax, 0)
        }
        // The reader limits each fragment to some seconds, so the sum cannot overflow within the life of a connection.
        publishedMicroseconds += microseconds
        let lead = publishedMicroseconds / 1_000 - max(now.milliseconds(since: began), 0)
        currentMax = max(currentMax, lead)
        return lead - previousMax
    }
}
