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
        var commit = RoomCommit(
            changes: [.info(info)], event: .roomUpdated(RoomUpdated(changes: changes, by: actor.user?.userID)),
            records: records)
        layOutSeats(actor, now, &commit, &outcome)
        outcome.commit = commit
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
            changes: [.info(info)], event: .roomUpdated(RoomUpdated(changes: changes, by: actor.user?.userID)))
        return outcome
    }

    mutating func kick(
        _ targets: OrderedSet<UserID>, _ reason: String, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        guard targets.allSatisfy({ isMember($0) }) else { throw Rejection(.notMember) }
        try requireHigherRank(actor, than: targets)
        var outcome = RoomOutcome()
        guard !targets.isEmpty else { return outcome }
        var commit = RoomCommit()
        for target in targets {
            let user = known(target)
            beginRemoval(of: target, now)
            outcome.removed.append(target)
            commit.changes += dropRobot(target, now)
            commit.add(
                .audienceKicked(
                    AudienceKicked(user: user, by: actor.user?.userID, reason: reason, count: audienceCount)),
                about: target)
            commit.records.append(record(.kick, actor, now, of: target, reason: reason))
        }
        dropFromSeats(Array(targets), actor, now, &commit, &outcome)
        outcome.commit = commit
        return outcome
    }

    mutating func mute(
        _ targets: OrderedSet<UserID>, _ muted: Bool, _ seconds: Int64?, _ reason: String, _ actor: RoomActor,
        _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let seconds, let rejection = FieldRules.rejection(ofSeconds: seconds) { throw rejection }
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        try requireHigherRank(actor, than: targets)
        let targets = muted ? targets : targets.filter { mutes[$0] != nil }
        guard !targets.isEmpty else { return RoomOutcome() }
        forgetWhatIsOver(now)
        if muted { try requirePlaces(for: targets, in: mutes, countMax: limits.mutesMax) }
        let until = until(seconds, now)
        let end = muted ? until : nil
        var commit = RoomCommit()
        for target in targets {
            mutes[target] = muted ? RoomRecord.Until(until, reason: reason) : nil
            let user = known(target)
            keepName(user)
            commit.changes.append(
                muted ? .mute(target, until: until, reason: reason, by: actor.user?.userID) : .unmute(target))
            commit.add(
                .audienceMuted(
                    AudienceMuted(
                        user: user, muted: muted, until: end, by: actor.user?.userID,
                        reason: reason.isEmpty ? nil : reason)),
                about: target)
            commit.records.append(
                record(muted ? .mute : .unmute, actor, now, of: target, reason: reason, until: end))
        }
        var outcome = RoomOutcome()
        outcome.commit = commit
        return outcome
    }

    mutating func ban(
        _ targets: OrderedSet<UserID>, _ banned: Bool, _ seconds: Int64?, _ reason: String, _ actor: RoomActor,
        _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        if let seconds, let rejection = FieldRules.rejection(ofSeconds: seconds) { throw rejection }
        if let rejection = FieldRules.rejection(ofReason: reason) { throw rejection }
        try requireHigherRank(actor, than: targets)
        let targets = banned ? targets : targets.filter { bans[$0] != nil }
        guard !targets.isEmpty else { return RoomOutcome() }
        forgetWhatIsOver(now)
        if banned { try requirePlaces(for: targets, in: bans, countMax: limits.bansMax) }
        let until = until(seconds, now)
        let end = banned ? until : nil
        var outcome = RoomOutcome()
        var commit = RoomCommit()
        for target in targets {
            let user = known(target)
            bans[target] = banned ? RoomRecord.Until(until, reason: reason) : nil
            commit.changes.append(
                banned ? .ban(target, until: until, reason: reason, by: actor.user?.userID) : .unban(target))
            if banned {
                // A banned user stops being an administrator.
                if admins.remove(target) != nil { commit.changes.append(.admin(target, false)) }
                commit.changes += dropRobot(target, now)
                if members[target] != nil {
                    beginRemoval(of: target, now)
                    outcome.removed.append(target)
                }
            }
            keepName(user)
            commit.add(
                .audienceBanned(
                    AudienceBanned(
                        user: user, banned: banned, until: end, by: actor.user?.userID, reason: reason,
                        count: audienceCount)),
                // What is about somebody counts as their removal when they come back; to be let back in is none.
                about: banned ? target : nil)
            commit.records.append(record(banned ? .ban : .unban, actor, now, of: target, reason: reason, until: end))
        }
        if banned { dropFromSeats(Array(targets), actor, now, &commit, &outcome) }
        outcome.commit = commit
        return outcome
    }

    mutating func appoint(
        _ targets: OrderedSet<UserID>, _ isAdmin: Bool, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireOwner(actor)
        if isAdmin, !actor.isAdministrator, !targets.allSatisfy({ isMember($0) }) { throw Rejection(.notMember) }
        guard !targets.contains(info.liveOwner.userID) else {
            throw Rejection(.permissionDenied, "The owner is not an administrator and cannot be made one.")
        }
        let targets = targets.filter { isAdmin != admins.contains($0) }
        guard !targets.isEmpty else { return RoomOutcome() }
        if isAdmin {
            // A banned user cannot be an administrator.
            if targets.contains(where: { ban(of: $0, at: now) != nil }) { throw Rejection(.memberBanned) }
            if admins.count + targets.count > limits.adminsMax { throw Rejection(.tooManyAdmins) }
        }
        var commit = RoomCommit()
        for target in targets {
            if isAdmin { admins.append(target) } else { admins.remove(target) }
            let user = known(target)
            keepName(user)
            commit.changes.append(.admin(target, isAdmin))
            commit.add(
                .audienceAppointed(AudienceAppointed(user: user, isAdmin: isAdmin, by: actor.user?.userID)),
                about: target)
            commit.records.append(record(isAdmin ? .appoint : .dismiss, actor, now, of: target))
        }
        var outcome = RoomOutcome()
        if !isAdmin { endInvitations(of: targets, actor, now, &commit, &outcome) }
        outcome.commit = commit
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
            records: byHost ? [] : [record(.endRoom, actor, now, reason: message)])
        return outcome
    }

    private func requireOwner(_ actor: RoomActor) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        guard let user = actor.user?.userID, user == info.liveOwner.userID else { throw Rejection(.ownerRequired) }
    }

    func requireModerator(_ actor: RoomActor) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        guard let user = actor.user?.userID, role(of: user) != .viewer else { throw Rejection(.adminRequired) }
    }

    /// An owner may act on everybody else, an administrator of the live on viewers.
    private func requireHigherRank(_ actor: RoomActor, than targets: OrderedSet<UserID>) throws(Rejection) {
        let owner = info.liveOwner.userID
        if targets.contains(owner) {
            throw Rejection(.permissionDenied, "\"\(owner)\" is the owner. Nobody may do this to the owner.")
        }
        guard !actor.isAdministrator, let user = actor.user?.userID else { return }
        let rank = role(of: user)
        guard targets.allSatisfy({ rank.outranks(role(of: $0)) }) else { throw Rejection(.permissionDenied) }
    }

    /// Refuses more mutes or bans than the live may have. A user who has one already needs no place.
    private func requirePlaces(
        for targets: OrderedSet<UserID>, in sanctions: Sanctions, countMax: Int
    ) throws(Rejection) {
        let added = targets.count { sanctions[$0] == nil }
        guard added == 0 || sanctions.count + added <= countMax else { throw Rejection(.tooManySanctions) }
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
