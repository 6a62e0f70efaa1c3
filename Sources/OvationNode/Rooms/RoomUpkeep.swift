import OvationModel
import OvationObservability
import OvationRules
import OvationWire

/// What a live brings up to date now and then: its tick, its place in the list, its counters in the storage, the words that it looks for,
/// and the log of what it dropped.
///
/// Pure: it decides what is due. Each of its questions answers nil or false where nothing has changed since it was asked last.
struct RoomUpkeep {
    /// When the tick that is scheduled comes; nil where none is.
    private var tickAt: Timestamp?
    /// The counters as they were handed to the journal last.
    private var keptStatistics: RoomStatistics
    /// What the list shows.
    private var listed: RoomListing?
    /// Which robots the directory knows of.
    private var robotsVersion = 0
    /// Which version of the app's words the rules have.
    private var wordsVersion = 0
    /// What was dropped since the last line of the log.
    private var drops: [String: Int] = [:]
    private var dropsLoggedAt = Timestamp(milliseconds: .min)

    /// A live that is over its rate is worth a line, not a line a message.
    private static let dropLogIntervalMilliseconds: Int64 = 10_000
    /// What is due but was held back by the rate is tried again so much later, not at once.
    private static let tickMillisecondsMin: Int64 = 100

    init(kept statistics: RoomStatistics) { keptStatistics = statistics }

    /// Something conflated is due.
    ///
    /// - Returns: in how many milliseconds to tick, in place of the tick that is scheduled; nil where that one comes soon enough.
    mutating func nextTick(due: Timestamp, at now: Timestamp) -> Int64? {
        let at = max(due, now.adding(milliseconds: Self.tickMillisecondsMin))
        // One that is late comes by itself. A loop that has much to do must not put it off with every command.
        if let tickAt, tickAt <= at { return nil }
        tickAt = at
        return at.milliseconds(since: now)
    }

    /// The tick has come.
    mutating func ticked() { tickAt = nil }

    /// Whether everybody is shown the live at present.
    var showsInList: Bool { listed?.info.isPublicVisible ?? false }

    /// What the list is to show.
    mutating func changedListing(_ now: RoomListing) -> RoomListing? {
        guard now != listed else { return nil }
        listed = now
        return now
    }

    /// Whether the directory needs the new list of robots.
    mutating func hasNewRobots(version: Int) -> Bool {
        defer { robotsVersion = version }
        return version != robotsVersion
    }

    /// Whether the rules need the app's new words.
    mutating func hasNewWords(version: Int) -> Bool {
        defer { wordsVersion = version }
        return version != wordsVersion
    }

    /// The counters that are to be kept. That time passed is no change of them.
    mutating func changedStatistics(_ now: RoomStatistics) -> RoomStatistics? {
        var comparable = now
        comparable.totalDuration = keptStatistics.totalDuration
        guard comparable != keptStatistics else { return nil }
        keptStatistics = now
        return now
    }
}

// MARK: - What was dropped

extension RoomUpkeep {
    /// Notes what an outcome dropped.
    ///
    /// - Parameter count: called for each event, with the cause that is counted.
    /// - Returns: whether anything was dropped.
    mutating func noteDrops(
        _ outcome: RoomOutcome, isOverloaded: Bool, _ count: (ServerMetrics.DropCause) -> Void
    ) -> Bool {
        guard outcome.dropped != nil || !outcome.givenWay.isEmpty else { return false }
        if let reason = outcome.dropped {
            drops[reason.rawValue, default: 0] += 1
            count(isOverloaded && reason == .msgFreqCtrl ? .overload : ServerMetrics.DropCause(reason))
        }
        for lane in outcome.givenWay {
            let cause = ServerMetrics.DropCause(lane)
            drops[cause.rawValue, default: 0] += 1
            count(cause)
        }
        return true
    }

    /// What a line of the log says of what was dropped; nil where it is too soon for one.
    mutating func dropsToLog(at now: Timestamp) -> String? {
        guard now.milliseconds(since: dropsLoggedAt) >= Self.dropLogIntervalMilliseconds else { return nil }
        dropsLoggedAt = now
        defer { drops = [:] }
        return drops.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

extension ServerMetrics.DropCause {
    /// Why an event of a lane was not told.
    init(_ lane: DeliveryClass) {
        switch lane {
        case .membership: self = .membership
        case .reaction: self = .reaction
        case .count: self = .audienceCount
        case .essential, .barrage: self = .roomRate
        }
    }
}
