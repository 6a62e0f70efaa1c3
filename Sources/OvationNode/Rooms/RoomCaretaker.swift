import Logging
import NIOCore
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// Looks after a live beside its events: its tick, its place in the list, its counters in the storage, its board, the words that it looks
/// for, and the log of what it dropped.
///
/// ``RoomUpkeep`` and ``BoardReading`` decide what is due. Sound as `Sendable` because it is confined to the event loop of its live.
final class RoomCaretaker: @unchecked Sendable {
    private let store: RoomStore
    private let rules: RuledRoom
    private var upkeep: RoomUpkeep
    private var board = BoardReading()
    /// The tick that is scheduled; nil where none is.
    private var tick: Scheduled<Void>?

    init(_ store: RoomStore, _ rules: RuledRoom, kept statistics: RoomStatistics) {
        self.store = store
        self.rules = rules
        upkeep = RoomUpkeep(kept: statistics)
    }

    private var now: Timestamp { store.services.clock.wall() }

    /// In how many milliseconds something conflated is due; nil where nothing is, or where the tick that is scheduled comes soon enough.
    func nextTickMilliseconds() -> Int64? {
        rules.read { $0.nextTick }.flatMap { upkeep.nextTick(due: $0, at: now) }
    }

    /// Schedules a tick in place of the one that is scheduled.
    func scheduleTick(in wait: Int64, _ body: @escaping @Sendable () -> Void) {
        tick?.cancel()
        tick = store.loop.run(after: wait) {
            self.upkeep.ticked()
            body()
        }
    }

    /// The live is over.
    func stop() { tick?.cancel() }

    /// Has the rules take over the app's words where they have changed: one look at a number for each command.
    func takeUpWords(at now: Timestamp) {
        let words = store.services.words
        if upkeep.hasNewWords(version: words.version) { rules.note(.appWords(words.filter), at: now) }
    }

    /// Counts what the filter did, and keeps its lines of the log. No request waits for them.
    func noteFiltered(_ outcome: RoomOutcome) {
        if let action = outcome.filtered { store.services.metrics.filtered(action) }
        guard !outcome.records.isEmpty else { return }
        store.keepUnawaited(.changeRoom(store.start, outcome.records.map(RoomChange.log), []))
    }

    /// Counts what was dropped and why, and says so in the log, once in a while for each live.
    func countDrops(_ outcome: RoomOutcome) {
        let metrics = store.services.metrics
        let isOverloaded = rules.read { $0.isOverloaded }
        guard upkeep.noteDrops(outcome, isOverloaded: isOverloaded, { metrics.dropped(events: 1, reason: $0) }),
            let drops = upkeep.dropsToLog(at: store.services.clock.monotonic())
        else { return }
        store.logger.notice(
            "messages were dropped because the live or a sender is over its rate",
            metadata: ["room.dropped": "\(drops)"])
    }

    /// Brings the list up to date.
    func updateListing() {
        if upkeep.hasNewRobots(version: rules.room.robotsVersion) {
            let robots = Set(rules.room.robotUsers.map(\.userID))
            store.services.directory.note(robots: robots, in: store.liveID, store.start)
        }
        let info = store.addresses.addressed(rules.room.info, for: nil, at: now)
        let listing = RoomListing(info: info, audienceCount: rules.read { $0.audienceCount })
        let wasListed = upkeep.showsInList
        guard let listing = upkeep.changedListing(listing) else { return }
        store.services.directory.update(listing)
        guard wasListed, !info.isPublicVisible else { return }
        store.addresses.gate.removeAll(from: store.start)
        store.services.pictures.recordings?.wasHidden(store.start)
    }

    /// Keeps the counters where they have changed.
    func keepStatistics() {
        let statistics = upkeep.changedStatistics(rules.room.statistics(at: now))
        if let statistics { store.keepUnawaited(.counters(store.start, statistics)) }
    }

    /// Keeps the counters before the server stops.
    func keepLastStatistics() {
        guard !rules.room.isEnded else { return }
        store.keepUnawaited(.counters(store.start, rules.room.statistics(at: now)))
    }
}

// MARK: - Boards

extension RoomCaretaker {
    /// Takes a gift that was charged in on the boards; the sender's level with it.
    func rank(_ event: GiftReceived, _ scores: GiftScores, at now: Timestamp) -> Int {
        let level = store.services.gifterLevels.level(of: scores.sender.total)
        let place = Ranking.Place(user: event.sender, coins: scores.inLive, gifterLevel: level)
        rules.note(.ranked(place), at: now)
        board.ranked(place)
        store.services.boards.note(event, scores, gifterLevel: level)
        return level
    }

    /// A gift was published that the boards may lack.
    func toldUnranked() { board.toldUnranked() }

    /// Reads the boards anew if they may lack a published gift.
    func readBoardsIfNeeded(_ done: @escaping @Sendable () -> Void) {
        guard board.takeUnranked() else { return }
        readBoard(done)
        store.services.readBoards()
    }

    /// Reads the live's board anew.
    ///
    /// - Parameter done: called when the rules have it; a tick publishes what changed.
    func readBoard(_ done: @escaping @Sendable () -> Void) {
        guard board.begin() else { return }
        store.readBoard { places in
            if case .failure(let error) = places {
                self.store.logger.warning(
                    "the live's board could not be read", metadata: [LogKeys.error: "\(error)"])
            }
            let (facts, isWantedAgain) = self.board.finish(try? places.get())
            let now = self.now
            for fact in facts { self.rules.note(fact, at: now) }
            if isWantedAgain { self.readBoard(done) }
            done()
        }
    }
}
