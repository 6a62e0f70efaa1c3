package import Logging
package import NIOCore
package import OvationMedia
package import OvationModel
import OvationObservability
package import OvationStorage
package import OvationSupport
import Synchronization

/// The pictures of the lives on this node. May be used from any thread.
package final class Pictures: Sendable {
    /// Told how the picture of a start of a live is, in order for each live.
    package typealias Listener = @Sendable (LiveID, LiveSessionID, PictureStatus) -> Void

    struct State {
        /// The newest start of each live that anybody published or played.
        var byLive: [LiveID: LivePicture] = [:]
        var bySession: [LiveSessionID: LivePicture] = [:]
        var budget: RingBudget<LiveSessionID>
        var listeners: [Listener] = []
        var coverListeners: [Listener] = []
        var publishers = 0
        var players = 0
        /// Streams that other servers fetch.
        var followers = 0
        /// Who fetches pictures of other servers, and who hands requests on to them; nil for a server alone.
        var fetches: PictureFetches?
        var handing: HandingDesk?
        /// Whether the server stops, and sends other servers nothing any more.
        var isStopping = false
    }

    package let configuration: MediaConfiguration
    package let addresses: PlayAddresses
    /// The tickets of users in seats; nil where they send to each other.
    package let seatTickets: SeatTickets?
    let metrics: MediaMetrics
    let fetchMetrics: FetchMetrics
    let clock: ServerClock
    package let keys: any StreamKeySource
    /// Which of them come by WebRTC.
    package let rtc: RTCLives
    /// Who records them; nil on a server that has no recordings.
    package let recordings: RecordingDesk?
    /// Which of them come by RTMP.
    let pushes = PushedPictures()
    private let tickets: any PublishTicketSource
    let loops: [MediaLoop]
    private let findStart: @Sendable (LiveID) -> LiveStart?
    let logger: Logger
    let state: Mutex<State>
    /// What became of the last publishers.
    let eventLog: Mutex<StreamEventLog>
    private let lastPublisher = Atomic<UInt64>(0)
    private let lastFollower = Atomic<UInt64>(0)
    /// Lines about refused publishers: of strangers, and of those who were let in. Who tries keys leaves room for the others.
    private let strangersLines: Mutex<LogThrottle>
    private let publishersLines: Mutex<LogThrottle>

    /// Makes the pictures of a node that has none yet.
    ///
    /// - Parameters:
    ///   - secret: the app's secret, from which the key of signed addresses follows.
    ///   - eventLoops: where the sockets are.
    ///   - keys: the stream keys of lives.
    ///   - tickets: the tickets for publishing.
    ///   - refusedLinesPerSecond: lines of the log about refused publishers, of each kind; 0 bounds nothing.
    ///   - recordings: who records them; nil for a server that has no recordings.
    ///   - findStart: the start of a live that is on; nil where none is.
    package init(
        _ configuration: MediaConfiguration, secret: String, eventLoops: [any EventLoop], clock: ServerClock,
        keys: any StreamKeySource, tickets: any PublishTicketSource, metrics: MediaMetrics,
        fetchMetrics: FetchMetrics, logger: Logger,
        refusedLinesPerSecond: Int, recordings: RecordingDesk? = nil,
        findStart: @escaping @Sendable (LiveID) -> LiveStart?
    ) {
        self.configuration = configuration
        self.clock = clock
        self.keys = keys
        self.tickets = tickets
        self.recordings = recordings
        self.metrics = metrics
        self.fetchMetrics = fetchMetrics
        self.logger = logger
        self.findStart = findStart
        let rtc = RTCLives(carriesSeats: configuration.rtc.carriesSeats)
        self.rtc = rtc
        addresses = PlayAddresses(configuration, secret: secret, rtc: rtc)
        seatTickets = configuration.rtc.carriesSeats ? SeatTickets(configuration.rtc, secret: secret) : nil
        let limits = configuration.limits
        let lines = LogThrottle(
            perSecond: refusedLinesPerSecond, burst: refusedLinesPerSecond, at: clock.monotonic())
        strangersLines = Mutex(lines)
        publishersLines = Mutex(lines)
        loops = eventLoops.enumerated().map { MediaLoop(eventLoop: $1, index: $0, clock: clock, limits: limits) }
        state = Mutex(State(budget: RingBudget(limits: limits)))
        eventLog = Mutex(StreamEventLog(limits: limits))
    }

    /// Adds a listener, which is called with every change of a picture, on the event loop of its live.
    package func onChange(_ listener: @escaping Listener) { state.withLock { $0.listeners.append(listener) } }

    /// Adds a listener, which is called with the first cover of a picture, on the event loop of its live.
    package func onCover(_ listener: @escaping Listener) { state.withLock { $0.coverListeners.append(listener) } }

    /// A number that no other publisher of this run has.
    func makePublisherID() -> PublisherID { PublisherID(lastPublisher.add(1, ordering: .relaxed).newValue) }

    /// A number that no other follower of this run has.
    func nextFollower() -> UInt64 { lastFollower.add(1, ordering: .relaxed).newValue }

    // MARK: - Pictures of lives

    /// The start of a live that is on and runs here; nil where it is not.
    func start(of live: LiveID) -> LiveStart? { findStart(live) }

    /// The status of a live's picture; nil when it had neither a publisher nor a player since its start.
    package func status(of live: LiveID) -> PictureStatus? { known(live)?.status }

    /// The picture of a live that is known; that of a live which has just ended, too.
    package func known(_ live: LiveID) -> LivePicture? { state.withLock { $0.byLive[live] } }

    /// The picture of a live that is on; nil where it is not.
    func picture(of live: LiveID) -> LivePicture? {
        guard let start = findStart(live) else { return nil }
        let (picture, isNew) = makePicture(of: live, start.session, elsewhere: nil)
        // It may have ended between the two, and nobody would tell a picture that was not there yet.
        if isNew, findStart(live)?.session != start.session { picture.end(wasPublic: start.isPublic) }
        return picture
    }

    /// The picture of a start of a live; a new one where there is none that goes on.
    ///
    /// - Parameter elsewhere: the live as its home told of it, where that is another server.
    func makePicture(
        of live: LiveID, _ session: LiveSessionID, elsewhere: LiveStart?
    ) -> (picture: LivePicture, isNew: Bool) {
        let home = loops[live.loopIndex(among: loops.count)].eventLoop
        return state.withLock { state in
            // A live that has moved from here, and is on elsewhere or here again, has a new picture.
            if let known = state.bySession[session], !known.isEnded { return (known, false) }
            let picture = LivePicture(live, session, home: home, of: self, elsewhere: elsewhere)
            state.byLive[live] = picture
            state.bySession[session] = picture
            return (picture, true)
        }
    }

    /// The pictures that are known, those of lives which have just ended included.
    var all: [LivePicture] { state.withLock { Array($0.bySession.values) } }

    /// Stops the picture of a live; the live goes on.
    func stop(_ live: LiveID) { known(live)?.stop() }

    /// A start of a live is over, and the live is on no more.
    ///
    /// - Parameter wasPublic: whether it was listed.
    package func ended(_ session: LiveSessionID, wasPublic: Bool) {
        if !wasPublic { recordings?.wasHidden(session) }
        if let picture = state.withLock({ $0.bySession[session] }) {
            picture.end(wasPublic: wasPublic)
        } else {
            recordings?.forget(session)
        }
        addresses.gate.end(session)
        addresses.keys.forget(session)
        rtc.end(session)
    }

    /// Whether it is to be told who is in a seat.
    package var followsSeats: Bool { rtc.carriesSeats }

    /// The seats of a start of a live are these from now on: who left one is ended at the media server, and what is closed is closed there.
    package func seatsChanged(_ session: LiveSessionID, _ seats: [Seat]) { rtc.sit(seats, in: session) }

    /// The stream key of a live was made anew: who publishes by WebRTC is sent away at once.
    package func keyWasReset(of live: LiveID) { rtc.tell(.keyReset(live)) }

    /// A media server of one's own has the picture of a live.
    ///
    /// - Parameter close: has that server end it, where another one took over or the picture is to stop.
    func beganElsewhere(
        _ live: LiveID, _ publisher: PublisherID, close: @escaping @Sendable (PublisherEnd) -> Void = { _ in }
    ) {
        picture(of: live)?.beganElsewhere(publisher, close: close)
    }

    /// That media server lost the publisher, or the publisher stopped.
    func disconnectedElsewhere(_ live: LiveID, _ publisher: PublisherID, isFinished: Bool) {
        known(live)?.disconnected(publisher, isFinished: isFinished)
    }

    // MARK: - What pictures ask for

    /// A picture began, stopped or broke off.
    func tell(_ picture: LivePicture, _ status: PictureStatus) {
        logger.info(
            "picture changed",
            metadata: [LogKeys.roomID: "\(picture.live)", LogKeys.mediaState: "\(status.state.rawValue)"])
        for listener in state.withLock({ $0.listeners }) { listener(picture.live, picture.session, status) }
    }

    /// The first cover of a picture came.
    func tellCover(_ picture: LivePicture, _ status: PictureStatus) {
        for listener in state.withLock({ $0.coverListeners }) { listener(picture.live, picture.session, status) }
    }

    /// A ring holds so many bytes now. Where there is not enough room for all, rings give way.
    func holds(_ bytes: Int, for session: LiveSessionID) {
        let cuts = state.withLock { state -> [(LivePicture, Int)] in
            guard state.bySession[session] != nil else { return [] }
            let cuts = state.budget.set(session, bytes: bytes)
            metrics.ringBytes(state.budget.byteCount)
            return cuts.compactMap { cut in state.bySession[cut.live].map { ($0, cut.bytesMax) } }
        }
        // Later, because the picture that asks is in the middle of a change.
        for (picture, bytesMax) in cuts { picture.home.execute { picture.setRingBytesMax(bytesMax) } }
    }

    /// A live is over, and nothing is kept of its picture.
    func forget(_ picture: LivePicture) {
        let cuts = state.withLock { state -> [(LivePicture, Int)] in
            guard state.bySession[picture.session] === picture else { return [] }
            addresses.covers.remove(picture.session)
            state.bySession[picture.session] = nil
            if state.byLive[picture.live] === picture { state.byLive[picture.live] = nil }
            let cuts = state.budget.remove(picture.session)
            metrics.ringBytes(state.budget.byteCount)
            return cuts.compactMap { cut in state.bySession[cut.live].map { ($0, cut.bytesMax) } }
        }
        for (picture, bytesMax) in cuts { picture.home.execute { picture.setRingBytesMax(bytesMax) } }
    }
}

