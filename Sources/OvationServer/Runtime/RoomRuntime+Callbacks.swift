import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Who came to a live and went, and is not told to the app's backend yet.
struct MemberStates {
    /// Users who came or went for the same reason, one after the other.
    struct Run {
        let cause: MemberStateCause
        var users: [UserID]
        var at: Timestamp
    }

    var runs: [Run] = []
    /// Whether somebody was asked to tell them.
    var isDue = false

    /// Users that one callback names at most.
    private static let usersMax = 100

    mutating func note(_ user: UserID, _ cause: MemberStateCause, at now: Timestamp) {
        guard let last = runs.last, last.cause == cause, last.users.count < Self.usersMax else {
            return runs.append(Run(cause: cause, users: [user], at: now))
        }
        runs[runs.count - 1].users.append(user)
        runs[runs.count - 1].at = now
    }
}

/// What the app's backend is told of a live.
extension RoomRuntime {
    /// How long somebody's coming waits for others to be told with.
    private static let memberStateDelay = TimeAmount.milliseconds(200)
    /// What tells a change that is kept.
    func callbacks(telling event: RoomEvent, by request: RoomRequest, at now: Timestamp) -> [CallbackDraft] {
        let who = operatorAccount(of: request, event)
        func draft(_ command: CallbackCommand, _ fields: @autoclosure () -> [String: CallbackJSON]) -> CallbackDraft? {
            node.callbacks.draft(command, about: liveID, at: now, by: request.client, fields())
        }
        let drafts: [CallbackDraft?]
        switch (event, request.body) {
        case (.roomUpdated, .command(.changeMetadata(let set, let delete))):
            drafts = [
                delete.isEmpty
                    ? nil
                    : draft(
                        .afterDelMetadata, CallbackBodies.metadataDeleted(delete, in: liveID, by: who, at: now)),
                set.isEmpty
                    ? nil : draft(.afterSetMetadata, CallbackBodies.metadataSet(set, in: liveID, by: who, at: now)),
            ]
        case (.roomUpdated, _):
            drafts = [
                draft(
                    .afterUpdateRoomInfo,
                    CallbackBodies.roomUpdated(room.info, by: who, membersMax: node.limits.roomMembersMax, at: now))
            ]
        case (.audienceAppointed(let event), _):
            drafts = [
                draft(
                    .afterModifyAdmin,
                    CallbackBodies.adminChanged(
                        event.user.userID, isAdmin: event.isAdmin, in: liveID, by: who, at: now))
            ]
        case (.roomEnded(let end), _):
            drafts = [
                draft(
                    .afterDestroyRoom,
                    CallbackBodies.roomDestroyed(
                        room.info, end.statistics, by: who, membersMax: node.limits.roomMembersMax, at: now))
            ]
        case (.giftReceived(let gift), _):
            drafts = [draft(.afterSendGift, CallbackBodies.giftSent(gift, in: liveID, at: now))]
        default: return []
        }
        let told = drafts.compactMap(\.self)
        // Who came and went before it is told before it.
        if !told.isEmpty { tellMemberStates() }
        return told
    }

    private func operatorAccount(of request: RoomRequest, _ event: RoomEvent) -> String {
        if let user = request.actor.user { return user.userID.rawValue }
        if case .roomEnded(let end) = event, Room.isEndedByItself(end.message) { return CallbackBodies.system }
        return node.administratorAccount
    }

    /// Somebody came or went. Told with others who did so at about the same time.
    func noteMember(_ user: UserID, _ cause: MemberStateCause) {
        guard node.callbacks.wants(.afterMemberStateChanged), !room.isEnded, !kept.isEndDecided else { return }
        memberStates.note(user, cause, at: node.clock.wall())
        guard !memberStates.isDue else { return }
        memberStates.isDue = true
        shard.eventLoop.scheduleTask(in: Self.memberStateDelay) { self.tellMemberStates() }
    }

    /// Records who came and went.
    func tellMemberStates() {
        memberStates.isDue = false
        guard !memberStates.runs.isEmpty else { return }
        let drafts = memberStates.runs.compactMap { run in
            node.callbacks.draft(
                .afterMemberStateChanged, about: liveID, at: run.at, by: .server,
                CallbackBodies.membersChanged(run.users, run.cause, in: liveID, at: run.at))
        }
        memberStates.runs = []
        if !drafts.isEmpty { node.journal.submit(.callbacks(drafts), of: room.info.sessionID, on: nil, nil) }
    }

