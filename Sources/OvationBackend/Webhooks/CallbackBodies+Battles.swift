package import OvationModel

/// What callbacks about battles say. Durations and times out are in milliseconds, starts and ends in seconds, as the API has them.
extension CallbackBodies {
    /// A host, or the app's backend, asked for a battle.
    package static func battleCreated(_ battle: Battle, at now: Timestamp) -> [String: CallbackJSON] {
        [
            "Operator_Account": .text(battle.sides.first?.host.user.userID.rawValue ?? system),
            "BattleId": .text(battle.battleID), "FromRoomId": .text(battle.sides.first?.host.liveID.rawValue ?? ""),
            "ToRoomIdList": .list(battle.sides.dropFirst().map { .text($0.host.liveID) }),
            "Timeout": .number(
                battle.needsResponse ? battle.deadline.milliseconds(since: battle.createdAt) : 0),
            "Duration": .number(Int64(battle.seconds) * 1_000), "NeedResponse": .flag(battle.needsResponse),
            "ExtensionInfo": .text(battle.extensionInfo), "EventTime": .number(now.milliseconds),
        ]
    }

    /// A battle began.
    package static func battleStarted(_ battle: Battle, at now: Timestamp) -> [String: CallbackJSON] {
        [
            "BattleId": .text(battle.battleID), "Duration": .number(Int64(battle.seconds) * 1_000),
            "CreateTime": .number(battle.createdAt.seconds),
            "StartTime": .number(battle.startedAt?.seconds ?? 0),
            "FromRoomInfo": battle.sides.first.map(side) ?? .object([:]),
            "ToRoomList": .list(battle.taking.filter { $0.host != battle.sides.first?.host }.map(side)),
            "EventTime": .number(now.milliseconds),
        ]
    }

    /// A battle ended, or never began.
    package static func battleEnded(_ battle: Battle, at now: Timestamp) -> [String: CallbackJSON] {
        let kind: Int =
            switch battle.end {
            case .timeOver: 0
            case .allLeft: 1
            case .neverBegan, nil: 2
            }
        return [
            "BattleId": .text(battle.battleID), "Duration": .number(Int64(battle.seconds) * 1_000),
            "CreateTime": .number(battle.createdAt.seconds),
            "StartTime": .number(battle.startedAt?.seconds ?? 0),
            "EndTime": .number((battle.endedAt ?? now).seconds),
            "FromRoomInfo": battle.sides.first.map(side) ?? .object([:]),
            "ToRoomList": .list(battle.sides.dropFirst().map(side)), "OpType": .number(Int64(kind)),
            "EventTime": .number(now.milliseconds),
        ]
    }

    private static func side(_ side: BattleSide) -> CallbackJSON {
        .object([
            "RoomId": .text(side.host.liveID), "Owner_Account": .text(side.host.user.userID),
            "Score": .number(side.score),
        ])
    }
}
