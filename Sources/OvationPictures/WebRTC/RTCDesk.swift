import Foundation
import Logging
package import NIOCore
import OvationBackend
import OvationMedia
import OvationModel
import OvationObservability
package import OvationSupport
import ServiceLifecycle
import Synchronization

/// Who publishes and watches by WebRTC: asks Janus, tells the pictures of lives, and ends what has to end.
///
/// Each live has a private room at Janus, made with its first publisher and ended with the live. Ovation alone speaks to Janus; a client
/// sees session descriptions and nothing else. May be used from any task.
package final class RTCDesk: Service, Sendable {
    /// What somebody has who publishes or watches: the resource that `Location` names.
    struct Resource: Sendable {
        let number: UInt64
        let kind: RTCPlaces.Kind
        let live: LiveID
        let session: LiveSessionID
        /// The hash of the bearer with which it was made; nil where none was needed.
        let bearer: [UInt8]?
        var handle: JanusLink.Handle?
        var tag: String
        var description: SessionDescription
        var candidateCount: Int
        /// Of a publisher: their number among those of the picture.
        var publisher: PublisherID?
        /// Of a publisher: their number in the room at Janus.
        var feed: UInt64?
        /// Of a viewer: their place among those who can be sent away.
        var gatePlace: PlayGate.Place?
        /// Of a viewer: whether they have answered Janus's offer.
        var hasAnswered = false
        /// Of a publisher: how their picture is handed on to the relay, once Janus has answered.
        var forward: Result<RTPForward, RTPForward.Obstacle>?
    }

    struct State {
        var places: RTCPlaces
        var resources: [String: Resource] = [:]
        var names: [UInt64: String] = [:]
        var handles: [JanusLink.Handle: UInt64] = [:]
        /// Starts of lives that have a room in this session with Janus.
        var rooms: Set<LiveSessionID> = []
        /// Starts of lives for which a room was made, whatever became of the session: a room outlives it.
        var made: Set<LiveSessionID> = []
        /// Why publishers were sent away lately, by the names of their resources, and these in their order.
        var endings: [String: RTCPlaces.End] = [:]
        var endingNames: [String] = []

        mutating func remember(_ name: String, _ why: RTCPlaces.End) {
            guard [.replaced, .stopped, .keyReset, .liveEnded].contains(why) else { return }
            endings[name] = why
            endingNames.append(name)
            if endingNames.count > RTCDesk.endingsMax { endings[endingNames.removeFirst()] = nil }
        }
    }

    /// How often the end of a handle is asked for.
    private static let detachTriesMax = 5
    /// How often Janus is asked for rooms that nobody needs any more.
    private static let tidySeconds = 30
    /// Of how many publishers it is known why they were sent away.
    static let endingsMax = 1_000

    let configuration: RTCConfiguration
    let pictures: Pictures
    let metrics: RTCMetrics
    let clock: ServerClock
    let ids: IDSource
    let ice: ICEServers
    let logger: Logger
    private let background: BackgroundWork
    let rooms: RTCRooms
    let bitRateMax: Int
    let state: Mutex<State>
    private let linkHolder = Mutex<JanusLink?>(nil)
    private let forwarderHolder = Mutex<RTCForwarder?>(nil)
    private let seatsHolder = Mutex<RTCSeatDesk?>(nil)

    /// Makes the desk of a node; nil where no WebRTC is carried.
    ///
    /// - Parameters:
    ///   - secret: the app's secret, from which names and secrets of rooms follow.
    ///   - group: the event loops of requests to Janus.
    package init?(
        _ configuration: RTCConfiguration, access: PictureAccess, secret: String, group: any EventLoopGroup,
        ids: IDSource, metrics: RTCMetrics
    ) {
        guard configuration.engine == .janus, let url = configuration.janusURL else { return nil }
        self.configuration = configuration
        pictures = access.pictures
        background = access.background
        logger = access.logger
        clock = access.pictures.clock
        self.metrics = metrics
        self.ids = ids
        ice = ICEServers(configuration)
        rooms = RTCRooms(secret: secret)
        bitRateMax = access.pictures.configuration.limits.bitRateMax
        state = Mutex(
            State(
                places: RTCPlaces(
                    publishersMax: configuration.publishersMax, viewersMax: configuration.viewersMax,
                    connectSeconds: configuration.connectSeconds)))
        let link = JanusLink(
            configuration, url: url, group: group, ids: ids, metrics: metrics, logger: logger,
            onEvent: { [weak self] in self?.heard($0) }, onOpen: { [weak self] in await self?.forgetRooms() },
            onLost: { [weak self] in self?.lostJanus() })
        linkHolder.withLock { $0 = link }
        let forwarder = RTCForwarder(
            configuration, pictures: pictures, metrics: metrics, logger: logger,
            room: { [weak self] session in
                guard let self else { return (0, "") }
                return (room(of: session), roomSecret(of: room(of: session), for: "secret"))
            },
            ask: { (body, handle) async throws(JanusFailure) in try await link.ask(body, handle) })
        forwarderHolder.withLock { $0 = forwarder }
        if configuration.carriesSeats {
            let seats = RTCSeatDesk(
                configuration, pictures: pictures, link: link, rooms: rooms, ids: ids, metrics: metrics,
                background: background, logger: logger, release: { [weak self] handle in self?.release(handle) },
                destroyRoom: { [weak self] room in
                    self?.background.submit { [weak self] in await self?.destroyRoom(room) }
                })
            seatsHolder.withLock { $0 = seats }
        }
        pictures.rtc.use { [weak self] in self?.obey($0) }
    }

    /// The session with Janus.
    var link: JanusLink {
        guard let link = linkHolder.withLock({ $0 }) else {
            preconditionFailure("the desk has a link from its start on")
        }
        return link
    }

    /// What hands pictures on to the relay.
    private var forwarder: RTCForwarder? { forwarderHolder.withLock { $0 } }

    /// What users in seats send and take; nil where they send to each other.
    var seats: RTCSeatDesk? { seatsHolder.withLock { $0 } }

    /// Holds the session with Janus until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask { await self.link.run() }
                group.addTask { await self.forwarder?.run() }
                group.addTask {
                    while !Task.isCancelled {
                        do { try await Task.sleep(for: .seconds(Self.tidySeconds)) } catch { return }
                        if self.link.isOpen { await self.tidyRooms() }
                    }
                }
                group.addTask {
                    while !Task.isCancelled {
                        do { try await Task.sleep(for: .seconds(1)) } catch { return }
                        self.tick()
                    }
                }
            }
        }
        await link.end()
    }

    /// Ends who was not connected in time. Called once a second.
    func tick() {
        let now = clock.monotonic()
        for number in state.withLock({ $0.places.due(at: now) }) { end(number, .silent) }
        seats?.tick(at: now)
    }

    // MARK: - Ends

    /// What the rest of the server wants ended.
    private func obey(_ order: RTCOrder) {
        switch order {
        case .keyReset(let live):
            for number in state.withLock({ $0.places.publishers(of: live) }) { end(number, .keyReset) }
        case .liveEnded(let session):
            let (numbers, hasRoom) = state.withLock { state in
                state.rooms.remove(session)
                return (state.places.all(of: session), state.made.remove(session) != nil)
            }
            for number in numbers { end(number, .liveEnded) }
            if hasRoom { background.submit { [weak self] in await self?.destroyRoom(of: session) } }
            seats?.liveEnded(session)
        case .seatsChanged(let session): seats?.seatsChanged(session)
        }
    }

    /// Ends a place, with those who watched it.
    func end(_ number: UInt64, _ why: RTCPlaces.End) {
        let ended = state.withLock { state -> [(Resource, RTCPlaces.State)] in
            let ended = state.places.end(number)
            metrics.places(state.places)
            return ended.compactMap { place in
                state.names.removeValue(forKey: place.number).flatMap { name in
                    guard let resource = state.resources.removeValue(forKey: name) else { return nil }
                    if let handle = resource.handle { state.handles[handle] = nil }
                    if resource.kind == .publisher { state.remember(name, why) }
                    return (resource, place.state)
                }
            }
        }
        for (resource, place) in ended { clear(resource, place, resource.number == number ? why : .publisherGone) }
    }

    func clear(_ resource: Resource, _ place: RTCPlaces.State, _ why: RTCPlaces.End) {
        metrics.ended(why)
        if let handle = resource.handle, why != .serverLost { release(handle) }
        if let gatePlace = resource.gatePlace { pictures.addresses.gate.closed(gatePlace) }
        if resource.kind == .publisher {
            forwarder?.ended(resource.number)
            pictures.rtc.ended(resource.session, resource.number)
            if let publisher = resource.publisher, ![.replaced, .stopped, .liveEnded].contains(why) {
                pictures.disconnectedElsewhere(resource.live, publisher, isFinished: why == .deleted)
            }
            // Who was refused reads why in the answer, which has an event of its own.
            if why != .refused { pictures.note(StreamEvent(why, at: clock.wall()), of: resource.live) }
            logger.notice(
                "a publisher by WHIP is gone",
                metadata: [
                    LogKeys.roomID: "\(resource.live)", LogKeys.mediaServer: "janus",
                    LogKeys.mediaReason: "\(why.rawValue)", LogKeys.mediaState: "\(place)",
                ])
        }
    }

    /// Ends a handle at Janus soon.
    private func release(_ handle: JanusLink.Handle) {
        background.submit { [weak self] in await self?.detach(handle) }
    }

    /// Ends a handle at Janus, and tries again where Janus does not answer.
    private func detach(_ handle: JanusLink.Handle) async {
        for _ in 0..<Self.detachTriesMax {
            do {
                return try await link.detach(handle)
            } catch JanusFailure.refused {
                // Janus does not know it any more.
                return
            } catch {
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }

    // MARK: - What Janus tells

    private func heard(_ message: JanusMessage) {
        guard let sender = message.sender else { return }
        let found = state.withLock { state in
            state.handles.first { $0.key.id == sender }?.value
        }
        guard let number = found else {
            seats?.heard(message, of: sender)
            return
        }
        switch message.janus {
        case "webrtcup" where kind(of: number) == .viewer: connected(number)
        // Of a publisher, the connection alone is no picture yet.
        case "media" where message.receiving == true && kind(of: number) == .publisher: connected(number)
        case "hangup", "detached": end(number, .lost)
        default: break
        }
    }

    private func kind(of number: UInt64) -> RTCPlaces.Kind? { state.withLock { $0.places[number]?.kind } }

    private func connected(_ number: UInt64) {
        let id = pictures.makePublisherID()
        let began = state.withLock { state -> (place: RTCPlaces.Place, replaced: RTCPlaces.Place?)? in
            guard let news = state.places.connected(number) else { return nil }
            if news.place.kind == .publisher, let name = state.names[number] { state.resources[name]?.publisher = id }
            return news
        }
        let resource = state.withLock { state in state.names[number].flatMap { state.resources[$0] } }
        guard let began, began.place.kind == .publisher else { return }
        if let replaced = began.replaced { end(replaced.number, .replaced) }
        pictures.rtc.began(began.place.session, number)
        pictures.beganElsewhere(began.place.live, id) { [weak self] reason in
            self?.end(number, RTCPlaces.End(reason))
        }
        if let resource { handOn(resource, as: id) }
        // It may have ended while the picture began.
        if state.withLock({ $0.places[number] == nil }) {
            forwarder?.ended(number)
            pictures.rtc.ended(began.place.session, number)
            pictures.disconnectedElsewhere(began.place.live, id, isFinished: true)
            return
        }
        logger.info(
            "a publisher by WHIP sends",
            metadata: [LogKeys.roomID: "\(began.place.live)", LogKeys.mediaServer: "janus"])
    }

    /// Hands a publisher's picture on to the relay, where it can be.
    private func handOn(_ resource: Resource, as publisher: PublisherID) {
        guard let handle = resource.handle, let feed = resource.feed, let forward = resource.forward else { return }
        switch forward {
        case .failure(let obstacle): forwarder?.cannot(resource.live, obstacle)
        case .success(let forward):
            forwarder?.began(
                RTCForwarder.Job(
                    number: resource.number, live: resource.live, session: resource.session, publisher: publisher,
                    feed: feed, handle: handle, forward: forward))
        }
    }

    private func lostJanus() {
        let numbers = state.withLock { state in
            state.rooms = []
            return state.places.all
        }
        for number in numbers { end(number, .serverLost) }
        seats?.lostJanus()
    }
}

extension RTCPlaces.End {
    /// Why the picture sends a publisher away.
    init(_ end: PublisherEnd) {
        self =
            switch end {
            case .replaced: .replaced
            case .stopped: .stopped
            case .liveEnded: .liveEnded
            }
    }
}
