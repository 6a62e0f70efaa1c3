import Logging
import OvationBackend
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

/// What users in seats send to Janus and take from there: each sends once into the room of the seats, and takes each other user on a
/// connection of its own.
///
/// Who may is what the seats say at that moment, and with every change of them. Who is in no seat any more is ended, and what a seat keeps
/// closed is closed at Janus (`moderate`), whatever their page does. Where Janus does not close it, nothing of the user is passed on. May
/// be used from any task.
final class RTCSeatDesk: Sendable {
    /// A connection: the resource that `Location` names.
    struct Resource: Sendable {
        let number: UInt64
        let kind: RTCSeats.Kind
        let live: LiveID
        let user: UserID
        let name: String
        let tag: String
        var firstMid: String
        var candidateCount: Int
        var handle: JanusLink.Handle?
        /// The number of this sender in the room at Janus; nil for a taker.
        var feed: UInt64?
        /// The names of the media, by their kinds.
        var mids: [String: String] = [:]
        /// Whether this taker has answered the offer of Janus; false for a sender.
        var hasAnswered = false
    }

    struct State {
        var seats: RTCSeats
        var resources: [String: Resource] = [:]
        var names: [UInt64: String] = [:]
        /// The numbers of connections by their handles at Janus.
        var handles: [UInt64: UInt64] = [:]
        /// Starts of lives whose seats have a room in this session with Janus.
        var rooms: Set<LiveSessionID> = []
        /// Starts of lives for whose seats a room was made.
        var made: Set<LiveSessionID> = []
    }

    let configuration: RTCConfiguration
    let pictures: Pictures
    let link: JanusLink
    let roomNames: RTCRooms
    let ids: IDSource
    let metrics: RTCMetrics
    let state: Mutex<State>
    let logger: Logger
    private let background: BackgroundWork
    private let release: @Sendable (JanusLink.Handle) -> Void
    private let destroyRoom: @Sendable (UInt64) -> Void

    /// - Parameters:
    ///   - release: ends a handle at Janus soon.
    ///   - destroyRoom: ends a room at Janus soon.
    init(
        _ configuration: RTCConfiguration, pictures: Pictures, link: JanusLink, rooms: RTCRooms, ids: IDSource,
        metrics: RTCMetrics, background: BackgroundWork, logger: Logger,
        release: @escaping @Sendable (JanusLink.Handle) -> Void, destroyRoom: @escaping @Sendable (UInt64) -> Void
    ) {
        self.configuration = configuration
        self.pictures = pictures
        self.link = link
        roomNames = rooms
        self.ids = ids
        self.metrics = metrics
        self.background = background
        self.logger = logger
        self.release = release
        self.destroyRoom = destroyRoom
        state = Mutex(
            State(
                seats: RTCSeats(
                    connectionsMax: configuration.seatConnectionsMax, connectSeconds: configuration.connectSeconds)))
    }

    /// The rooms of seats at Janus.
    var rooms: Set<UInt64> { state.withLock { Set($0.made.map { roomNames.seats(of: $0) }) } }

    // MARK: - What happens

    /// The seats of a live are others.
    func seatsChanged(_ session: LiveSessionID) {
        let (ended, changing) = state.withLock { state -> ([Resource], [UInt64]) in
            // Read inside of the lock, so that of two changes at a time the later one is what stays.
            let (ended, changing) = state.seats.follow(session, pictures.rtc.seats(of: session))
            return (remove(ended, &state), changing)
        }
        finish(ended, .notSeated, first: nil)
        for number in changing { background.submit { [weak self] in await self?.change(number) } }
    }

    /// A live is over.
    func liveEnded(_ session: LiveSessionID) {
        let hasRoom = state.withLock { state in
            state.rooms.remove(session)
            return state.made.remove(session) != nil
        }
        for number in state.withLock({ $0.seats.all(of: session) }) { end(number, .liveEnded) }
        if hasRoom { destroyRoom(roomNames.seats(of: session)) }
    }

    /// The session with Janus is over, with everything that was there.
    func lostJanus() {
        let numbers = state.withLock { state in
            state.rooms = []
            return state.seats.all
        }
        for number in numbers { end(number, .serverLost) }
    }

