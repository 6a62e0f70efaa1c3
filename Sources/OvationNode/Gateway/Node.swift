import Logging
package import NIOCore
package import OvationBackend
import OvationBroker
package import OvationHTTP
package import OvationModel
import OvationObservability
package import OvationPictures
package import OvationRules
import OvationStorage
import OvationSupport
package import OvationWire
import Synchronization

/// One node: its services, and the connections on its event loops.
package final class Node: Sendable {
    package let services: NodeServices
    package let shards: [LoopShard]
    package let hub: SessionHub
    let profiles: ProfileReader
    let catalogueEditor: CatalogueEditor
    let catalogueAnnouncer: CatalogueAnnouncer
    package let verifier: UserSigVerifier
    /// What one address and one user may do in a time.
    package let rates: RateGates
    /// Notices that the process was frozen; nil if no other server stands by.
    package let freezeWatch: FreezeWatch?
    /// The way to the other nodes of the cluster, and what this one answers them; nil for a server alone.
    let homeLink: HomeLink?
    /// What it tells the others about users, and hears of them.
    let userLink: UserLink?
    /// What it tells the others of its list of lives, and hears of theirs.
    let livesLink: LivesLink?
    /// What it tells the others of lives that it has given back, and hears of theirs.
    let homelessLink: HomelessLink?
    /// Whether the others hear it.
    let peers: PeerWatch?
    /// How long the broker may be away before viewers of lives elsewhere are sent back.
    let silenceMilliseconds: Int64
    let findHome: (@Sendable (LiveID) async -> NodeRun?)?
    /// How many commands each connection may have that wait for the storage.
    let answerShare: AnswerShare
    /// Which nodes run the lives that this one does not, and which lives it takes up; nil where it serves alone.
    package let homes: HomeReader?
    let takeUps: TakeUps?
    /// Whether it takes no new lives, because it is about to stop.
    let draining = Atomic<Bool>(false)
    /// Starts whose creation was reported as failed, until they are known to be closed.
    let failedStarts = Mutex(FailedStarts())
    /// Where other nodes fetch pictures from this one; nil while it does not listen.
    let pictureAddress = Mutex<String?>(nil)
    /// Connections that are open, for the limit on them.
    let connectionCount = Atomic<Int>(0)

    package var configuration: NodeConfiguration { services.configuration }
    package var limits: Limits { services.limits }
    package var gifts: GiftShelf { services.gifts }

    /// Makes a node. ``takeUp()`` then reads what is kept.
    package init(_ parts: NodeParts) {
        var parts = parts
        parts.configuration.isOfCluster = parts.cluster != nil
        let (clock, configuration, limits) = (parts.clock, parts.configuration, parts.configuration.limits)
        let shards = parts.eventLoops.enumerated().map {
            LoopShard(
                eventLoop: $1, index: $0,
                edge: EdgeID(number: parts.cluster?.node.slot ?? UInt16($0 % max(1, configuration.edgeCount))),
                clock: clock,
                limits: limits)
        }
        let hub = SessionHub(limits: limits, bug: parts.bug)
        let metrics = ServerMetrics(factory: parts.registry, limits: limits)
        let link = parts.cluster.map { place in
            NodeLink(
                place.broker, node: place.node, cluster: place.cluster, secret: place.secret, metrics: metrics,
                bug: parts.bug)
        }
        let userLink = link.map { link in
            UserLink(link, on: parts.eventLoops) { !hub.ownSessions(of: $0).isEmpty }
        }
        let services = NodeServices(parts, metrics: metrics) { users, text in
            Self.tell(users, text, hub: hub, shards: shards)
            if let userLink { for user in users { userLink.tell(user, .frame(text)) } }
        }
        services.journal.answering { eventLoop, work in
            guard let shard = shards.first(where: { $0.eventLoop === eventLoop }) else { return work() }
            shard.gatherWrites(work)
        }
        self.shards = shards
        self.hub = hub
        self.services = services
        silenceMilliseconds = parts.cluster?.silenceMilliseconds ?? 0
        findHome = parts.cluster?.findHome
        self.userLink = userLink
        livesLink = link.map { LivesLink($0, livesMax: limits.listedElsewhereMax) }
        homelessLink = link.map { HomelessLink($0) }
        let peers = link.map { PeerWatch($0, clock: clock) }
        self.peers = peers
        homeLink = link.map { link in
            HomeLink(link, bytesMax: limits.crossingBytesMax) { [directory = services.directory] in
                directory.ownRoom($0)
            }
        }
        freezeWatch = parts.right.map { right in
            FreezeWatch(right, clock: clock, metrics: LeaseMetrics(factory: parts.registry)) {
                for shard in shards { shard.run { shard.proceed() } }
            }
        }
        rates = RateGates(limits: limits, clock: clock, metrics: services.metrics, logger: parts.logger)
        answerShare = AnswerShare(limits: limits)
        profiles = ProfileReader(storage: parts.storage, background: services.background)
        homes = parts.storage.cluster.map {
            HomeReader($0, background: services.background, clock: clock, limits: limits, metrics: metrics) {
                peers?.isHearing ?? true
            }
        }
        takeUps = parts.storage.cluster.map { TakeUps($0) }
        let announcer = CatalogueAnnouncer(eventLoop: shards[0].eventLoop, limits: limits, clock: clock) {
            let frame = Framing.text(FrameEncoder.catalogueChanged())
            for shard in shards { shard.run { shard.broadcast(frame) } }
        }
        catalogueAnnouncer = announcer
        catalogueEditor = CatalogueEditor(services, on: shards[0].eventLoop) { announcer.catalogueChanged() }
        verifier = UserSigVerifier(
            sdkAppID: configuration.sdkAppID, secret: configuration.secret, devUserSig: configuration.isDevelopment)
    }

    /// The shard of an event loop of this node.
    package func shard(of eventLoop: any EventLoop) -> LoopShard? { shards.first { $0.eventLoop === eventLoop } }

    /// The shard that runs a live. The same live always has the same one, so that its load stays where its memory is.
    func shard(for liveID: LiveID) -> LoopShard { shards[liveID.loopIndex(among: shards.count)] }

    /// Does something with a connection, on its event loop; nothing where it is gone.
    func reach(_ address: ConnectionAddress, _ work: @escaping @Sendable (Connection) -> Void) {
        guard shards.indices.contains(address.loop) else { return }
        let shard = shards[address.loop]
        shard.run { if let connection = shard.connection(address.number) { work(connection) } }
    }

    /// What the routes and sockets of pictures need.
    package var pictureAccess: PictureAccess {
        PictureAccess(
            pictures: services.pictures, streamKeys: services.streamKeys, background: services.background,
            rates: rates, limits: limits, trustedProxies: configuration.trustedProxies,
            hooksSecret: configuration.mediaHooksSecret, logger: services.logger)
    }

    /// True if another server may serve by now, because this one was frozen. Nothing may be shown then.
    var isInDoubt: Bool { freezeWatch?.isInDoubt() ?? false }

    /// Returns when no other server can serve.
    ///
    /// - Throws: `CancellationError` if the server ends first.
    package func waitUntilCertain() async throws { try await freezeWatch?.waitUntilCertain() }

    /// Whether a user is an administrator of the app.
    package func isAdministrator(_ user: UserID) -> Bool { configuration.administrators.contains(user) }
}

