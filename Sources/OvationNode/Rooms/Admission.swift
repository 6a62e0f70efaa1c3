import OvationModel

/// How the sessions of a live are connected, and which of them wait for admission.
///
/// Which sessions are in the live is the rules' to say (``Room/sessions``). This adds what the rules do not know of each: the connection
/// that it listens on, and what it may be told. Pure; the edge handles the connections. `Answer` is what an entrant receives on admission.
struct Admission<Answer> {
    /// What the audience knows of a session that is in the live.
    struct Place: Sendable {
        /// The number of the last stored event before the first one that the session may receive.
        fileprivate(set) var since: Int64
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
    mutating func take(_ session: SessionID, since: Int64) {
        guard places[session] == nil else { return }
        places[session] = Place(since: since, connection: nil)
    }

    /// Sessions entered after a stored event whose number was not known then.
    mutating func entered(_ sessions: [SessionID], after durable: Int64) {
        for session in sessions {
            if let since = places[session]?.since { places[session]?.since = max(since, durable) }
        }
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

    /// The number of the last stored event before the first one that one of these sessions may receive; nil where none is in the live.
    func since(of sessions: [SessionID]) -> Int64? { sessions.lazy.compactMap { places[$0]?.since }.min() }
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
