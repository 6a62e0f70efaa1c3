import DequeModule
import NIOCore
import OvationBackend
import OvationHTTP
import OvationModel
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

/// Opening a session.
extension Connection {
    /// Progress of a login that resumes. Lives are resumed one after the other, and share one budget of replayed bytes.
    struct ResumeProgress {
        let id: Int64
        var opened: SessionOpened
        /// The lives that have not been asked yet.
        var waiting: Deque<SessionOpen.Position>
        /// The one whose answer is awaited.
        var awaited: LiveID?
        /// How much may still be replayed.
        var bytesLeft: Int
        /// Whether a room has more to replay than is sent at once, so that the client has to come back.
        var isCut = false
    }

    /// Verifies the login, then opens a session or resumes one.
    func open(_ login: SessionOpen, id: Int64) {
        let rooms = min(login.resume?.rooms.count ?? 0, node.limits.roomsPerSessionMax)
        if let rejection = node.rates.refusal(ofLoginFrom: addressKey, resuming: rooms) {
            reply(id: id, error: rejection)
            // Not for good: the client comes back, and its session is still there.
            return close(.tryAgainLater)
        }
        let now = node.services.clock.wall()
        guard login.sdkAppID == node.configuration.sdkAppID else { return refuse(id, Rejection(.sdkAppIDInvalid)) }
        let expiresAt: Timestamp?
        switch node.verifier.verify(login.userSig, userID: login.userID, at: now) {
        case .failure(let rejection): return refuse(id, rejection)
        case .success(let verified): expiresAt = verified.expiresAt
        }
        phase = .opening
        block()
        node.profiles.read(login.userID, on: shard.eventLoop) { profile in
            switch profile {
            case .success(let profile):
                // A user who has logged in once is known to the app's backend, which may name them in its calls.
                if profile == nil {
                    self.node.services.journal.submit(.profile(login.userID, UserProfile()), on: nil, nil)
                }
                self.finishOpening(login, id: id, profile ?? UserProfile(), expiresAt)
            case .failure:
                self.reply(id: id, error: Rejection(.storageUnavailable))
                self.close(.openFailed)
            }
        }
    }

    private func refuse(_ id: Int64, _ rejection: Rejection) {
        reply(id: id, error: rejection)
        close(.unauthorized)
    }

    private func finishOpening(_ login: SessionOpen, id: Int64, _ profile: UserProfile, _ expiresAt: Timestamp?) {
        guard phase == .opening, socket?.isOpen == true else { return }
        let user = profile.info(of: login.userID)
        // The client has replaced this connection with a newer one, which must not be disturbed.
        guard let resumed = resumeSession(login) else { return close(.replaced) }
        userInfo = user
        phase = .open
        heartbeat.isOpen = true
        if let expiresAt {
            let left = expiresAt.milliseconds(since: node.services.clock.wall())
            heartbeat.expiresAt = node.services.clock.monotonic().adding(milliseconds: left)
        }
        var opened = SessionOpened(
            session: resumed.session, resumed: resumed.isSame, user: user, profile: profile,
            at: node.services.clock.wall(),
            silenceSeconds: node.limits.silenceSeconds, rooms: [])
        let positions = Array((login.resume?.rooms ?? []).prefix(node.limits.roomsPerSessionMax))
        guard !positions.isEmpty else {
            reply(id: id, ok: opened.json)
            return unblock()
        }
        // Reserve the entries of the answer now, in the order in which the client listed its rooms.
        var waiting: Deque<SessionOpen.Position> = []
        for position in positions where !waiting.contains(where: { $0.room == position.room }) {
            waiting.append(position)
        }
        opened.rooms = waiting.map { SessionOpened.Room(room: $0.room, joined: false, recovered: false) }
        held = ByteBuffer()
        resume = ResumeProgress(id: id, opened: opened, waiting: waiting, bytesLeft: node.limits.replayBytesMax)
        resumeNext()
    }

