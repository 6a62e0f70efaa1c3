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
    let delivery: CallbackDelivery
    let logger: Logger
    /// Connections that are open, for the limit on them.
    let connectionCount = Atomic<Int>(0)

    var limits: Limits { configuration.limits }
    var shardCount: Int { shards.count }

    init(
        configuration: NodeConfiguration, storage: any Storage, catalogue: GiftCatalogue, eventLoops: [any EventLoop],
        clock: ServerClock, ids: IDSource, metrics: ServerMetrics, callbacks: Callbacks, biller: any Biller,
        logger: Logger
    ) {
        self.configuration = configuration
        self.clock = clock
        self.ids = ids
        self.storage = storage
        self.metrics = metrics
        self.logger = logger
        shards = eventLoops.enumerated().map { LoopShard(eventLoop: $1, index: $0, clock: clock) }
        hub = SessionHub(limits: configuration.limits)
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
        gifts = GiftShelf(catalogue)
        profiles = ProfileReader(storage: storage, background: background)
        billing = BillingDesk(
            biller: biller, storage: storage, journal: journal, limits: configuration.limits, clock: clock,
            metrics: metrics, logger: logger, eventLoop: eventLoops[0])
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
    }

    /// The shard of an event loop of this node.
    func shard(of eventLoop: any EventLoop) -> LoopShard? { shards.first { $0.eventLoop === eventLoop } }

    /// The shard that runs a live. The same live always has the same one, so that its load stays where its memory is.
    private func shard(for liveID: LiveID) -> LoopShard {
        // FNV-1a; Swift's own hashing differs from run to run, which would make a bug hard to find again.
        let hash = liveID.rawValue.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return shards[Int(hash % UInt64(shards.count))]
    }

    /// Whether a user is an administrator of the app.
    func isAdministrator(_ user: UserID) -> Bool { configuration.administrators.contains(user) }

    /// The account that callbacks name where the app's backend acts, whichever of its accounts it used.
    var administratorAccount: String { configuration.administrators.min()?.rawValue ?? CallbackBodies.system }
}

// MARK: - Rooms

extension Node {
    /// Takes up the lives that were open when the server stopped.
    func restoreRooms() async throws {
        journal.onRefunds { [weak self] senders in self?.coinsTakenBack(from: senders) }
        words.replace(WordShelf.Prepared(try await storage.words()))
        try await boards.load(from: storage, levels: configuration.gifterLevels, at: clock.wall())
        for record in try await storage.openRooms() {
            let room = RoomRuntime(record, node: self, shard: shard(for: record.info.liveID))
            if record.statistics.totalGiftCoins > 0 {
                let places = try await storage.places(
                    of: .live(record.info.sessionID), max: limits.boardRowsMax, levels: configuration.gifterLevels)
                // Before anybody can reach it.
                room.shard.run { room.room.adoptBoard(places, isStale: false) }
            }
            directory.publish(room, listing: RoomListing(info: record.info, audienceCount: record.robots.count))
            room.shard.run {
                room.updateListing()
                room.scheduleTick()
            }
        }
    }

    /// Creates a live, or finds the one of the same owner.
    ///
    /// - Parameters:
    ///   - endsWithoutOwner: whether it ends by itself when its owner is gone.
    ///   - client: where whoever creates it is, as callbacks tell it.
    ///   - eventLoop: where the answer comes.
    ///   - done: told the live and whether it is new.
    func createRoom(
        _ draft: RoomCreate, owner: UserInfo, endsWithoutOwner: Bool, client: Callback.Client = .server,
        on eventLoop: any EventLoop,
        _ done: @escaping @Sendable (Result<(room: RoomRuntime, created: Bool), Rejection>) -> Void
    ) {
        if let rejection = FieldRules.rejection(of: draft.settings) { return done(.failure(rejection)) }
        switch directory.claim(draft.liveID) {
        case .busy: return done(.failure(Rejection(.tooFrequent)))
        case .exists(let room): return done(.success((room, false)))
        case .claimed: break
        }
        guard let sessionID = LiveSessionID(ids.makeText()) else {
            preconditionFailure("an id source that makes no ids")
        }
        var info = RoomInfo(liveID: draft.liveID, sessionID: sessionID, owner: owner, createTime: clock.wall())
        info.apply(draft.settings)
        let record = RoomRecord(info: info, endsWithoutOwner: endsWithoutOwner)
        let told = callbacks.draft(
            .afterCreateRoom, about: info.liveID, at: info.createTime, by: client,
            CallbackBodies.roomCreated(
                info, by: owner.userID, membersMax: limits.roomMembersMax, at: info.createTime))
        journal.submit(.createRoom(record), telling: told.map { [$0] } ?? [], on: eventLoop) { result in
            switch result {
            case .success:
                let room = RoomRuntime(record, node: self, shard: self.shard(for: draft.liveID))
                self.directory.publish(room, listing: RoomListing(info: record.info, audienceCount: 0))
                room.shard.run { room.scheduleTick() }
                self.logger.info(
                    "live created", metadata: ["room.id": "\(draft.liveID)", "user.id": "\(owner.userID)"])
                done(.success((room, true)))
            case .failure(let rejection):
                self.directory.abandon(draft.liveID)
                done(.failure(rejection))
            }
        }
    }

    /// The number of the last event by which a user was removed from a live; nil where there is none.
    ///
    /// - Throws: where the storage cannot say.
    func lastRemoval(of user: UserID, in session: LiveSessionID) async throws -> Int64? {
        var last: Int64?
        for name in [RoomEventName.audienceKicked, .audienceBanned] {
            if let durable = try await storage.lastEvent(of: session, named: name.rawValue, about: user) {
                last = max(last ?? 0, durable)
            }
        }
        return last
    }
}

// MARK: - Users and sessions

extension Node {
    /// A session is over: its user leaves every room that no other session of theirs is in.
    func ended(_ departure: SessionHub.Departure, as cause: MemberStateCause = .leave) {
        for room in departure.rooms { directory.room(room)?.sessionEnded(departure.session, as: cause) }
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
    }

    /// Tells every session of a user what is in the wallet.
    func walletChanged(of user: UserID, to balance: Coins) {
        let connections = hub.connections(of: user)
        guard !connections.isEmpty else { return }
        let frame = Framing.text(FrameEncoder.walletChanged(Wallet(balance: balance)))
        for connection in connections { connection.shard.run { connection.writeFrames(frame) } }
    }

    /// Tells every session of a user, and every room that they are in, what is seen of them now.
    func profileChanged(of user: UserID, to info: UserInfo) {
        for connection in hub.connections(of: user) { connection.shard.run { connection.userInfo = info } }
        boards.rename(info)
        for liveID in hub.rooms(of: user).union(directory.roomsWithRobots) {
            directory.room(liveID)?.submit(
                RoomRequest(actor: RoomActor(user: info), origin: nil, body: .command(.profileChanged), reply: { _ in })
            )
        }
    }

    /// Changes the catalogue and tells everybody.
    ///
    /// - Throws: ``Rejection``, and then nothing changed.
    func editCatalogue(_ command: CatalogueCommand) async throws -> CatalogueOutcome {
        let outcome = try await catalogueEditor.edit(command)
        if !outcome.changes.isEmpty { catalogueAnnouncer.catalogueChanged() }
        return outcome
    }
}
