import NIOCore
import OvationModel

/// What a live brings up to date now and then: its place in the list, its counters in the storage, the words that it looks for, and
/// the log of what it dropped.
struct RoomUpkeep {
    /// When something conflated is due; nil where nothing is.
    var tick: Scheduled<Void>?
    var tickAt: Timestamp?
    /// The counters as they were handed to the journal last.
    var keptStatistics: RoomStatistics
    /// What the list shows.
    var listed: RoomListing?
    /// Which robots the directory knows of.
    var robotsVersion = 0
    /// Which version of the app's words the rules have.
    var wordsVersion = 0
    /// What was dropped since the last line of the log.
    private var drops: [String: Int] = [:]
    private var dropsLoggedAt = Timestamp(milliseconds: .min)

    /// A live that is over its rate is worth a line, not a line a message.
    private static let dropLogIntervalMilliseconds: Int64 = 10_000

    init(kept statistics: RoomStatistics) { keptStatistics = statistics }

    /// Counts what was dropped.
    mutating func noteDrop(_ reason: String) { drops[reason, default: 0] += 1 }

    /// What a line of the log says of what was dropped; nil where it is too soon for one.
    mutating func dropsToLog(at now: Timestamp) -> String? {
        guard now.milliseconds(since: dropsLoggedAt) >= Self.dropLogIntervalMilliseconds else { return nil }
        dropsLoggedAt = now
        defer { drops = [:] }
        return drops.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
