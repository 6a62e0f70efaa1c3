/// What publishing may cost an app, and how patient it is.
struct PublishLimits: Sendable {
    /// How many bytes may wait for the network. Beyond it fragments are left out.
    var waitingBytesMax = 4_194_304
    /// The wait before the second try, in milliseconds; it doubles with every failure.
    var retryMillisecondsMin: Int64 = 1_000
    /// The longest wait between two tries, in milliseconds.
    var retryMillisecondsMax: Int64 = 8_000
    /// How long a connection may take to open, in milliseconds.
    var openMillisecondsMax: Int64 = 10_000
    /// After publishing for so long, in milliseconds, the waits begin from the shortest again.
    var steadyMilliseconds: Int64 = 10_000
    /// The least bits a second that a picture is recorded with, however slow the network is.
    var bitRateMin = 250_000
    /// The time between two changes of the bit rate, in milliseconds.
    var bitRateMilliseconds: Int64 = 5_000
    /// After so long without a wait, in milliseconds, the bit rate grows again.
    var calmMilliseconds: Int64 = 20_000
}
