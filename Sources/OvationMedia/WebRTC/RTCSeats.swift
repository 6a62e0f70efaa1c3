public import OvationModel

/// Who in seats sends to the media server and takes from it, and what of it may be passed on. Bounded, and without I/O: the caller carries
/// out what it returns.
///
/// A user in a seat sends once, and takes each other user once; a later connection for the same replaces the earlier one. What a seat keeps
/// closed is closed at the media server before anybody can take it.
public struct RTCSeats: Sendable {
    /// What a connection is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user in a seat sends.
        case sender
        /// A user in a seat takes what another one sends.
        case taker
    }

    /// What of a user in a seat others may get.
    public struct Openness: Sendable, Hashable {
        /// Whether they may be heard.
        public var isHeard: Bool
        /// Whether they may be seen.
        public var isSeen: Bool

        /// Makes it.
        public init(isHeard: Bool, isSeen: Bool) {
            self.isHeard = isHeard
            self.isSeen = isSeen
        }

        /// What a seat allows: a microphone or camera that is on and that nobody has closed.
        public init(_ seat: Seat) {
            self.init(
                isHeard: seat.isMicrophoneOn && !seat.isMicrophoneLocked,
                isSeen: seat.isCameraOn && !seat.isCameraLocked)
        }

        /// Everything, as a media server passes it on that was told nothing.
        public static let whole = Openness(isHeard: true, isSeen: true)
    }

    /// How far a connection is.
    public enum State: Sendable, Hashable {
        /// The media server has not answered yet.
        case asked
        /// It has, and what the seat keeps closed is closed.
        case answered
        /// Packets can flow.
        case connected
    }

    /// Why a connection ends. The raw values are labels of the metric.
    public enum End: String, Sendable, Hashable, CaseIterable {
        /// Its client ended it.
        case deleted
        /// A later one for the same replaced it.
        case replaced
        /// The user is in no seat any more.
        case notSeated
        /// The live is over.
        case liveEnded
        /// It was not connected in time.
        case silent
        /// It broke off.
        case lost
        /// The media server is away, or forgot it.
        case serverLost
        /// Who was taken sends no more.
        case senderGone
        /// The media server did not close what the seat keeps closed, so nothing of the user is passed on.
        case notClosed
        /// The media server refused it.
        case refused
    }

    /// Why there is no connection.
    public enum Refusal: Error, Sendable, Hashable {
        /// The user is in no seat.
        case notSeated
        /// The other user sends nothing at the moment.
        case notSending
        /// There are as many as may be.
        case full
    }

    /// A connection of a user in a seat.
    public struct Connection: Sendable, Hashable {
        /// What it is for.
        public let kind: Kind
        /// Which start of a live.
        public let session: LiveSessionID
        /// Whose.
        public let user: UserID
        /// The number of this connection; never used again.
        public let number: UInt64
        /// The number of the sender whose media this connection takes; nil for a sender.
        public let sender: UInt64?
        /// How far it is.
        public fileprivate(set) var state = State.asked
        /// Of a sender: what may be passed on.
        public fileprivate(set) var wanted = Openness.whole
        /// Of a sender: what the media server passes on.
        public fileprivate(set) var passed = Openness.whole
        fileprivate var isChanging = false
        fileprivate var dueAt: Timestamp?
    }

    private struct Place: Hashable {
        let session: LiveSessionID
        let user: UserID
    }

    /// Connections at most.
    public let connectionsMax: Int
    private let connectMilliseconds: Int64
    private var connections: [UInt64: Connection] = [:]
    private var senders: [Place: UInt64] = [:]
    private var takers: [UInt64: Set<UInt64>] = [:]
    private var sessions: [LiveSessionID: Set<UInt64>] = [:]
    private var lastNumber: UInt64 = 0
    private var counts: [Kind: Int] = [:]

    /// Makes it without connections.
    public init(connectionsMax: Int, connectSeconds: Int) {
        self.connectionsMax = connectionsMax
        connectMilliseconds = Int64(connectSeconds) * 1_000
    }

    /// How many there are of a kind.
    public func count(_ kind: Kind) -> Int { counts[kind] ?? 0 }

    /// A connection; nil where it has ended.
    public subscript(number: UInt64) -> Connection? { connections[number] }

    /// The numbers of all connections of a start.
    public func all(of session: LiveSessionID) -> [UInt64] { sessions[session].map { $0.sorted() } ?? [] }

    /// The numbers of all connections.
    public var all: [UInt64] { connections.keys.sorted() }

    /// The numbers of those who were not connected in time.
    public func due(at now: Timestamp) -> [UInt64] {
        connections.values.filter { $0.dueAt.map { $0 <= now } ?? false }.map(\.number).sorted()
    }
}

// MARK: - Beginnings

extension RTCSeats {
    /// A connection that begins, and those that end by it: the earlier one for the same, with who took it.
    public typealias Beginning = (connection: Connection, ended: [Connection])