// MARK: - Who may

extension Pictures {
    /// Gives the owner of a live a ticket with which one connection may publish its picture.
    ///
    /// - Throws: where it cannot be kept.
    package func issueTicket(for live: LiveID) async throws -> PublishTicket {
        try await tickets.issue(for: live, at: clock.wall())
    }

    /// Why a client may not publish; nil when it may. This uses up the ticket.
    func refusal(ofPublishing live: LiveID, ticket: String?, key: String?) async -> MediaRefusal? {
        let refusal = await lookAtPublisher(of: live, ticket: ticket, key: key)
        if let refusal { refused(publisherOf: live, refusal, isStranger: true) }
        return refusal
    }

    /// The same for a client that has one text, which is a ticket or the stream key. This uses up the ticket.
    func refusal(ofPublishing live: LiveID, bearer: String) async -> MediaRefusal? {
        // What is no ticket of ours costs no look into the storage.
        let isTicket = (try? await tickets.redeem(bearer, for: live, at: clock.wall())) ?? false
        if isTicket, configuration.mode == .relay { return findStart(live) == nil ? MediaRefusal(.liveNotOn) : nil }
        let refusal = await lookAtPublisher(of: live, ticket: nil, key: bearer)
        // The line and the event are the caller's, who knows more.
        if let refusal {
            metrics.refused(refusal.rejection.code)
            metrics.refusedPublisher(refusal.reason)
        }
        return refusal
    }

