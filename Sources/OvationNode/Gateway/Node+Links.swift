import Logging
import NIOCore
import OvationBackend
package import OvationBroker
package import OvationModel
import OvationObservability
import OvationRules
import OvationStorage

/// Lives that run at other nodes of the cluster.
extension Node {
    /// Begins to answer what other nodes ask about the lives that run here. Does nothing for a server alone.
    package func beginAnswering() throws(BrokerFailure) {
        guard let homeLink else { return }
        try homeLink.start(
            on: shards[0].eventLoop,
            settle: { [weak self] wish, rejection, done in
                guard let self else { return }
                services.background.submit { done(await self.answer(to: wish, refused: rejection)) }
            }, picture: { [weak self] in self?.ownPicture(of: $0) },
            isInDoubt: { [weak self] in self?.isInDoubt ?? true })
        try livesLink?.start(on: shards[0].eventLoop)
        try homelessLink?.start(on: shards[0].eventLoop) { [weak self] in
            guard let self, let takeUps else { return }
            services.background.submit { await takeUps.look(for: self) }
        }
        try peers?.start(on: shards[0].eventLoop, onLeft: { [weak self] in self?.homeLeft($0) }) { [weak self] in
            self?.hear($0)
        }
        closeOnSilence(of: homeLink.link.broker)
    }

    /// What another node tells all others; nil where something of that was lost.
    private func hear(_ notice: NodeNotice?) {
        switch notice {
        case .here, .left: break
        case .began(let liveID): homes?.forget(liveID)
        case .erased(let user): forgetErased(user)
        case .ranked: services.boards.changedElsewhere()
        case .coinsTakenBack(let users): services.coinsTakenBack(from: users)
        case nil:
            homes?.forgetUnknown()
            services.boards.changedElsewhere()
        }
    }

    /// Tells the other nodes that gifts have changed the boards of the app, and reads the boards anew where others have told so.
    ///
    /// Called once a second: a board is at most two seconds behind, and any number of gifts costs a reading a second.
    func followBoards() {
        guard let peers else { return }
        let changes = services.boards.takeChanges()
        if changes.contains(.here) { peers.tell(.ranked) }
        if changes.contains(.elsewhere) { services.readBoards() }
    }

    /// Whether lives may run at other nodes.
    var hasOthers: Bool { homes != nil || homeLink != nil }

    /// What keeps this node from serving the whole cluster; empty for a server alone.
    package var missingOfCluster: [String] {
        let draining = isDraining ? ["draining"] : []
        guard let homeLink else { return draining }
        guard homeLink.link.broker.state == .connected else { return ["broker"] + draining }
        return peers?.isApart == true ? ["peers"] + draining : draining
    }

    /// A live to be entered: it runs here, or at another node, and is heard here from now on.
    ///
    /// - Parameter trustsAbsence: whether it counts that the live was on nowhere a moment ago; see ``HomeReader``.
    /// - Returns: the live; else `roomNotFound` only where it is on nowhere, and a temporary refusal where nobody runs it at the moment or
    ///   nobody knows.
    func findRoom(_ liveID: LiveID, trustsAbsence: Bool = true) async -> Result<any RoomPort, Rejection> {
        if let room = services.directory.room(liveID) { return .success(room) }
        let home = await findRun(of: liveID, trustsAbsence: trustsAbsence)
        // Somebody else may have found it meanwhile, or it was taken up here.
        if let room = services.directory.room(liveID) { return .success(room) }
        switch home {
        case .failure(let rejection): return .failure(rejection)
        case .success(let home):
            do throws(BrokerFailure) { try link(to: liveID, at: home) } catch {
                services.logger.warning(
                    "a live at another server cannot be reached", metadata: [LogKeys.error: "\(error)"])
            }
            return services.directory.room(liveID).map { .success($0) } ?? .failure(.homeAway)
        }
    }

    /// A live to be asked something by who is not in it: it runs here, or at another node.
    ///
    /// - Returns: as ``findRoom(_:)``.
    package func reachRoom(_ liveID: LiveID) async -> Result<any RoomPort, Rejection> {
        if let room = services.directory.room(liveID) { return .success(room) }
        let home = await findRun(of: liveID)
        if let room = services.directory.room(liveID) { return .success(room) }
        return home.flatMap { home in
            guard let homeLink else { return .failure(Rejection(.liveElsewhere)) }
            return .success(
                FarRoom(
                    liveID, at: home, over: homeLink.link, on: shard(for: liveID).eventLoop,
                    bytesMax: limits.crossingBytesMax, onGone: { [weak self] in self?.homes?.forgetHome(of: liveID) }))
        }
    }

    /// Whether a live is on that this node does not run.
    ///
    /// - Throws: `storageUnavailable` where that cannot be read.
    @Sendable package func isOnElsewhere(_ liveID: LiveID) async throws(Rejection) -> Bool {
        switch await findRun(of: liveID) {
        case .success: return true
        case .failure(let rejection) where rejection.code == .roomNotFound: return false
        case .failure(let rejection) where rejection.code == .storageUnavailable: throw rejection
        // It is on, and nobody runs it, or nobody who is reached.
        case .failure: return true
        }
    }

