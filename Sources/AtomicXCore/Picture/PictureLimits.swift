/// The limits and timeouts of pictures that play.
struct PictureLimits: Sendable {
    /// The most pictures that play or load at a time. An app keeps about ten views of a feed.
    var playersMax = 10
    /// The number of failures in a row after which the view gives up and calls `onError`.
    var failuresMax = 6
    /// The wait before the second try, in milliseconds. It doubles with every failure.
    var retryMillisecondsMin: Int64 = 1_000
    /// The longest wait between two tries, in milliseconds.
    var retryMillisecondsMax: Int64 = 8_000
    /// The interval at which the view checks whether a live without a picture has one now, in milliseconds.
    var pollMilliseconds: Int64 = 5_000
    /// How long a player may load or stall before the picture is opened again, in milliseconds.
    var stallMillisecondsMax: Int64 = 12_000
    /// How long a picture has to play before earlier failures no longer count, in milliseconds.
    var steadyMilliseconds: Int64 = 10_000
    /// The most seats that are drawn.
    var seatsMax = 64
}

/// Draws a random number from a range. Tests pass a function of their own with known results.
typealias RandomInRange = (ClosedRange<Int64>) -> Int64
