import NIOCore
import OvationBackend
import OvationHTTP
import OvationModel
import OvationRules
import OvationSupport
import OvationWire

/// Creating lives and entering them.
extension Connection {
    /// The connection's address, for code that runs on another event loop.
    var address: ConnectionAddress { ConnectionAddress(edge: shard.edge, loop: shard.index, number: number) }

    /// Where the requests of its session come from; nil before the login.
    var origin: RoomRequest.Origin? {
        session.map { RoomRequest.Origin(session: $0, connection: address, generation: generation) }
    }

    /// Counts a live among those of the session before the live is asked, which gives the place back unless it lets the session in.
    ///
    /// - Returns: false where the session is over, goes on over another connection, or is in too many lives.
    func takePlace(in liveID: LiveID) -> Bool {
        guard let session else { return false }
        return node.hub.enter(session, over: address, room: liveID, roomsMax: node.limits.roomsPerSessionMax)
    }

    func createRoom(_ wish: RoomCreate, _ actor: RoomActor, _ id: Int64, attempt: Int = 1) {
        guard let user = actor.user, let session else { return }
        let isMeeting = wish.isMeeting == true
        if isMeeting, node.services.directory.room(wish.liveID) != nil {
            return enter(CommandFrame(id: id, room: wish.liveID, command: .roomJoin), actor)
        }
        var draft = wish
        if draft.settings.isForAppOnly, !actor.isAdministrator { return reply(id: id, error: .settingsOfTheApp) }
        if let rejection = node.filter(&draft.settings, of: actor) { return reply(id: id, error: rejection) }
        // The session's place in the live is kept before there is one, so that no live is made whose owner cannot enter it.
        let liveID = draft.liveID
        if isMeeting { draft.settings.makeMeeting(node.limits) }
        guard
            node.hub.reserve(session, over: address, room: liveID, roomsMax: node.limits.roomsPerSessionMax)
        else { return reply(id: id, error: .inTooManyLives(node.limits)) }
        // Later commands of this client may be for the live that it creates.
        block()
        node.createRoom(
            draft, owner: user, by: .owner(isLimited: !actor.isAdministrator), client: client, on: shard.eventLoop
        ) { result in
            switch result {
            case .failure(let rejection):
                self.node.hub.release(session, room: liveID)
                if isMeeting, rejection.code == .tooFrequent, attempt < Self.meetingAttemptsMax {
                    return self.enterMeetingSoon(wish, actor, id, attempt + 1)
                }
                if rejection.isOfTakenLive, self.node.homeLink != nil {
                    return self.enterTaken(liveID, isMeeting: isMeeting, actor, id)
                }
                self.reply(id: id, error: rejection)
            case .success((_, false)) where isMeeting:
                // Another client created it first.
                self.node.hub.release(session, room: liveID)
                self.enter(CommandFrame(id: id, room: liveID, command: .roomJoin), actor)
            case .success((let room, let created)):
                if created {
                    self.submitEntry(to: room, created: true, actor, id)
                } else {
                    self.enterOwn(room, actor, id)
                }
            }
            self.unblock()
        }
    }

    /// Enters a live that runs at another node instead of creating it: a meeting, or one's own. The client is read no further meanwhile.
    private func enterTaken(_ liveID: LiveID, isMeeting: Bool, _ actor: RoomActor, _ id: Int64) {
        node.homes?.forget(liveID)
        node.services.background.submit { [node, shard] in
            let found = await node.findRoom(liveID)
            shard.run {
                switch found {
                case .success where isMeeting:
                    self.enter(CommandFrame(id: id, room: liveID, command: .roomJoin), actor)
                case .success(let room): self.enterOwn(room, actor, id)
                // It has ended meanwhile: the client may create it.
                case .failure(let rejection) where rejection.code == .roomNotFound:
                    self.reply(id: id, error: Rejection(.tooFrequent))
                case .failure(let rejection): self.reply(id: id, error: rejection)
                }
                self.unblock()
            }
        }
    }

    /// How many times a client tries to enter a meeting that another client is creating.
    private static let meetingAttemptsMax = 40
    private static let meetingDelay = TimeAmount.milliseconds(50)

    /// Tries again to enter a meeting that another client is creating at the same time.
    private func enterMeetingSoon(_ wish: RoomCreate, _ actor: RoomActor, _ id: Int64, _ attempt: Int) {
        shard.eventLoop.scheduleTask(in: Self.meetingDelay) {
            if self.isSessionOpen { self.createRoom(wish, actor, id, attempt: attempt) }
            self.unblock()
        }
    }

    /// Enters an existing live as its owner, or refuses when the live belongs to another user.
    private func enterOwn(_ room: any RoomPort, _ actor: RoomActor, _ id: Int64) {
        answer(id, json: \RoomReply.json) { answer in
            room.ask(.info, as: actor, from: client) { result in
                self.shard.run {
                    if case .success(let listing) = result, listing.info.liveOwner.userID == actor.user?.userID {
                        return self.submitEntry(to: room, created: false, actor, id, answer)
                    }
                    if let session = self.session { self.node.hub.release(session, room: room.liveID) }
                    // Whose live it is nobody knows where its home cannot be asked.
                    if case .failure(let rejection) = result, rejection.code.isTemporary {
                        return answer(.failure(rejection))
                    }
                    answer(.failure(Rejection(.roomIDOccupied)))
                }
            }
        }
    }

