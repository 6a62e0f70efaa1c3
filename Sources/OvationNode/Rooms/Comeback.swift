import NIOCore
import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// A session that resumes a live after a lost connection, and how far that has come.
///
/// What was missed is told to a user who was in this start of the live, from their entry on and up to their removal. A user who never
/// was in it enters like one who joins.
///
/// Pure: what is true of the live comes in as a ``Standing``, what was read as a value, and what is to be done next comes out as one
/// ``Step``. Nothing else remembers a comeback: it is handed on with each step, so there is nothing to clean up where its connection is
/// lost meanwhile.
struct Comeback: Sendable {
    /// What is true of the live, and of the user in it.
    struct Standing {
        /// Which start of the live is on.
        var start: LiveSessionID
        /// Whether its end was announced.
        var isOver = false
        /// Whether its end was requested and not announced yet.
        var isEnding = false
        /// The number of the last stored event that was sent.
        var told: Int64
        /// The stored event after which the session may receive events; nil when it is not in the live.
        var since: Int64?
        /// Whether the removal of the user is in force and not announced yet.
        var isBeingRemoved = false
        /// The stored event after which any session of the user may receive events; nil if none is in the live.
        var userSince: Int64?
        /// Whether the app's backend decides on entries. It does not decide on the owner's.
        var asksApp = false
    }

    /// The result of looking up the user.
    enum Found: Sendable {
        /// The app's backend refuses the entry.
        case refused(Rejection)
        /// What is kept of their visit.
        case visit(PastVisit?)
        /// The storage cannot be read.
        case nothing
    }

    /// What is to be done next.
    enum Step {
        /// It is not decided how the live ends: begin again when it is.
        case awaitEnd
        /// The live has changed: begin again.
        case beginAgain
        /// Look up what is kept of their visit, then call ``lookedUp(_:_:)``.
        case lookUp(asksApp: Bool)
        /// Ask the rules to let them in, then call ``admitted(to:)`` or ``notAdmitted(_:told:)``.
        case enter(since: Int64?)
        /// Write what has gathered to those who are in, then call ``flushed(_:)``.
        case flush
        /// Read on up to this number, then call ``took(_:)``.
        case read(StoredReplay, upTo: Int64)
        /// Take their session out again, then answer them.
        case takeOut(Answer)
        /// Answer them. It is the last step.
        case answer(Answer)
    }

    /// How the comeback is answered.
    enum Answer {
        /// The start that they were in is over: they are told the rest of it and its end, as if they had stayed.
        case tellEarlierStart
        /// They are in like somebody who joins, and are told nothing of what was.
        case joinAnew
        /// The session is in and gets the missed events; a snapshot too unless `recovered`.
        case goOn(missed: ByteBuffer, recovered: Bool)
        /// The session is not in; it gets the missed events and the reason.
        case refuse(Rejection, missed: ByteBuffer)
        /// The session gets the first part of the missed events, and the client reconnects for the rest.
        case tellPart(missed: ByteBuffer)
        /// The client reconnects later from the same position.
        case sendBack
    }

    /// What follows when everything that was missed is read.
    private enum Goal {
        case goOn
        case refuse(Rejection)
    }

    let user: UserID
    let actor: RoomActor
    let client: Callback.Client
    let origin: RoomRequest.Origin
    let position: SessionOpen.Position
    /// Of what was missed so many bytes are sent at once.
    let bytesMax: Int
    private var goal = Goal.goOn
    private var since: Int64?
    private var missed: StoredReplay
    /// Whether the last reading found something.
    private var isReadFurther = true

    private static let removed = Rejection(.notMember, "You were removed from this live.")

    /// Makes the comeback of a user; nil where a request does not say who asks and from where.
    init?(_ request: RoomRequest, from position: SessionOpen.Position, bytesMax: Int) {
        guard let origin = request.origin, let user = request.actor.user?.userID else { return nil }
        self.user = user
        self.origin = origin
        self.position = position
        self.bytesMax = bytesMax
        actor = request.actor
        client = request.client
        missed = StoredReplay(after: position.durable, for: user)
    }
}

// MARK: - Whether they were in the live

extension Comeback {
    /// Begins to go on.
    mutating func begin(_ live: Standing) -> Step {
        let isThisStart = position.sessionID.map { $0 == live.start } ?? true
        guard isThisStart, !live.isOver else { return .answer(.tellEarlierStart) }
        if live.isEnding { return .awaitEnd }
        if live.isBeingRemoved {
            guard let since = live.userSince else { return .answer(.refuse(Self.removed, missed: ByteBuffer())) }
            return replay(after: known(since: since, told: live.told), then: .refuse(Self.removed))
        }
        if let since = live.since, position.durable >= since { return enter(since: since, live) }
        // The membership is over: by silence or a restart, and then the user may enter again, or by a removal that they have not heard
        // of, and then they may not without asking anew. Or there was none.
        //
        // Or the session is in the live, and the client names a place from before it entered last: it may have left and entered without
        // hearing of either, and then what it missed began with an earlier entry.
        return .lookUp(asksApp: live.asksApp && live.since == nil)
    }

