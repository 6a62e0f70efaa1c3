import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// The callbacks of a live to the app's backend: drafts to store, and the users who came and went and are not reported yet.
///
/// Pure but for the look at which callbacks the backend wants.
struct RoomTellings {
    /// Users who came or went for the same reason, one after the other.
    private struct Run {
        let cause: MemberStateCause
        var users: [UserID]
        var at: Timestamp
    }

    /// The callbacks of one change.
    struct Told {
        /// What is kept before it.
        var before: [CallbackDraft] = []
        /// What is kept with it.
        var with: [CallbackDraft] = []
    }

    /// How long an arrival waits to be reported together with others.
    static let memberDelayMilliseconds: Int64 = 200
    /// Users that one callback names at most.
    private static let usersMax = 100

    private let liveID: LiveID
    private let callbacks: Callbacks
    private let membersMax: Int
    private let administratorAccount: String
    private var runs: [Run] = []
    /// Whether a report of arrivals and departures was requested.
    private var isDue = false

    /// Makes the callbacks of a live without any.
    init(_ liveID: LiveID, _ services: NodeServices) {
        self.liveID = liveID
        callbacks = services.callbacks
        membersMax = services.limits.roomMembersMax
        administratorAccount = services.administratorAccount
    }

    /// The callbacks of a stored change, and before them those of arrivals and departures.
    mutating func take(
        telling event: RoomEvent, by request: RoomRequest, _ info: RoomInfo, at now: Timestamp
    ) -> Told {
        let drafts = drafts(telling: event, by: request, info, at: now)
        return Told(before: drafts.isEmpty ? [] : takeMembers(), with: drafts)
    }

    private func drafts(
        telling event: RoomEvent, by request: RoomRequest, _ info: RoomInfo, at now: Timestamp
    ) -> [CallbackDraft] {
        let who = operatorAccount(of: request, event)
        func draft(_ command: CallbackCommand, _ fields: @autoclosure () -> [String: CallbackJSON]) -> CallbackDraft? {
            callbacks.draft(command, about: liveID, at: now, by: request.client, fields())
        }
        let drafts: [CallbackDraft?]
        switch (event, request.body) {
        case (.roomUpdated, .command(.changeMetadata(let set, let delete))):
            drafts = [
                delete.isEmpty
                    ? nil
                    : draft(.afterDelMetadata, CallbackBodies.metadataDeleted(delete, in: liveID, by: who, at: now)),
                set.isEmpty
                    ? nil : draft(.afterSetMetadata, CallbackBodies.metadataSet(set, in: liveID, by: who, at: now)),
            ]
        case (.roomUpdated, _):
            drafts = [
                draft(
                    .afterUpdateRoomInfo, CallbackBodies.roomUpdated(info, by: who, membersMax: membersMax, at: now))
            ]
        case (.audienceAppointed(let event), _):
            drafts = [
                draft(
                    .afterModifyAdmin,
                    CallbackBodies.adminChanged(
                        event.user.userID, isAdmin: event.isAdmin, in: liveID, by: who, at: now))
            ]
        case (.seatChanged(let event), _) where event.reason != .devices:
            drafts = [
                draft(.afterSeatInfoChanged, CallbackBodies.seatsChanged(event, in: liveID, by: who, at: now))
            ]
        case (.roomEnded(let end), _):
            drafts = [
                draft(
                    .afterDestroyRoom,
                    CallbackBodies.roomDestroyed(info, end.statistics, by: who, membersMax: membersMax, at: now))
            ]
        case (.giftReceived(let gift), _):
            drafts = [draft(.afterSendGift, CallbackBodies.giftSent(gift, in: liveID, at: now))]
        default: return []
        }
        return drafts.compactMap(\.self)
    }

    private func operatorAccount(of request: RoomRequest, _ event: RoomEvent) -> String {
        if let user = request.actor.user { return user.userID.rawValue }
        if case .roomEnded(let end) = event, Room.isEndedByItself(end.message) { return CallbackBodies.system }
        if case .seatChanged = event, request.actor.source == .server { return CallbackBodies.system }
        return administratorAccount
    }

    /// The callbacks of a published message, and before them those of arrivals and departures.
    ///
    /// - Parameter tag: what names the message, where the backend was asked about it.
    mutating func take(
        telling barrage: Barrage, seq: Int64, _ tag: MessageTag?, by client: Callback.Client, at now: Timestamp
    ) -> Told {
        guard callbacks.wants(.afterSendMessage) else { return Told() }
        var body = CallbackBodies.message(
            barrage.kind, tag ?? callbacks.makeTag(), from: barrage.sender.userID, in: liveID, at: now)
        body["MsgSeq"] = .number(seq)
        body["MsgTime"] = .number(now.seconds)
        let draft = callbacks.draft(.afterSendMessage, about: liveID, at: now, by: client, body)
        return draft.map { Told(before: takeMembers(), with: [$0]) } ?? Told()
    }

    /// The callbacks of a topic's stored message, and before them those of arrivals and departures.
    mutating func take(telling commit: TopicCommit, by client: Callback.Client, at now: Timestamp) -> Told {
        let draft = callbacks.draft(
            .afterPublish, about: liveID, at: now, by: client,
            CallbackBodies.published(commit.message, to: commit.topic, in: liveID, at: now))
        return draft.map { Told(before: takeMembers(), with: [$0]) } ?? Told()
    }
}

// MARK: - Who came and went

extension RoomTellings {
    /// Notes that a user came or went.
    ///
    /// - Returns: whether ``takeMembers()`` is to be called soon: arrivals of about the same time are reported together.
    mutating func noteMember(_ user: UserID, _ cause: MemberStateCause, at now: Timestamp) -> Bool {
        guard callbacks.wants(.afterMemberStateChanged) else { return false }
        if let last = runs.indices.last, runs[last].cause == cause, runs[last].users.count < Self.usersMax {
            runs[last].users.append(user)
            runs[last].at = now
        } else {
            runs.append(Run(cause: cause, users: [user], at: now))
        }
        guard !isDue else { return false }
        isDue = true
        return true
    }

    /// The callbacks of arrivals and departures, in order. They go before anything that happened later.
    mutating func takeMembers() -> [CallbackDraft] {
        isDue = false
        defer { runs = [] }
        return runs.compactMap { run in
            callbacks.draft(
                .afterMemberStateChanged, about: liveID, at: run.at, by: .server,
                CallbackBodies.membersChanged(run.users, run.cause, in: liveID, at: run.at))
        }
    }
}
