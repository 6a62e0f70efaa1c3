import OvationModel
import OvationRules
import Testing

/// A command about several users affects all of them or none.
struct SeveralUsersTests {
    /// A command about several users, and why it is refused in the live of ``live()``.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let command: RoomCommand
        var actor = "server"
        let refusal: ErrorCode
    }

    static let refused = [
        Row(
            testDescription: "kick of a user who is away", command: .kick(users("a", "b", "away"), reason: ""),
            refusal: .notMember),
        Row(
            testDescription: "kick of the owner", command: .kick(users("a", "owner"), reason: ""),
            refusal: .permissionDenied),
        Row(
            testDescription: "kick of an equal", command: .kick(users("a", "admin"), reason: ""), actor: "admin",
            refusal: .permissionDenied),
        Row(
            testDescription: "mute of the owner", command: .mute(users("a", "owner"), muted: true, seconds: 60),
            refusal: .permissionDenied),
        Row(
            testDescription: "mutes above the limit", command: .mute(users("a", "b", "c"), muted: true, seconds: 60),
            refusal: .tooManySanctions),
        Row(
            testDescription: "unmute of the owner",
            command: .mute(users("muted", "owner"), muted: false, seconds: nil), refusal: .permissionDenied),
        Row(
            testDescription: "ban of the owner",
            command: .ban(users("a", "owner"), banned: true, seconds: 60, reason: ""), refusal: .permissionDenied),
        Row(
            testDescription: "bans above the limit",
            command: .ban(users("a", "b", "c"), banned: true, seconds: 60, reason: ""), refusal: .tooManySanctions),
        Row(
            testDescription: "appointment of the owner", command: .appoint(users("a", "owner"), isAdmin: true),
            refusal: .permissionDenied),
        Row(
            testDescription: "appointment of a banned user", command: .appoint(users("a", "bad"), isAdmin: true),
            refusal: .memberBanned),
        Row(
            testDescription: "appointment of a user who is away", command: .appoint(users("a", "away"), isAdmin: true),
            actor: "owner", refusal: .notMember),
        Row(
            testDescription: "administrators above the limit",
            command: .appoint(users("a", "b", "c"), isAdmin: true), refusal: .tooManyAdmins),
        Row(
            testDescription: "dismissal of the owner", command: .appoint(users("admin", "owner"), isAdmin: false),
            refusal: .permissionDenied),
    ]

    private static func users(_ names: String...) -> [UserID] { names.map(UserID.init(unchecked:)) }

    /// A live with its owner, the administrator `admin`, the viewers `a` to `e` and the muted viewer `muted`; `bad` is banned. It may have
    /// two more administrators, mutes and bans.
    private static func live() throws -> TestLive {
        var limits = Limits.withoutRates
        (limits.adminsMax, limits.mutesMax, limits.bansMax) = (3, 3, 3)
        let live = TestLive(limits: limits) { $0.admins = users("admin") }
        try live.enter("owner", "admin", "a", "b", "c", "d", "e", "muted")
        try live.perform(.banning("bad"), as: "server")
        try live.perform(.muting("muted"), as: "server")
        return live
    }

    @Test(arguments: refused)
    func `a command that is refused for one of its users changes nothing for the others`(row: Row) throws {
        let live = try Self.live()
        let before = live.room
        #expect(live.refusal(row.command, as: row.actor) == row.refusal)
        #expect(live.room == before)
    }

    @Test func `a kick of several is one commit with an event, a log entry and a removal for each, in order`() throws {
        let live = try Self.live()
        let outcome = try live.perform(.kick(Self.users("c", "a", "c"), reason: "spam"), from: .server)
        let kicked = [("c", 6), ("a", 5)].map { name, count in
            RoomEvent.audienceKicked(AudienceKicked(user: .named(name), by: nil, reason: "spam", count: count))
        }
        #expect(outcome.commit?.events.map(\.event) == kicked)
        #expect(outcome.commit?.events.map(\.about) == Self.users("c", "a"))
        #expect(outcome.commit?.records.map(\.userID) == Self.users("c", "a"))
        #expect(outcome.removed == Self.users("c", "a"))
        #expect(live.audience == ["admin", "b", "d", "e", "muted"])
    }

    @Test func `users who are already muted are muted again and do not count twice`() throws {
        let live = try Self.live()
        let outcome = try live.perform(
            .mute(Self.users("muted", "a", "b"), muted: true, seconds: 60, reason: "loud"), as: "owner")
        #expect(outcome.commit?.events.count == 3)
        let until = live.now.adding(seconds: 60)
        #expect(
            outcome.commit?.changes
                == Self.users("muted", "a", "b").map {
                    .mute($0, until: until, reason: "loud", by: TestLive.owner.userID)
                })
        #expect(live.refusal(.muting("c"), as: "server") == .tooManySanctions)
        let ended = try live.perform(.mute(Self.users("a", "c", "b"), muted: false, seconds: nil), as: "owner")
        #expect(ended.commit?.changes == Self.users("a", "b").map { .unmute($0) }, "c was not muted")
        #expect(live.muted == [.named("muted")])
    }

    @Test func `a ban of several users dismisses the administrators and removes the members among them`() throws {
        let live = try Self.live()
        let outcome = try live.perform(
            .ban(Self.users("admin", "away"), banned: true, seconds: nil, reason: ""), as: "server")
        #expect(
            outcome.commit?.changes == [
                .ban(UserID(unchecked: "admin"), until: nil, reason: "", by: nil),
                .admin(UserID(unchecked: "admin"), false),
                .ban(UserID(unchecked: "away"), until: nil, reason: "", by: nil),
            ])
        #expect(outcome.removed == Self.users("admin"))
        #expect(live.banned.map(\.user.userID) == Self.users("admin", "away", "bad"))
        let ended = try live.perform(
            .ban(Self.users("admin", "bad", "a"), banned: false, seconds: nil, reason: ""), as: "server")
        #expect(ended.commit?.events.map(\.about) == [nil, nil], "lifting a ban removes nobody")
        #expect(ended.removed.isEmpty && live.banned.map(\.user.userID) == Self.users("away"))
    }

    @Test func `a user who is already an administrator does not count twice`() throws {
        let live = try Self.live()
        let outcome = try live.perform(.appoint(Self.users("admin", "b", "a", "b"), isAdmin: true), as: "server")
        #expect(outcome.commit?.changes == Self.users("b", "a").map { .admin($0, true) })
        #expect(live.room.adminUsers.map(\.userID) == Self.users("admin", "b", "a"))
        #expect(live.refusal(.appoint(Self.users("c"), isAdmin: true), as: "server") == .tooManyAdmins)
        try live.perform(.appoint(Self.users("b", "c", "admin"), isAdmin: false), as: "server")
        #expect(live.room.adminUsers.map(\.userID) == Self.users("a"))
    }

    @Test func `if there is room for the users of only one caller, the first gets all and the second none`() throws {
        let live = try Self.live()
        try live.perform(.appoint(Self.users("a", "b"), isAdmin: true), as: "server")
        let before = live.room
        #expect(live.refusal(.appoint(Self.users("c", "d"), isAdmin: true), as: "server") == .tooManyAdmins)
        #expect(live.room == before)
    }

    @Test(arguments: [
        RoomCommand.kick([], reason: ""), .mute([], muted: true, seconds: nil),
        .ban([], banned: true, seconds: nil, reason: ""), .appoint([], isAdmin: true),
    ])
    func `a command without users changes nothing`(command: RoomCommand) throws {
        let live = try Self.live()
        let before = live.room
        #expect(try live.perform(command, as: "owner") == RoomOutcome())
        #expect(live.room == before)
    }

    @Test func `each event of a command counts against the room's messages per second`() throws {
        var limits = Limits()
        (limits.roomMessagesPerSecond, limits.roomMessagesBurst, limits.userMessagesPerSecond) = (1, 3, 0)
        let live = TestLive(limits: limits)
        try live.enter("owner")
        live.pass(seconds: 10)
        try live.perform(.mute(Self.users("a", "b", "c"), muted: true, seconds: nil), as: "server")
        #expect(try live.perform(.text(), as: "owner").dropped == .msgFreqCtrl)
    }
}
