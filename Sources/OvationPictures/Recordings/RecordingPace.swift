import OvationModel
import OvationSupport

/// How often recordings of one start of a live begin.
///
/// A publisher decides when its stream changes, and each change begins another file. Without a bound, one publisher would fill the folder
/// and the database with small ones.
struct RecordingPace {
    /// Seconds from the beginning of a recording whose stream changed to that of the next one.
    static let secondsMin: Int64 = 10

    /// Recordings so far, without those that went on with a full one.
    private(set) var count = 0
    /// When the last one began whose stream changed.
    private var changedOneBegan: Timestamp?

    /// Whether another recording may begin.
    func admits(at now: Timestamp, countMax: Int) -> Bool {
        guard count < countMax else { return false }
        guard let changedOneBegan else { return true }
        // A clock that was set back keeps nobody waiting.
        return now < changedOneBegan || now >= changedOneBegan.adding(seconds: Self.secondsMin)
    }

    /// Another recording begins.
    mutating func begin() { count += 1 }

    /// A recording ended because its stream changed.
    mutating func streamChanged(begunAt: Timestamp) { changedOneBegan = begunAt }
}
