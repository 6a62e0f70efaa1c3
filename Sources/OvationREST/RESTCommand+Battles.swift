import OvationModel
import OvationNode
import OvationRules
import OvationWire

extension RESTService {
    /// Battles between lives, a part of the vendor's API.
    static let battles = RESTService(rawValue: "live_engine_http_pk")
}

extension RESTCommand {
    /// Commands about battles between lives.
    static let battles = [createBattle, setBattleScore, getBattleInfo]

    private static let createBattle = RESTCommand(
        .battles, "create_battle",
        "Has lives begin a battle at once. They need not be joined, and nobody is asked."
    ) { (request: CreateBattle, call) in
        let milliseconds = request.duration ?? 0
        let most = Int64(call.node.limits.battleSeconds) * 1_000
        guard (0...most).contains(milliseconds) else {
            throw Rejection(.illegalParameter, "\"Duration\" is 0 to \(most) milliseconds.")
        }
        let battle = try await call.rooms.ask(
            .createBattle(
                with: request.toRoomIDs, seconds: Int((milliseconds + 999) / 1_000),
                extensionInfo: request.extensionInfo ?? ""),
            in: request.fromRoomID, as: call.actor)
        return RESTResponse(CreatedBattle(battle))
    }

    private static let setBattleScore = RESTCommand(
        .battles, "set_battle_score",
        "Adds to the scores of lives in a battle, or sets what is shown. It is kept apart from the coins of gifts."
    ) { (request: SetScore, call) in
        for entry in request.scores where !(0...FieldBounds.battleScoreMax).contains(entry.score) {
            throw Rejection(.illegalParameter, "\"Score\" is 0 to \(FieldBounds.battleScoreMax).")
        }
        guard request.operation == 1 || request.operation == 2 else {
            throw Rejection(.illegalParameter, "\"OpType\" is 1 to add or 2 to set.")
        }
        let unknown = Set(
            try await call.node.services.coHosts.adjust(
                request.battleID, request.scores.map { (live: $0.roomID, score: $0.score) },
                isSum: request.operation == 1))
        return RESTResponse(
            ScoreResults(
                results: request.scores.map { entry in
                    let isUnknown = unknown.contains(entry.roomID)
                    return BattleResult(
                        roomID: entry.roomID.rawValue, code: isUnknown ? 1 : 0,
                        message: isUnknown ? "The live takes no part in the battle." : "")
                }))
    }

    private static let getBattleInfo = RESTCommand(
        .battles, "get_battle_info",
        "Tells how a battle stands, or how it ended within the last hour: by its id, or the newest one of a live.",
        effect: .reads
    ) { (request: BattleWish, call) in
        guard request.battleID != nil || request.roomID != nil else {
            throw Rejection(.illegalParameter, "Either \"BattleId\" or \"RoomId\" is needed.")
        }
        guard let battle = await call.node.services.coHosts.battle(request.battleID, of: request.roomID) else {
            throw Rejection(.battleNotExistOrEnded)
        }
        return RESTResponse(BattleAnswer(battle))
    }
}

private struct CreateBattle: Codable, Sendable {
    let fromRoomID: LiveID
    let toRoomIDs: [LiveID]
    let duration: Int64?
    let extensionInfo: String?

    enum CodingKeys: String, CodingKey {
        case fromRoomID = "FromRoomId"
        case toRoomIDs = "ToRoomIdList"
        case duration = "Duration"
        case extensionInfo = "ExtensionInfo"
    }
}

private struct BattleResult: Codable, Sendable {
    let roomID: String
    let code: Int
    let message: String

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case code = "ResultCode"
        case message = "ResultMessage"
    }
}

private struct CreatedBattle: Codable, Sendable {
    let battleID: String
    let results: [BattleResult]

    init(_ battle: Battle) {
        battleID = battle.battleID.rawValue
        results = battle.sides.dropFirst().map { side in
            let code = side.code ?? .tryAgain
            return BattleResult(
                roomID: side.host.liveID.rawValue, code: code.rawValue,
                message: code == .success ? "" : "The live could not be taken in: \(code).")
        }
    }

    enum CodingKeys: String, CodingKey {
        case battleID = "BattleId"
        case results = "Result"
    }
}

private struct SetScore: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let roomID: LiveID
        let score: Int64

        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case score = "Score"
        }
    }

    let battleID: BattleID
    let operation: Int
    let scores: [Entry]

    enum CodingKeys: String, CodingKey {
        case battleID = "BattleId"
        case operation = "OpType"
        case scores = "ScoreList"
    }
}

private struct ScoreResults: Codable, Sendable {
    let results: [BattleResult]

    enum CodingKeys: String, CodingKey { case results = "Result" }
}

private struct BattleWish: Codable, Sendable {
    let battleID: BattleID?
    let roomID: LiveID?

    enum CodingKeys: String, CodingKey {
        case battleID = "BattleId"
        case roomID = "RoomId"
    }
}

private struct BattleAnswer: Codable, Sendable {
    struct Side: Codable, Sendable {
        let roomID: String
        let owner: String
        let score: Int64

        init(_ side: BattleSide) {
            roomID = side.host.liveID.rawValue
            owner = side.host.user.userID.rawValue
            score = side.score
        }

        enum CodingKeys: String, CodingKey {
            case roomID = "RoomId"
            case owner = "Owner_Account"
            case score = "Score"
        }
    }

    let battleID: String
    let duration: Int64
    let startTime: Int64
    let endTime: Int64
    let status: Int
    let from: Side?
    let to: [Side]

    init(_ battle: Battle) {
        battleID = battle.battleID.rawValue
        duration = Int64(battle.seconds) * 1_000
        startTime = battle.startedAt?.seconds ?? 0
        endTime = battle.endedAt?.seconds ?? 0
        switch battle.phase {
        case .asking: status = 0
        case .on, .closing: status = 1
        case .over: status = 2
        }
        from = battle.sides.first.map(Side.init)
        to = battle.sides.dropFirst().filter { $0.state == .taking || $0.state == .left }.map(Side.init)
    }

    enum CodingKeys: String, CodingKey {
        case battleID = "BattleId"
        case duration = "Duration"
        case startTime = "StartTime"
        case endTime = "EndTime"
        case status = "Status"
        case from = "FromRoomInfo"
        case to = "ToRoomList"
    }
}
