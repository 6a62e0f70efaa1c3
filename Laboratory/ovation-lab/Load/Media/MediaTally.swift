/// What players have seen.
struct MediaTally: Sendable {
    /// Players who have seen something over the connection that they have.
    var playing = 0
    /// Connections that could not be made, were refused, or ended by the server.
    var failed = 0
    /// Connections that the server ended, by close code.
    var closes: [UInt16: Int] = [:]
    /// Bytes of fragments.
    var bytes = 0
    /// Fragments.
    var fragments = 0
    /// How often a player was moved on, and by how much in all.
    var skips = 0
    var skippedMilliseconds = 0
    /// How long it took from the beginning of a connection to the first whole fragment.
    var firstPicture = LatencyHistogram()
    /// How old a fragment was when it was there: from the publisher's write to a player's read of its last byte.
    var age = LatencyHistogram()
    /// The first thing that went wrong, in words.
    var firstProblem: String?

    /// Adds what was counted later.
    mutating func merge(_ other: MediaTally) {
        playing = other.playing
        failed += other.failed
        closes.merge(other.closes, uniquingKeysWith: +)
        bytes += other.bytes
        fragments += other.fragments
        skips += other.skips
        skippedMilliseconds += other.skippedMilliseconds
        firstPicture.merge(other.firstPicture)
        age.merge(other.age)
        firstProblem = firstProblem ?? other.firstProblem
    }
}
