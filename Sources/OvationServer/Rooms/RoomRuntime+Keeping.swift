import Logging
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Commands of the rules, what they have kept, and what follows when it is.
extension RoomRuntime {
    func perform(_ command: RoomCommand, _ call: RoomCall) {
        guard !kept.isEnding else { return call.reply(.failure(Rejection(.roomNotFound))) }
        let now = now
        caretaker.takeUpWords(at: now)
        audience.noteLoad(at: now)
        let outcome: RoomOutcome
        do {
            outcome = try rules.decide(command, from: call.actor, at: now)
        } catch {
            return call.reply(.failure(error))
        }
        caretaker.countDrops(outcome)
        caretaker.noteFiltered(outcome)
        if let refusal = outcome.refusal { return call.reply(.failure(refusal)) }
        if let dropped = outcome.dropped { return call.reply(.success(.barrage(BarrageAccepted(dropped: dropped)))) }
        if let order = outcome.order { return charge(order, call) }
        topics.tell(outcome.topics)
        if let commit = outcome.topicCommit {
            return topics.keep(
                commit, telling: backend.callbacks(telling: commit, by: call.client, at: now), call.reply)
        }
        if let commit = outcome.commit {
            return keep(ChangeUnderWay(commit, of: outcome, in: store.start, at: now), at: now, call)
        }
        let seq = audience.publish(outcome.publications)
        if let seq, let barrage = command.told(outcome) { backend.tell(barrage, seq: seq, by: call.request, at: now) }
        call.reply(.success(command.reply(outcome, seq: seq)))
    }

    /// Asks the app's backend about a message.
    func review(_ command: RoomCommand, _ call: RoomCall) {
        guard !kept.isEnding else { return call.reply(.failure(Rejection(.roomNotFound))) }
        // What the rules refuse anyway is none of the backend's business.
        if let rejection = rules.room.rejection(ofWriting: command, from: call.actor, at: now) {
            return call.reply(.failure(rejection))
        }
        backend.review(
            command, call, at: now, lastSeq: { self.audience.broadcast.lastSeq }, pass: { self.handle($0) })
    }

    /// Stores a change, then publishes it and answers.
    private func keep(_ change: ChangeUnderWay, at now: Timestamp, _ call: RoomCall) {
        kept.beginChange()
        for user in change.events.compactMap(\.removedUser) { audience.forgetVisit(of: user) }
        let told = change.events.flatMap {
            backend.callbacks(telling: $0, by: call.request, rules.room.info, at: now)
        }
        store.keep(change.write, telling: told) { result in
            switch change.answer(to: result) {
            case .kept(let changes):
                for change in changes { self.carryOut(self.kept.kept(.change(change), durable: change.durable)) }
            case .keptWithoutEvent(let publications): self.audience.publish(publications)
            case .inForceNow(let fact): self.rules.note(fact, at: self.now)
            case .refused: for user in change.removed { self.rules.note(.removalNotKept(user), at: self.now) }
            }
            call.reply(result.map { _ in .done })
            self.carryOut(self.kept.finishChange(isRefused: change.isTakenBack(result)))
            self.caretaker.updateListing()
        }
    }

    /// Keeps a list of words, then looks for them.
    func setWords(_ words: [FilterWord], _ call: RoomCall) {
        let limits = store.services.limits
        if let refusal = call.request.refusal(ofSetting: words, isEnding: kept.isEnding, limits) {
            return call.reply(.failure(refusal))
        }
        keep(ChangeUnderWay(words, by: call.actor, in: store.start, at: now), at: now, call)
    }
}

// MARK: - Orders

extension RoomRuntime {
    /// Charges an order; publishes it and answers once it is stored. The live does not end before that.
    private func charge(_ order: GiftOrder, _ call: RoomCall) {
        let payer = store.payer(of: order)
        if case .nobody(let rejection) = payer { return follow(.notCharged(.failure(rejection), nil), to: order, call) }
        kept.beginOrder()
        let told = backend.callbacks(
            telling: .giftReceived(order.received()), by: call.request, rules.room.info, at: order.at)
        store.charge(order, payer, by: call.client, telling: told) { answer in
            self.follow(answer, to: order, call)
            self.carryOut(self.kept.finishOrder())
            self.scheduleTick()
        }
    }

    /// Does what follows from the answer to an order.
    private func follow(_ answer: OrderAnswer, to order: GiftOrder, _ call: RoomCall) {
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
}

// MARK: - What is kept

extension RoomRuntime {
    /// Carries out what ``KeptInOrder`` says.
    ///
    /// - Parameters:
    ///   - page: the stored events that were read, where some were.
    ///   - record: the live as it is kept, where it was read.
    private func carryOut(
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
        let released = rules.note(.ended, at: now).released
        store.services.directory.remove(liveID, store.start)
        store.services.pictures.ended(store.start, wasPublic: rules.room.info.isPublicVisible)
        caretaker.stop()
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