    /// The process that runs a live of another node.
    func findRun(of liveID: LiveID, trustsAbsence: Bool = true) async -> Result<NodeRun, Rejection> {
        if let findHome { return await findHome(liveID).map { .success($0) } ?? .failure(Rejection(.roomNotFound)) }
        guard let homes else { return .failure(Rejection(.roomNotFound)) }
        switch await homes.home(of: liveID, on: shards[0].eventLoop, trustsAbsence: trustsAbsence) {
        case .failure: return .failure(Rejection(.storageUnavailable))
        case .success(nil): return .failure(Rejection(.roomNotFound))
        case .success(let home?):
            guard homeLink != nil else { return .failure(Rejection(.liveElsewhere)) }
            // Nobody has claimed it yet; or this node has, and has not taken it up.
            guard let seat = home.node, seat.slot != services.storage.cluster?.seat.slot,
                let slot = UInt16(exactly: seat.slot)
            else { return .failure(.homeAway) }
            return .success(NodeRun(slot: slot, incarnation: seat.incarnation))
        }
    }

    /// Reaches a live that runs at another node. Who asks for it here is let in there from now on.
    ///
    /// - Parameter home: the process that runs it.
    package func link(to liveID: LiveID, at home: NodeRun) throws(BrokerFailure) {
        guard let homeLink else { return }
        let shard = shard(for: liveID)
        let loop = RoomLoop(eventLoop: shard.eventLoop, index: shard.index)
        let room = LinkedRoom(
            liveID, at: home, over: homeLink.link, on: loop, bytesMax: limits.crossingBytesMax, loops: shards.count,
            bug: services.bug,
            hooks: LinkedRoom.Hooks(
                onGone: { [weak self] room in
                    self?.homes?.forgetHome(of: liveID)
                    self?.unlink(room)
                },
                sendBack: { [weak self] connection in self?.reach(connection) { $0.close(.openFailed) } },
                isHere: { [hub] session in hub.isIn(session, room: liveID) })
        ) { [weak self] epoch in
            guard let self else { return DeafEdge() }
            return RoomEdge(shard.edge, liveID: liveID, epoch: epoch, node: self, home: loop)
        }
        try room.start()
        if let before = services.directory.link(room, for: liveID) as? LinkedRoom { before.stop() }
    }

    /// Has viewers of lives whose home has changed come back, and find the new one. Called once a second.
    ///
    /// A live that nobody runs at the moment is kept until its new home is known: its viewers would come back in vain. What its old home
    /// was asked and has not answered ends (``endCalls(_:_:)``).
    func followHomes() async {
        let rooms = services.directory.linkedRooms.compactMap { $0 as? LinkedRoom }
        let calls = callsThatWait()
        let lives = rooms.map(\.liveID) + calls.map(\.liveID)
        guard let homes, !lives.isEmpty, let current = await homes.current(of: lives) else { return }
        endCalls(calls, current)
        for room in rooms {
            if let home = current[room.liveID] {
                guard let seat = home.node, seat.slot != room.home.slot || seat.incarnation != room.home.incarnation
                else { continue }
            }
            unlink(room)
        }
    }

    /// Tells how many viewers the lives of this node have, and takes over which lives are on at others, for the list. Called every
    /// ``listSeconds``.
    func followLists() async {
        guard let livesLink, let cluster = services.storage.cluster else { return }
        livesLink.tell(services.directory.audienceCounts)
        // What cannot be read is read the next time.
        guard let lives = try? await cluster.livesElsewhere(max: limits.listedElsewhereMax) else { return }
        services.metrics.livesElsewhere(lives.count)
        let counts = livesLink.counts(of: lives.map(\.liveID))
        services.directory.setElsewhere(lives.map { RoomListing(info: $0, audienceCount: counts[$0.liveID] ?? 0) })
    }

    /// Finds out whether the other nodes hear this one, and tells operators. Called every ``listSeconds``.
    func followPeers() async {
        // Where the storage cannot be read nobody knows who lives.
        guard let peers, let cluster = services.storage.cluster, let nodes = try? await cluster.nodes() else { return }
        let unheard = peers.look(at: nodes)
        await report(of: nodes, unheard: peers.unheard, to: cluster)
        if peers.isApart { try? await cluster.tellApart(for: .seconds(3 * Self.listSeconds)) }
        guard let unheard else { return }
        if peers.isApart {
            services.logger.error(
                "most other servers are not heard over the broker: give all the same cluster.brokerURL and cluster.name",
                metadata: ["nodes": "\(unheard.joined(separator: ", "))"])
        } else {
            services.logger.notice("the other servers are heard over the broker again")
        }
    }

    /// How old the list of lives at other nodes may be, in seconds.
    static var listSeconds: Int64 { 5 }

    /// A live that was heard from another node runs here from now on. Who hears it here comes back, and is let in.
    func unlink(_ liveID: LiveID) {
        if let room = services.directory.linkedRoom(liveID) as? LinkedRoom { unlink(room) }
    }

    /// Reaches a live at another node no more. Its viewers here come back, and find its home then.
    private func unlink(_ room: LinkedRoom) {
        services.directory.unlink(room)
        room.stop()
    }

    /// Sends viewers of lives elsewhere back where the broker has been away for long. They come back to a node that hears.
    private func closeOnSilence(of broker: any Broker) {
        let silence = silenceMilliseconds
        let eventLoop = shards[0].eventLoop
        broker.watchState { [weak self, weak broker] state in
            guard state == .disconnected else { return }
            eventLoop.scheduleTask(in: .milliseconds(silence)) { [weak self, weak broker] in
                guard broker?.state == .disconnected else { return }
                for room in self?.services.directory.linkedRooms ?? [] { (room as? LinkedRoom)?.sendEverybodyBack() }
            }
        }
    }
}

/// The edge of a node that is gone.
private final class DeafEdge: EdgePort {
    func handle(_ message: EdgeMessage) {}
}
