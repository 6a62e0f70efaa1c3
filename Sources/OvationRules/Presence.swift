public import OvationModel

/// Who is logged in with which sessions, and since when a session has been without a connection.
///
/// A session outlives its connection for `limits.silenceSeconds`: a user who resumes it meanwhile was never
/// away. Pure; the time is handed in.
public struct Presence: Sendable {
    /// A login of a client.
    public struct Session: Hashable, Sendable {
        /// Which login.
        public let id: SessionID
        /// Whose.
        public let user: UserID
        /// When it was opened, for finding the oldest.
        public let openedAt: Timestamp
        /// Which of the user's sessions it is; later ones have larger numbers.
        public let ordinal: Int64
        /// Since when it has had no connection; nil while it has one.
        public var detachedAt: Timestamp?
        /// Whether its client goes on under another session. It is over soon, and counts no more.
        public var isReplaced = false
    }

    private let silenceSeconds: Int64
    private let sessionsPerUserMax: Int
    private var sessions: [SessionID: Session] = [:]
    private var byUser: [UserID: [SessionID]] = [:]
    private var detached: Set<SessionID> = []
    private var opened: Int64 = 0

    /// Makes an empty table.
    public init(limits: Limits) {
        silenceSeconds = Int64(limits.silenceSeconds)
        sessionsPerUserMax = limits.sessionsPerUserMax
    }

    /// How many sessions there are.
    public var count: Int { sessions.count }

    /// A session by its id.
    public subscript(id: SessionID) -> Session? { sessions[id] }

    /// The sessions of a user, oldest first.
    public func sessions(of user: UserID) -> [SessionID] { byUser[user] ?? [] }

    /// Opens a session. Where the user has more than the limit then, the oldest are closed and returned. Those whose clients go on under
    /// another session are counted by themselves.
    ///
    /// - Parameter replaced: the session that its client had before, perhaps at another node; nil where it had none.
    public mutating func open(
        _ id: SessionID, user: UserID, replacing replaced: SessionID? = nil, at now: Timestamp
    ) -> [SessionID] {
        if let replaced, sessions[replaced]?.user == user { sessions[replaced]?.isReplaced = true }
        opened += 1
        sessions[id] = Session(id: id, user: user, openedAt: now, ordinal: opened)
        byUser[user, default: []].append(id)
        let (replaced, others) = sessions(of: user).reduce(into: ([SessionID](), [SessionID]())) { sorted, session in
            if sessions[session]?.isReplaced == true { sorted.0.append(session) } else { sorted.1.append(session) }
        }
        let surplus = replaced.dropLast(sessionsPerUserMax) + others.dropLast(sessionsPerUserMax)
        for old in surplus { close(old) }
        return Array(surplus)
    }

    /// Gives a session a connection again; false where it is not there any more or another user's.
    public mutating func attach(_ id: SessionID, user: UserID) -> Bool {
        guard sessions[id]?.user == user else { return false }
        sessions[id]?.detachedAt = nil
        sessions[id]?.isReplaced = false
        detached.remove(id)
        return true
    }

    /// Notes that a session lost its connection.
    public mutating func detach(_ id: SessionID, at now: Timestamp) {
        guard let session = sessions[id], session.detachedAt == nil else { return }
        sessions[id]?.detachedAt = now
        detached.insert(id)
    }

    /// Has a session end so soon, or earlier where it would end earlier, as if it had been without a connection for long. A connection that
    /// it still has is of no use to it.
    public mutating func expire(_ id: SessionID, in seconds: Int64, at now: Timestamp) {
        guard let session = sessions[id] else { return }
        let since = now.adding(seconds: min(seconds, silenceSeconds) - silenceSeconds)
        sessions[id]?.detachedAt = min(session.detachedAt ?? since, since)
        detached.insert(id)
    }

    /// Ends a session.
    public mutating func close(_ id: SessionID) {
        guard let session = sessions.removeValue(forKey: id) else { return }
        detached.remove(id)
        byUser[session.user]?.removeAll { $0 == id }
        if byUser[session.user]?.isEmpty == true { byUser[session.user] = nil }
    }

    /// Ends every session that has been without a connection for too long, and returns them in the order of their ids.
    public mutating func expire(at now: Timestamp) -> [Session] {
        let gone = detached.compactMap { sessions[$0] }
            .filter { ($0.detachedAt?.adding(seconds: silenceSeconds)).map { now >= $0 } ?? false }
            .sorted { $0.id < $1.id }
        for session in gone { close(session.id) }
        return gone
    }
}
