import OvationModel

/// What the moderation log says of links and battles.
///
/// A live logs what its own owner or the app's backend did, and what became of it. Being asked writes nothing, so a stranger who asks again
/// and again cannot push other lines out of the log.
extension Room {
    /// The lines about a command that was carried out.
    func coHostLines(
        of command: CoHostCommand, before: CoHostRecord, after: CoHostRecord, _ actor: RoomActor, _ now: Timestamp
    ) -> [ModerationRecord] {
        func line(_ action: ModerationAction, of user: UserID? = nil, _ reason: String) -> ModerationRecord {
            record(action, actor, now, of: user, reason: reason)
        }
        switch command {
        case .request(let live, _, _, _): return [line(.linkRequest, live.rawValue)]
        case .cancel(let live):
            let request = before.invitations.first { $0.request.liveID == live }?.request
            return [line(.linkCancel, of: request?.invitee?.userID, live.rawValue)]
        case .answer(let live, let isAccepted):
            let inviter = before.application?.request.inviter.user.userID
            return [line(isAccepted ? .linkAccept : .linkReject, of: inviter, live.rawValue)]
        case .mute(let live, let isMuted):
            guard before.mutedLives != after.mutedLives else { return [] }
            let host = after.membership?.link.hosts.first { $0.liveID == live }
            return [line(isMuted ? .hostMute : .hostUnmute, of: host?.user.userID, live.rawValue)]
        case .battle:
            guard let battle = after.side?.battle else { return [] }
            return battle.sides.dropFirst().map {
                line(.battleRequest, of: $0.host.user.userID, battle.battleID.rawValue)
            }
        case .createBattle:
            // Who the owners are is known once their lives have answered.
            guard let battle = after.side?.battle else { return [] }
            return [line(.battleRequest, battle.battleID.rawValue)]
        case .cancelBattle(let battle, let users):
            let asked = Set(before.side?.battle.sides.dropFirst().map(\.host.user.userID) ?? [])
            var told: Set<UserID> = []
            return users.filter { asked.contains($0) && told.insert($0).inserted }.map {
                line(.battleCancel, of: $0, battle.rawValue)
            }
        case .answerBattle(let battle, let isAccepted):
            let inviter = before.side?.battle.sides.first?.host.user.userID
            return [line(isAccepted ? .battleAccept : .battleReject, of: inviter, battle.rawValue)]
        case .exit, .exitBattle, .receive, .due, .tellScore: return []
        }
    }

    /// The lines about what became of a link or a battle. The actor is the one whose command had it happen, or the server.
    ///
    /// - Parameter isLeaving: whether this live itself leaves its link.
    func coHostLines(
        of event: RoomEvent, isLeaving: Bool, _ actor: RoomActor, _ now: Timestamp
    ) -> [ModerationRecord] {
        func line(_ action: ModerationAction, of user: UserID?, _ reason: String) -> ModerationRecord {
            record(action, actor, now, of: user, reason: reason)
        }
        switch event {
        case .coHostChanged(let changed):
            // A live that stands alone again is told that all have left, whether it left itself or the others did.
            let joined = changed.joined.filter { $0.liveID != info.liveID }
            let left = changed.left.filter { ($0.liveID == info.liveID) == isLeaving }
            return joined.map { line(.linkJoin, of: $0.user.userID, $0.liveID.rawValue) }
                + left.map { line(.linkLeave, of: $0.user.userID, $0.liveID.rawValue) }
        case .battleChanged(let changed):
            let battle = changed.battle
            let id = battle.battleID.rawValue
            switch changed.reason {
            case .started: return [line(.battleStart, of: battle.sides.first?.host.user.userID, id)]
            case .left: return changed.left.map { line(.battleLeave, of: $0.user.userID, id) }
            case .ended:
                if let own = battle.side(of: info.liveID), own.state == .left {
                    return [line(.battleLeave, of: own.host.user.userID, id)]
                }
                return [line(.battleEnd, of: battle.winner?.host.user.userID, battle.resultInWords)]
            }
        default: return []
        }
    }
}

extension Battle {
    /// The id and the scores of those who took part, the highest first, as many as a reason has place for.
    fileprivate var resultInWords: String {
        let taken = sides.filter { $0.state == .taking || $0.state == .left }.sorted { $0.score > $1.score }
        return taken.reduce("\(battleID):") { text, side in
            let longer = text + (text.hasSuffix(":") ? " " : ", ") + "\(side.host.liveID) \(side.score)"
            return longer.utf8.count > FieldBounds.reasonBytesMax ? text : longer
        }
    }
}
