import OvationModel
import OvationPictures
import OvationRules
import OvationWire

// What is answered from what a live knows, without changing it.

extension RoomRequest {
    /// Whether its answer lists mutes or bans. The rules forget those that are over first.
    func listsSanctions(of room: Room) -> Bool {
        switch body {
        case .roster(.muted), .roster(.banned): true
        case .audience: mayModerate(room)
        default: false
        }
    }

    /// Whether the caller is the owner, an administrator of the live, or an administrator of the app.
    func mayModerate(_ room: Room) -> Bool {
        actor.isAdministrator || actor.user.map { room.role(of: $0.userID) != .viewer } ?? false
    }

    /// Why the live's words are not replaced by these; nil where they will be.
    func refusal(ofSetting words: [FilterWord], isEnding: Bool, _ limits: Limits) -> Rejection? {
        guard actor.isAdministrator else { return Rejection(.adminRequired) }
        guard !isEnding else { return Rejection(.roomNotFound) }
        return FieldRules.rejection(of: words, countMax: limits.wordFilterRoomWordsMax, limits: limits)
    }

    /// Why a change of the live's words is refused; nil where it will be made.
    ///
    /// - Parameter words: the list after the change.
    func refusal(
        ofEditing words: [FilterWord], by edit: WordEdit, in room: Room, isEnding: Bool, _ limits: Limits
    ) -> Rejection? {
        guard mayModerate(room) else { return Rejection(.adminRequired) }
        guard !isEnding else { return Rejection(.roomNotFound) }
        guard edit.removed.count <= limits.wordFilterRoomWordsMax else {
            return Rejection(.wordListInvalid, "At most \(limits.wordFilterRoomWordsMax) words are removed at once.")
        }
        let added = FieldRules.rejection(of: edit.added, countMax: limits.wordFilterRoomWordsMax, limits: limits)
        return added ?? FieldRules.rejection(of: words, countMax: limits.wordFilterRoomWordsMax, limits: limits)
    }

    /// The caller, where they may have an address of the picture that is signed for them: everybody who is not banned, of an unlisted live
    /// its members and who keeps order in it.
    func watcher(of room: Room, at now: Timestamp) -> UserID? {
        guard let user = actor.user?.userID else { return nil }
        if actor.isAdministrator { return user }
        guard room.ban(of: user, at: now) == nil else { return nil }
        return room.info.isPublicVisible || isWithin(room) ? user : nil
    }

    /// Why the caller reads nothing of a live; nil for who may.
    ///
    /// A live on the list is read by all. What is said of one that is not is for its members, its owner and its administrators, and a
    /// banned user is none of them.
    func refusal(ofReading room: Room, at now: Timestamp) -> Rejection? {
        guard !actor.isAdministrator, !room.info.isPublicVisible else { return nil }
        if let user = actor.user?.userID, let until = room.ban(of: user, at: now) {
            return Rejection(.memberBanned, "You are banned from this live.", holding: until)
        }
        return isWithin(room) ? nil : Rejection(.liveNotListed)
    }

    private func isWithin(_ room: Room) -> Bool {
        actor.user.map { room.isMember($0.userID) || room.role(of: $0.userID) != .viewer } ?? false
    }

    /// The answer to a question about a live; nil where this is none.
    ///
    /// - Parameters:
    ///   - addresses: where pictures are watched.
    ///   - messages: the last messages of the live, oldest first, as many as may come with its description.
    ///   - asksApp: true if the app's backend decides who enters: then only those who are in the live read its messages.
    func answer(
        from room: Room, _ addresses: PlayAddresses, telling messages: [BarrageRecord] = [], asksApp: Bool = false,
        at now: Timestamp
    ) -> Result<RoomReply, Rejection>? {
        switch body {
        case .info:
            .success(.listing(listing(of: room, addresses, telling: messages, asksApp: asksApp, at: now)))
        case .audience(let offset, let count): audience(of: room, from: offset, count: count, at: now)
        case .roster(let part):
            Result { () throws(Rejection) in RoomReply.roster(try RoomRoster(part, of: room, at: now)) }
        case .statistics: .success(.statistics(room.statistics(at: now)))
        case .board(let count):
            .success(.board(BoardPage(kind: .senders, period: .live, rows: room.board(count))))
        case .metadata(let keys):
            .success(
                .metadata(
                    MetadataPage(
                        metaData: keys.isEmpty
                            ? room.info.metaData : room.info.metaData.filter { keys.contains($0.key) })))
        case .words: .success(.words(room.words))
        case .seats: .success(.seats(seats(of: room)))
        case .coHosts: .success(.coHost(.page(coHosts(of: room))))
        case .pinned: .success(.pinned(room.pins))
        default: nil
        }
    }

