import OvationModel
import OvationRules
import OvationSupport
import Synchronization

/// Who is logged in over which connection, and in which rooms each session is.
///
/// Used when a user logs in, resumes or leaves, never for a message.
package final class SessionHub: Sendable {
    /// A session that is over, and what it leaves behind.
    struct Departure: Sendable {
        let session: SessionID
        let user: UserID
        let rooms: [LiveID]
        /// The connection that it had; nil where it had none.
        let connection: ConnectionAddress?
    }

    /// The outcome of an attempt to resume a session.
    enum Resumption: Sendable, Equatable {
        /// It goes on over a connection of this generation. What it had before is left behind.
        case resumed(generation: Int64, from: Left)
        /// The client has opened a newer connection since.
        case late
        /// There is no such session of this user any more.
        case over
    }

    /// What a session has left behind by going on over another connection.
    struct Left: Sendable, Equatable {
        /// The connection that it had; nil where it had none.
        var connection: ConnectionAddress?
        /// The rooms that it is in, which were told of that connection.
        var rooms: [LiveID] = []
    }

    private struct Entry {
        let user: UserID
        var connection: ConnectionAddress?
        var rooms: Set<LiveID> = []
        /// Places for lives that a command of the session is creating. They count, and nobody is told of them.
        var reserved: Set<LiveID> = []
        /// The highest number of a connection that the client has given; 0 before the first.
        var attempt: Int64 = 0
        /// How many connections it has had.
        var generation = SessionHub.firstGeneration
    }

    private struct State {
        var presence: Presence
        var entries: [SessionID: Entry] = [:]
        /// The last published profile of users who changed their name or picture during a session.
        var told: [UserID: UserInfo] = [:]

        mutating func remove(_ session: SessionID) -> Departure? {
            presence.close(session)
            guard let entry = entries.removeValue(forKey: session) else { return nil }
            forget(entry.user)
            return Departure(
                session: session, user: entry.user, rooms: entry.rooms.sorted(), connection: entry.connection)
        }

        /// The sessions of a user at this node.
        func ownSessions(of user: UserID) -> [SessionID] {
            presence.sessions(of: user).filter { entries[$0] != nil }
        }

        /// Forgets what is known of a user without a session here: the last profile, and sessions at other nodes.
        mutating func forget(_ user: UserID) {
            guard ownSessions(of: user).isEmpty else { return }
            told[user] = nil
            for session in presence.sessions(of: user) { presence.close(session) }
        }
    }

    /// The generation of the connection that opens a session.
    static let firstGeneration: Int64 = 1

    private let state: Mutex<State>
    private let bug: HostedBug?

    /// Makes a hub without sessions.
    ///
    /// - Parameter bug: planted by a simulation; nil in every server.
    init(limits: Limits, bug: HostedBug? = nil) {
        state = Mutex(State(presence: Presence(limits: limits)))
        self.bug = bug
    }

    /// How many sessions there are.
    var count: Int { state.withLock { $0.entries.count } }

    /// Opens a session over a connection. Returns those that had to give way.
    ///
    /// - Parameter replaced: the session that its client had before, which another node may have; nil where it had none.
    func open(
        _ session: SessionID, user: UserID, connection: ConnectionAddress, replacing replaced: SessionID? = nil,
        at now: Timestamp
    ) -> [Departure] {
        state.withLock { state in
            let surplus = state.presence.open(session, user: user, replacing: replaced, at: now)
            state.entries[session] = Entry(user: user, connection: connection)
            return surplus.compactMap { state.remove($0) }
        }
    }

    /// Goes on with a session over a new connection.
    ///
    /// - Parameter attempt: which of its connections this is, as the client counts them; nil where it does not count.
    func resume(
        _ session: SessionID, user: UserID, connection: ConnectionAddress, attempt: Int64? = nil
    ) -> Resumption {
        state.withLock { state in
            guard var entry = state.entries[session], entry.user == user else { return .over }
            if let attempt, attempt < entry.attempt { return .late }
            guard state.presence.attach(session, user: user) else { return .over }
            let left = Left(connection: entry.connection, rooms: entry.connection == nil ? [] : entry.rooms.sorted())
            entry.connection = connection
            entry.attempt = max(entry.attempt, attempt ?? 0)
            entry.generation += 1
            state.entries[session] = entry
            return .resumed(generation: entry.generation, from: left)
        }
    }

    /// Notes that a connection was lost; false where the session goes on over another one.
    func detach(_ session: SessionID, connection: ConnectionAddress, at now: Timestamp) -> [LiveID]? {
        state.withLock { state in
            guard state.entries[session]?.connection == connection else { return nil }
            state.entries[session]?.connection = nil
            state.presence.detach(session, at: now)
            return state.entries[session]?.rooms.sorted()
        }
    }

    /// Ends a session at once; nil where it is over already or goes on over another connection.
    func close(_ session: SessionID, connection: ConnectionAddress) -> Departure? {
        state.withLock { state in
            guard state.entries[session]?.connection == connection else { return nil }
            return state.remove(session)
        }
    }

    /// Ends the sessions that have been without a connection for too long.
    func expire(at now: Timestamp) -> [Departure] {
        state.withLock { state in
            state.presence.expire(at: now).compactMap { session in
                defer { state.forget(session.user) }
                return state.entries.removeValue(forKey: session.id).map {
                    Departure(session: session.id, user: $0.user, rooms: $0.rooms.sorted(), connection: $0.connection)
                }
            }
        }
    }

    /// Whether a session is open over a connection. What arrives late for a replaced connection is dropped.
    func isOpen(_ session: SessionID, over connection: ConnectionAddress) -> Bool {
        if bug == .lateReplay { return true }
        return state.withLock { $0.entries[session]?.connection == connection }
    }

    /// Keeps a place for a live that a session is about to create; false where the session is over, goes on over another connection, or
    /// is in too many. Where it has a place in the live already there is nothing to keep, and nothing to give back.
    func reserve(_ session: SessionID, over connection: ConnectionAddress, room: LiveID, roomsMax: Int) -> Bool {
        state.withLock { state in
            guard var entry = state.entries[session], entry.connection == connection || bug == .lateReplay else {
                return false
            }
            guard !entry.rooms.contains(room) || bug == .forgottenPlace else { return true }
            guard entry.rooms.union(entry.reserved).count < roomsMax || entry.rooms.contains(room) else { return false }
            entry.reserved.insert(room)
            state.entries[session] = entry
            return true
        }
    }

    /// Gives back a place that was kept for a live which was not created. What the session was in before, it stays in.
    func release(_ session: SessionID, room: LiveID) {
        state.withLock { state in
            guard state.entries[session]?.reserved.remove(room) != nil, bug == .forgottenPlace else { return }
            state.entries[session]?.rooms.remove(room)
        }
    }

    /// Notes that a session is in a room; false where it is over, goes on over another connection, or is in too many.
    func enter(_ session: SessionID, over connection: ConnectionAddress, room: LiveID, roomsMax: Int) -> Bool {
        state.withLock { state in
            guard var entry = state.entries[session], entry.connection == connection || bug == .lateReplay else {
                return false
            }
            let places = entry.rooms.union(entry.reserved)
            guard places.contains(room) || places.count < roomsMax else { return false }
            entry.rooms.insert(room)
            entry.reserved.remove(room)
            state.entries[session] = entry
            return true
        }
    }

    /// Notes that a room has let a session in; false where the session is over.
    func note(_ session: SessionID, in room: LiveID) -> Bool {
        state.withLock { state in
            guard state.entries[session] != nil else { return false }
            state.entries[session]?.rooms.insert(room)
            state.entries[session]?.reserved.remove(room)
            return true
        }
    }

    /// Notes that a session is in a room no longer.
    func exit(_ session: SessionID, room: LiveID) {
        state.withLock { state in
            state.entries[session]?.rooms.remove(room)
            state.entries[session]?.reserved.remove(room)
        }
    }

    // MARK: Other nodes

    /// Notes that a user who has a session here has opened one at another node. It counts among the user's sessions.
    ///
    /// - Parameter replaced: the session that its client had before, here or at any node; nil where it had none. It counts no more.
    /// - Returns: the sessions here that had to give way.
    func openedElsewhere(
        _ session: SessionID, user: UserID, replacing replaced: SessionID? = nil, at now: Timestamp
    ) -> [Departure] {
        state.withLock { state in
            guard !state.ownSessions(of: user).isEmpty, state.presence[session] == nil else { return [] }
            return state.presence.open(session, user: user, replacing: replaced, at: now).compactMap {
                state.remove($0)
            }
        }
    }

    /// Notes that a session at another node is over.
    func closedElsewhere(_ session: SessionID) {
        state.withLock { state in if state.entries[session] == nil { state.presence.close(session) } }
    }

    /// The client of a session here goes on at another node, under a session that it has there. This one is over soon. Its rooms know of
    /// the other one by then, so that nobody sees the user leave.
    ///
    /// - Returns: the connection that it still has; nil where it has none, or is another user's.
    func replaceElsewhere(_ session: SessionID, of user: UserID, at now: Timestamp) -> ConnectionAddress? {
        state.withLock { state in
            guard state.entries[session]?.user == user else { return nil }
            state.presence.expire(session, in: Self.handOverSeconds, at: now)
            return state.entries[session]?.connection
        }
    }

    /// How long a session lasts whose client goes on at another node.
    static let handOverSeconds: Int64 = 10

    /// Whether a session is in a room.
    func isIn(_ session: SessionID, room: LiveID) -> Bool {
        state.withLock { $0.entries[session]?.rooms.contains(room) ?? false }
    }

    /// The sessions of a user at this node.
    func ownSessions(of user: UserID) -> [SessionID] { state.withLock { $0.ownSessions(of: user) } }

    /// Whether a user has a session, with or without a connection.
    func isLoggedIn(_ user: UserID) -> Bool { state.withLock { !$0.presence.sessions(of: user).isEmpty } }

    /// The connections of a user.
    func connections(of user: UserID) -> [ConnectionAddress] {
        state.withLock { state in
            state.presence.sessions(of: user).compactMap { state.entries[$0]?.connection }
        }
    }

    /// The rooms that each session is in.
    var roomsBySession: [SessionID: Set<LiveID>] { state.withLock { $0.entries.mapValues(\.rooms) } }

    /// The rooms that a user is in.
    func rooms(of user: UserID) -> Set<LiveID> {
        state.withLock { state in
            state.presence.sessions(of: user).reduce(into: []) { $0.formUnion(state.entries[$1]?.rooms ?? []) }
        }
    }

    /// Whether a user's profile differs from the last published one; notes that it is published now.
    ///
    /// - Parameter before: the stored profile, for a user whose profile was not published yet.
    func isNews(_ info: UserInfo, since before: UserInfo?) -> Bool {
        state.withLock { state in
            guard state.told[info.userID] ?? before != info else { return false }
            if !state.ownSessions(of: info.userID).isEmpty { state.told[info.userID] = info }
            return true
        }
    }
}