    /// Resumes the session that the client names, or opens a new one; nil when a newer connection already resumed it.
    private func resumeSession(_ login: SessionOpen) -> (session: SessionID, isSame: Bool)? {
        if let wanted = login.resume {
            switch node.hub.resume(
                wanted.session, user: login.userID, connection: address, attempt: wanted.attempt)
            {
            case .resumed(let generation, let left):
                session = wanted.session
                self.generation = generation
                if let previous = left.connection {
                    node.reach(previous) { $0.close(.replaced) }
                    // Nobody else tells them: the connection that is replaced is not the session's any more when it is closed.
                    for liveID in left.rooms {
                        node.services.directory.room(liveID)?.notify(.connectionLost(wanted.session, previous))
                    }
                }
                return (wanted.session, true)
            case .late: return nil
            case .over: break
            }
        }
        guard let fresh = SessionID(node.services.ids.makeText()) else {
            preconditionFailure("an id source that makes no ids")
        }
        session = fresh
        let surplus = node.hub.open(
            fresh, user: login.userID, connection: address, replacing: login.resume?.session,
            at: node.services.clock.monotonic())
        node.opened(fresh, of: login.userID, replacing: login.resume?.session)
        for departure in surplus {
            node.ended(departure)
            if let old = departure.connection { node.reach(old) { $0.close(.kickedOffline) } }
        }
        return (fresh, false)
    }

    /// Asks the next live about the user, or answers the login after the last live has answered.
    private func resumeNext() {
        guard let user = userInfo, var progress = resume else { return }
        guard let position = progress.waiting.popFirst() else { return finishResuming(progress) }
        progress.awaited = position.room
        resume = progress
        guard let room = node.services.directory.room(position.room) else {
            guard node.homeLink == nil else {
                let bytesMax = progress.bytesLeft
                return node.services.background.submit { [node, shard] in
                    let found = await node.findRoom(position.room, trustsAbsence: false)
                    shard.run {
                        switch found {
                        case .success(let room): self.resume(at: room, position, user)
                        case .failure(let rejection) where rejection.code == .roomNotFound:
                            self.resumeEnded(position, bytesMax: bytesMax)
                        // It has no home at the moment. The client comes back until it has.
                        case .failure: self.close(.openFailed)
                        }
                    }
                }
            }
            guard let homes = node.homes, let session else {
                return resumeEnded(position, bytesMax: progress.bytesLeft)
            }
            return homes.read(position.room, on: shard.eventLoop) {
                [node, address, bytesLeft = progress.bytesLeft] home in
                guard node.hub.isOpen(session, over: address) else { return }
                // Where another node runs it, its client comes back, until it gets to that one.
                guard case .success(nil) = home else { return self.close(.openFailed) }
                self.resumeEnded(position, bytesMax: bytesLeft)
            }
        }
        resume(at: room, position, user)
    }

    /// Asks a live to go on where the session's last connection ended.
    private func resume(at room: any RoomPort, _ position: SessionOpen.Position, _ user: UserInfo) {
        guard let progress = resume else { return }
        guard let origin, takePlace(in: position.room) else {
            // It is over, goes on over another connection, or is in too many lives.
            return resumed(.refused(position.room, Rejection(.roomNotFound)), replayed: ByteBuffer())
        }
        room.submit(
            RoomRequest(
                actor: RoomActor(user: user, isAdministrator: isAdministrator),
                origin: origin,
                body: .resume(position, bytesMax: progress.bytesLeft), client: client)
        ) { [shard] answer in
            // The live answers over the connection. A request that did not get to it is made anew over the next one.
            if case .failure = answer { shard.run { self.close(.openFailed) } }
        }
    }

    private func finishResuming(_ progress: ResumeProgress) {
        resume = nil
        let events = held ?? ByteBuffer()
        held = nil
        reply(id: progress.id, ok: WireJSON.bytes(progress.opened))
        if events.readableBytes > 0 { writeFrames(events) }
        if progress.isCut { close(.resumeAgain) }
        unblock()
    }

