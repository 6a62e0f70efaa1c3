public import OvationModel

/// The sessions of administrators at the console: who is signed in, and until when.
///
/// A session is found by a hash of its token, so the book never has what lets somebody in. All times are of a clock that never steps.
public struct ConsoleSessionBook: Sendable {
    /// A session.
    public struct Session: Hashable, Sendable {
        /// Whose it is.
        public let administrator: UserID
        /// Where the sign-in came from; empty if that is not known.
        public let address: String
        /// When it began.
        public let openedAt: Timestamp
        /// When it was used last.
        public var usedAt: Timestamp
        /// When it ends however much it is used.
        public let endsAt: Timestamp

        /// Makes a session.
        public init(administrator: UserID, address: String, openedAt: Timestamp, usedAt: Timestamp, endsAt: Timestamp) {
            self.administrator = administrator
            self.address = address
            self.openedAt = openedAt
            self.usedAt = usedAt
            self.endsAt = endsAt
        }
    }

    private let idleMilliseconds: Int64
    private let millisecondsMax: Int64
    private let perUserMax: Int
    private var sessions: [String: Session] = [:]

    /// Makes an empty book.
    public init(limits: Limits) {
        idleMilliseconds =
            Timestamp(milliseconds: 0).adding(seconds: Int64(limits.consoleSessionIdleSeconds)).milliseconds
        millisecondsMax =
            Timestamp(milliseconds: 0).adding(seconds: Int64(limits.consoleSessionSecondsMax)).milliseconds
        perUserMax = max(limits.consoleSessionsPerUserMax, 1)
    }

    /// How many sessions are kept. Administrators are named in the configuration, so their number bounds it.
    public var count: Int { sessions.count }

    /// Begins a session.
    ///
    /// Where the administrator has as many as they may, the one that was used least lately ends.
    ///
    /// - Parameters:
    ///   - key: The hash of the token.
    ///   - provenMilliseconds: For how long the proof of the sign-in still holds; nil for one that does not end.
    /// - Returns: The session.
    public mutating func open(
        _ key: String, by administrator: UserID, from address: String, provenMilliseconds: Int64?, at now: Timestamp
    ) -> Session {
        forgetOver(at: now)
        let own = sessions.filter { $0.value.administrator == administrator }
        // Sorted by key too, so that the same sessions end wherever this is played again.
        let oldest = own.sorted { ($0.value.usedAt, $0.key) < ($1.value.usedAt, $1.key) }
        for (key, _) in oldest.prefix(max(0, own.count - perUserMax + 1)) { sessions[key] = nil }
        let lasts = min(millisecondsMax, max(0, provenMilliseconds ?? millisecondsMax))
        let session = Session(
            administrator: administrator, address: address, openedAt: now, usedAt: now,
            endsAt: now.adding(milliseconds: lasts))
        sessions[key] = session
        return session
    }

    /// Finds a session that holds, and notes that it was used; nil if there is none.
    public mutating func use(_ key: String, at now: Timestamp) -> Session? {
        guard var session = sessions[key] else { return nil }
        guard !isOver(session, at: now) else {
            sessions[key] = nil
            return nil
        }
        session.usedAt = max(session.usedAt, now)
        sessions[key] = session
        return session
    }

    /// Ends a session, and says whether there was one.
    public mutating func close(_ key: String) -> Bool { sessions.removeValue(forKey: key) != nil }

    /// Ends all sessions of an administrator, and says how many there were.
    public mutating func closeAll(of administrator: UserID, at now: Timestamp) -> Int {
        forgetOver(at: now)
        let before = sessions.count
        sessions = sessions.filter { $0.value.administrator != administrator }
        return before - sessions.count
    }

    /// The sessions that hold, the one that was used last first.
    public mutating func all(at now: Timestamp) -> [Session] {
        forgetOver(at: now)
        return sessions.sorted { ($1.value.usedAt, $0.key) < ($0.value.usedAt, $1.key) }.map(\.value)
    }

    private func isOver(_ session: Session, at now: Timestamp) -> Bool {
        now >= session.endsAt || now.milliseconds(since: session.usedAt) >= idleMilliseconds
    }

    private mutating func forgetOver(at now: Timestamp) {
        sessions = sessions.filter { !isOver($0.value, at: now) }
    }
}
