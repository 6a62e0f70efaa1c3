import Foundation
import NIOCore
import OvationBackend
import OvationHTTP
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension Connection {
    /// Runs a command of a client that is logged in. Where its live may be on at another node, it is looked up first.
    func run(_ frame: CommandFrame) {
        // It is entered over the broker.
        if case .roomJoin = frame.command, node.homeLink != nil { return runHere(frame) }
        if let liveID = frame.room, node.hasOthers, !frame.command.isAnsweredByStorage,
            node.services.directory.room(liveID) == nil
        {
            return look(for: liveID, frame)
        }
        runHere(frame)
    }

    /// Runs a command for a live that is not known here, at the node that runs it.
    private func look(for liveID: LiveID, _ frame: CommandFrame) {
        // A member whose live has no home at the moment comes back, and finds the next one.
        if let session, node.hub.isIn(session, room: liveID) { return reply(id: frame.id, error: .homeAway) }
        // Later commands of this client may be for the same live.
        block()
        node.services.background.submit { [node, shard] in
            let found = await node.reachRoom(liveID)
            shard.run {
                switch found {
                case .success(let room):
                    self.reached = room
                    if self.isSessionOpen { self.runHere(frame) }
                    self.reached = nil
                case .failure(let rejection) where rejection.code == .roomNotFound:
                    if self.isSessionOpen { self.runHere(frame) }
                case .failure(let rejection): self.reply(id: frame.id, error: rejection)
                }
                self.unblock()
            }
        }
    }

    /// The live of a command: it runs here, is heard here, or was reached for this command.
    func room(_ liveID: LiveID) -> (any RoomPort)? {
        if let reached, reached.liveID == liveID { return reached }
        return node.services.directory.room(liveID)
    }

    private func runHere(_ frame: CommandFrame) {
        guard let user = userInfo else { return }
        let actor = RoomActor(user: user, isAdministrator: isAdministrator)
        let id = frame.id
        if frame.command.isControl, !actor.isAdministrator,
            let rejection = node.rates.refusal(ofControlBy: user.userID)
        {
            return reply(id: id, error: rejection)
        }
        switch frame.command {
        case .sessionOpen: reply(id: id, error: Rejection(.sessionAlreadyOpen))
        case .sessionPing: reply(id: id, ok: RoomReply.done.json)
        case .roomCreate(let draft): createRoom(draft, actor, id)
        case .roomJoin: enter(frame, actor)
        case .roomLeave: ask(.leave, frame, actor)
        case .roomEnd: change(.end(message: ""), frame, actor)
        case .roomEarnings(let wish): tellEarnings(wish, frame, user.userID)
        case .roomUpdate(let settings): change(.update(settings), frame, actor)
        case .roomMetadata(let metadata): changeMetadata(metadata, frame, actor)
        case .roomWords(let words): changeWords(words, frame, actor)
        case .roomList(let list): listRooms(list, id)
        case .roomInfo: ask(.info, frame, actor)
        case .audienceList(let list): listAudience(list, frame, actor)
        case .audienceKick(let kick): change(.kick([kick.userID], reason: kick.reason ?? ""), frame, actor)
        case .audienceMute(let mute):
            change(
                .mute([mute.userID], muted: mute.muted, seconds: mute.seconds, reason: mute.reason ?? ""), frame, actor)
        case .audienceBan(let ban):
            change(
                .ban([ban.userID], banned: ban.banned ?? true, seconds: ban.seconds, reason: ban.reason ?? ""), frame,
                actor)
        case .audienceAdmin(let appointment):
            change(.appoint([appointment.userID], isAdmin: appointment.isAdmin), frame, actor)
        case .audienceLog(let log): readLog(log, frame, actor)
        case .userUpdate(let profile): update(profile, user, id)
        case .barrageSend(let barrage): send(barrage, frame, actor)
        case .barrageDelete(let deletion):
            change(.edit(BarrageEdit(.delete, deletion.seq, reason: deletion.reason ?? "")), frame, actor)
        case .barragePin(let pin):
            change(.edit(BarrageEdit(pin.isPinned ?? true ? .pin : .unpin, pin.seq)), frame, actor)
        case .giftList(let list): reply(id: id, ok: node.gifts.panel(language: list.language))
        case .giftSend(let order): send(order, frame, actor)
        case .walletGet: readWallet(user.userID, id)
        case .walletTopUp(let topUp): fillWallet(user.userID, topUp, id)
        case .likeSend(let like): ask(.command(.like(like.count ?? 1)), frame, actor)
        case .boardList(let list): showBoard(list, frame, actor)
        case .pubsubPublish(let message): publish(message, frame, actor)
        case .pubsubSubscribe(let wish): listen(wish, frame, actor)
        case .pubsubUnsubscribe(let wish): ask(.unsubscribe(wish.topic), frame, actor)
        case .pubsubMessages(let wish): readTopic(wish, frame, actor)
        case .mediaPublish: publishMedia(frame, actor)
        case .fileTicket: giveUploadTicket(to: user.userID, id)
        case .mediaTest: giveUplinkTicket(to: user.userID, id)
        case .mediaEncoder: tellEncoder(frame, actor)
        case .seatList, .seatTake, .seatLeave, .seatMove, .seatKick, .seatLock, .seatAllow, .seatFeature, .seatDevices,
            .seatInvite, .seatCancel, .seatAnswer, .seatSignal:
            runSeats(frame, actor)
        case .coHostList, .coHostRequest, .coHostCancel, .coHostAnswer, .coHostExit, .coHostMute, .battleRequest,
            .battleCancel, .battleAnswer, .battleExit:
            runCoHosts(frame, actor)
        }
    }

    /// Hands a request to the room that the frame names and passes its answer on.
    func ask(_ body: RoomRequest.Body, _ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        let id = frame.id
        room.submit(RoomRequest(actor: actor, origin: origin, body: body, client: client)) { result in
            self.shard.run { self.reply(id: id, result.map(\.json)) }
        }
    }

    /// Submits a command whose answer waits for the storage. With too many of them, the client is read no further.
    func change(_ command: RoomCommand, _ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        answer(
            frame.id, from: room, to: RoomRequest(actor: actor, body: .command(command), client: client))
    }

    private func changeMetadata(_ metadata: RoomMetadata, _ frame: CommandFrame, _ actor: RoomActor) {
        let set = metadata.set ?? [:]
        let delete = metadata.delete ?? []
        let keys = metadata.keys ?? []
        guard !set.isEmpty || !delete.isEmpty else { return ask(.metadata(keys: keys), frame, actor) }
        guard let liveID = frame.room, let room = room(liveID) else {
            return reply(id: frame.id, error: Rejection(.roomNotFound))
        }
        answer(frame.id, with: MetadataPage.self) { [client] answer in
            room.ask(.change(.changeMetadata(set: set, delete: delete)), as: actor, from: client) { result in
                if case .failure(let rejection) = result { return answer(.failure(rejection)) }
                room.ask(.metadata(keys: keys), as: actor, from: client, answer)
            }
        }
    }

    private func listRooms(_ list: RoomList, _ id: Int64) {
        let count: Int
        let filter: ListFilter
        do throws(Rejection) {
            count = try PageFields.wire.count(list.count, orElse: 20, countMax: node.limits.roomPageMax)
            filter = try ListFilter(search: list.search, category: list.category, kind: list.kind, field: "search")
        } catch {
            return reply(id: id, error: error)
        }
        let examinedMax = node.limits.roomsExaminedMax
        guard
            let page = node.services.directory.page(
                after: list.cursor ?? "", count: count, filter: filter, examinedMax: examinedMax)
        else { return reply(id: id, error: PageFields.wire.unknownCursor) }
        node.services.metrics.examined(rooms: page.examinedCount)
        charge(page.examinedCount * filter.cost / Self.examinedPerCommand)
        // An owner who reloads the page has to find the live again, and a live that is not public is on no list.
        let isFirst = list.cursor?.isEmpty ?? true
        let own = isFirst ? userInfo.map { node.services.directory.lives(of: $0.userID, countMax: count) } ?? [] : []
        reply(
            id: id,
            ok: WireJSON.bytes(RoomPage(rooms: page.rooms, cursor: page.cursor, hosted: own.isEmpty ? nil : own)))
    }

    private func listAudience(_ list: AudienceList, _ frame: CommandFrame, _ actor: RoomActor) {
        do throws(Rejection) {
            let count = try PageFields.wire.count(list.count, orElse: 100, countMax: node.limits.audiencePageMax)
            let offset = try PageFields.wire.number(list.cursor, in: 0...Int.max) ?? 0
            ask(.audience(offset: offset, count: count), frame, actor)
        } catch {
            reply(id: frame.id, error: error)
        }
    }

    private func showBoard(_ list: BoardList, _ frame: CommandFrame, _ actor: RoomActor) {
        let count: Int
        do throws(Rejection) {
            count = try PageFields.wire.count(list.count, orElse: 20, countMax: node.limits.boardRowsMax)
        } catch {
            return reply(id: frame.id, error: error)
        }
        let kind = list.kind ?? .senders
        let period = list.period ?? .live
        guard period == .live else {
            let page = node.services.boards.page(kind, period, count: count, at: node.services.clock.wall())
            return reply(id: frame.id, ok: WireJSON.bytes(page))
        }
        guard kind == .senders else {
            return reply(id: frame.id, error: Rejection(.illegalParameter, "A live has a board of senders only."))
        }
        ask(.board(count: count), frame, actor)
    }

    private func send(_ barrage: BarrageSend, _ frame: CommandFrame, _ actor: RoomActor) {
        let kind: Barrage.Kind
        switch (barrage.text, barrage.businessID) {
        case (let text?, nil): kind = .text(text, extensionInfo: barrage.extensionInfo ?? [:])
        case (nil, let businessID?): kind = .custom(businessID: businessID, data: barrage.data ?? "")
        default:
            return reply(
                id: frame.id,
                error: Rejection(.illegalParameter, "A barrage has either \"text\" or \"businessID\" with \"data\"."))
        }
        ask(.command(.barrage(kind)), frame, actor)
    }

    private func send(_ order: GiftSend, _ frame: CommandFrame, _ actor: RoomActor) {
        guard let liveID = frame.room, let session else { return }
        let isAsked: @Sendable () -> Bool = { [hub = node.hub, address] in hub.isOpen(session, over: address) }
        answer(frame.id, json: \GiftCharged.json) {
            node.send(order, in: liveID, by: actor, from: client, isAsked: isAsked, $0)
        }
    }

    private func readWallet(_ user: UserID, _ id: Int64) {
        answer(id, with: Wallet.self) { [node] answer in
            node.services.background.submit {
                let balance = await Result { try await node.services.storage.balance(of: .user(user)) }
                // A user without ledger entries gets the grant for new users when a balance is first needed.
                answer(
                    balance.map { Wallet(balance: $0 ?? node.configuration.ledger.newUserGrant) }
                        .mapError { _ in Rejection(.storageUnavailable) })
            }
        }
    }

    /// Creates coins for a developer who tests an app's recharge. In production the app's backend credits what was paid.
    private func fillWallet(_ user: UserID, _ topUp: WalletTopUp, _ id: Int64) {
        guard node.configuration.isDevelopment else { return reply(id: id, error: Rejection(.topUpRefused)) }
        guard (1...WalletTopUp.coinsMax).contains(topUp.coins.amount) else {
            return reply(
                id: id, error: Rejection(.illegalParameter, "\"coins\" is 1 to \(WalletTopUp.coinsMax)."))
        }
        let write = StorageWrite.credit(
            user, topUp.coins, reference: "top-up-\(user)-\(topUp.orderID)", at: node.services.clock.wall())
        answer(id, with: Wallet.self) { [node] answer in
            // On one event loop for all users, so that what is told last is what is kept last.
            node.services.journal.submit(write, on: node.shards[0].eventLoop) { result in
                switch result {
                case .success(.credited(let balance, let isRepeated)):
                    if !isRepeated { node.services.walletChanged(user, balance) }
                    answer(.success(Wallet(balance: balance)))
                case .success: answer(.failure(Rejection(.referenceConflict)))
                case .failure(let rejection): answer(.failure(rejection))
                }
            }
        }
    }

    private func update(_ change: UserProfile, _ user: UserInfo, _ id: Int64) {
        if let rejection = FieldRules.rejection(of: change) { return reply(id: id, error: rejection) }
        var change = change
        if let rejection = node.filter(&change, of: user.userID) { return reply(id: id, error: rejection) }
        block()
        node.services.background.submit { [node, shard, change] in
            let stored = await Result { try await node.services.storage.profiles(of: [user.userID])[user.userID] }
            shard.run {
                guard case .success(let old) = stored else {
                    self.reply(id: id, error: Rejection(.storageUnavailable))
                    return self.unblock()
                }
                let before = old ?? UserProfile()
                let profile = before.merging(change)
                guard profile != before || old == nil else {
                    self.reply(id: id, ok: RoomReply.done.json)
                    return self.unblock()
                }
                // On one event loop for all users, so that what is told last is what is kept last.
                node.services.journal.submit(.profile(user.userID, profile), on: node.shards[0].eventLoop) { result in
                    if case .success = result {
                        node.profileChanged(from: before.info(of: user.userID), to: profile.info(of: user.userID))
                    }
                    shard.run {
                        switch result {
                        case .success: self.reply(id: id, ok: RoomReply.done.json)
                        case .failure(let rejection): self.reply(id: id, error: rejection)
                        }
                        self.unblock()
                    }
                }
            }
        }
    }
}

extension Command {
    /// Whether it is answered by what is kept, wherever its live is.
    fileprivate var isAnsweredByStorage: Bool {
        switch self {
        case .giftSend, .roomEarnings: true
        default: false
        }
    }
}
