/// The limits and timeouts of publishing.
struct PublishLimits: Sendable {
    /// The most bytes that may wait for the network. Beyond that, fragments are left out.
    var waitingBytesMax = 4_194_304
    /// The wait before the second try, in milliseconds. It doubles with every failure.
    var retryMillisecondsMin: Int64 = 1_000
    /// The longest wait between two tries, in milliseconds.
    var retryMillisecondsMax: Int64 = 8_000
    /// How long a connection may take to open, in milliseconds.
    var openMillisecondsMax: Int64 = 10_000
    /// How long a connection has to publish before the waits start from the shortest again, in milliseconds.
    var steadyMilliseconds: Int64 = 10_000
    /// The lowest bit rate of a recording, however slow the network is, in bits a second.
    var bitRateMin = 250_000
    /// The shortest time between two changes of the bit rate, in milliseconds.
    var bitRateMilliseconds: Int64 = 5_000
    /// How long the network has to keep up before the bit rate grows again, in milliseconds.
    var calmMilliseconds: Int64 = 20_000
}
