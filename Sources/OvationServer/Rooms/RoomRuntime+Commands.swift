import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Commands of the rules, and what they have kept.
extension RoomRuntime {
    func perform(_ command: RoomCommand, _ call: RoomCall) {
        guard !kept.isEnding else { return call.reply(.failure(Rejection(.roomNotFound))) }
        takeUpWords()
        let outcome: RoomOutcome
        let now = services.clock.wall()
        // What waits to be delivered is never more than can be in time, however much is sent.
        let isOverloaded = edge.isOverloaded
        if room.isOverloaded != isOverloaded { note(.delivery(isOverloaded: isOverloaded), at: now) }
        do {
            outcome = try decide(command, from: call.actor, at: now)
        } catch {
            return call.reply(.failure(error))
        }
        note(outcome)
        noteFiltered(outcome)
        if let refusal = outcome.refusal { return call.reply(.failure(refusal)) }
        if let dropped = outcome.dropped {
            return call.reply(.success(.barrage(BarrageAccepted(dropped: dropped))))
        }
        if let order = outcome.order { return charge(order, call) }
        tell(outcome.topics)
        if let commit = outcome.topicCommit { return keep(commit, call) }
        if let commit = outcome.commit { return keep(commit, of: outcome, call) }
        let seq = publish(outcome.publications)
        switch command {
        case .barrage, .message:
            if case .barrageSent(let barrage)? = outcome.publications.first?.event, let seq {
                tellMessage(barrage, seq: seq, call)
            }
            call.reply(.success(.barrage(BarrageAccepted(seq: seq))))
        case .publish: call.reply(.success(.published(TopicAccepted(id: outcome.publishedAlone))))
        default: call.reply(.success(.done))
        }
    }

    /// Keeps a change, then tells it and answers.
    private func keep(_ commit: RoomCommit, of outcome: RoomOutcome, _ call: RoomCall) {
        let now = services.clock.wall()
        let removed = outcome.removed
        let event = commit.event.map { (name: $0.name, data: $0.encodedData) }
        let draft = event.map { EventDraft(name: $0.name.rawValue, about: commit.about, at: now, data: $0.data) }
        kept.beginChange()
        if let removed { admission.beginRemoval(of: removed) }
        if let user = commit.event?.removedUser { admission.forget(user) }
        let changes = commit.changes + commit.records.map(RoomChange.log)
        let told = commit.event.map { callbacks(telling: $0, by: call.request, at: now) } ?? []
        let write = StorageWrite.changeRoom(room.info.sessionID, changes, draft)
        services.journal.submit(write, telling: told, on: loop.eventLoop) { result in
            switch (result, event) {
            case (.success(.event(let durable)), let event?):
                let change = KeptEvent.Change(
                    name: event.name, data: event.data, durable: durable, at: now, removed: removed,
                    publications: outcome.publications)
                self.carryOut(self.kept.kept(.change(change), durable: durable))
                call.reply(.success(.done))
            case (.success(.kept), nil):
                self.publish(outcome.publications)
                call.reply(.success(.done))
            case (.success(let other), _):
                preconditionFailure("a change with an event is answered with the event's number, not with \(other)")
            case (.failure(let rejection), _):
                if let removed { self.admission.finishRemoval(of: removed) }
                self.takeBack(commit, removed: removed)
                call.reply(.failure(rejection))
            }
            var isRefused = false
            if case .failure = result { isRefused = true }
            self.carryOut(self.kept.finishChange(isRefused: isRefused))
            self.updateListing()
        }
    }

    /// The storage refused a change that is in force already: what is kept is in force again.
    private func takeBack(_ commit: RoomCommit, removed: UserID?) {
        guard let removed else { return }
        let sessions = admission.sessions(of: removed)
        switch commit.event {
        case .audienceKicked(let event)?:
            note(.removalNotKept(event.user, sessions: sessions), at: services.clock.wall())
        case .audienceBanned(let event)?:
            note(.removalNotKept(event.user, sessions: sessions), at: services.clock.wall())
        default: break
        }
    }
}

// MARK: - Orders

extension RoomRuntime {
    /// Charges an order; tells it and answers when it is kept.
    private func charge(_ order: GiftOrder, _ call: RoomCall) {
        if let rejection = services.halt.rejection { return refuse(order, .failure(rejection), call) }
        if let policy = services.billing.policy(for: order.key) { return chargeOutside(order, policy, call) }
        let event = StoredGift(order)
        kept.beginOrder()
        services.journal.submit(
            .order(order, event.draft), telling: tellings(order, call), on: loop.eventLoop
        ) { result in
            self.settled(order, event, result, call)
            self.finishOrder()
        }
    }

