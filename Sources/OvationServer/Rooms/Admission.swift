import OvationModel

/// The sessions of a live and their connections: members, entrants that wait for admission, and pending removals.
///
/// Pure. The edge handles the connections; the rules know only users and sessions. `Answer` is what an entrant receives on
/// admission.
struct Admission<Answer> {
    /// A session that is in the live.
    struct Place: Sendable {
        let user: UserID
        /// The number of the last stored event before the first one that the session may receive.
        let since: Int64
        /// The connection that receives the live's events; nil while the session has none.
        var connection: ConnectionAddress?
    }

    /// A session that the rules have admitted. It receives the state of the live with the next flush.
    struct Entrant {
        let session: SessionID
        let connection: ConnectionAddress
        let answer: Answer
    }

    private(set) var places: [SessionID: Place] = [:]
    private(set) var entrants: [Entrant] = []
    /// Users whose removal is in force and not announced yet. They must not enter again before that.
    private var removing: Set<UserID> = []
    /// Users whose visit is known to be kept, as far as they were not removed since.
    private var visitors: KnownVisitors

    /// Makes the admission of a live without members.
    init(limits: Limits) { visitors = KnownVisitors(countMax: limits.visitorsKnownMax) }

    /// How many sessions are in the live.
    var count: Int { places.count }
}

// MARK: - Entering

extension Admission {
    /// Adds a session that the rules have admitted; does nothing when it is a member already.
    mutating func take(_ session: SessionID, of user: UserID, since: Int64) {
        guard places[session] == nil else { return }
        places[session] = Place(user: user, since: since, connection: nil)
    }

    /// Queues an entrant for the next flush.
    ///
    /// - Returns: whether the session is a member over the same connection already.
    mutating func wait(_ entrant: Entrant) -> Bool {
        entrants.append(entrant)
        return places[entrant.session]?.connection == entrant.connection
    }

    /// Removes and returns all entrants of an event loop.
    mutating func takeEntrants(loop: Int) -> [Entrant] {
        let entering = entrants.filter { $0.connection.loop == loop }
        entrants.removeAll { $0.connection.loop == loop }
        return entering
    }

    /// Makes a connection the one over which a session hears of the live.
    ///
    /// - Returns: the connection that it takes the place of; nil where there is none, or where it is the same.
    mutating func attach(
        _ session: SessionID, to connection: ConnectionAddress
    ) -> (isNew: Bool, previous: ConnectionAddress?) {
        guard let place = places[session], place.connection != connection else { return (false, nil) }
        places[session]?.connection = connection
        return (true, place.connection)
    }
}

// MARK: - Leaving

extension Admission {
    /// Why a session does not leave by the wish of its user; nil where it does.
    func rejection(ofLeaving session: SessionID, over connection: ConnectionAddress) -> Rejection? {
        guard let place = places[session] else { return Rejection(.notMember) }
        // From a connection that another one has replaced: the client did not learn that it left, and came back to stay.
        guard place.connection ?? connection == connection else { return Rejection(.notMember) }
        return nil
    }

    /// A session is in the live no longer.
    mutating func remove(_ session: SessionID) -> Place? { places.removeValue(forKey: session) }

    /// Removes all sessions, and returns them.
    mutating func removeAll() -> [SessionID: Place] {
        defer { places = [:] }
        return places
    }

    /// A connection was lost; its session may come back over another one.
    ///
    /// - Returns: the entrants that waited on it, and whether its session received the live's events over it.
    mutating func lost(
        _ connection: ConnectionAddress, of session: SessionID
    ) -> (entrants: [Entrant], wasAttached: Bool) {
        let waiting = entrants.filter { $0.connection == connection }
        if !waiting.isEmpty { entrants.removeAll { $0.connection == connection } }
        guard places[session]?.connection == connection else { return (waiting, false) }
        places[session]?.connection = nil
        return (waiting, true)
    }

    /// A user's sessions in the live, unordered. Linear in the number of sessions.
    func sessions(of user: UserID) -> [SessionID] { places.filter { $0.value.user == user }.map(\.key) }

    /// The number of the last stored event before the first one that a user may receive; nil for a non-member. Linear in the
    /// number of sessions.
    func since(of user: UserID) -> Int64? { places.values.lazy.filter { $0.user == user }.map(\.since).min() }
}

// MARK: - Being removed

extension Admission {
    /// The removal of a user is in force.
    mutating func beginRemoval(of user: UserID) { removing.insert(user) }

    /// The removal of a user was announced, or the storage refused it.
    mutating func finishRemoval(of user: UserID) { removing.remove(user) }

    /// Whether the removal of a user is in force and not announced yet.
    func isBeingRemoved(_ user: UserID) -> Bool { removing.contains(user) }
}

// MARK: - Visits

extension Admission {
    /// Whether it is known to be kept that a user has entered.
    func isKnown(_ user: UserID) -> Bool { visitors.contains(user) }

    /// It is kept that a user has entered.
    mutating func know(_ user: UserID) { visitors.insert(user) }

    /// A user was removed: their next entry is to be kept anew.
    mutating func forget(_ user: UserID) { visitors.remove(user) }
}

extension Admission.Entrant: Sendable where Answer: Sendable {}

extension Admission.Entrant: Encodable where Answer: Encodable {}

extension Admission.Entrant: Decodable where Answer: Decodable {}
