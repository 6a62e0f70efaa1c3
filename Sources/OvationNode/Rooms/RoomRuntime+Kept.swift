import Logging
import OvationBackend
import OvationModel
import OvationObservability
import OvationPictures
import OvationRules
import OvationStorage
import OvationWire

/// What follows from the storage's answers: who is told what, and in which order.
extension RoomRuntime {
    /// Does what follows from the answer to an order.
    func follow(_ answer: OrderAnswer, to order: GiftOrder, _ call: RoomCall) {
        let now = now
        switch answer {
        case .notCharged(let reply, let outcome, let missed):
            rules.note(.orderNotCharged(order), at: now)
            if let outcome { store.services.metrics.giftOrder(outcome) }
            call.reply(reply)
            if missed != .nothing { carryOut(kept.mayHaveMissed(missed.durable)) }
        case .charged(let record, let counters, let event):
            let combo = rules.note(.orderCharged(order, as: record), at: now).combo
            store.services.metrics.giftOrder(.charged, coins: record.coins)
            rules.note(.giftsCounted(in: counters), at: now)
            // What is the sender's alone comes first, so that the gift leaves with it.
            call.reply(.success(.charged(GiftCharged(record))))
            store.services.walletChanged(order.sender.userID, record.balance)
            let gift = GiftGathering.Gift(
                event: event, durable: record.durable, at: record.at, combo: combo,
                gifterLevel: counters.scores.map { caretaker.rank(event, $0, at: now) })
            carryOut(kept.kept(.gift(gift), durable: record.durable))
        }
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
                audience.announce(event)
                follow(event)
            case .follow(let event): follow(event)
            case .read(let durable): read(after: durable)
            case .pause: store.loop.run(after: 1_000) { self.carryOut(self.kept.readAfterPause()) }
            case .tellRead(let place):
                if audience.announce(read: page[place]) == .giftReceived { caretaker.toldUnranked() }
            case .takeOver(let adopts): takeOver(record, adopts: adopts)
            case .upToDate: caretaker.updateListing()
            case .keepEnd: keepEnd()
            case .goOn(let rejection):
                answerEnd(.failure(rejection))
                scheduleTick()
            }
        }
        handBackIfIdle()
    }

    /// Does what follows from a stored event that was told.
    private func follow(_ event: KeptEvent) {
        switch event {
        case .gift: break
        case .change(let change):
            if let removed = change.removed {
                audience.releaseAfterFlush(rules.note(.removalTold(removed), at: now).released)
                noteMember(removed, .leave)
            }
            if let user = change.unshown {
                store.closePicture(of: user)
                // They were away when they were banned, and in again before the ban was stored.
                if change.removed == nil { audience.entered(user, after: change.durable) }
            }
            audience.publish(change.publications)
        case .end(let ended, _, _, _): close(ended)
        }
    }

    private func read(after durable: Int64) {
        let pageMax = store.services.limits.storedEventsPageMax
        store.readEvents(after: durable) { reading in
            guard case .success((let events, let record)) = reading else {
                return self.carryOut(self.kept.readingFailed())
            }
            let page = events.map { KeptInOrder.Read(durable: $0.durable, end: self.store.end(as: $0)) }
            self.carryOut(self.kept.wasRead(page, isFull: page.count == pageMax), page: events, record)
        }
    }

    /// Takes over what is kept, as far as nothing is in force that the reading could have missed.
    private func takeOver(_ record: RoomRecord?, adopts: Bool) {
        // What they changed on the boards was in the answer that never came.
        caretaker.readBoardsIfNeeded { self.scheduleTick() }
        guard let record, record.info.sessionID == store.start else { return }
        rules.note(.giftsCounted(in: record.statistics), at: now)
        if adopts { rules.note(.recordRead(record), at: now) }
    }
}

// MARK: - The end

extension RoomRuntime {
    /// Ends the live: nothing new is let in, the orders under way are waited for, then the statistics are counted.
    func end(_ message: String, _ call: RoomCall) {
        do { _ = try rules.room.outcome(of: .end(message: message), from: call.actor, at: now) } catch {
            return call.reply(.failure(error))
        }
        awaitingEnd.wait(call)
        carryOut(kept.askEnd())
    }

    /// Decides how the live ends, and keeps it.
    private func keepEnd() {
        let now = now
        guard let first = awaitingEnd.first, case .command(let command) = first.request.body,
            let end = EndOfLive(
                try? rules.room.outcome(of: command, from: first.actor, at: now), of: store.start, at: now)
        else { return carryOut(kept.endImpossible(Rejection(.roomNotFound))) }
        topics.tell(rules.note(.closing, at: now).topics)
        let told = backend.callbacks(telling: .roomEnded(end.event), by: first.request, rules.room.info, at: now)
        store.keep(end.write, telling: told) { result in
            switch end.kept(result) {
            case .success((let event, let durable)): self.carryOut(self.kept.kept(event, durable: durable))
            case .failure(let rejection): self.carryOut(self.kept.endRefused(rejection))
            }
        }
    }

    /// The end was published: all members are removed, and the requests for it are answered.
    private func close(_ event: RoomEnded) {
        kept.ended()
        // The sessions that are released next are to receive the end.
        audience.flush()
        let outcome = rules.note(.ended, at: now)
        let released = outcome.released
        endCoHosts(outcome)
        store.services.directory.remove(liveID, store.start)
        store.services.pictures.ended(store.start, wasPublic: rules.room.info.isPublicVisible)
        caretaker.stop()
        topics.close(Rejection(.roomNotFound))
        audience.release(released)
        audience.close()
        answerEnd(.success(.ended(event.statistics)))
        store.logger.info("live ended", metadata: ["room.reason": "\(event.reason)"])
    }

    private func answerEnd(_ result: Result<RoomReply, Rejection>) {
        let (calls, comebacks) = awaitingEnd.takeAll()
        for call in calls { call.reply(result) }
        for back in comebacks { resume(back) }
    }
}