    /// Why a client may not send a cover: it may where it may publish. This uses up the ticket.
    func refusal(ofCoverOf live: LiveID, ticket: String?, key: String?) async -> MediaRefusal? {
        let refusal = await lookAtPublisher(of: live, ticket: ticket, key: key, isPublisher: false)
        if let refusal { metrics.refused(refusal.rejection.code) }
        return refusal
    }

    /// Counts a publisher that was refused, or sent away in the middle of its stream, and says why in the log: ffmpeg shows no answer.
    ///
    /// A live's id is printable and short. Keys, tickets and what a stream has are in no line.
    ///
    /// - Parameter isStranger: whether it was refused before its stream began.
    func refused(
        publisherOf live: LiveID, _ refusal: MediaRefusal, isStranger: Bool = false, way: StreamEvent.Way = .relay
    ) {
        metrics.refused(refusal.rejection.code)
        metrics.refusedPublisher(refusal.reason)
        note(StreamEvent(refusal, way: way, isBeforeStream: isStranger, at: clock.wall()), of: live)
        logLine(
            "a publisher was refused", of: live,
            [
                LogKeys.mediaReason: "\(refusal.reason)", LogKeys.errorCode: "\(refusal.rejection.code.rawValue)",
                LogKeys.httpStatus: "\(refusal.status)", LogKeys.error: "\(refusal.rejection.message)",
            ], isStranger: isStranger)
    }

