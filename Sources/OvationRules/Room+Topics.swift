import OrderedCollections
public import OvationModel

/// Messages of topics: the app's own words to those in the live who listen.
extension Room {
    mutating func publish(_ draft: TopicDraft, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        let user = try requirePublisher(actor, now)
        if let rejection = FieldRules.rejection(of: draft, limits: limits) { throw rejection }
        let isPrivileged = try requireWriter(user.userID, actor, now) || actor.isOnBehalf
        if draft.isKept {
            // What stays to be read is slowed down like barrage; what flies by is not.
            if !isPrivileged { try pace.check(user.userID, seconds: info.slowModeSeconds, at: now) }
            let rejection = topics.rejection(
                ofKeepingIn: draft.topic, by: user.userID, bytes: draft.keptBytes, isPrivileged: isPrivileged,
                isForApp: actor.isOnBehalf || actor.isAdministrator, limits: limits)
            if let rejection { throw rejection }
        }
        var outcome = RoomOutcome()
        if !isPrivileged, publisherRates.take(for: user.userID, at: now) != nil {
            outcome.dropped = .userFreqCtrl
            return outcome
        }
        let text = filter(draft.message, of: user.userID, actor, now, &outcome)
        if outcome.refusal != nil { return outcome }
        let isAdmitted = draft.isPlain ? gather(text, draft, user, now) : tell(text, draft, user, now, &outcome)
        guard isAdmitted else {
            outcome.dropped = .msgFreqCtrl
            return outcome
        }
        if draft.isKept, !isPrivileged { pace.note(user.userID, seconds: info.slowModeSeconds, at: now) }
        tellTopics(now, into: &outcome)
        return outcome
    }

    /// Holds a message back to combine it with equal ones.
    private mutating func gather(_ text: String, _ draft: TopicDraft, _ user: UserInfo, _ now: Timestamp) -> Bool {
        topics.gathering.add(text, to: draft.topic, count: draft.count, from: user, id: topics.takeID(), at: now)
    }

    /// Publishes a single message, as far as the rate of the live permits.
    private mutating func tell(
        _ text: String, _ draft: TopicDraft, _ user: UserInfo, _ now: Timestamp, _ outcome: inout RoomOutcome
    ) -> Bool {
        guard rate.admit(.barrage, at: now) else { return false }
        let message = TopicMessage(
            id: topics.takeID(), message: text, sender: user, at: now, payload: draft.payload,
            sendOnly: draft.sendOnly.isEmpty ? nil : draft.sendOnly)
        if draft.isKept {
            topics.note(keptIn: draft.topic, by: user.userID, bytes: message.keptBytes)
            outcome.topicCommit = TopicCommit(topic: draft.topic, message: message)
        } else {
            let event = TopicPublished(topic: draft.topic, messages: [message])
            outcome.topics.append(TopicPublication(event, lane: .barrage))
        }
        return true
    }

    /// Tells what has gathered and is due, as far as the rate lets it through.
    mutating func tellTopics(_ now: Timestamp, into outcome: inout RoomOutcome) {
        guard let due = topics.gathering.due(intervalMilliseconds: limits.topicIntervalMilliseconds), now >= due else {
            return
        }
        var rate = rate
        let events = topics.gathering.take(at: now) { rate.admit(.reaction, at: now) }
        self.rate = rate
        outcome.topics += events.map { TopicPublication($0, lane: .reaction) }
        if !topics.gathering.isEmpty { outcome.givenWay.append(.reaction) }
    }

    /// Takes out everything that has gathered, whatever the rate.
    mutating func takeTopics(_ now: Timestamp) -> [TopicPublication] {
        topics.gathering.take(at: now) { true }.map { TopicPublication($0, lane: .reaction) }
    }

    /// Whether a user may listen to topics.
    ///
    /// - Throws: `notMember`.
    public func checkListener(_ user: UserID) throws(Rejection) {
        guard isMember(user) else { throw Rejection(.notMember) }
    }

    private func requirePublisher(_ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> UserInfo {
        guard actor.isOnBehalf else { return try requireMember(actor) }
        guard let user = actor.user else { throw Rejection(.illegalParameter, "A message is somebody's.") }
        if !actor.isAdministrator, ban(of: user.userID, at: now) != nil { throw Rejection(.memberBanned) }
        return members[user.userID]?.user ?? user
    }
}

extension FieldRules {
    /// Checks a message of a topic.
    public static func rejection(of draft: TopicDraft, limits: Limits) -> Rejection? {
        if draft.message.isEmpty { return Rejection(.illegalParameter, "\"message\" is empty.") }
        if !(1...limits.topicCountMax).contains(draft.count) {
            return Rejection(.illegalParameter, "\"count\" is 1 to \(limits.topicCountMax).")
        }
        if draft.count > 1, !draft.isPlain {
            return Rejection(
                .illegalParameter, "\"count\" is 1 for a message with \"payload\", \"sendOnly\" or \"persist\".")
        }
        if draft.sendOnly.count > limits.topicReceiversMax || Set(draft.sendOnly).count != draft.sendOnly.count {
            return Rejection(
                .illegalParameter, "\"sendOnly\" names at most \(limits.topicReceiversMax) users, each once.")
        }
        return text(draft.message, "message", limits.topicMessageBytesMax)
            ?? text(draft.payload, "payload", limits.topicPayloadBytesMax)
    }
}
