import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// What is kept and what the room knows can part: a storage that fails may have kept the batch all the same. Then the room
/// reads what is kept, tells what it has not told, and goes on from there.
extension RoomRuntime {
    /// A stored event whose turn has not come, because one before it has not been told.
    struct UntoldEvent {
        let durable: Int64
        /// Tells it, or leaves it to the next flush.
        let tell: () -> Void
        let then: () -> Void
    }

    /// The number of the last stored event that was told, or is with the next flush.
    var reached: Int64 { gathering.lastDurable ?? durable }

    /// Tells a stored event in its turn, then does what follows from it.
    ///
    /// Its turn has come unless an event before it is kept that nobody was told of.
    func tell(_ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp, then: @escaping () -> Void = {}) {
        tell(
            UntoldEvent(
                durable: durable, tell: { self.publish(name, data: data, durable: durable, at: at) }, then: then))
    }

    /// Tells a gift in its turn, with the next flush.
    func tell(_ gift: GiftGathering.Gift) {
        tell(UntoldEvent(durable: gift.durable, tell: { self.gather(gift) }, then: {}))
    }

    private func tell(_ event: UntoldEvent) {
        untold.append(event)
        tellWhatIsDue()
        if !untold.isEmpty { catchUp() }
    }

    private func tellWhatIsDue() {
        while let next = untold.first, next.durable <= reached + 1 {
            untold.removeFirst()
            // One that is told already was read from the storage meanwhile.
            if next.durable > reached { next.tell() }
            next.then()
        }
    }

    /// Reads what is kept, tells what was not told, page by page, and takes over what the storage knows better.
    func catchUp() {
        guard !room.isEnded else { return }
        guard !isCatchingUp else {
            mustCatchUpAgain = true
            return
        }
        isCatchingUp = true
        mustCatchUpAgain = false
        let sessionID = room.info.sessionID
        let liveID = liveID
        let told = reached
        let page = node.limits.storedEventsPageMax
        node.background.submit { [node, shard] in
            let kept = await Result {
                let events = try await node.storage.events(of: sessionID, after: told, limit: page)
                return (events: events, record: try await node.storage.lastRoom(liveID))
            }
            shard.run {
                switch kept {
                case .success(let kept): self.caughtUp(kept.events, kept.record)
                case .failure:
                    // Until the storage says what it kept, nothing that comes after it can be told.
                    self.shard.eventLoop.scheduleTask(in: .seconds(1)) {
                        self.isCatchingUp = false
                        self.catchUp()
                    }
                }
            }
        }
    }

    private func caughtUp(_ events: [StoredEvent], _ record: RoomRecord?) {
        isCatchingUp = false
        guard !room.isEnded else { return }
        tellGathered()
        for event in events where event.durable == durable + 1 {
            guard let name = RoomEventName(rawValue: event.name) else {
                // Of a newer version of this server. Nobody here can be told, and what follows must not wait.
                durable = event.durable
                continue
            }
            if name == .roomEnded { return endAsKept(event) }
            let removed = (try? RoomEvent.decode(name, data: event.data))?.removedUser
            if removed != nil, !entrants.isEmpty { flush() }
            publish(name, data: event.data, durable: event.durable, at: event.at)
            if name == .giftReceived { hasCaughtUpGifts = true }
            if let removed { remove(removed) }
        }
        tellWhatIsDue()
        // There may be more behind a full page; behind a gap there is nothing that could be told.
        if events.count == node.limits.storedEventsPageMax, let last = events.last, last.durable <= reached {
            return catchUp()
        }
        // What they changed on the boards was in the answer that never came.
        if hasCaughtUpGifts {
            hasCaughtUpGifts = false
            readBoard()
            node.readBoards()
        }
        if let record, record.info.sessionID == room.info.sessionID { adopt(record) }
        if mustCatchUpAgain || !untold.isEmpty { return catchUp() }
        updateListing()
        if let failedEnd { return giveUpEnd(failedEnd) }
        if isEnding, ordersInFlight == 0 { finishEnding() }
    }

    /// Takes over what is kept, as far as nothing is in force that the reading could have missed.
    private func adopt(_ record: RoomRecord) {
        let statistics = record.statistics
        _ = try? room.handle(
            .giftCharged(
                totalGiftsSent: statistics.totalGiftsSent, totalGiftCoins: statistics.totalGiftCoins,
                totalUniqueGiftSenders: statistics.totalUniqueGiftSenders), from: .server, at: node.clock.wall())
        mustAdopt = commitsInFlight > 0
        if !mustAdopt { room.adopt(record) }
    }

    /// Takes somebody out whose removal is kept and was taken back here.
    private func remove(_ user: UserID) {
        visitors.remove(user)
        for (session, attachment) in attachments where attachment.user == user {
            // Their leaving was told by the event that removed them.
            let actor = RoomActor(user: UserInfo(userID: user))
            _ = try? room.handle(.leave(session), from: actor, at: node.clock.wall())
        }
        expel(user)
    }
}