    /// A message was told under a number.
    func tellMessage(_ barrage: Barrage, seq: Int64, _ call: RoomCall) {
        guard node.callbacks.wants(.afterSendMessage) else { return }
        let now = node.clock.wall()
        let tag = call.request.message ?? node.callbacks.makeTag()
        var body = CallbackBodies.message(barrage.kind, tag, from: barrage.sender.userID, in: liveID, at: now)
        body["MsgSeq"] = .number(seq)
        body["MsgTime"] = .number(now.seconds)
        let draft = node.callbacks.draft(.afterSendMessage, about: liveID, at: now, by: call.client, body)
        guard let draft else { return }
        tellMemberStates()
        node.journal.submit(.callbacks([draft]), of: room.info.sessionID, on: nil, nil)
    }
}

// MARK: - Messages under review

extension RoomRuntime {
    /// Whether the app's backend is asked about a message first.
    func needsReview(_ command: RoomCommand, _ call: RoomCall) -> Bool {
        command.written != nil && call.request.message == nil && call.actor.user != nil
            && node.callbacks.wants(.beforeSendMessage)
    }

    /// Asks the app's backend about a message. The room goes on; the message takes its place when it is let through.
    func review(_ command: RoomCommand, _ call: RoomCall) {
        guard let sender = call.actor.user?.userID, let kind = command.written, !kept.isEnding else {
            return call.reply(.failure(Rejection(.roomNotFound)))
        }
        let now = node.clock.wall()
        // What the rules refuse anyway is none of the backend's business.
        if let rejection = room.rejection(ofWriting: command, from: call.actor, at: now) {
            return call.reply(.failure(rejection))
        }
        let tag = node.callbacks.makeTag()
        let body = CallbackBodies.message(kind, tag, from: sender, in: liveID, at: now)
        let isAccepted = node.reviews.submit(
            { [self] in
                let answer: Result<CallbackAnswer, CallbackFailure>
                do throws(CallbackFailure) {
                    answer = .success(
                        try await node.callbacks.ask(
                            .beforeSendMessage, id: tag.id, by: call.client, body))
                } catch {
                    answer = .failure(error)
                }
                shard.run { self.reviewed(command, tag, answer, call) }
            }, of: sender)
        guard !isAccepted else { return }
        node.callbacks.metrics.notReviewed()
        node.metrics.dropped(.userFreqCtrl)
        call.reply(.success(.barrage(BarrageAccepted(dropped: .userFreqCtrl))))
    }

    private func reviewed(
        _ command: RoomCommand, _ tag: MessageTag, _ answer: Result<CallbackAnswer, CallbackFailure>,
        _ call: RoomCall
    ) {
        var reviewed = call
        reviewed.request.message = tag
        switch answer {
        case .failure(let failure):
            guard node.callbacks.configuration.messagesPassOnSilence else {
                return call.reply(.failure(Rejection(.messageRefusedByReview, failure.description)))
            }
            handle(reviewed)
        case .success(let answer):
            switch answer.code {
            case 0:
                reviewed.request.body = .command(command.rewritten(by: answer))
                handle(reviewed)
            case 2:
                // The sender is to see what everybody sees whose message is told.
                call.reply(.success(.barrage(BarrageAccepted(seq: broadcast.lastSeq))))
            case 10_100...10_200:
                let code = ErrorCode(rawValue: answer.code)
                call.reply(.failure(Rejection(code, answer.info.isEmpty ? nil : answer.info)))
            default:
                call.reply(
                    .failure(Rejection(.messageRefusedByReview, answer.info.isEmpty ? nil : answer.info)))
            }
        }
    }
}

extension RoomCommand {
    /// What it writes; nil for a command that writes nothing.
    fileprivate var written: Barrage.Kind? {
        switch self {
        case .barrage(let kind), .message(let kind): kind
        default: nil
        }
    }

    /// The command with what the backend put in place of what it writes.
    fileprivate func rewritten(by answer: CallbackAnswer) -> RoomCommand {
        switch self {
        case .barrage(let kind): .barrage(kind.rewritten(by: answer))
        case .message(let kind): .message(kind.rewritten(by: answer))
        default: self
        }
    }
}
