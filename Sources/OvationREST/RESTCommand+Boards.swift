import OvationModel
import OvationNode
import OvationRules
import OvationSupport
import OvationWire

extension RESTService {
    /// Boards of the users who sent or received the most coins. The vendor's API has none.
    static let boards = RESTService(rawValue: "ovation_board_srv")
}

extension RESTCommand {
    /// The command that reads a board.
    static let boards = [getBoard]

    private static let getBoard = RESTCommand(
        .boards, "get_board", "Reads the first places of a board.", effect: .reads
    ) { (request: BoardRequest, call) in
        let kind = request.kind ?? .senders
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.pageDefault, countMax: call.node.limits.boardRowsMax)
        let period = request.period ?? (request.roomID == nil ? .all : .live)
        guard period == .live else {
            return RESTResponse(BoardAnswer(call.node.services.boards.page(kind, period, count: count, at: call.at)))
        }
        guard let roomID = request.roomID else {
            throw Rejection(.illegalParameter, "The period \"live\" needs the live's id in \"RoomId\".")
        }
        guard kind == .senders else { throw Rejection(.illegalParameter, "A live has a board of senders only.") }
        return RESTResponse(BoardAnswer(try await call.rooms.ask(.board(count: count), in: roomID)))
    }
}

extension BoardKind: RESTChoice {}
extension BoardPeriod: RESTChoice {}

/// The body of `get_board`.
private struct BoardRequest: Codable, Sendable {
    var kind: BoardKind?
    var period: BoardPeriod?
    var roomID: LiveID?
    var count: Int?

    enum CodingKeys: String, CodingKey {
        case kind = "Kind"
        case period = "Period"
        case roomID = "RoomId"
        case count = "Count"
    }
}

/// The answer to `get_board`.
private struct BoardAnswer: Codable, Sendable {
    struct Row: Codable, Sendable {
        let rank: Int
        let user: UserID
        let name: String
        let avatarURL: String
        let coins: Coins
        let gifterLevel: Int?

        enum CodingKeys: String, CodingKey {
            case rank = "Rank"
            case user = "Member_Account"
            case name = "Name"
            case avatarURL = "AvatarUrl"
            case coins = "Coins"
            case gifterLevel = "GifterLevel"
        }
    }

    let kind: BoardKind
    let period: BoardPeriod
    /// When its day or week ends, in Unix seconds; nil for a board without an end.
    let until: Int64?
    let rows: [Row]

    enum CodingKeys: String, CodingKey {
        case kind = "Kind"
        case period = "Period"
        case until = "Until"
        case rows = "BoardList"
    }

    init(_ page: BoardPage) {
        kind = page.kind
        period = page.period
        until = page.until?.seconds
        rows = page.rows.map { row in
            Row(
                rank: row.rank, user: row.user.userID, name: row.user.userName, avatarURL: row.user.avatarURL,
                coins: row.coins, gifterLevel: row.gifterLevel)
        }
    }
}