    /// The stored visit of the user was looked up.
    mutating func lookedUp(_ found: Found, _ live: Standing) -> Step {
        switch found {
        case .refused(let rejection): return .answer(.refuse(rejection, missed: ByteBuffer()))
        // It is unknown whether the user was in the live.
        case .nothing: return .answer(.sendBack)
        case .visit(let visit):
            if let visit, visit.removedAt == nil { return enter(since: visit.since, live) }
            // Nothing is kept of the entry of a session that is in the live, or only of an entry before a removal.
            guard let visit, let removedAt = visit.removedAt, live.since == nil else {
                // Their earlier session, which came from another node, is in the live.
                return enter(since: live.since ?? (visit == nil ? live.userSince : nil), live)
            }
            // A user who already received the removal enters like a new member.
            let place = max(position.durable, visit.since)
            guard place < removedAt else { return enter(since: nil, live) }
            return replay(after: place, then: .refuse(Self.removed))
        }
    }

    private mutating func enter(since: Int64?, _ live: Standing) -> Step {
        guard !live.isEnding else { return .beginAgain }
        self.since = since
        return .enter(since: since)
    }

    /// The last stored event that the client has, of those that it may be told.
    private func known(since: Int64, told: Int64) -> Int64 { min(max(position.durable, since), told) }
}

// MARK: - What they missed

extension Comeback {
    /// The rules have let them in.
    mutating func admitted(to broadcast: Broadcast) -> Step {
        guard let since else { return .answer(.joinAnew) }
        let known = known(since: since, told: broadcast.durable)
        if position.epoch == broadcast.epoch,
            let frames = broadcast.frames(after: position.seq, known: known, since: since, bytesMax: bytesMax)
        {
            // Everything that was missed is in the ring.
            var bytes = ByteBuffer()
            for frame in frames { Framing.appendText(frame, to: &bytes) }
            return .answer(.goOn(missed: bytes, recovered: true))
        }
        return replay(after: known, then: .goOn)
    }

    /// The rules have not let them in.
    ///
    /// - Parameter told: the number of the last stored event that was sent.
    mutating func notAdmitted(_ rejection: Rejection, told: Int64) -> Step {
        guard let since else { return .answer(.refuse(rejection, missed: ByteBuffer())) }
        return replay(after: known(since: since, told: told), then: .refuse(rejection))
    }

    /// Their session is over, or goes on over another connection.
    var isGone: Step { .answer(.refuse(Rejection(.roomNotFound), missed: ByteBuffer())) }

    private mutating func replay(after durable: Int64, then goal: Goal) -> Step {
        missed = StoredReplay(after: durable, for: user)
        self.goal = goal
        isReadFurther = true
        return .flush
    }

    /// More was read; nil comes in where the storage cannot be read.
    ///
    /// - Returns: what is to be done; nil for ``readOn(_:)``, after what has gathered was added to what waits.
    mutating func took(_ replay: StoredReplay?) -> Step? {
        guard let replay else { return .answer(.sendBack) }
        if replay.isCut { return .answer(.tellPart(missed: replay.frames)) }
        isReadFurther = replay.last > missed.last
        missed = replay
        return nil
    }

    /// What had gathered was added to what waits: reads on what was told meanwhile. Each reading is shorter than the one before it.
    func readOn(_ live: Standing) -> Step {
        isReadFurther && missed.last < live.told ? .flush : finish(live)
    }

    /// Everything was written to those who are in: reads on up to the last stored event that was told, or to the one that removed the
    /// user.
    func flushed(_ live: Standing) -> Step {
        missed.last < live.told && !missed.isRemoval ? .read(missed, upTo: live.told) : finish(live)
    }

    private func finish(_ live: Standing) -> Step {
        if case .refuse(let rejection) = goal { return .answer(.refuse(rejection, missed: missed.frames)) }
        // The end was announced while the storage was read.
        if live.isOver { return .beginAgain }
        // The removal was announced while the storage was searched for it.
        if missed.isRemoval { return .takeOut(.refuse(Self.removed, missed: missed.frames)) }
        return .answer(.goOn(missed: missed.frames, recovered: false))
    }
}