// MARK: - Rooms

extension Node {
    /// Takes up the lives that were open when the server stopped.
    func takeUpRooms() async throws {
        services.words.take(WordShelf.Prepared(try await services.storage.words()))
        try await services.boards.load(
            from: services.storage, levels: configuration.gifterLevels, at: services.clock.wall())
        // Where several nodes serve, the sweep claims lives, so many at a time.
        guard services.storage.cluster == nil else { return }
        try await takeUp(try await services.storage.claimRooms(at: services.clock.wall()))
    }

    /// Has lives run here as they are kept. Throws before it does so for any of them.
    func takeUp(_ rooms: [ClaimedRoom]) async throws {
        let withGifts = rooms.map(\.record).filter { $0.statistics.totalGiftCoins > 0 }.map(\.info.sessionID)
        let boards = try await services.storage.places(
            ofLives: withGifts, max: limits.boardRowsMax, levels: configuration.gifterLevels)
        let gifts = try await services.storage.giftsOfCombos(
            in: withGifts, windowMilliseconds: limits.comboWindowMilliseconds, at: services.clock.wall())
        for room in rooms {
            let session = room.record.info.sessionID
            _ = openRoom(room, board: boards[session], gifts: gifts[session] ?? [])
        }
    }

    /// Where everything between a room and its edges is encoded and decoded, for tests.
    private var border: CrossingBorder {
        CrossingBorder(bytesMax: limits.crossingBytesMax, metrics: services.metrics, loops: shards.count)
    }

