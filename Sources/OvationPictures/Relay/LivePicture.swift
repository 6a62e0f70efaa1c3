package import NIOCore
package import OvationMedia
import OvationModel
import OvationSupport
import Synchronization

/// The picture of one start of a live on this node: it feeds ``OvationMedia/Picture``, and carries out what that says.
///
/// Sound as `Sendable` because all but `shown` is touched on the event loop of its live only; the methods hop there, and keep the order of
/// the calls of one event loop.
package final class LivePicture: @unchecked Sendable {
    /// What came of a publisher's stream.
    typealias Part = Picture<MediaPayload>.Part

    let live: LiveID
    let session: LiveSessionID
    package let home: any EventLoop
    let pictures: Pictures
    var picture: Picture<MediaPayload>
    /// How the connections of publishers are closed.
    private var publishers: [PublisherID: @Sendable (PublisherEnd) -> Void] = [:]
    /// Players on each event loop.
    private var playersByLoop: [Int]
    private var alarm: (at: Timestamp, task: Scheduled<Void>)?
    private var countedFragments: (taken: Int64, givenUp: Int64) = (0, 0)
    private(set) var isForgotten = false
    /// The servers that have viewers of the picture, by their slot, and when they are told that it is still there.
    var followers: [UInt16: Follower] = [:]
    var beat: RepeatedTask?
    /// The description of the stream that came last.
    private var lastInfo: MediaInfo?
    /// What players over HTTP are shown.
    let shown: Mutex<Shown>

    /// What players over HTTP are shown, from any thread.
    struct Shown {
        var ring: FragmentRing<MediaPayload>
        var status: PictureStatus
        var playlist: HLSPlaylist
        var wasPublic = false
        /// The live as its home told of it, where that is another server.
        var elsewhere: LiveStart?
        /// When somebody wanted to watch it last, by the clock that never steps.
        var wantedAt: Timestamp
        var isEnded = false
        /// Whether another server has told how the picture is.
        var hasFollowed = false
        /// Whether it had a player, or a segment of it was asked for.
        var wasPlayed = false
    }

    /// Makes the picture of a live that has none yet.
    ///
    /// - Parameter elsewhere: the live as its home told of it, where that is another server.
    init(
        _ live: LiveID, _ session: LiveSessionID, home: any EventLoop, of pictures: Pictures,
        elsewhere: LiveStart? = nil
    ) {
        self.live = live
        self.session = session
        self.home = home
        self.pictures = pictures
        let limits = pictures.configuration.limits
        picture = Picture(limits: limits, isFetched: elsewhere != nil, at: pictures.clock.wall())
        playersByLoop = Array(repeating: 0, count: pictures.loops.count)
        shown = Mutex(
            Shown(
                ring: picture.ring, status: picture.status, playlist: HLSPlaylist(limits: limits),
                elsewhere: elsewhere, wantedAt: pictures.clock.monotonic()))
    }

    func onHome(_ work: @escaping @Sendable () -> Void) {
        if home.inEventLoop { work() } else { home.execute(work) }
    }

    // MARK: - Publishers

    /// A publisher is connected, with a key or a ticket that holds.
    ///
    /// - Parameter close: ends its connection; called on the event loop of the live.
    func connected(_ publisher: PublisherID, close: @escaping @Sendable (PublisherEnd) -> Void) {
        onHome {
            guard !self.isForgotten else { return close(.liveEnded) }
            self.becomeOwn()
            self.publishers[publisher] = close
            self.change { $0.connected(publisher, at: $1) }
        }
    }

    /// Parts of a publisher's stream came.
    func received(_ parts: [Part], from publisher: PublisherID) {
        onHome {
            self.note(parts)
            self.change { picture, now in
                parts.flatMap { picture.received($0, from: publisher, at: now) }
            }
        }
    }

    /// A publisher sent a cover. That of one that viewers do not see is none.
    func took(_ cover: CoverImage, from publisher: PublisherID) {
        onHome {
            guard !self.isForgotten, self.picture.publisher == publisher, self.picture.status.state == .live else {
                return
            }
            let covers = self.pictures.addresses.covers
            let isFirst = covers.set(cover, of: self.session, at: self.pictures.clock.wall())
            // Later ones are answered at the same address, until the live is told again.
            if isFirst { self.pictures.tellCover(self, self.picture.status) }
        }
    }

    /// What became of a cover that somebody who may publish sent beside the stream.
    enum CoverOutcome: Sendable {
        /// It is the cover now.
        case taken
        /// The one before is too young.
        case early
        /// There is no picture.
        case noPicture
    }

    /// Whether the cover is too young for another one. May be read on any thread.
    var isCoverEarly: Bool {
        guard let before = pictures.addresses.covers[session] else { return false }
        let secondsMin = Int64(pictures.configuration.limits.coverSecondsMin)
        return (0..<secondsMin).contains(pictures.clock.wall().seconds - before.version)
    }

    /// A key frame with what a decoder needs before it, and who sent it.
    struct KeyFrame: Sendable {
        let publisher: PublisherID
        /// The beginning of the stream, and the fragment that begins with the key frame.
        let content: [ByteBuffer]
    }

    /// The newest key frame of a picture that runs here; nil if there is none, or only sound.
    func newestKeyFrame() async throws -> KeyFrame? {
        try await home.submit {
            guard !self.isForgotten, self.picture.status.state == .live, let publisher = self.picture.publisher,
                let entry = self.picture.ring.newestKeyEntry.flatMap({ self.picture.ring.entry($0) }),
                let beginning = self.picture.ring.initialisation(entry.initialisation), beginning.info.hasPicture
            else { return nil }
            return KeyFrame(publisher: publisher, content: beginning.payload.content + entry.payload.content)
        }.get()
    }

    /// The owner of the live sent a cover of what they see, or this server had one drawn.
    ///
    /// - Parameter publisher: whose picture it shows; nil where that is not known. A cover of one that viewers see no more is none.
    func take(_ cover: CoverImage, of publisher: PublisherID? = nil) async throws -> CoverOutcome {
        try await home.submit {
            guard !self.isForgotten, self.picture.status.state == .live,
                publisher == nil || publisher == self.picture.publisher
            else { return .noPicture }
            if self.isCoverEarly { return .early }
            let (covers, now) = (self.pictures.addresses.covers, self.pictures.clock.wall())
            if covers.set(cover, of: self.session, at: now) { self.pictures.tellCover(self, self.picture.status) }
            return .taken
        }.get()
    }

    /// Notes codecs that not every player has, once for each stream that has others than the one before.
    private func note(_ parts: [Part]) {
        for case .initialisation(_, _, let info) in parts where info != lastInfo {
            lastInfo = info
            if !info.notes.isEmpty { pictures.note(info, of: live) }
        }
    }

    /// The same, for a publisher who waits until they are taken.
    func take(_ parts: [Part], from publisher: PublisherID) async throws {
        try await home.submit { self.received(parts, from: publisher) }.get()
    }

    /// A publisher's connection is gone.
    func disconnected(_ publisher: PublisherID, isFinished: Bool) {
        onHome {
            self.publishers[publisher] = nil
            self.change { $0.disconnected(publisher, isFinished: isFinished, at: $1) }
        }
    }

    /// A media server of one's own has the picture.
    ///
    /// - Parameter close: has that server end it.
    func beganElsewhere(_ publisher: PublisherID, close: @escaping @Sendable (PublisherEnd) -> Void) {
        onHome {
            guard !self.isForgotten else { return close(.liveEnded) }
            self.becomeOwn()
            self.publishers[publisher] = close
            self.change { $0.beganElsewhere(publisher, at: $1) }
        }
    }

    /// Stops the picture; the live goes on.
    package func stop() {
        onHome { if !self.picture.isFetched { self.change { $0.stop(at: $1) } } }
    }

    /// The live is over.
    ///
    /// - Parameter wasPublic: whether it was listed, so that anybody may watch its end.
    func end(wasPublic: Bool) {
        shown.withLock { shown in
            shown.wasPublic = wasPublic
            (shown.elsewhere, shown.isEnded) = (nil, true)
        }
        onHome { self.change { $0.end(at: $1) } }
    }

    /// Sets what the ring may hold.
    func setRingBytesMax(_ bytes: Int) {
        onHome {
            self.change { picture, _ in
                picture.setRingBytesMax(bytes)
                return []
            }
        }
    }

    // MARK: - Players

    /// A player came on an event loop, which is shown the picture from now on.
    func playerCame(on loop: Int) {
        onHome {
            self.playersByLoop[loop] += 1
            self.notePlayed()
            if self.isForgotten { self.showEnd(on: loop) } else { self.show(on: loop) }
        }
    }

    /// A player is gone.
    func playerWent(on loop: Int) { onHome { self.playersByLoop[loop] -= 1 } }

    /// The playlist that players open first; nil where there is nothing to list yet.
    func mainPlaylist(query: String?) -> (bytes: [UInt8], segmentSeconds: Int64)? {
        shown.withLock { shown in
            MainPlaylist.bytes(of: shown.ring, query: query).map { ($0, shown.ring.targetSeconds) }
        }
    }

    /// The playlist of the segments, and its tag; nil where there is nothing to list yet.
    func playlist(query: String?) -> (bytes: [UInt8], tag: String, segmentSeconds: Int64)? {
        shown.withLock { shown in
            guard let bytes = shown.playlist.bytes(of: shown.ring, query: query) else { return nil }
            return (bytes, HLSPlaylist.entityTag(of: shown.ring), shown.ring.targetSeconds)
        }
    }

    /// An initialisation segment with its type; nil where it is not kept.
    func initialisation(_ number: Int64) -> (content: [ByteBuffer], type: String)? {
        shown.withLock { shown in
            shown.ring.initialisation(number).map { ($0.payload.content, $0.info.containerType) }
        }
    }

    /// A segment of the playlist with its type; nil where it is not kept.
    func segment(_ number: Int64) -> (content: [ByteBuffer], type: String)? {
        shown.withLock { shown in
            guard let entries = shown.ring.entries(ofSegment: number), let first = entries.first else { return nil }
            let type = shown.ring.initialisation(first.initialisation)?.info.containerType ?? "video/mp4"
            return (entries.flatMap(\.payload.content), type)
        }
    }

    /// How the picture is, as far as it was shown. From any thread.
    package var status: PictureStatus { shown.withLock { $0.status } }

    /// Whether the live was listed when it ended. From any thread.
    var wasPublic: Bool { shown.withLock { $0.wasPublic } }

    // MARK: - Carrying out

    /// Changes the picture, and does what comes of it. On the event loop of the live.
    func change(_ work: (inout Picture<MediaPayload>, Timestamp) -> [PictureAction]) {
        home.preconditionInEventLoop()
        guard !isForgotten else { return }
        let (entries, revision, status) = (picture.ring.entryNumbers, picture.ring.revision, picture.status)
        let actions = work(&picture, pictures.clock.wall())
        // At once, and not when the room is told, which may be later: that of a picture of another server is not told here at all.
        if picture.status.state == .none, status.state != .none { pictures.addresses.covers.remove(session) }
        for action in actions { carryOut(action) }
        let ring = picture.ring
        if ring.entryNumbers != entries || ring.revision != revision || picture.status != status || ring.isEnded {
            showAll()
        }
        if !picture.isFetched {
            pictures.recordings?.note(live, session, ring: ring, after: entries.upperBound, isOver: picture.isEnded)
        }
        count()
        arm()
        // The live is over and has no deadline left, so its remaining data is dropped.
        if picture.isEnded, picture.deadline == nil { forget() }
    }

    private func carryOut(_ action: PictureAction) {
        switch action {
        case .close(let publisher, let end): publishers.removeValue(forKey: publisher)?(end)
        case .tell(let status): pictures.tell(self, status)
        }
    }

    private func showAll() {
        let (ring, status) = (picture.ring, picture.status)
        shown.withLock { shown in
            shown.ring = ring
            shown.status = status
        }
        for loop in playersByLoop.indices where playersByLoop[loop] > 0 { show(on: loop) }
        for follower in followers.values { follower.wakes.yield(.changed) }
    }

    /// How many players are connected by WebSocket. On the event loop of the live.
    var playersCount: Int { playersByLoop.reduce(0, +) }

    private func show(on loop: Int) {
        pictures.loops[loop].show(LoopPicture(ring: picture.ring, state: picture.status.state), of: session)
    }

    /// Tells a player that came too late that there is nothing any more. It asks again, and is shown what there is then.
    private func showEnd(on loop: Int) {
        var ring = picture.ring
        ring.end()
        pictures.loops[loop].show(LoopPicture(ring: ring, state: .none), of: session)
    }

    private func count() {
        let counts = picture.ring.counts
        pictures.metrics.fragments(
            taken: counts.fragments - countedFragments.taken,
            givenUp: counts.fragmentsForBytes - countedFragments.givenUp)
        countedFragments = (counts.fragments, counts.fragmentsForBytes)
        pictures.holds(picture.ring.byteCount, for: session)
    }

    private func arm() {
        guard let due = picture.deadline else { return }
        if let alarm, alarm.at <= due { return }
        alarm?.task.cancel()
        let now = pictures.clock.wall()
        let delay = max(due.milliseconds(since: now), 1)
        let task = home.scheduleTask(in: .milliseconds(delay)) {
            self.alarm = nil
            self.change { $0.tick(at: $1) }
        }
        alarm = (due, task)
    }

    /// Keeps nothing of the picture any more. On the event loop of the live.
    func forget() {
        isForgotten = true
        alarm?.task.cancel()
        alarm = nil
        endFollowers()
        pictures.forget(self)
    }
}

extension LivePicture.Part {
    /// Copies a part of a publisher's stream into the buffer that all players share.
    init(_ part: MediaPublisher.Part) {
        switch part {
        case .initialisation(let segment):
            self = .initialisation(
                MediaPayload(segment.bytes), byteCount: segment.bytes.count, info: segment.info)
        case .fragment(let found):
            self = .fragment(MediaPayload(found.fragment.bytes), span: found.fragment.span, jumps: found.jumps)
        }
    }
}
