import OrderedCollections
import OvationModel

extension Room {
    mutating func update(
        _ settings: RoomSettings, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if settings.isForAppOnly, !actor.isAdministrator { throw Rejection.settingsOfTheApp }
        if let rejection = FieldRules.rejection(of: settings, over: info) { throw rejection }
        var settings = settings
        // Seats are laid out when a live is created.
        settings.isSeatEnabled = nil
        settings.keepOwnerOnSeat = nil
        settings.maxSeatCount = nil
        var filtered = RoomOutcome()
        filter(&settings, actor, now, &filtered)
        if filtered.refusal != nil { return filtered }
        var after = info
        after.apply(settings)
        let changes = RoomSettings(changing: info, into: after)
        var outcome = filtered
        guard !changes.isEmpty else { return outcome }
        info = after
        var records = outcome.records
        outcome.records = []
        if let isDisabled = changes.isMessageDisable {
            records.append(record(isDisabled ? .muteAll : .unmuteAll, actor, now))
        }
        if let seconds = changes.slowModeSeconds {
            var record = record(.slowMode, actor, now)
            record.seconds = seconds
            records.append(record)
            if seconds == 0 { pace = SlowModePace() }
        }
        outcome.commit = RoomCommit(
            changes: [.info(info)], event: .roomUpdated(RoomUpdated(changes: changes, by: actor.user?.userID)),
            about: nil, records: records)
        return outcome
    }

    mutating func changeMetadata(
        set: [String: String], delete: [String], _ actor: RoomActor
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if !delete.isEmpty, set.isEmpty, !delete.contains(where: { info.metaData[$0] != nil }) {
            throw Rejection(.metadataKeyUnknown)
        }
        var metaData = info.metaData
        for key in delete { metaData[key] = nil }
        metaData.merge(set) { $1 }
        if let rejection = FieldRules.rejection(ofMetadata: metaData) { throw rejection }
        var outcome = RoomOutcome()
        guard metaData != info.metaData else { return outcome }
        info.metaData = metaData
        var changes = RoomSettings()
        changes.metaData = metaData
        outcome.commit = RoomCommit(
            changes: [.info(info)], event: .roomUpdated(RoomUpdated(changes: changes, by: actor.user?.userID)),
            about: nil)
        return outcome
    }

    mutating func kick(
        _ target: UserID, _ reason: String, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        guard let member = members[target] else { throw Rejection(.notMember) }
        try requireHigherRank(actor, than: target)
        remove(target, now)
        var outcome = RoomOutcome()
        outcome.removed = target
        outcome.commit = RoomCommit(
            changes: dropRobot(target, now),
            event: .audienceKicked(
                AudienceKicked(user: member.user, by: actor.user?.userID, reason: reason, count: audienceCount)),
            about: target, records: [record(.kick, actor, now, of: target, reason: reason)])
        return outcome
    }

    mutating func mute(
        _ target: UserID, _ muted: Bool, _ seconds: Int64?, _ reason: String, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let seconds, let rejection = FieldRules.rejection(ofSeconds: seconds) { throw rejection }
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        try requireHigherRank(actor, than: target)
        let until = until(seconds, now)
        var outcome = RoomOutcome()
        guard muted || mutes[target] != nil else { return outcome }
        forgetWhatIsOver(now)
        if muted, mutes[target] == nil, mutes.count >= limits.mutesMax { throw Rejection(.tooManySanctions) }
        mutes[target] = muted ? RoomRecord.Until(until, reason: reason) : nil
        let user = known(target)
        keepName(user)
        let end = muted ? until : nil
        outcome.commit = RoomCommit(
            changes: [muted ? .mute(target, until: until, reason: reason, by: actor.user?.userID) : .unmute(target)],
            event: .audienceMuted(
                AudienceMuted(
                    user: user, muted: muted, until: end, by: actor.user?.userID,
                    reason: reason.isEmpty ? nil : reason)),
            about: target,
            records: [record(muted ? .mute : .unmute, actor, now, of: target, reason: reason, until: end)])
        return outcome
    }

    mutating func ban(
        _ target: UserID, _ banned: Bool, _ seconds: Int64?, _ reason: String, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let seconds, let rejection = FieldRules.rejection(ofSeconds: seconds) { throw rejection }
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        try requireHigherRank(actor, than: target)
        var outcome = RoomOutcome()
        guard banned || bans[target] != nil else { return outcome }
        forgetWhatIsOver(now)
        if banned, bans[target] == nil, bans.count >= limits.bansMax { throw Rejection(.tooManySanctions) }
        let until = until(seconds, now)
        let user = known(target)
        bans[target] = banned ? RoomRecord.Until(until, reason: reason) : nil
        var changes: [RoomChange] = [
            banned ? .ban(target, until: until, reason: reason, by: actor.user?.userID) : .unban(target)
        ]
        if banned {
            // A banned user stops being an administrator.
            if admins.remove(target) != nil { changes.append(.admin(target, false)) }
            changes += dropRobot(target, now)
            if members[target] != nil {
                remove(target, now)
                outcome.removed = target
            }
        }
        keepName(user)
        outcome.commit = RoomCommit(
            changes: changes,
            event: .audienceBanned(
                AudienceBanned(
                    user: user, banned: banned, until: banned ? until : nil, by: actor.user?.userID, reason: reason,
                    count: audienceCount)),
            // What is about somebody counts as their removal when they come back; to be let back in is none.
            about: banned ? target : nil,
            records: [
                record(
                    banned ? .ban : .unban, actor, now, of: target, reason: reason, until: banned ? until : nil)
            ])
        return outcome
    }