    private func listing(
        of room: Room, _ addresses: PlayAddresses, telling messages: [BarrageRecord], asksApp: Bool, at now: Timestamp
    ) -> RoomListing {
        // A banned user is shown that the live is on, as in the list, and nothing of what is said in it.
        let isBanned = actor.user.map { room.ban(of: $0.userID, at: now) != nil } ?? false
        let isOutside = asksApp && !isWithin(room)
        let told = (isBanned || isOutside) && !actor.isAdministrator ? [] : messages
        return RoomListing(
            info: addresses.addressed(room.info, for: watcher(of: room, at: now), at: now),
            audienceCount: room.audienceCount, messages: told.isEmpty ? nil : told)
    }

    private func audience(
        of room: Room, from offset: Int, count: Int, at now: Timestamp
    ) -> Result<RoomReply, Rejection> {
        guard offset <= room.audienceCount else { return .failure(Rejection(.pageBeyondEnd)) }
        let page = room.audience(from: offset, count: count)
        let next = offset + page.count
        return .success(
            .audience(
                AudiencePage(
                    audience: page, count: room.audienceCount, admins: room.adminUsers,
                    muted: mayModerate(room) ? room.muted(at: now).page.map(\.user) : [],
                    cursor: page.isEmpty || next >= room.audienceCount ? "" : String(next))))
    }
}

extension RoomCommand {
    /// The answer to the caller once the events of a command are published.
    ///
    /// - Parameter seq: the number of the last event that took one.
    func reply(_ outcome: RoomOutcome, seq: Int64?) -> RoomReply {
        switch self {
        case .barrage, .message: .barrage(BarrageAccepted(seq: seq))
        case .publish:
            .published(
                TopicAccepted(id: outcome.topics.first { $0.lane == .barrage }?.event.messages.first?.id))
        case .seat(.take), .seat(.move), .seat(.answerApplication), .seat(.answerInvitation):
            .seat(SeatTaken(index: outcome.seats?.index))
        default: .done
        }
    }

    /// The message that a command published, with a number; nil for none.
    func told(_ outcome: RoomOutcome) -> Barrage? {
        switch self {
        case .barrage, .message:
            if case .barrageSent(let barrage)? = outcome.publications.first?.event { barrage } else { nil }
        default: nil
        }
    }
}

// MARK: - Entries

extension RoomJoined {
    /// What a user is in a live, as it is now.
    init(_ user: UserID, in room: Room, _ broadcast: Broadcast, created: Bool, at now: Timestamp) {
        let mute = room.mute(of: user, at: now)
        self.init(
            liveID: room.info.liveID, sessionID: room.info.sessionID, role: room.role(of: user), muted: mute != nil,
            mutedUntil: mute?.time, mutedReason: mute?.givenReason, created: created, epoch: broadcast.epoch,
            seq: broadcast.lastSeq, durable: broadcast.durable)
    }
}

extension RoomSnapshot {
    /// The state of a live, for entrants.
    init(_ room: Room, _ broadcast: Broadcast, _ addresses: PlayAddresses, limits: Limits, at now: Timestamp) {
        self.init(
            // All who enter receive the same bytes, so an address that is signed for one of them is for `room.info`.
            info: addresses.addressed(room.info, for: nil, at: now),
            statistics: room.statistics(at: now), audienceCount: room.audienceCount,
            audience: room.audience(from: 0, count: limits.audienceInSnapshot), admins: room.adminUsers,
            history: broadcast.messages.last(limits.historyOnJoin), topSenders: room.topSendersRows,
            seats: room.seatBoard, coHosts: room.coHostBoard, pinned: room.pins.isEmpty ? nil : room.pins,
            gifts: broadcast.gifts.records.isEmpty ? nil : broadcast.gifts.records,
            endsWithoutOwnerAt: room.endsWithoutOwnerAt)
    }

    /// Encoded for all who enter.
    func frame(of broadcast: Broadcast, at now: Timestamp) -> [UInt8] {
        FrameEncoder.event(
            room: broadcast.liveID, position: EventPosition(epoch: broadcast.epoch, seq: nil, durable: nil, at: now),
            name: .roomSnapshot, data: RoomEvent.roomSnapshot(self).encodedData)
    }
}