    /// Makes a room and its edges on an event loop of this node. It is not in the directory yet.
    func makeRoom(_ claimed: ClaimedRoom, board: [Ranking.Place]? = nil, gifts: [PastGift] = []) -> RoomRuntime {
        let liveID = claimed.record.info.liveID
        let shard = shard(for: liveID)
        let loop = RoomLoop(eventLoop: shard.eventLoop, index: shard.index)
        return RoomRuntime(claimed, board: board, gifts: gifts, services: services, loop: loop) { epoch in
            let own: [(id: EdgeID, port: any EdgePort)] = Set(shards.map(\.edge)).sorted().map { id in
                let edge = RoomEdge(id, liveID: liveID, epoch: epoch, node: self, home: loop)
                return (id, configuration.encodesCrossings ? EncodedEdgePort(edge, border: border) : edge)
            }
            guard let homeLink else { return RoomEdges(own) }
            let far = FarEdges(
                liveID, epoch: epoch, home: homeLink, loop: loop, bytesMax: limits.crossingBytesMax,
                silenceSeconds: limits.silenceSeconds)
            homeLink.add(far)
            return RoomEdges(own, makeFarPort: { far.port(for: $0) }, onForget: { homeLink.forget(far) })
        }
    }

    /// Has a live run here, and makes it known.
    private func openRoom(
        _ claimed: ClaimedRoom, board: [Ranking.Place]? = nil, gifts: [PastGift] = []
    ) -> any RoomPort {
        let record = claimed.record
        let room = makeRoom(claimed, board: board, gifts: gifts)
        let port: any RoomPort =
            configuration.encodesCrossings ? EncodedRoomPort(room, border: border, on: room.store.loop.eventLoop) : room
        services.directory.publish(
            port, listing: RoomListing(info: record.info, audienceCount: record.robots.count),
            countsFor: record.endsWithoutOwner ? record.info.liveOwner.userID : nil)
        room.start()
        unlink(record.info.liveID)
        return port
    }

