import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// What ``KeptInOrder`` says.
extension RoomRuntime {
    /// What of the storage is read where an answer of it was lost.
    private struct Reading: Sendable {
        let events: [StoredEvent]
        let record: RoomRecord?
    }

    /// Carries out what ``KeptInOrder`` says.
    ///
    /// - Parameters:
    ///   - page: the stored events that were read, where some were.
    ///   - record: the live as it is kept, where it was read.
    func carryOut(
        _ actions: [KeptInOrder<KeptEvent>.Action], page: [StoredEvent] = [], _ record: RoomRecord? = nil
    ) {
        for action in actions {
            switch action {
            case .tell(let event):
                announce(event)
                follow(event)
            case .follow(let event): follow(event)
            case .read(let durable): read(after: durable)
            case .pause:
                loop.eventLoop.scheduleTask(in: .seconds(1)) { self.carryOut(self.kept.readAfterPause()) }
            case .tellRead(let place): announce(read: page[place])
            case .endAsRead(let place): endAsKept(page[place])
            case .takeOver(let adopts): takeOver(record, adopts: adopts)
            case .upToDate: updateListing()
            case .keepEnd: keepEnd()
            case .goOn(let rejection): goOn(rejection)
            }
        }
    }

    /// Tells a stored event whose turn has come.
    private func announce(_ event: KeptEvent) {
        switch event {
        case .gift(let gift): tell { $0.gather(gift, now: $1, cost: $2, &$3) }
        case .change(let change):
            // Whoever waits to enter is let in first, so that they hear of their removal.
            if change.removed != nil, !admission.entrants.isEmpty { flush() }
            publishStored(change.name, data: change.data, durable: change.durable, at: change.at)
        case .end(_, let data, let durable, let at):
            if !admission.entrants.isEmpty { flush() }
            publishStored(.roomEnded, data: data, durable: durable, at: at)
        }
    }

    private func publishStored(_ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp) {
        tell { $0.publishStored(name, data: data, durable: durable, at: at, now: $1, cost: $2, &$3) }
    }

    /// Does what follows from a stored event that was told.
    private func follow(_ event: KeptEvent) {
        switch event {
        case .gift: break
        case .change(let change):
            if let removed = change.removed {
                admission.finishRemoval(of: removed)
                expel(removed)
                noteMember(removed, .leave)
            }
            publish(change.publications)
        case .end(let ended, _, _, _): close(ended)
        }
    }
}

// MARK: - Reading what is kept

extension RoomRuntime {
    private func read(after durable: Int64) {
        let sessionID = room.info.sessionID
        let liveID = liveID
        let page = services.limits.storedEventsPageMax
        services.background.submit { [services, loop] in
            let reading = await Result {
                let events = try await services.storage.events(of: sessionID, after: durable, limit: page)
                return Reading(events: events, record: try await services.storage.lastRoom(liveID))
            }
            loop.run {
                switch reading {
                case .success(let reading):
                    let page = reading.events.map {
                        KeptInOrder<KeptEvent>.Read(
                            durable: $0.durable, isEnd: $0.name == RoomEventName.roomEnded.rawValue)
                    }
                    let actions = self.kept.wasRead(page, isFull: page.count == services.limits.storedEventsPageMax)
                    self.carryOut(actions, page: reading.events, reading.record)
                case .failure: self.carryOut(self.kept.readingFailed())
                }
            }
        }
    }

    /// Tells a stored event that nobody here was told.
    private func announce(read event: StoredEvent) {
        guard let name = RoomEventName(rawValue: event.name) else {
            // Of a newer version of this server. Nobody here can be told, and what follows must not wait.
            return tell { $0.pass(durable: event.durable, now: $1, &$3) }
        }
        let removed = (try? RoomEvent.decode(name, data: event.data))?.removedUser
        if removed != nil, !admission.entrants.isEmpty { flush() }
        publishStored(name, data: event.data, durable: event.durable, at: event.at)
        if name == .giftReceived { boardReading.hasUnrankedGifts = true }
        if let removed { remove(removed) }
    }

    /// Takes somebody out whose removal is kept and was taken back here.
    private func remove(_ user: UserID) {
        admission.forget(user)
        for session in admission.sessions(of: user) {
            // Their leaving was told by the event that removed them.
            let actor = RoomActor(user: UserInfo(userID: user))
            _ = try? decide(.leave(session), from: actor, at: services.clock.wall())
        }
        expel(user)
    }

    /// Takes over what is kept, as far as nothing is in force that the reading could have missed.
    private func takeOver(_ record: RoomRecord?, adopts: Bool) {
        // What they changed on the boards was in the answer that never came.
        if boardReading.hasUnrankedGifts {
            boardReading.hasUnrankedGifts = false
            readBoard()
            services.readBoards()
        }
        guard let record, record.info.sessionID == room.info.sessionID else { return }
        let statistics = record.statistics
        let now = services.clock.wall()
        note(
            .giftsCounted(
                totalGiftsSent: statistics.totalGiftsSent, totalGiftCoins: statistics.totalGiftCoins,
                totalUniqueGiftSenders: statistics.totalUniqueGiftSenders), at: now)
        if adopts { note(.recordRead(record), at: now) }
    }
}
