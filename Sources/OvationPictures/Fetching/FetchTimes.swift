/// How long the steps take with which a server fetches a picture from another one.
enum FetchTimes {
    /// How often a server that is followed says that it is there.
    static let beatMilliseconds: Int64 = 2_000
    /// How long the other server may be silent before it counts as lost.
    static let silenceMilliseconds: Int64 = 7_000
    /// How long a connection to it may take.
    static let connectMilliseconds: Int64 = 3_000
    /// The pause before another attempt, which doubles up to the longest.
    static let pauseMilliseconds: ClosedRange<Int64> = 200...5_000
    /// How often it is looked whether somebody still watches.
    static let lookMilliseconds: Int64 = 1_000
    /// After how long a picture is let go that was asked for and never played: a single question has little fetched.
    static let unplayedMilliseconds: Int64 = 5_000
    /// For how long it is remembered that there is nothing to fetch.
    static let refusalMilliseconds: Int64 = 1_000
    /// How far the clocks of two servers may be apart, with the time on the way.
    static let proofMilliseconds: Int64 = 30_000
}
