import OvationModel
import OvationNode
import OvationRules
import OvationSupport

extension RESTCommand {
    /// Commands that appoint administrators of a live, and that ban, mute and kick its users.
    static let members = [
        getAdminList, modifyAdmin, banMember, unbanMember, getBannedMemberList, muteMember, getMutedMemberList,
        kickUserOut,
    ]

    private static let getAdminList = RESTCommand(
        .liveEngine, "get_admin_list", "Lists the administrators of a live.", effect: .reads
    ) { (request: RESTRoom, call) in
        let admins = try await call.rooms.roster(.admins, of: request.roomID).entries
        return RESTResponse(RESTAdmins(admins: admins.map(\.user.userID)))
    }

    private static let modifyAdmin = RESTCommand(
        .liveEngine, "modify_admin", "Appoints administrators of a live, or takes the office away."
    ) { (request: ModifyAdmin, call) in
        let users = request.admins.withoutRepeats
        try RESTField.list("Admin_Account", users, countMax: call.node.limits.adminsMax)
        let isAdmin = request.operation == .add
        if isAdmin { try await call.requireImported(users, field: "Admin_Account") }
        try await call.rooms.perform(.appoint(users, isAdmin: isAdmin), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let banMember = RESTCommand(
        .liveEngine, "ban_member", "Removes users from a live and keeps them out for a time."
    ) { (request: BanMember, call) in
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        let seconds = try RESTDuration.seconds("Duration", request.duration, least: 1)
        try await call.rooms.perform(
            .ban(request.users, banned: true, seconds: seconds, reason: request.reason ?? ""), in: request.roomID,
            as: call.actor)
        return RESTDone()
    }

    private static let unbanMember = RESTCommand(
        .liveEngine, "unban_member", "Lets banned users back into a live."
    ) { (request: RESTMembers, call) in
        try await call.rooms.perform(
            .ban(request.users, banned: false, seconds: nil, reason: ""), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getBannedMemberList = RESTCommand(
        .liveEngine, "get_banned_member_list", "Lists who is banned from a live.", effect: .reads
    ) { (request: BannedMembers, call) in
        let (offset, count) = try request.page
        let banned = try await call.rooms.roster(.banned(offset: offset, count: count), of: request.roomID)
        let next = offset + banned.entries.count
        let answer = BannedMembersAnswer(
            banned: banned.entries.map(BannedMembersAnswer.Entry.init), next: next < banned.total ? String(next) : "",
            total: banned.total)
        return RESTTopAndResponse(top: answer, response: answer)
    }

    private static let muteMember = RESTCommand(
        .liveEngine, "mute_member", "Mutes users of a live for a time; a time of 0 lets them write again."
    ) { (request: MuteMember, call) in
        let seconds = try RESTDuration.seconds("MuteTime", request.muteTime, least: 0)
        try await call.rooms.perform(
            .mute(request.users, muted: request.muteTime > 0, seconds: seconds), in: request.roomID, as: call.actor)
        return RESTDone()
    }

    private static let getMutedMemberList = RESTCommand(
        .liveEngine, "get_muted_member_list", "Lists who is muted in a live.", effect: .reads
    ) { (request: RESTRoom, call) in
        let muted = try await call.rooms.roster(.muted, of: request.roomID).entries
        let answer = MutedMembersAnswer(muted: muted.map(MutedMembersAnswer.Entry.init))
        return RESTTopAndResponse(top: answer, response: answer)
    }

    private static let kickUserOut = RESTCommand(
        .liveEngine, "kick_user_out", "Removes users from a live. They may come back; ban_member keeps them out."
    ) { (request: KickMember, call) in
        try RESTField.text("Reason", request.reason, bytesMax: FieldBounds.reasonBytesMax)
        try await call.rooms.perform(
            .kick(request.users, reason: request.reason ?? ""), in: request.roomID, as: call.actor)
        return RESTDone()
    }
}

/// The body of a call that does something to users of a live. The live does it to all of them or to none.
protocol RESTMemberList: Sendable {
    var roomID: LiveID { get }
    var members: [UserID] { get }
}

extension RESTMemberList {
    /// The users, without repetitions.
    ///
    /// - Throws: `illegalParameter` if there are none, or too many for one call.
    var users: [UserID] {
        get throws(Rejection) {
            let users = members.withoutRepeats
            try RESTField.list("MemberList_Account", users, countMax: RESTBounds.membersMax)
            return users
        }
    }
}

extension Sequence where Element: Hashable {
    /// The elements in their order, without repetitions.
    var withoutRepeats: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

/// How long a mute or a ban holds, as the REST API counts it.
enum RESTDuration {
    /// The number of seconds that stands for the rest of the live.
    static let forever: Int64 = 4_294_967_295

    /// Checks the seconds of a field; nil is the rest of the live.
    static func seconds(_ name: String, _ seconds: Int64, least: Int64) throws(Rejection) -> Int64? {
        if seconds == forever { return nil }
        let longest = FieldBounds.sanctionSeconds.upperBound
        guard (least...longest).contains(seconds) else {
            throw Rejection(
                .illegalParameter,
                "\"\(name)\" is \(least) to \(longest) seconds, or \(forever) for the rest of the live.")
        }
        return seconds
    }

    /// When a mute or a ban ends, in Unix seconds. It is rounded up, because it still holds in that second.
    static func end(_ until: Timestamp?) -> Int64 { until.map { ($0.milliseconds + 999) / 1_000 } ?? forever }
}

/// The body of `unban_member`.
private struct RESTMembers: RESTMemberList, Codable {
    let roomID: LiveID
    let members: [UserID]

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case members = "MemberList_Account"
    }
}

private struct BanMember: RESTMemberList, Codable {
    let roomID: LiveID
    let members: [UserID]
    let duration: Int64
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case members = "MemberList_Account"
        case duration = "Duration"
        case reason = "Reason"
    }
}

private struct MuteMember: RESTMemberList, Codable {
    let roomID: LiveID
    let members: [UserID]
    let muteTime: Int64

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case members = "MemberList_Account"
        case muteTime = "MuteTime"
    }
}

private struct KickMember: RESTMemberList, Codable {
    let roomID: LiveID
    let members: [UserID]
    let reason: String?

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case members = "MemberList_Account"
        case reason = "Reason"
    }
}

private struct ModifyAdmin: Codable, Sendable {
    enum Operation: String, RESTChoice {
        case add
        case delete
    }

