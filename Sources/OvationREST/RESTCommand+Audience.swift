import OvationModel
import OvationNode
import OvationSupport
import OvationWire

extension RESTCommand {
    /// Commands about who watches a live. The vendor's API has none; the service is that of moderation.
    static let audience = [getAudience]

    private static let getAudience = RESTCommand(
        .moderation, "get_audience", "Lists who watches a live, in the order in which they came.", effect: .reads
    ) { (request: GetAudience, call) in
        let count = try PageFields.rest.count(
            request.count, orElse: RESTBounds.moderationPageDefault, countMax: call.node.limits.audiencePageMax)
        let offset = try PageFields.rest.number(request.next, in: 0...Int(Int32.max)) ?? 0
        let page = try await call.rooms.ask(
            .audience(offset: offset, count: count), in: request.roomID, as: call.actor)
        return RESTResponse(
            Audience(
                members: page.audience.map { .init(userID: $0.userID, name: $0.userName) }, total: page.count,
                next: page.cursor))
    }
}

private struct GetAudience: Codable, Sendable {
    let roomID: LiveID
    let next: String?
    let count: Int?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case next = "Next"
        case count = "Count"
    }
}

private struct Audience: Codable, Sendable {
    struct Member: Codable, Sendable {
        let userID: UserID
        let name: String

        enum CodingKeys: String, CodingKey {
            case userID = "Member_Account"
            case name = "Name"
        }
    }

    let members: [Member]
    let total: Int
    let next: String

    enum CodingKeys: String, CodingKey {
        case members = "MemberList"
        case total = "TotalCount"
        case next = "Next"
    }
}