    /// Who creates a live.
    package enum RoomCreator {
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
    package func createRoom(
        _ draft: RoomCreate, owner: UserInfo, by creator: RoomCreator, client: Callback.Client = .server,
        on eventLoop: any EventLoop,
        _ done: @escaping @Sendable (Result<(room: any RoomPort, created: Bool), Rejection>) -> Void
    ) {
        if isDraining { return done(.failure(Rejection(.serverShuttingDown))) }
        if let rejection = FieldRules.rejection(of: draft.settings) { return done(.failure(rejection)) }
        // Check for every refusal before anything is stored.
        switch claim(draft.liveID, for: owner.userID, by: creator) {
        case .failure(let rejection): return done(.failure(rejection))
        case .success(let room?): return done(.success((room, false)))
        case .success(nil): break
        }
        guard let sessionID = LiveSessionID(services.ids.makeText()) else {
            preconditionFailure("an id source that makes no ids")
        }
        var info = RoomInfo(liveID: draft.liveID, sessionID: sessionID, owner: owner, createTime: services.clock.wall())
        info.apply(draft.settings)
        let record = RoomRecord(info: info, endsWithoutOwner: creator.isOwner)
        let told = services.callbacks.draft(
            .afterCreateRoom, about: info.liveID, at: info.createTime, by: client,
            CallbackBodies.roomCreated(
                info, by: owner.userID, membersMax: limits.roomMembersMax, at: info.createTime))
        let write = StorageWrite.createRoom(record, livesMax: livesMax(of: creator))
        services.journal.submit(write, telling: told.map { [$0] } ?? [], on: eventLoop) { result in
            // It may be kept all the same. Nobody runs it then.
            if case .failure = result { self.closeFailedStart(sessionID, at: record.info.createTime) }
            switch self.claimed(record, after: result) {
            case .failure(let rejection):
                self.services.directory.abandon(draft.liveID)
                done(.failure(rejection))
            case .success(let claimed):
                let room = self.openRoom(claimed)
                // Behind the commit: who reads the storage now finds it.
                self.homes?.forget(draft.liveID)
                self.peers?.tell(.began(draft.liveID))
                self.services.logger.info(
                    "live created", metadata: ["room.id": "\(draft.liveID)", "user.id": "\(owner.userID)"])
                done(.success((room, true)))
            }
        }
    }

    /// A new start of a live that this node runs from now on, or why it was not created.
    func claimed(
        _ record: RoomRecord, after result: Result<StorageOutcome, Rejection>
    ) -> Result<ClaimedRoom, Rejection> {
        switch result {
        case .success(.started(let seqBase)): return .success(ClaimedRoom(record: record, seqBase: seqBase))
        case .success(.taken(let start)):
            return .failure(
                Rejection(
                    start.owner == record.info.liveOwner.userID ? .roomIDUsedByOwner : .roomIDOccupied,
                    "The live \"\(record.info.liveID)\" is on at another server."))
        case .success(.tooManyLives): return .failure(tooManyLives)
        case .success(let outcome): preconditionFailure("a storage that answers a creation with \(outcome)")
        case .failure(let rejection): return .failure(rejection)
        }
    }

    /// How many open lives the owner of a new one may have; nil for no limit.
    private func livesMax(of creator: RoomCreator) -> Int? {
        creator.isLimited && limits.userLivesMax > 0 ? limits.userLivesMax : nil
    }

    private var tooManyLives: Rejection {
        Rejection(.tooManyLives, "A user has at most \(limits.userLivesMax) open lives at a time.")
    }

    /// Claims an id for a new live on this node; the live that has it, where there is one.
    ///
    /// What other nodes run is looked at by the transaction that stores the new start.
    private func claim(
        _ liveID: LiveID, for owner: UserID, by creator: RoomCreator
    ) -> Result<(any RoomPort)?, Rejection> {
        let owned = creator.isOwner ? owner : nil
        switch services.directory.claim(liveID, countsFor: owned, livesMax: livesMax(of: creator)) {
        case .busy: return .failure(Rejection(.tooFrequent))
        case .exists(let room): return .success(room)
        case .tooMany: return .failure(tooManyLives)
        case .claimed: break
        }
        // The transaction would take a live that was claimed a moment ago for one that nobody will run, and close it.
        if takeUps?.isWaiting(liveID) == true {
            services.directory.abandon(liveID)
            return .failure(Rejection(.homeAway))
        }
        if creator.isLimited, let rejection = rates.refusal(ofCreationBy: owner) {
            services.directory.abandon(liveID)
            return .failure(rejection)
        }
        return .success(nil)
    }
}

// MARK: - Users and sessions

extension Node {
    /// Ends the sessions that have been away for too long. Called once a second.
    func expireSessions() {
        for departure in hub.expire(at: services.clock.monotonic()) {
            services.logger.debug(
                "session expired", metadata: ["session.id": "\(departure.session)", "user.id": "\(departure.user)"])
            ended(departure, as: .heartbeatInterrupt)
        }
        services.metrics.gauges(
            sessions: hub.count, rooms: services.directory.count, members: services.directory.viewerCount,
            journalPending: services.journal.pendingCount)
        services.metrics.answersPending(answerShare.pendingCount)
        rates.tellGauges()
    }

    /// Changes the catalogue and announces it to every session.
    ///
    /// - Throws: ``Rejection``, and then nothing changed.
    package func editCatalogue(
        _ command: CatalogueCommand, where isAllowed: @Sendable (GiftCatalogue) throws -> Void = { _ in }
    ) async throws -> CatalogueOutcome {
        let outcome = try await catalogueEditor.edit(command, where: isAllowed)
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
