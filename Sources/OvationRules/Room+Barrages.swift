import OvationModel

/// Messages that are deleted, and those that stay in sight.
extension Room {
    mutating func edit(_ edit: BarrageEdit, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        switch edit.action {
        case .delete: return try delete(edit, actor, now)
        case .pin: return try pin(edit, actor, now)
        case .unpin: return try unpin(edit, actor, now)
        }
    }

    private mutating func delete(
        _ edit: BarrageEdit, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireWithin(actor)
        if let rejection = FieldRules.rejection(ofReason: edit.reason) { throw rejection }
        let sender = try message(of: edit).barrage.sender.userID
        let isOwn = actor.user?.userID == sender
        if !isOwn { try requireHigherRank(actor, thanSender: sender) }
        let event = BarrageDeleted(
            seq: edit.seq, sender: sender, by: actor.user?.userID, reason: edit.reason.isEmpty ? nil : edit.reason)
        // What users do to their own messages is no act of a moderator.
        let records = isOwn ? [] : [record(.deleteMessage, actor, now, of: sender, reason: edit.reason)]
        var commit = RoomCommit(event: .barrageDeleted(event), records: records)
        take(pins.filter { $0.seq != edit.seq }, actor, &commit)
        var outcome = RoomOutcome()
        outcome.commit = commit
        return outcome
    }

    private mutating func pin(
        _ edit: BarrageEdit, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        let message = try message(of: edit)
        var outcome = RoomOutcome()
        guard !pins.contains(where: { $0.seq == edit.seq }) else { return outcome }
        let pin = PinnedBarrage(message, by: actor.user?.userID, at: now)
        var commit = RoomCommit(records: [record(.pinMessage, actor, now, of: message.barrage.sender.userID)])
        take(Array((pins + [pin]).suffix(max(1, limits.pinnedMessagesMax))), actor, &commit)
        outcome.commit = commit
        return outcome
    }

    private mutating func unpin(
        _ edit: BarrageEdit, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireModerator(actor)
        var outcome = RoomOutcome()
        guard let pin = pins.first(where: { $0.seq == edit.seq }) else { return outcome }
        var commit = RoomCommit(records: [record(.unpinMessage, actor, now, of: pin.barrage.sender.userID)])
        take(pins.filter { $0.seq != edit.seq }, actor, &commit)
        outcome.commit = commit
        return outcome
    }

    /// Pins other messages than before, if they are others.
    private mutating func take(_ changed: [PinnedBarrage], _ actor: RoomActor, _ commit: inout RoomCommit) {
        guard changed != pins else { return }
        pins = changed
        commit.changes.append(.pins(pins))
        commit.add(.barragePinned(BarragePinned(pinned: pins, by: actor.user?.userID)), about: nil)
    }

    /// The message that is meant. One that is pinned is known even if it is too old for the room to remember.
    private func message(of edit: BarrageEdit) throws(Rejection) -> BarrageRecord {
        guard let message = edit.message ?? pins.first(where: { $0.seq == edit.seq })?.record else {
            throw Rejection(.messageNotFound)
        }
        return message
    }

    /// Members may ask, and those who moderate the live without being in it.
    private func requireWithin(_ actor: RoomActor) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        guard let user = actor.user?.userID, isMember(user) || role(of: user) != .viewer else {
            throw Rejection(.notMember)
        }
    }

    /// An owner deletes everybody's messages, an administrator of the live those of viewers.
    private func requireHigherRank(_ actor: RoomActor, thanSender sender: UserID) throws(Rejection) {
        guard !actor.isAdministrator else { return }
        try requireModerator(actor)
        guard let user = actor.user?.userID, role(of: user).outranks(role(of: sender)) else {
            throw Rejection(.permissionDenied)
        }
    }
}