    let roomID: LiveID
    let admins: [UserID]
    let operation: Operation

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case admins = "Admin_Account"
        case operation = "OpType"
    }
}

private struct RESTAdmins: Codable, Sendable {
    let admins: [UserID]

    enum CodingKeys: String, CodingKey { case admins = "Admin_Account" }
}

private struct BannedMembers: Codable, Sendable {
    let roomID: LiveID
    let next: String?
    let count: Int?
    let offset: Int?
    let limit: Int?

    /// The page. Some clients of this API count by `Next` and `Count`, others by `Offset` and `Limit`.
    var page: (offset: Int, count: Int) {
        get throws(Rejection) {
            let offsets = RESTBounds.bannedOffsets
            try RESTField.number("Offset", offset, in: offsets)
            let fields = PageFields(count: limit == nil ? "Count" : "Limit", cursor: "Next")
            let start = if let offset { offset } else { try fields.number(next, in: offsets) ?? 0 }
            let countMax = RESTBounds.bannedPageMax
            return (start, try fields.count(limit ?? count, orElse: countMax, countMax: countMax))
        }
    }

    enum CodingKeys: String, CodingKey {
        case roomID = "RoomId"
        case next = "Next"
        case count = "Count"
        case offset = "Offset"
        case limit = "Limit"
    }
}

private struct BannedMembersAnswer: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let member: UserID
        let bannedUntil: Int64
        let reason: String

        init(_ entry: RoomRoster.Entry) {
            member = entry.user.userID
            bannedUntil = RESTDuration.end(entry.until.time)
            reason = entry.until.reason
        }

        enum CodingKeys: String, CodingKey {
            case member = "Member_Account"
            case bannedUntil = "BannedUntil"
            case reason = "Reason"
        }
    }

    let banned: [Entry]
    let next: String
    let total: Int

    enum CodingKeys: String, CodingKey {
        case banned = "BannedAccountList"
        case next = "Next"
        case total = "TotalCount"
    }
}

private struct MutedMembersAnswer: Codable, Sendable {
    struct Entry: Codable, Sendable {
        let member: UserID
        let mutedUntil: Int64

        init(_ entry: RoomRoster.Entry) {
            member = entry.user.userID
            mutedUntil = RESTDuration.end(entry.until.time)
        }

        enum CodingKeys: String, CodingKey {
            case member = "Member_Account"
            case mutedUntil = "MutedUntil"
        }
    }

    let muted: [Entry]

    enum CodingKeys: String, CodingKey { case muted = "MutedAccountList" }
}