    /// Begins to send.
    ///
    /// - Parameter openness: what the user's seat allows; nil where they are in none.
    public mutating func send(
        _ session: LiveSessionID, _ user: UserID, openness: Openness?, at now: Timestamp
    ) -> Result<Beginning, Refusal> {
        guard let openness else { return .failure(.notSeated) }
        let before = senders[Place(session: session, user: user)]
        guard connections.count - (before == nil ? 0 : 1) < connectionsMax else { return .failure(.full) }
        let ended = before.map { end($0) } ?? []
        let number = begin(.sender, session, user, sender: nil, at: now)
        connections[number]?.wanted = openness
        senders[Place(session: session, user: user)] = number
        guard let connection = connections[number] else { return .failure(.full) }
        return .success((connection, ended))
    }

    /// Begins to take what another user sends.
    ///
    /// - Parameter isSeated: whether the user is in a seat themselves.
    public mutating func take(
        _ other: UserID, _ session: LiveSessionID, _ user: UserID, isSeated: Bool, at now: Timestamp
    ) -> Result<Beginning, Refusal> {
        guard isSeated else { return .failure(.notSeated) }
        guard other != user, let sender = senders[Place(session: session, user: other)],
            let state = connections[sender]?.state, state != .asked
        else { return .failure(.notSending) }
        let before = takers[sender]?.first { connections[$0]?.user == user }
        guard connections.count - (before == nil ? 0 : 1) < connectionsMax else { return .failure(.full) }
        let ended = before.map { end($0) } ?? []
        let number = begin(.taker, session, user, sender: sender, at: now)
        takers[sender, default: []].insert(number)
        guard let connection = connections[number] else { return .failure(.full) }
        return .success((connection, ended))
    }

    private mutating func begin(
        _ kind: Kind, _ session: LiveSessionID, _ user: UserID, sender: UInt64?, at now: Timestamp
    ) -> UInt64 {
        lastNumber += 1
        var connection = Connection(kind: kind, session: session, user: user, number: lastNumber, sender: sender)
        connection.dueAt = now.adding(milliseconds: connectMilliseconds)
        connections[lastNumber] = connection
        sessions[session, default: []].insert(lastNumber)
        counts[kind, default: 0] += 1
        return lastNumber
    }
}

// MARK: - Changes

extension RTCSeats {
    /// The media server answered. False where the connection has ended meanwhile, or more of it is passed on than may be.
    public mutating func answered(_ number: UInt64) -> Bool {
        guard let connection = connections[number] else { return false }
        guard connection.kind == .taker || connection.passed == connection.wanted else { return false }
        if connection.state == .asked { connections[number]?.state = .answered }
        return true
    }

    /// Packets can flow.
    public mutating func connected(_ number: UInt64) {
        guard connections[number] != nil else { return }
        connections[number]?.state = .connected
        connections[number]?.dueAt = nil
    }

    /// What the media server is to pass on of a sender from now on; nil where that is so, or is being asked for. Call ``changed(_:to:)``
    /// then, and this again.
    public mutating func nextChange(of number: UInt64) -> Openness? {
        guard let connection = connections[number], connection.kind == .sender, !connection.isChanging,
            connection.wanted != connection.passed
        else { return nil }
        connections[number]?.isChanging = true
        return connection.wanted
    }

    /// The media server passes on this of a sender.
    public mutating func changed(_ number: UInt64, to openness: Openness) {
        connections[number]?.isChanging = false
        connections[number]?.passed = openness
    }

    /// Follows the seats of a live.
    ///
    /// - Returns: The connections that ended because their users left their seats, with the connections that took from those users; and
    ///   the numbers of the senders whose microphone or camera is to be closed or opened.
    public mutating func follow(
        _ session: LiveSessionID, _ seats: [UserID: Openness]
    ) -> (ended: [Connection], changing: [UInt64]) {
        var ended: [Connection] = []
        var changing: [UInt64] = []
        for number in all(of: session) {
            guard let connection = connections[number] else { continue }
            guard let openness = seats[connection.user] else {
                ended += end(number)
                continue
            }
            guard connection.kind == .sender, connection.wanted != openness else { continue }
            connections[number]?.wanted = openness
            // Who asks the media server for one that begins looks at this before anybody can take it.
            if connection.state != .asked { changing.append(number) }
        }
        return (ended, changing)
    }

    /// Ends a connection, and those of who took it. Empty where it has ended before.
    public mutating func end(_ number: UInt64) -> [Connection] {
        guard let connection = remove(number) else { return [] }
        return [connection] + (takers.removeValue(forKey: number) ?? []).sorted().compactMap { remove($0) }
    }

    private mutating func remove(_ number: UInt64) -> Connection? {
        guard let connection = connections.removeValue(forKey: number) else { return nil }
        counts[connection.kind, default: 0] -= 1
        sessions[connection.session]?.remove(number)
        if sessions[connection.session]?.isEmpty ?? false { sessions[connection.session] = nil }
        let place = Place(session: connection.session, user: connection.user)
        if senders[place] == number { senders[place] = nil }
        if let sender = connection.sender { takers[sender]?.remove(number) }
        return connection
    }
}