    /// Resumes a live that has ended: a former member still gets the events that were sent before its end.
    func resumeEnded(_ position: SessionOpen.Position, bytesMax: Int) {
        guard let user = userInfo?.userID, let session else { return }
        // It is in this live no longer, and may enter another one in its place.
        if node.hub.isOpen(session, over: address) { node.hub.exit(session, room: position.room) }
        node.services.background.submit { [node, shard, address] in
            let missed = await Result {
                try await node.missed(by: user, of: position, bytesMax: bytesMax) {
                    node.hub.isOpen(session, over: address)
                }
            }
            shard.run {
                // The answer is obsolete when another connection has replaced this one.
                guard node.hub.isOpen(session, over: address) else { return }
                guard case .success(let missed) = missed else { return self.close(.openFailed) }
                if let (replay, start) = missed, replay.isCut {
                    let membership = RoomJoined(
                        liveID: position.room, sessionID: start, role: .viewer, muted: false, mutedUntil: nil,
                        created: false, epoch: position.epoch, seq: position.seq, durable: position.durable)
                    return self.resumed(inPart: position, membership, frames: replay.frames)
                }
                let rejection = Rejection(.roomNotFound, "The live that you were in has ended.")
                self.resumed(
                    SessionOpened.Room(
                        room: position.room, joined: false, recovered: false, error: WireError(rejection)),
                    replayed: missed?.replay.frames ?? ByteBuffer())
            }
        }
    }

    /// Sends the first part of what the client missed, when that is more than one replay may hold. The client reconnects for
    /// the rest. Until then its position stays the same, except for the stored events.
    func resumed(inPart position: SessionOpen.Position, _ membership: RoomJoined, frames: ByteBuffer) {
        var membership = membership
        membership.epoch = position.epoch
        membership.seq = position.seq
        membership.durable = position.durable
        resume?.isCut = true
        resumed(
            SessionOpened.Room(room: position.room, joined: true, recovered: false, membership: membership),
            replayed: frames)
    }

    /// A room has answered; continues with the next one.
    ///
    /// - Parameters:
    ///   - replayed: the missed events.
    ///   - snapshot: sent instead of the remaining events; nil when there is none.
    func resumed(_ entry: SessionOpened.Room, replayed: ByteBuffer, snapshot: ByteBuffer? = nil) {
        // This answer is no longer expected.
        guard var progress = resume, progress.awaited == entry.room else { return }
        progress.awaited = nil
        progress.bytesLeft = max(0, progress.bytesLeft - replayed.readableBytes)
        if let index = progress.opened.rooms.firstIndex(where: { $0.room == entry.room }) {
            progress.opened.rooms[index] = entry
        }
        resume = progress
        // Held in order with all other frames: replayed events come before new ones.
        held?.writeImmutableBuffer(replayed)
        if let snapshot { held?.writeImmutableBuffer(snapshot) }
        // Deferred, because a room may be in the middle of admitting members.
        shard.eventLoop.execute { self.resumeNext() }
    }
}

extension Node {
    /// What a user missed of a start of a live that is over, and the id of that start. nil when the user was not in it, or
    /// already knows of having been removed.
    ///
    /// - Parameter isWanted: checked between reads; false stops the replay.
    /// - Throws: an error when the storage cannot be read.
    func missed(
        by user: UserID, of position: SessionOpen.Position, bytesMax: Int, while isWanted: @Sendable () -> Bool
    ) async throws -> (replay: StoredReplay, start: LiveSessionID)? {
        var start = position.sessionID
        // The session that the client was in, which may not be the latest.
        if start == nil { start = try await services.storage.lastRoom(position.room)?.info.sessionID }
        guard let start, let visit = try await services.storage.visit(of: user, in: start, of: position.room) else {
            return nil
        }
        let known = max(position.durable, visit.since)
        if let removedAt = visit.removedAt, known >= removedAt { return nil }
        var replay = StoredReplay(after: known, for: user)
        try await replay.read(
            services.storage, of: position.room, start, upTo: nil, epoch: position.epoch, bytesMax: bytesMax,
            pageMax: limits.storedEventsPageMax, while: isWanted)
        return (replay, start)
    }
}
