import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// What the app's backend is told of a live, and asked about messages.
extension RoomRuntime {
    /// How long somebody's coming waits for others to be told with.
    private static let memberStateDelay = TimeAmount.milliseconds(200)

    /// What tells a change that is kept. Those who came and went before it are told before it.
    func callbacks(telling event: RoomEvent, by request: RoomRequest, at now: Timestamp) -> [CallbackDraft] {
        let told = tellings.drafts(telling: event, by: request, room.info, at: now)
        if !told.isEmpty { tellMemberStates() }
        return told
    }

    /// Somebody came or went. Told with others who did so at about the same time.
    func noteMember(_ user: UserID, _ cause: MemberStateCause) {
        guard !room.isEnded, !kept.isEndDecided else { return }
        guard tellings.noteMember(user, cause, at: services.clock.wall()) else { return }
        loop.eventLoop.scheduleTask(in: Self.memberStateDelay) { self.tellMemberStates() }
    }

    /// Records who came and went.
    func tellMemberStates() {
        let drafts = tellings.takeMembers()
        if !drafts.isEmpty { services.journal.submit(.callbacks(drafts), of: room.info.sessionID, on: nil, nil) }
    }

    /// A message was told under a number.
    func tellMessage(_ barrage: Barrage, seq: Int64, _ call: RoomCall) {
        let now = services.clock.wall()
        let draft = tellings.draft(telling: barrage, seq: seq, call.request.message, by: call.client, at: now)
        guard let draft else { return }
        tellMemberStates()
        services.journal.submit(.callbacks([draft]), of: room.info.sessionID, on: nil, nil)
    }
}

// MARK: - Messages under review

extension RoomRuntime {
    /// Whether the app's backend is asked about a message first.
    func needsReview(_ command: RoomCommand, _ call: RoomCall) -> Bool {
        command.written != nil && call.request.message == nil && call.actor.user != nil
            && services.callbacks.wants(.beforeSendMessage)
    }

    /// Asks the app's backend about a message. The room goes on; the message takes its place when it is let through.
    func review(_ command: RoomCommand, _ call: RoomCall) {
        guard let sender = call.actor.user?.userID, let kind = command.written, !kept.isEnding else {
            return call.reply(.failure(Rejection(.roomNotFound)))
        }
        let now = services.clock.wall()
        // What the rules refuse anyway is none of the backend's business.
        if let rejection = room.rejection(ofWriting: command, from: call.actor, at: now) {
            return call.reply(.failure(rejection))
        }
        let tag = services.callbacks.makeTag()
        let body = CallbackBodies.message(kind, tag, from: sender, in: liveID, at: now)
        let isAccepted = services.reviews.submit(
            { [self] in
                let answer: Result<CallbackAnswer, CallbackFailure>
                do throws(CallbackFailure) {
                    answer = .success(
                        try await services.callbacks.ask(.beforeSendMessage, id: tag.id, by: call.client, body))
                } catch {
                    answer = .failure(error)
                }
                loop.run { self.reviewed(command, tag, answer, call) }
            }, of: sender)
        guard !isAccepted else { return }
        services.callbacks.metrics.notReviewed()
        services.metrics.dropped(.userFreqCtrl)
        call.reply(.success(.barrage(BarrageAccepted(dropped: .userFreqCtrl))))
    }

    private func reviewed(
        _ command: RoomCommand, _ tag: MessageTag, _ answer: Result<CallbackAnswer, CallbackFailure>,
        _ call: RoomCall
    ) {
        let passesOnSilence = services.callbacks.configuration.messagesPassOnSilence
        switch MessageVerdict(answer, about: command, passesOnSilence: passesOnSilence) {
        case .passes(let command):
            var reviewed = call
            reviewed.request.message = tag
            reviewed.request.body = .command(command)
            handle(reviewed)
        case .vanishes: call.reply(.success(.barrage(BarrageAccepted(seq: broadcast.lastSeq))))
        case .refused(let rejection): call.reply(.failure(rejection))
        }
    }
}