    func enter(_ frame: CommandFrame, _ actor: RoomActor) {
        let id = frame.id
        guard let user = actor.user?.userID, let liveID = frame.room else {
            return reply(id: id, error: Rejection(.roomNotFound))
        }
        guard let room = node.services.directory.room(liveID) else { return enterElsewhere(frame, liveID, actor) }
        if let rejection = node.rates.refusal(ofJoinsFrom: addressKey) { return reply(id: id, error: rejection) }
        guard node.services.callbacks.wants(.beforeJoin) else {
            return submitEntry(to: room, created: false, actor, id)
        }
        // Later commands of this client may be for the live that it enters.
        block()
        node.services.background.submit { [node, shard, client] in
            let rejection = await node.services.callbacks.refusal(
                toJoin: liveID, user, client, at: node.services.clock.wall())
            shard.run {
                if let rejection {
                    self.reply(id: id, error: rejection)
                } else if let room = self.node.services.directory.room(liveID) {
                    self.submitEntry(to: room, created: false, actor, id)
                } else {
                    self.reply(id: id, error: Rejection(.roomNotFound))
                }
                self.unblock()
            }
        }
    }

    /// Enters a live that runs at another node, if there is one.
    private func enterElsewhere(_ frame: CommandFrame, _ liveID: LiveID, _ actor: RoomActor) {
        guard node.homeLink != nil else { return reply(id: frame.id, error: Rejection(.roomNotFound)) }
        if let rejection = node.rates.refusal(ofJoinsFrom: addressKey) { return reply(id: frame.id, error: rejection) }
        // Later commands of this client may be for the live that it enters.
        block()
        node.services.background.submit { [node, shard] in
            let found = await node.findRoom(liveID)
            shard.run {
                switch found {
                case .success: self.enter(frame, actor)
                case .failure(let rejection): self.reply(id: frame.id, error: rejection)
                }
                self.unblock()
            }
        }
    }

    /// Asks a live to admit the session. The room answers with its next flush, through ``entered(_:)``.
    private func submitEntry(to room: any RoomPort, created: Bool, _ actor: RoomActor, _ id: Int64) {
        answer(id, json: \RoomReply.json) { submitEntry(to: room, created: created, actor, id, $0) }
    }

    private func submitEntry(
        to room: any RoomPort, created: Bool, _ actor: RoomActor, _ id: Int64, _ answer: @escaping RoomCall.Answer
    ) {
        guard takePlace(in: room.liveID) else {
            if let session { node.hub.release(session, room: room.liveID) }
            return answer(.failure(.inTooManyLives(node.limits)))
        }
        room.submit(
            RoomRequest(actor: actor, origin: origin, body: .enter(id: id, created: created), client: client), answer)
    }

    /// The session is in a live: these frames say so, and what it is. Its command stays under way until the live has let in
    /// everybody else of the tick.
    func entered(_ frames: ByteBuffer) {
        charge(frames.readableBytes / Self.bytesPerCommand)
        writeFrames(frames)
    }
}

extension RoomSettings {
    /// Turns them into the settings of a meeting: unlisted, and open as long as it has members.
    fileprivate mutating func makeMeeting(_ limits: Limits) {
        isPublicVisible = false
        ownerAbsenceSeconds = RoomInfo.absenceSecondsMax
        emptySeconds = min(limits.meetingEmptySeconds, RoomInfo.absenceSecondsMax)
    }
}

extension Rejection {
    /// Whether a live was not created because it is on.
    fileprivate var isOfTakenLive: Bool { code == .roomIDOccupied || code == .roomIDUsedByOwner }

    /// A session that is in as many lives as it may be.
    static func inTooManyLives(_ limits: Limits) -> Rejection {
        Rejection(.alreadyInOtherRoom, "A session is in at most \(limits.roomsPerSessionMax) lives at a time.")
    }
}

extension Command {
    /// Whether it changes something that is kept, so that its user has a rate for it.
    var isControl: Bool {
        switch self {
        case .roomCreate, .roomEnd, .roomUpdate, .audienceKick, .audienceMute, .audienceBan, .audienceAdmin,
            .userUpdate, .walletTopUp, .mediaPublish, .mediaEncoder, .seatTake, .seatLeave, .seatMove, .seatKick,
            .seatLock,
            .seatAllow, .seatFeature, .seatDevices, .seatInvite, .seatCancel, .seatAnswer, .barrageDelete,
            .barragePin, .coHostRequest, .coHostCancel, .coHostAnswer, .coHostExit, .coHostMute, .battleRequest,
            .battleCancel, .battleAnswer, .battleExit:
            true
        case .pubsubPublish(let publish): publish.persist == true
        case .roomWords(let words): words.add?.isEmpty == false || words.remove?.isEmpty == false
        case .roomMetadata(let metadata): metadata.set?.isEmpty == false || metadata.delete?.isEmpty == false
        default: false
        }
    }
}
