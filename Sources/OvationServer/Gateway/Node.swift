import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire
import Synchronization

/// Everything that the parts of one node share.
final class Node: Sendable {
    let configuration: NodeConfiguration
    let clock: ServerClock
    let ids: IDSource
    let storage: any Storage
    let shards: [LoopShard]
    let directory = RoomDirectory()
    /// What the rooms share.
    let rooms: RoomServices
    let hub: SessionHub
    let journal: Journal
    let background = BackgroundWork()
    let profiles: ProfileReader
    let gifts: GiftShelf
    let halt = GiftingHalt()
    let billing: BillingDesk
    let catalogueEditor: CatalogueEditor
    let catalogueAnnouncer: CatalogueAnnouncer
    let words = WordShelf()
    let boards: BoardShelf
    let metrics: ServerMetrics
    let verifier: UserSigVerifier
    let callbacks: Callbacks
    let reviews: MessageReviews
    /// The pictures of the lives.
    let pictures: Pictures
    let delivery: CallbackDelivery
    /// The stream keys of lives.
    let streamKeys: StreamKeys
    /// Who publishes at a media server of one's own.
    let mediaServerPublishers = MediaServerPublishers()
    let logger: Logger
    /// What one address and one user may do in a time.
    let rates: RateGates
    /// How many commands each connection may have that wait for the storage.
    let answerShare: AnswerShare
    /// Connections that are open, for the limit on them.
    let connectionCount = Atomic<Int>(0)

    var limits: Limits { configuration.limits }
    var shardCount: Int { shards.count }

    init(
        configuration: NodeConfiguration, storage: any Storage, catalogue: GiftCatalogue, eventLoops: [any EventLoop],
        clock: ServerClock, ids: IDSource, metrics: ServerMetrics, mediaMetrics: MediaMetrics, callbacks: Callbacks,
        biller: any Biller, bug: HostedBug? = nil, recorder: RoomRecorder? = nil, logger: Logger
    ) {
        self.configuration = configuration
        self.clock = clock
        self.ids = ids
        self.storage = storage
        self.metrics = metrics
        self.logger = logger
        let limits = configuration.limits
        shards = eventLoops.enumerated().map { LoopShard(eventLoop: $1, index: $0, clock: clock, limits: limits) }
        rates = RateGates(limits: limits, clock: clock, metrics: metrics, logger: logger)
        answerShare = AnswerShare(limits: limits)
        hub = SessionHub(limits: configuration.limits, bug: bug)
        journal = Journal(storage: storage, limits: configuration.limits, metrics: metrics, logger: logger)
        journal.answering { [shards] eventLoop, work in
            guard let shard = shards.first(where: { $0.eventLoop === eventLoop }) else { return work() }
            shard.gatherWrites(work)
        }
        self.callbacks = callbacks
        reviews = MessageReviews(background: background, limits: configuration.limits)
        let delivery = CallbackDelivery(
            callbacks, storage: storage, journal: journal, limits: configuration.limits, clock: clock,
            eventLoop: eventLoops[0], logger: logger)
        self.delivery = delivery
        delivery.followJournal()
        streamKeys = StreamKeys(storage: storage, journal: journal, on: eventLoops[0], clock: clock, ids: ids)
        gifts = GiftShelf(catalogue)
        profiles = ProfileReader(storage: storage, background: background)
        billing = BillingDesk(
            biller: biller, storage: storage, journal: journal, limits: configuration.limits, clock: clock,
            metrics: metrics, logger: logger, eventLoop: eventLoops[0], bug: bug)
        catalogueEditor = CatalogueEditor(
            shelf: gifts, limits: configuration.limits, clock: clock, metrics: metrics, journal: journal,
            on: shards[0].eventLoop)
        catalogueAnnouncer = CatalogueAnnouncer(
            eventLoop: shards[0].eventLoop, limits: configuration.limits, clock: clock
        ) { [shards] in
            let frame = Framing.text(FrameEncoder.catalogueChanged())
            for shard in shards { shard.run { shard.broadcast(frame) } }
        }
        boards = BoardShelf(limits: configuration.limits, calendar: configuration.ledger.calendar)
        verifier = UserSigVerifier(
            sdkAppID: configuration.sdkAppID, secret: configuration.secret, devUserSig: configuration.isDevelopment)
        let pictures = Pictures(
            configuration.media, secret: configuration.secret, eventLoops: eventLoops, clock: clock,
            keys: streamKeys, metrics: mediaMetrics, logger: logger,
            refusedLinesPerSecond: limits.refusedCallsLoggedPerSecond
        ) { [directory] in directory.start(of: $0) }
        pictures.onChange { [directory] in directory.room($0)?.notify(.pictureChanged($1, RoomMedia($2))) }
        pictures.onChange(PictureTellings(callbacks, journal: journal, clock: clock).tell)
        self.pictures = pictures
        rooms = RoomServices(
            limits: limits, gifterLevels: configuration.gifterLevels,
            administratorAccount: configuration.administrators.min()?.rawValue ?? CallbackBodies.system,
            loopCount: shards.count, clock: clock, storage: storage, journal: journal, background: background,
            directory: directory, billing: billing, halt: halt, words: words, boards: boards, callbacks: callbacks,
            reviews: reviews, pictures: pictures, metrics: metrics, recorder: recorder, logger: logger
        ) { [hub, shards] user, balance in
            let connections = hub.connections(of: user)
            guard !connections.isEmpty else { return }
            let frame = Framing.text(FrameEncoder.walletChanged(Wallet(balance: balance)))
            for address in connections {
                let shard = shards[address.loop]
                shard.run { shard.connection(address.number)?.writeFrames(frame) }
            }
        }
    }

