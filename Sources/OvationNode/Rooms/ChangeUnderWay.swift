import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// A change of a live on its way to the storage. All but that of its words are in force already.
///
/// Pure: what is to be kept comes out, the answer of the storage goes in, and what follows comes out.
struct ChangeUnderWay: Sendable {
    /// What follows from the answer of the storage.
    enum Answer {
        /// It is kept, and its events go out in their turns.
        case kept([KeptEvent.Change])
        /// It is kept, and has no event of its own.
        case keptWithoutEvent([RoomPublication])
        /// It is kept, and in force from here on.
        case inForceNow(RoomFact)
        /// It is taken back.
        case refused
    }

    /// What is to be kept.
    let write: StorageWrite
    /// The events that tell it, in the order of their numbers.
    let events: [RoomEvent]
    /// The members that it removes.
    let removed: [UserID]
    /// What only some of those in the live are told once it is kept.
    let tellings: [SeatOutcome.Telling]
    /// What follows for other lives once it is kept; nil where nothing does.
    let coHosts: CoHostOutcome?
    /// Whether the storage counts the coins of a battle in it.
    let countsCoins: Bool
    /// The answer to the caller.
    let reply: RoomReply
    private let drafts: [EventDraft]
    private let publications: [RoomPublication]
    /// The fact for the rules once it is kept; nil for a change that is in force already.
    private let fact: RoomFact?
    private let at: Timestamp

    /// - Parameters:
    ///   - commit: what is to be kept of an outcome.
    ///   - start: which start of the live it changes.
    ///   - reply: the answer to the caller.
    init(
        _ commit: RoomCommit, of outcome: RoomOutcome, in start: LiveSessionID, at now: Timestamp,
        reply: RoomReply = .done
    ) {
        events = commit.events.map(\.event)
        drafts = commit.events.map {
            EventDraft(name: $0.event.name.rawValue, about: $0.about, at: now, data: $0.event.encodedData)
        }
        removed = outcome.removed
        tellings = outcome.seats?.tellings ?? []
        coHosts = outcome.coHosts
        countsCoins = commit.changes.contains { if case .coHosts = $0 { true } else { false } }
        self.reply = reply
        publications = outcome.publications
        fact = nil
        at = now
        write = .changeRoom(start, commit.changes + commit.records.map(RoomChange.log), drafts)
    }

    /// Another list of words that the live looks for. It is in force when it is kept. Until then it counts as under way, because what is
    /// kept is read again when a write fails, and the list must not be lost to that.
    init(
        _ words: [FilterWord], by actor: RoomActor, in start: LiveSessionID, at now: Timestamp, reply: RoomReply = .done
    ) {
        let record = ModerationRecord(.words, at: now, source: actor.source, by: actor.user?.userID ?? actor.account)
        write = .changeRoom(start, [.words(words), .log(record)], [])
        (events, removed, tellings, drafts, publications, at) = ([], [], [], [], [], now)
        self.reply = reply
        (coHosts, countsCoins) = (nil, false)
        fact = .wordsKept(words)
    }

    /// Whether it was in force already and the storage refused it.
    func isTakenBack(_ result: Result<StorageOutcome, Rejection>) -> Bool {
        if case .failure = result { fact == nil } else { false }
    }

    /// What follows from the answer of the storage.
    func answer(to result: Result<StorageOutcome, Rejection>) -> Answer {
        switch result {
        case .success(.event(let last)) where !events.isEmpty: .kept(numbered(upTo: last))
        case .success(.kept) where events.isEmpty: fact.map(Answer.inForceNow) ?? .keptWithoutEvent(publications)
        case .success(let other):
            preconditionFailure("a change with events is answered with the last one's number, not with \(other)")
        case .failure: .refused
        }
    }

    /// The stored events under their numbers, which follow each other up to `last`.
    private func numbered(upTo last: Int64) -> [KeptEvent.Change] {
        zip(events, drafts).enumerated().map { place, stored in
            let (event, draft) = stored
            let isLast = place == events.count - 1
            return KeptEvent.Change(
                name: event.name, data: draft.data, durable: last - Int64(events.count - 1 - place), at: at,
                removed: removed.first { $0 == event.removedUser }, unshown: event.removedUser,
                deletedMessage: event.deletedMessage,
                publications: isLast ? publications : [])
        }
    }
}
