/// What pictures may cost an app, and how patient their players are.
struct PictureLimits: Sendable {
    /// How many pictures play or load at a time. An app keeps about ten views of a feed.
    var playersMax = 10
    /// How often in a row a picture is tried before the view gives up and calls `onError`.
    var failuresMax = 6
    /// The wait before the second try, in milliseconds; it doubles with every failure.
    var retryMillisecondsMin: Int64 = 1_000
    /// The longest wait between two tries, in milliseconds.
    var retryMillisecondsMax: Int64 = 8_000
    /// How often it is asked whether a live without a picture has one now, in milliseconds.
    var pollMilliseconds: Int64 = 5_000
    /// How long a player may load or stand still before it is made anew, in milliseconds.
    var stallMillisecondsMax: Int64 = 12_000
    /// After playing for so long, in milliseconds, a picture that fails has all its tries again.
    var steadyMilliseconds: Int64 = 10_000
    /// How many seats are drawn.
    var seatsMax = 64
}

/// Draws a number of a range. Handed in, so that tests know it.
typealias Chance = (ClosedRange<Int64>) -> Int64
