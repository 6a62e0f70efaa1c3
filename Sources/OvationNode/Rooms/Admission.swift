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

    /// The latest connection over which a session asked to be in the live.
    private struct Asker {
        var generation: Int64
        let edge: EdgeID
        /// nil where it was lost.
        var connection: ConnectionAddress?
    }

    private(set) var places: [SessionID: Place] = [:]
    /// Of sessions that are in the live or ask to be. An edge says where a session goes on, so there is no need to ask it.
    private var askers: [SessionID: Asker] = [:]
    private(set) var entrants: [Entrant] = []
    /// Users whose visit is known to be kept, as far as they were not removed since.
    private var visitors: KnownVisitors
    /// Planted by a simulation: every connection that asks is believed to be the latest.
    let believesAll: Bool

    /// Makes the admission of a live without members.
    init(limits: Limits, believesAll: Bool = false) {
        visitors = KnownVisitors(countMax: limits.visitorsKnownMax)
        self.believesAll = believesAll
    }

    /// How many sessions are in the live.
    var count: Int { places.count }
}

// MARK: - Asking

extension Admission {
    /// A session asks to be in the live.
    ///
    /// - Returns: false where it has asked over a newer connection already: what comes late for a replaced connection is dropped.
    mutating func ask(_ origin: RoomRequest.Origin) -> Bool {
        if let known = askers[origin.session], known.generation > origin.generation, !believesAll { return false }
        askers[origin.session] = Asker(
            generation: origin.generation, edge: origin.connection.edge, connection: origin.connection)
        return true
    }

    /// Whether a connection is the latest over which its session asked, and was not lost since.
    func isLatest(_ connection: ConnectionAddress, of session: SessionID) -> Bool {
        believesAll || askers[session]?.connection == connection
    }

    /// Whether a session is in the live, or asks to be.
    func knows(_ session: SessionID) -> Bool { askers[session] != nil }

    /// The latest connection of each session that has asked, in an order that does not depend on the session.
    var connections: [ConnectionAddress] {
        askers.values.compactMap(\.connection).sorted { ($0.edge, $0.loop, $0.number) < ($1.edge, $1.loop, $1.number) }
    }

    /// The edge that a session has asked from last.
    func edge(of session: SessionID) -> EdgeID? { askers[session]?.edge }

    /// A session that asked is not let in, or is over.
    mutating func forgetAsker(_ session: SessionID) { if places[session] == nil { askers[session] = nil } }
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
    mutating func wait(_ entrant: Entrant) { entrants.append(entrant) }

    /// Removes and returns all entrants.
    mutating func takeEntrants() -> [Entrant] {
        defer { entrants = [] }
        return entrants
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
    mutating func remove(_ session: SessionID) -> Place? {
        askers[session] = nil
        return places.removeValue(forKey: session)
    }

    /// A connection was lost; its session may come back over another one.
    ///
    /// - Returns: the entrants that waited on it, whether its session received the live's events over it, and whether it was the latest
    ///   over which the session asked.
    mutating func lost(
        _ connection: ConnectionAddress, of session: SessionID
    ) -> (entrants: [Entrant], wasAttached: Bool, wasLatest: Bool) {
        let wasLatest = askers[session]?.connection == connection
        if wasLatest {
            askers[session]?.connection = nil
            forgetAsker(session)
        }
        let waiting = entrants.filter { $0.connection == connection }
        if !waiting.isEmpty { entrants.removeAll { $0.connection == connection } }
        guard places[session]?.connection == connection else { return (waiting, false, wasLatest) }
        places[session]?.connection = nil
        return (waiting, true, wasLatest)
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