    /// The shard of an event loop of this node.
    func shard(of eventLoop: any EventLoop) -> LoopShard? { shards.first { $0.eventLoop === eventLoop } }

    /// The shard that runs a live. The same live always has the same one, so that its load stays where its memory is.
    private func shard(for liveID: LiveID) -> LoopShard { shards[liveID.loopIndex(among: shards.count)] }

    /// Does something with a connection, on its event loop; nothing where it is gone.
    func reach(_ address: ConnectionAddress, _ work: @escaping @Sendable (Connection) -> Void) {
        let shard = shards[address.loop]
        shard.run { if let connection = shard.connection(address.number) { work(connection) } }
    }

    /// Whether a user is an administrator of the app.
    func isAdministrator(_ user: UserID) -> Bool { configuration.administrators.contains(user) }
}

// MARK: - Rooms

extension Node {
    /// Takes up the lives that were open when the server stopped.
    func takeUpRooms() async throws {
        words.replace(WordShelf.Prepared(try await storage.words()))
        try await boards.load(from: storage, levels: configuration.gifterLevels, at: clock.wall())
        for record in try await storage.openRooms() {
            var board: [Ranking.Place]?
            if record.statistics.totalGiftCoins > 0 {
                board = try await storage.places(
                    of: .live(record.info.sessionID), max: limits.boardRowsMax, levels: configuration.gifterLevels)
            }
            _ = openRoom(record, board: board)
        }
    }

    /// Makes a room and its edge on an event loop of this node. It is not in the directory yet.
    func makeRoom(_ record: RoomRecord, board: [Ranking.Place]? = nil) -> RoomRuntime {
        let shard = shard(for: record.info.liveID)
        let loop = RoomLoop(eventLoop: shard.eventLoop, index: shard.index)
        return RoomRuntime(record, board: board, services: rooms, loop: loop) { epoch in
            let edge = RoomEdge(liveID: record.info.liveID, epoch: epoch, node: self, homeLoop: shard.index)
            return configuration.encodesCrossings ? EncodedEdgePort(edge) : edge
        }
    }

    /// Has a live run here, and makes it known.
    private func openRoom(_ record: RoomRecord, board: [Ranking.Place]? = nil) -> any RoomPort {
        let room = makeRoom(record, board: board)
        let port: any RoomPort = configuration.encodesCrossings ? EncodedRoomPort(room) : room
        directory.publish(
            port, listing: RoomListing(info: record.info, audienceCount: record.robots.count),
            countsFor: record.endsWithoutOwner ? record.info.liveOwner.userID : nil)
        room.start()
        return port
    }

    /// Who creates a live.
    enum RoomCreator {
        /// Its owner, over the wire. It ends by itself when they are gone, and counts among the lives that they may have.
        case owner(isLimited: Bool)
        /// The app's backend, which may make as many as it likes.
        case backend
    }

