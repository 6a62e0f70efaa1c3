import OrderedCollections
import OvationModel

/// Who is in a live, and with which sessions. Nothing else in the server knows it.
///
/// A removed user is out for every rule at once. Their sessions still receive the live's events until the removal is announced, because the
/// event of the removal is the last that they get. Until then they are *departing*: they count for nothing, and their user cannot enter.
struct Membership: Equatable, Sendable {
    /// Somebody who is in the live.
    struct Member: Hashable, Sendable {
        var user: UserInfo
        /// The sessions that entered; empty for a robot only. A user with two browser windows has two and is one member.
        fileprivate(set) var sessions: [SessionID]
    }

    /// The members, in the order in which they entered.
    private(set) var members: OrderedDictionary<UserID, Member> = [:]
    /// Removed users whose removal is not announced yet.
    private var departing: [UserID: Member] = [:]
    /// The user of each session that receives the live's events.
    private var users: [SessionID: UserID] = [:]

    /// The sessions that receive the live's events, those of departing users included.
    var sessions: Set<SessionID> { Set(users.keys) }

    /// Whose session it is; nil where it does not receive the live's events.
    func user(of session: SessionID) -> UserID? { users[session] }

    /// The sessions of a user, whether they are in the live or departing.
    func sessions(of user: UserID) -> [SessionID] {
        (members[user]?.sessions ?? []) + (departing[user]?.sessions ?? [])
    }

    /// Whether a user was removed and the removal is not announced yet.
    func isDeparting(_ user: UserID) -> Bool { departing[user] != nil }

    /// Changes the name and picture of a member.
    mutating func rename(_ user: UserInfo) { members[user.userID]?.user = user }
}

// MARK: - Entering and leaving

extension Membership {
    /// Adds a session, and its user where they are not a member yet.
    mutating func enter(_ session: SessionID, as user: UserInfo) {
        guard users.updateValue(user.userID, forKey: session) == nil else { return }
        members[user.userID, default: Member(user: user, sessions: [])].sessions.append(session)
    }

    /// Removes a session.
    ///
    /// - Returns: the member, without the session; nil for a departing user, who is no member. They stay a member until ``remove(_:)``.
    mutating func leave(_ session: SessionID) -> Member? {
        guard let user = users.removeValue(forKey: session) else { return nil }
        departing[user]?.sessions.removeAll { $0 == session }
        members[user]?.sessions.removeAll { $0 == session }
        return departing[user] == nil ? members[user] : nil
    }

    /// Adds a user without a session; does nothing for a member.
    mutating func addRobot(_ user: UserInfo) {
        if members[user.userID] == nil { members[user.userID] = Member(user: user, sessions: []) }
    }

    /// Removes a member at once.
    ///
    /// - Returns: the member, whose sessions are to be released.
    @discardableResult
    mutating func remove(_ user: UserID) -> Member? {
        let member = members.removeValue(forKey: user)
        for session in member?.sessions ?? [] { users[session] = nil }
        return member
    }
}

// MARK: - Being removed

extension Membership {
    /// The removal of a member is in force. Their sessions stay until it is announced.
    mutating func beginRemoval(of user: UserID) {
        if let member = members.removeValue(forKey: user) { departing[user] = member }
    }

    /// The removal of a user was announced.
    ///
    /// - Returns: their sessions, which are to be released.
    mutating func finishRemoval(of user: UserID) -> [SessionID] {
        let sessions = departing.removeValue(forKey: user)?.sessions ?? []
        for session in sessions { users[session] = nil }
        return sessions
    }

    /// The removal of a user cannot be kept: they were never away.
    ///
    /// - Returns: whether they are a member by it; false where all their sessions left meanwhile.
    mutating func takeBackRemoval(of user: UserID) -> Bool {
        guard let member = departing.removeValue(forKey: user), !member.sessions.isEmpty else { return false }
        // They may have come back as a robot.
        members[user, default: Member(user: member.user, sessions: [])].sessions += member.sessions
        return true
    }

    /// The live is over.
    ///
    /// - Returns: all sessions, which are to be released.
    mutating func releaseAll() -> [SessionID] {
        let gone = departing.values.sorted { $0.user.userID < $1.user.userID }
        let sessions = (members.values + gone).flatMap(\.sessions)
        for place in members.values.indices { members.values[place].sessions = [] }
        (departing, users) = ([:], [:])
        return sessions
    }
}