    /// With a new session, nothing is known of the rooms of an earlier one.
    func forgetRooms() { state.withLock { $0.rooms = [] } }

    /// Ends who was not connected in time.
    func tick(at now: Timestamp) {
        for number in state.withLock({ $0.seats.due(at: now) }) { end(number, .silent) }
    }

    /// What Janus tells of a handle.
    func heard(_ message: JanusMessage, of handle: UInt64) {
        guard let number = state.withLock({ $0.handles[handle] }) else { return }
        switch message.janus {
        case "webrtcup": state.withLock { $0.seats.connected(number) }
        case "hangup", "detached": end(number, .lost)
        default: break
        }
    }

    // MARK: - Ends

    /// Ends a connection, and those of who took it.
    func end(_ number: UInt64, _ why: RTCSeats.End) {
        let ended = state.withLock { state in remove(state.seats.end(number), &state) }
        finish(ended, why, first: number)
    }

    /// Forgets what belonged to connections that have ended.
    func remove(_ ended: [RTCSeats.Connection], _ state: inout State) -> [Resource] {
        metrics.seats(state.seats)
        return ended.compactMap { connection in
            guard let name = state.names.removeValue(forKey: connection.number),
                let resource = state.resources.removeValue(forKey: name)
            else { return nil }
            if let handle = resource.handle { state.handles[handle.id] = nil }
            return resource
        }
    }

    /// Ends a handle that was made for something that has ended meanwhile.
    func giveBack(_ handle: JanusLink.Handle) { release(handle) }

    /// Ends a room that was made for a live that has ended meanwhile.
    func giveBack(roomOf session: LiveSessionID) { destroyRoom(roomNames.seats(of: session)) }

    /// Ends at Janus what has ended here.
    ///
    /// - Parameter first: the number of the connection that ended for this reason; the others took from it. Nil where all of them ended
    ///   for this reason.
    func finish(_ ended: [Resource], _ why: RTCSeats.End, first: UInt64?) {
        for resource in ended {
            metrics.seatEnded(first.map { $0 == resource.number } ?? true ? why : .senderGone)
            if let handle = resource.handle, why != .serverLost { release(handle) }
            guard resource.kind == .sender else { continue }
            logger.info(
                "a user in a seat sends no more",
                metadata: [
                    LogKeys.roomID: "\(resource.live)", LogKeys.userID: "\(resource.user)",
                    LogKeys.mediaServer: "janus",
                    LogKeys.mediaReason: "\(why.rawValue)",
                ])
        }
    }

    // MARK: - What is closed

    /// Has Janus close and open what the seat of a sender says, until that is so. Where Janus does not, the sender is ended.
    func change(_ number: UInt64) async {
        do {
            try await close(number)
        } catch {
            logger.warning(
                "Janus did not close what a seat keeps closed, so its user sends no more",
                metadata: [LogKeys.mediaServer: "janus", LogKeys.error: "\(error.sentence)"])
            end(number, .notClosed)
        }
    }

    /// Has Janus close and open what the seat of a sender says, until that is so.
    func close(_ number: UInt64) async throws(JanusFailure) {
        while let wanted = state.withLock({ $0.seats.nextChange(of: number) }) {
            let (connection, resource) = state.withLock { state in
                (state.seats[number], state.names[number].flatMap { state.resources[$0] })
            }
            // It has ended meanwhile.
            guard let connection, let resource, let handle = resource.handle, let feed = resource.feed else { return }
            let parts = [
                ("audio", connection.passed.isHeard, wanted.isHeard),
                ("video", connection.passed.isSeen, wanted.isSeen),
            ]
            for (kind, isOpen, mayBeOpen) in parts where isOpen != mayBeOpen {
                guard let mid = resource.mids[kind] else { continue }
                let room = roomNames.seats(of: connection.session)
                var body = JanusRequest.Body("moderate")
                body.room = room
                body.secret = roomNames.secret(of: room, for: "secret")
                body.id = feed
                body.mid = mid
                body.mute = !mayBeOpen
                _ = try await link.ask(body, handle)
                metrics.seatModerated(isClosed: !mayBeOpen)
            }
            state.withLock { $0.seats.changed(number, to: wanted) }
        }
    }
}
