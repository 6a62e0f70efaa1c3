import OvationBackend
import OvationModel
import OvationRules
import OvationSupport
import OvationWire

/// What commands decide, and what of it goes to the storage. `RoomRuntime+Kept.swift` has what follows from the storage's answer.
extension RoomRuntime {
    func perform(_ command: RoomCommand, _ asking: RoomCall) {
        guard !kept.isEnding else { return asking.reply(.failure(Rejection(.roomNotFound))) }
        let now = now
        caretaker.takeUpWords(at: now)
        audience.noteLoad(at: now)
        let outcome: RoomOutcome
        do {
            outcome = try rules.decide(completed(command), from: asking.actor, at: now)
        } catch {
            return asking.reply(.failure(error))
        }
        let call = holding(asking, for: outcome)
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
            let change = ChangeUnderWay(
                commit, of: outcome, in: store.start, at: now, reply: command.reply(outcome, seq: nil))
            return keep(change, at: now, call)
        }
        tell(outcome.seats?.tellings ?? [])
        let seq = audience.publish(outcome.publications)
        if let coHosts = outcome.coHosts { follow(coHosts) }
        if let seq, let barrage = command.told(outcome) { backend.tell(barrage, seq: seq, by: call.request, at: now) }
        call.reply(.success(command.reply(outcome, seq: seq)))
    }

    /// The command with what the rules need to decide on it.
    private func completed(_ command: RoomCommand) -> RoomCommand {
        if case .barrage(let kind) = command, store.services.bug == .strangerSpeaks { return .message(kind) }
        guard case .edit(var edit) = command else { return store.priced(command) }
        // A message whose deletion is being kept is not pinned any more.
        let isGoing = edit.action == .pin && deletions.contains(edit.seq)
        edit.message = isGoing ? nil : audience.broadcast.messages[edit.seq]
        return .edit(edit)
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
    func keep(_ change: ChangeUnderWay, at now: Timestamp, _ call: RoomCall) {
        kept.beginChange()
        let deleted = change.events.compactMap { $0.deletedMessage?.seq }
        // Those that are told are gone from the messages that can be pinned, so there are never more than these.
        deletions = deletions.filter { audience.broadcast.messages[$0] != nil }.union(deleted)
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
            if case .failure = result { self.deletions.subtract(deleted) }
            if case .success = result {
                self.tell(change.tellings)
                self.keptCoHosts(of: change)
            }
            call.reply(result.map { _ in change.reply })
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

    /// Changes the list of words by what was added and removed, and answers with all of it.
    func editWords(_ edit: WordEdit, _ call: RoomCall) {
        let words = edit.applied(to: rules.room.words)
        if let refusal = call.request.refusal(
            ofEditing: words, by: edit, in: rules.room, isEnding: kept.isEnding, store.services.limits)
        {
            return call.reply(.failure(refusal))
        }
        guard words != rules.room.words else { return call.reply(.success(.words(words))) }
        let change = ChangeUnderWay(words, by: call.actor, in: store.start, at: now, reply: .words(words))
        keep(change, at: now, call)
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
}