    /// Creates a live, or finds the one of the same owner.
    ///
    /// - Parameters:
    ///   - creator: who asks for it.
    ///   - client: the caller's platform and address, which callbacks carry.
    ///   - eventLoop: where the answer comes.
    ///   - done: called with the live and whether it is new.
    func createRoom(
        _ draft: RoomCreate, owner: UserInfo, by creator: RoomCreator, client: Callback.Client = .server,
        on eventLoop: any EventLoop,
        _ done: @escaping @Sendable (Result<(room: any RoomPort, created: Bool), Rejection>) -> Void
    ) {
        if let rejection = FieldRules.rejection(of: draft.settings) { return done(.failure(rejection)) }
        // Check for every refusal before anything is stored.
        switch claim(draft.liveID, for: owner.userID, by: creator) {
        case .failure(let rejection): return done(.failure(rejection))
        case .success(let room?): return done(.success((room, false)))
        case .success(nil): break
        }
        guard let sessionID = LiveSessionID(ids.makeText()) else {
            preconditionFailure("an id source that makes no ids")
        }
        var info = RoomInfo(liveID: draft.liveID, sessionID: sessionID, owner: owner, createTime: clock.wall())
        info.apply(draft.settings)
        let record = RoomRecord(info: info, endsWithoutOwner: creator.isOwner)
        let told = callbacks.draft(
            .afterCreateRoom, about: info.liveID, at: info.createTime, by: client,
            CallbackBodies.roomCreated(
                info, by: owner.userID, membersMax: limits.roomMembersMax, at: info.createTime))
        journal.submit(.createRoom(record), telling: told.map { [$0] } ?? [], on: eventLoop) { result in
            switch result {
            case .success:
                let room = self.openRoom(record)
                self.logger.info(
                    "live created", metadata: ["room.id": "\(draft.liveID)", "user.id": "\(owner.userID)"])
                done(.success((room, true)))
            case .failure(let rejection):
                self.directory.abandon(draft.liveID)
                done(.failure(rejection))
            }
        }
    }

    /// Claims an id for a new live; the live that has it, where there is one.
    private func claim(
        _ liveID: LiveID, for owner: UserID, by creator: RoomCreator
    ) -> Result<(any RoomPort)?, Rejection> {
        let livesMax = creator.isLimited && limits.userLivesMax > 0 ? limits.userLivesMax : nil
        switch directory.claim(liveID, countsFor: creator.isOwner ? owner : nil, livesMax: livesMax) {
        case .busy: return .failure(Rejection(.tooFrequent))
        case .exists(let room): return .success(room)
        case .tooMany:
            return .failure(Rejection(.tooManyLives, "A user has at most \(limits.userLivesMax) open lives at a time."))
        case .claimed: break
        }
        if creator.isLimited, let rejection = rates.refusal(ofCreationBy: owner) {
            directory.abandon(liveID)
            return .failure(rejection)
        }
        return .success(nil)
    }
}

// MARK: - Users and sessions

extension Node {
    /// A session is over: its user leaves every room that no other session of theirs is in.
    func ended(_ departure: SessionHub.Departure, as cause: MemberStateCause = .leave) {
        for room in departure.rooms { directory.room(room)?.notify(.sessionEnded(departure.session, cause)) }
    }

    /// Ends the sessions that have been away for too long. Called once a second.
    func expireSessions() {
        for departure in hub.expire(at: clock.monotonic()) {
            logger.debug(
                "session expired", metadata: ["session.id": "\(departure.session)", "user.id": "\(departure.user)"])
            ended(departure, as: .heartbeatInterrupt)
        }
        metrics.gauges(
            sessions: hub.count, rooms: directory.count, members: directory.viewerCount,
            journalPending: journal.pendingCount)
        metrics.answersPending(answerShare.pendingCount)
        rates.tellGauges()
    }

    /// Tells every session of a user what is in the wallet.
    func walletChanged(of user: UserID, to balance: Coins) { rooms.walletChanged(user, balance) }

    /// Sends a user's changed profile to all of the user's sessions and rooms. Does nothing when they already have it.
    ///
    /// - Parameter before: what was seen of them before, as far as it is kept.
    func profileChanged(from before: UserInfo?, to info: UserInfo) {
        let user = info.userID
        guard hub.isNews(info, since: before) else { return }
        for connection in hub.connections(of: user) { reach(connection) { $0.userInfo = info } }
        boards.rename(info)
        for liveID in hub.rooms(of: user).union(directory.rooms(withRobot: user)).sorted() {
            directory.room(liveID)?.submit(
                RoomRequest(actor: RoomActor(user: info), body: .command(.profileChanged))
            ) { _ in }
        }
    }

    /// Changes the catalogue and announces it to every session.
    ///
    /// - Throws: ``Rejection``, and then nothing changed.
    func editCatalogue(_ command: CatalogueCommand) async throws -> CatalogueOutcome {
        let outcome = try await catalogueEditor.edit(command)
        if !outcome.changes.isEmpty { catalogueAnnouncer.catalogueChanged() }
        return outcome
    }
}

extension Node.RoomCreator {
    /// Whether the live is made over the wire, by the one who will own it.
    var isOwner: Bool { if case .owner = self { true } else { false } }

    /// Whether the limits of a user hold.
    var isLimited: Bool { if case .owner(isLimited: true) = self { true } else { false } }
}