    /// Has the app's own billing charge an order. The live does not end before it has answered.
    private func chargeOutside(_ order: GiftOrder, _ policy: BillingPolicy, _ call: RoomCall) {
        guard order.cost != nil else {
            let rejection = Rejection(.illegalParameter, "The order costs more than there can be.")
            return refuse(order, .failure(rejection), call)
        }
        kept.beginOrder()
        var asked = order
        asked.origin = OrderOrigin(call.client)
        services.billing.charge(asked, policy, telling: tellings(order, call), on: loop.eventLoop) { reply in
            switch reply {
            case .settled(let result, let event): self.settled(order, event, result, call)
            case .repeated(let record):
                self.note(.orderNotCharged(order), at: self.services.clock.wall())
                self.services.metrics.giftOrder(.repeated)
                call.reply(.success(.charged(GiftCharged(record))))
            case .refused(let rejection):
                self.services.metrics.giftOrder(
                    rejection.code == .orderConflict ? .conflict : rejection.code.isTemporary ? .failed : .refused)
                self.refuse(order, .success(.orderRefused(rejection)), call)
            case .declined(let rejection):
                self.services.metrics.giftOrder(.failed)
                self.refuse(order, .failure(rejection), call)
            }
            self.finishOrder()
        }
    }

    /// Answers an order that the rules let through and that was not charged.
    private func refuse(_ order: GiftOrder, _ reply: Result<RoomReply, Rejection>, _ call: RoomCall) {
        note(.orderNotCharged(order), at: services.clock.wall())
        call.reply(reply)
    }

    /// What the app's backend is told where the order is charged.
    private func tellings(_ order: GiftOrder, _ call: RoomCall) -> [CallbackDraft] {
        callbacks(telling: .giftReceived(order.received()), by: call.request, at: order.at)
    }

    private func finishOrder() {
        carryOut(kept.finishOrder())
        scheduleTick()
    }

    private func settled(
        _ order: GiftOrder, _ event: StoredGift, _ result: Result<StorageOutcome, Rejection>, _ call: RoomCall
    ) {
        let now = services.clock.wall()
        guard case .success(.order(let settlement, let counters)) = result else {
            note(.orderNotCharged(order), at: now)
            services.metrics.giftOrder(.failed)
            if case .failure(let rejection) = result { call.reply(.success(.orderRefused(rejection))) }
            return carryOut(kept.mayHaveMissed(nil))
        }
        if settlement.chargedNow == nil { note(.orderNotCharged(order), at: now) }
        switch settlement {
        case .charged(let record, _):
            let combo = note(.orderCharged(order, as: record), at: now).combo
            services.metrics.giftOrder(.charged, coins: record.coins)
            note(
                .giftsCounted(
                    totalGiftsSent: counters.totalGiftsSent, totalGiftCoins: counters.totalGiftCoins,
                    totalUniqueGiftSenders: counters.totalUniqueGiftSenders), at: now)
            // What is the sender's alone comes first, so that the gift leaves with it.
            call.reply(.success(.charged(GiftCharged(record))))
            services.walletChanged(order.sender.userID, record.balance)
            let gift = GiftGathering.Gift(
                event: event.event, durable: record.durable, at: record.at, combo: combo,
                gifterLevel: rank(event, counters.scores, at: now))
            carryOut(kept.kept(.gift(gift), durable: record.durable))
        case .repeated(let record):
            services.metrics.giftOrder(.repeated)
            call.reply(.success(.charged(GiftCharged(record))))
            // Kept when it was first sent, although the storage said that it was not.
            if record.sessionID == room.info.sessionID { carryOut(kept.mayHaveMissed(record.durable)) }
        case .conflict:
            services.metrics.giftOrder(.conflict)
            call.reply(.success(.orderRefused(Rejection(.orderConflict))))
        case .insufficient(let balance):
            services.metrics.giftOrder(.insufficient)
            let cost = order.cost.map { "\($0)" } ?? "more than there are"
            let rejection = Rejection(
                .insufficientBalance, "The gift costs \(cost) coins; the wallet has \(balance).")
            call.reply(.success(.orderRefused(rejection)))
        case .refusedOutside(let known):
            services.metrics.giftOrder(.refused)
            call.reply(.success(.orderRefused(known.refusal)))
        }
    }
}

extension Settlement {
    /// The record of an order that was charged now; nil where it was not, or before.
    var chargedNow: SettledOrder? {
        if case .charged(let record, _) = self { record } else { nil }
    }
}