    mutating func appoint(_ target: UserID, _ isAdmin: Bool, _ actor: RoomActor, _ now: Timestamp) throws(Rejection)
        -> RoomOutcome
    {
        try requireOwner(actor)
        if isAdmin, members[target] == nil, !actor.isAdministrator { throw Rejection(.notMember) }
        guard target != info.liveOwner.userID else {
            throw Rejection(.permissionDenied, "The owner is not an administrator and cannot be made one.")
        }
        var outcome = RoomOutcome()
        guard isAdmin != admins.contains(target) else { return outcome }
        // A banned user cannot be an administrator.
        if isAdmin, ban(of: target, at: now) != nil { throw Rejection(.memberBanned) }
        if isAdmin, admins.count >= limits.adminsMax { throw Rejection(.tooManyAdmins) }
        if isAdmin { admins.append(target) } else { admins.remove(target) }
        let user = known(target)
        keepName(user)
        outcome.commit = RoomCommit(
            changes: [.admin(target, isAdmin)],
            event: .audienceAppointed(AudienceAppointed(user: user, isAdmin: isAdmin, by: actor.user?.userID)),
            about: target, records: [record(isAdmin ? .appoint : .dismiss, actor, now, of: target)])
        return outcome
    }

    mutating func end(_ message: String, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        try requireOwner(actor)
        return end(byHost: actor.user?.userID == info.liveOwner.userID, message, actor, now)
    }

    /// Ends the live. Its commit is the last thing that it tells.
    mutating func end(byHost: Bool, _ message: String, _ actor: RoomActor, _ now: Timestamp) -> RoomOutcome {
        isEnded = true
        var outcome = RoomOutcome()
        outcome.isEnd = true
        outcome.commit = RoomCommit(
            changes: [],
            event: .roomEnded(
                RoomEnded(
                    reason: byHost ? .endedByHost : .endedByServer, message: message, statistics: statistics(at: now))),
            about: nil, records: byHost ? [] : [record(.endRoom, actor, now, reason: message)])
        return outcome
    }

    private func requireOwner(_ actor: RoomActor) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        guard let user = actor.user?.userID, user == info.liveOwner.userID else { throw Rejection(.ownerRequired) }
    }

    private func requireModerator(_ actor: RoomActor) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        guard let user = actor.user?.userID, role(of: user) != .viewer else { throw Rejection(.adminRequired) }
    }

    /// An owner may act on everybody else, an administrator of the live on viewers.
    private func requireHigherRank(_ actor: RoomActor, than target: UserID) throws(Rejection) {
        if target == info.liveOwner.userID { throw Rejection(.permissionDenied, "Nobody may do this to the owner.") }
        guard !actor.isAdministrator, let user = actor.user?.userID else { return }
        guard role(of: user).outranks(role(of: target)) else { throw Rejection(.permissionDenied) }
    }

    private func until(_ seconds: Int64?, _ now: Timestamp) -> Timestamp? {
        guard let seconds, seconds > 0 else { return nil }
        return now.adding(seconds: seconds)
    }
}

extension RoomSettings {
    /// The settings that differ, with their new values.
    fileprivate init(changing before: RoomInfo, into after: RoomInfo) {
        self.init()
        func take<Value: Equatable>(_ value: KeyPath<RoomInfo, Value>, _ field: inout Value?) {
            if before[keyPath: value] != after[keyPath: value] { field = after[keyPath: value] }
        }
        take(\.liveName, &liveName)
        take(\.notice, &notice)
        take(\.isMessageDisable, &isMessageDisable)
        take(\.isPublicVisible, &isPublicVisible)
        take(\.seatMode, &seatMode)
        take(\.seatLayoutTemplateID, &seatLayoutTemplateID)
        take(\.coverURL, &coverURL)
        take(\.backgroundURL, &backgroundURL)
        take(\.categoryList, &categoryList)
        take(\.activityStatus, &activityStatus)
        take(\.isGiftEnabled, &isGiftEnabled)
        take(\.metaData, &metaData)
        if before.maxMemberCount != after.maxMemberCount { maxMemberCount = after.maxMemberCount ?? 0 }
        if before.isUnlimitedRoomEnabled != after.isUnlimitedRoomEnabled {
            isUnlimitedRoomEnabled = after.isUnlimitedRoomEnabled ?? false
        }
        if before.slowModeSeconds != after.slowModeSeconds { slowModeSeconds = after.slowModeSeconds ?? 0 }
        if before.customInfo != after.customInfo { customInfo = after.customInfo ?? "" }
        if before.isLikeEnabled != after.isLikeEnabled { isLikeEnabled = after.isLikeEnabled ?? true }
        if before.popularity != after.popularity { popularity = after.popularity ?? 0 }
        if before.ownerAbsenceSeconds != after.ownerAbsenceSeconds {
            ownerAbsenceSeconds = after.ownerAbsenceSeconds ?? 0
        }
        if before.emptySeconds != after.emptySeconds { emptySeconds = after.emptySeconds ?? 0 }
    }
}
