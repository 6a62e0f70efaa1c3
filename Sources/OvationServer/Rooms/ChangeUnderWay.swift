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
        /// It is kept, and its event goes out in its turn.
        case kept(KeptEvent.Change)
        /// It is kept, and has no event of its own.
        case keptWithoutEvent([RoomPublication])
        /// It is kept, and in force from here on.
        case inForceNow(RoomFact)
        /// It is taken back.
        case refused
    }

    /// What is to be kept.
    let write: StorageWrite
    /// What tells it.
    let event: RoomEvent?
    /// Whom it removes.
    let removed: UserID?
    private let stored: (name: RoomEventName, data: [UInt8])?
    private let publications: [RoomPublication]
    /// The fact for the rules once it is kept; nil for a change that is in force already.
    private let fact: RoomFact?
    private let at: Timestamp

    /// - Parameters:
    ///   - commit: what is to be kept of an outcome.
    ///   - start: which start of the live it changes.
    init(_ commit: RoomCommit, of outcome: RoomOutcome, in start: LiveSessionID, at now: Timestamp) {
        event = commit.event
        stored = commit.event.map { ($0.name, $0.encodedData) }
        removed = outcome.removed
        publications = outcome.publications
        fact = nil
        at = now
        let draft = stored.map { EventDraft(name: $0.name.rawValue, about: commit.about, at: now, data: $0.data) }
        write = .changeRoom(start, commit.changes + commit.records.map(RoomChange.log), draft)
    }

    /// Another list of words that the live looks for. It is in force when it is kept. Until then it counts as under way, because what is
    /// kept is read again when a write fails, and the list must not be lost to that.
    init(_ words: [FilterWord], by actor: RoomActor, in start: LiveSessionID, at now: Timestamp) {
        let record = ModerationRecord(.words, at: now, source: actor.source, by: actor.user?.userID ?? actor.account)
        write = .changeRoom(start, [.words(words), .log(record)], nil)
        (event, removed, stored, publications, at) = (nil, nil, nil, [], now)
        fact = .wordsKept(words)
    }

    /// Whether it was in force already and the storage refused it.
    func isTakenBack(_ result: Result<StorageOutcome, Rejection>) -> Bool {
        if case .failure = result { fact == nil } else { false }
    }

    /// What follows from the answer of the storage.
    func answer(to result: Result<StorageOutcome, Rejection>) -> Answer {
        switch (result, stored) {
        case (.success(.event(let durable)), let stored?):
            .kept(
                KeptEvent.Change(
                    name: stored.name, data: stored.data, durable: durable, at: at, removed: removed,
                    unshown: event?.removedUser, publications: publications))
        case (.success(.kept), nil): fact.map(Answer.inForceNow) ?? .keptWithoutEvent(publications)
        case (.success(let other), _):
            preconditionFailure("a change with an event is answered with the event's number, not with \(other)")
        case (.failure, _): .refused
        }
    }

    /// The fact that undoes the change when the storage refused it; nil when the live reads the stored state again.
    ///
    /// - Parameter sessions: the sessions of the user that it removed.
    func takenBack(_ sessions: [SessionID]) -> RoomFact? {
        switch event {
        case .audienceKicked(let event)?: .removalNotKept(event.user, sessions: sessions)
        case .audienceBanned(let event)?: .removalNotKept(event.user, sessions: sessions)
        default: nil
        }
    }
}