    /// Says in the log that not every viewer's player has the codecs of a picture. Its publisher sees no reason why some see nothing.
    func note(_ info: MediaInfo, of live: LiveID) {
        logLine(
            "a picture does not play everywhere", of: live,
            [
                LogKeys.mediaCodecs: "\(info.codecs)",
                LogKeys.mediaReason: "\(info.notes.joined(separator: " "))",
            ])
    }

    /// Writes a line about a publisher, in a bounded number.
    func logLine(_ text: Logger.Message, of live: LiveID, _ more: Logger.Metadata, isStranger: Bool = false) {
        let now = clock.monotonic()
        let admitted =
            isStranger
            ? strangersLines.withLock { $0.admit(at: now) } : publishersLines.withLock { $0.admit(at: now) }
        guard let leftOut = admitted else { return }
        var metadata = more
        metadata[LogKeys.roomID] = "\(live)"
        if leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(leftOut) }
        logger.notice(text, metadata: metadata)
    }

    private func lookAtPublisher(
        of live: LiveID, ticket: String?, key: String?, isPublisher: Bool = true
    ) async -> MediaRefusal? {
        guard configuration.mode == .relay else { return MediaRefusal(.mediaNotRelayed) }
        let publishersMax = configuration.limits.publishersMax
        if isPublisher, publishersMax > 0, state.withLock({ $0.publishers }) >= publishersMax {
            return MediaRefusal(
                .mediaBusy, "The server takes at most \(publishersMax) publishers (media.publishersMax).")
        }
        // Only a client that may publish learns whether a live is on.
        if let ticket {
            do {
                guard try await tickets.redeem(ticket, for: live, at: clock.wall()) else {
                    return MediaRefusal(
                        .streamKeyInvalid,
                        "The ticket was used, has expired, or is for another live. Ask for a new one.")
                }
            } catch {
                return MediaRefusal(.storageUnavailable)
            }
        } else {
            guard let key = key.flatMap({ StreamKey($0) }) else {
                return MediaRefusal(
                    .streamKeyInvalid, "Publishing needs a ticket, or the stream key of the live.")
            }
            do {
                guard try await keys.matches(key, live: live) else {
                    return MediaRefusal(.streamKeyInvalid, "The stream key is not that of this live.")
                }
            } catch {
                return MediaRefusal(.storageUnavailable)
            }
        }
        return findStart(live) == nil ? MediaRefusal(.liveNotOn) : nil
    }

    /// Why a client may not watch; nil when it may. A picture of another server is fetched on for who may.
    ///
    /// - Parameter isCover: whether the client looks at a cover alone, for which nothing is fetched.
    func refusal(ofPlaying live: LiveID, signature: String?, isCover: Bool = false) -> MediaRefusal? {
        if let refusal = lookAtPlayer(of: live, signature: signature) {
            metrics.refused(refusal.rejection.code)
            return refusal
        }
        if !isCover { known(live)?.want(at: clock.monotonic()) }
        return nil
    }

    private func lookAtPlayer(of live: LiveID, signature: String?) -> MediaRefusal? {
        guard configuration.mode == .relay else { return MediaRefusal(.mediaNotRelayed) }
        // What is kept of a live that has just ended is shown to its end, to who might watch the live.
        let present = watchedStart(of: live)
        guard let start = present ?? lastStart(of: live) else { return MediaRefusal(.liveNotOn) }
        // A signed address ends with its live.
        if present == nil, addresses.needSignature(isPublic: start.isPublic) { return MediaRefusal(.liveNotOn) }
        return addresses.refusal(signature, of: live, start, at: clock.wall()).map { MediaRefusal($0) }
    }

    /// Whom a player's address names; nil where the live needs no signature, or is over.
    func watcher(of live: LiveID, signature: String?) -> PlaySignature? {
        guard let start = watchedStart(of: live), addresses.needSignature(isPublic: start.isPublic) else { return nil }
        return signature.flatMap { PlaySignature($0) }
    }

    private func lastStart(of live: LiveID) -> LiveStart? {
        known(live).map { LiveStart(session: $0.session, isPublic: $0.wasPublic) }
    }

    /// Counts a publisher that is connected, or is no more.
    func countPublisher(_ change: Int) {
        let count = state.withLock { state in
            state.publishers += change
            return state.publishers
        }
        metrics.publishers(count)
    }

    /// Counts a player that is connected, or is no more.
    func countPlayer(_ change: Int) {
        let count = state.withLock { state in
            state.players += change
            return state.players
        }
        metrics.players(count)
    }
}
