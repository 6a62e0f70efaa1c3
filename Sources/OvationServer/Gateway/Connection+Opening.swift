import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Opening a session.
extension Connection {
    /// Looks at who it is, and goes on where they left.
    func open(_ login: SessionOpen, id: Int64) {
        let rooms = min(login.resume?.rooms.count ?? 0, node.limits.roomsPerSessionMax)
        if let rejection = node.rates.refusal(ofLoginFrom: addressKey, resuming: rooms) {
            reply(id: id, error: rejection)
            // Not for good: the client comes back, and its session is still there.
            return close(.tryAgainLater)
        }
        let now = node.clock.wall()
        guard login.sdkAppID == node.configuration.sdkAppID else { return refuse(id, Rejection(.sdkAppIDInvalid)) }
        let expiresAt: Timestamp?
        switch node.verifier.verify(login.userSig, userID: login.userID, at: now) {
        case .failure(let rejection): return refuse(id, rejection)
        case .success(let verified): expiresAt = verified.expiresAt
        }
        phase = .opening
        block()
        node.profiles.read(login.userID, for: shard) { profile in
            switch profile {
            case .success(let profile):
                // Whoever has logged in once is known to the app's backend, which may name them in its calls.
                if profile == nil { self.node.journal.submit(.profile(login.userID, UserProfile()), on: nil, nil) }
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
        userInfo = user
        phase = .open
        heartbeat.isOpen = true
        if let expiresAt {
            let left = expiresAt.milliseconds(since: node.clock.wall())
            heartbeat.expiresAt = node.clock.monotonic().adding(milliseconds: left)
        }
        let resumed = resumeSession(login)
        var opened = SessionOpened(
            session: resumed.session, resumed: resumed.isSame, user: user, profile: profile, at: node.clock.wall(),
            silenceSeconds: node.limits.silenceSeconds, rooms: [])
        let positions = Array((login.resume?.rooms ?? []).prefix(node.limits.roomsPerSessionMax))
        guard !positions.isEmpty else {
            reply(id: id, ok: opened.json)
            return unblock()
        }
        // The places of the answer are kept, so that its rooms come in the order in which they were asked for.
        var rooms: [LiveID] = []
        for position in positions where !rooms.contains(position.room) { rooms.append(position.room) }
        opened.rooms = rooms.map { SessionOpened.Room(room: $0, joined: false, recovered: false) }
        resume = ResumeProgress(id: id, opened: opened, awaited: Set(rooms))
        held = ByteBuffer()
        for room in rooms {
            if let position = positions.first(where: { $0.room == room }) { self.resume(position, user) }
        }
    }

    private func resumeSession(_ login: SessionOpen) -> (session: SessionID, isSame: Bool) {
        if let wanted = login.resume?.session,
            let (previous, _) = node.hub.resume(wanted, user: login.userID, connection: self)
        {
            session = wanted
            if let previous { previous.shard.run { previous.close(.replaced) } }
            return (wanted, true)
        }
        guard let fresh = SessionID(node.ids.makeText()) else { preconditionFailure("an id source that makes no ids") }
        session = fresh
        let surplus = node.hub.open(fresh, user: login.userID, connection: self, at: node.clock.monotonic())
        for departure in surplus {
            node.ended(departure)
            if let old = departure.connection { old.shard.run { old.close(.kickedOffline) } }
        }
        return (fresh, false)
    }

    private func resume(_ position: SessionOpen.Position, _ user: UserInfo) {
        guard let session else { return }
        if let room = node.directory.room(position.room) {
            let origin = RoomRequest.Origin(session: session, connection: self)
            return room.submit(
                RoomRequest(
                    actor: RoomActor(user: user, isAdministrator: isAdministrator), origin: origin,
                    body: .resume(position),
                    reply: { _ in }))
        }
        resumeEnded(position)
    }

    /// Answers for a live that has ended: what was sent before it did is still shown.
    func resumeEnded(_ position: SessionOpen.Position) {
        node.background.submit { [node, shard] in
            let missed = await Result { () -> (missed: StoredReplay, start: LiveSessionID?) in
                var missed = StoredReplay(after: position.durable)
                // The start that the client was in, which need not be the last one any more.
                let last = try await node.storage.lastRoom(position.room)?.info.sessionID
                guard let start = position.sessionID ?? last else { return (missed, nil) }
                try await missed.read(
                    node.storage, of: position.room, start, epoch: position.epoch, bytesMax: node.limits.replayBytesMax)
                return (missed, start)
            }
            shard.run {
                guard case .success((let missed, let start)) = missed else { return self.close(.openFailed) }
                if missed.isCut, let start {
                    let membership = RoomJoined(
                        liveID: position.room, sessionID: start, role: .viewer, muted: false, mutedUntil: nil,
                        created: false, epoch: position.epoch, seq: position.seq, durable: position.durable)
                    return self.resumed(inPart: position, membership, frames: missed.frames)
                }
                self.resumed(
                    SessionOpened.Room(
                        room: position.room, joined: false, recovered: false, error: WireError(Rejection(.roomNotFound))
                    ),
                    frames: missed.frames)
            }
        }
    }

    /// More was missed of a live than is sent at once: this is the beginning of it, and the client comes back for the rest. Until
    /// then it stands where it stood, but for the stored events.
    func resumed(inPart position: SessionOpen.Position, _ membership: RoomJoined, frames: ByteBuffer) {
        var membership = membership
        membership.epoch = position.epoch
        membership.seq = position.seq
        membership.durable = position.durable
        resume?.isCut = true
        resumed(
            SessionOpened.Room(room: position.room, joined: true, recovered: false, membership: membership),
            frames: frames)
    }

    /// A room has said what became of it; with the last one the login is answered.
    func resumed(_ entry: SessionOpened.Room, frames: ByteBuffer) {
        guard var progress = resume, progress.awaited.remove(entry.room) != nil else {
            // The answer of a room that nobody waits for any more.
            return
        }
        if let index = progress.opened.rooms.firstIndex(where: { $0.room == entry.room }) {
            progress.opened.rooms[index] = entry
        }
        // Held with everything else, in order: what is replayed comes before what happens from now on.
        held?.writeImmutableBuffer(frames)
        guard progress.awaited.isEmpty else {
            resume = progress
            return
        }
        resume = nil
        let events = held ?? ByteBuffer()
        held = nil
        reply(id: progress.id, ok: WireJSON.bytes(progress.opened))
        if events.readableBytes > 0 { writeFrames(events) }
        if progress.isCut { close(.resumeAgain) }
        unblock()
    }
}
