import OvationModel
import OvationRules
import Testing

/// Every command by every actor, with the exact code of each refusal.
struct RoomPermissionTests {
    /// The actors, in the order of the table's columns.
    static let actors = [
        "stranger", "viewer", "muted", "admin", "mutedAdmin", "owner", "appAway", "appInside", "appMuted", "server",
    ]

    /// A command and each actor's code; nil means that the command is let through.
    struct Row: CustomTestStringConvertible {
        let name: String
        let command: RoomCommand
        let answers: [ErrorCode?]
        /// A command that the owner runs first.
        var before: RoomCommand?

        var testDescription: String { name }
    }

    /// A row with one code each for viewers, the live's administrators, the owner, and the app with the server.
    private static func office(
        _ name: String, _ command: RoomCommand, viewer: ErrorCode?, admin: ErrorCode?, owner: ErrorCode?,
        app: ErrorCode?
    ) -> Row {
        Row(
            name: name, command: command,
            answers: [viewer, viewer, viewer, admin, admin, owner, app, app, app, app])
    }

    static let rows = roomRows + seatRows + barrageRows + coHostRows

    private static let roomRows: [Row] = [
        // Commands that need a role. `viewer2` and `admin2` are in the live, `nobody` is not.
        office("end", .end(message: ""), viewer: .ownerRequired, admin: .ownerRequired, owner: nil, app: nil),
        office(
            "appoint a viewer", .appointing("viewer2"), viewer: .ownerRequired, admin: .ownerRequired, owner: nil,
            app: nil),
        office(
            "dismiss an admin", .dismissing("admin2"), viewer: .ownerRequired, admin: .ownerRequired, owner: nil,
            app: nil),
        office(
            "dismiss a viewer", .dismissing("viewer2"), viewer: .ownerRequired, admin: .ownerRequired, owner: nil,
            app: nil),
        office(
            "appoint somebody away", .appointing("nobody"), viewer: .ownerRequired, admin: .ownerRequired,
            owner: .notMember,
            app: nil),
        office(
            "appoint the owner", .appointing("owner"), viewer: .ownerRequired, admin: .ownerRequired,
            owner: .permissionDenied, app: .permissionDenied),
        office(
            "dismiss the owner", .dismissing("owner"), viewer: .ownerRequired, admin: .ownerRequired,
            owner: .permissionDenied, app: .permissionDenied),
        office("change settings", .muteAll, viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office(
            "change metadata", .changeMetadata(set: ["a": "b"], delete: []), viewer: .adminRequired, admin: nil,
            owner: nil,
            app: nil),
        office("kick a viewer", .kicking("viewer2"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office(
            "kick an admin", .kicking("admin2"), viewer: .adminRequired, admin: .permissionDenied, owner: nil, app: nil),
        office(
            "kick the owner", .kicking("owner"), viewer: .adminRequired, admin: .permissionDenied,
            owner: .permissionDenied,
            app: .permissionDenied),
        office(
            "kick somebody away", .kicking("nobody"), viewer: .adminRequired, admin: .notMember, owner: .notMember,
            app: .notMember),
        office("mute a viewer", .muting("viewer2"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office("mute somebody away", .muting("nobody"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office(
            "mute an admin", .muting("admin2"), viewer: .adminRequired, admin: .permissionDenied, owner: nil, app: nil),
        office(
            "mute the owner", .muting("owner"), viewer: .adminRequired, admin: .permissionDenied,
            owner: .permissionDenied,
            app: .permissionDenied),
        office("unmute a viewer", .unmuting("muted"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office(
            "unmute an admin", .unmuting("mutedAdmin"), viewer: .adminRequired, admin: .permissionDenied, owner: nil,
            app: nil),
        office("ban a viewer", .banning("viewer2"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office("ban somebody away", .banning("nobody"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),
        office(
            "ban an admin", .banning("admin2"), viewer: .adminRequired, admin: .permissionDenied, owner: nil, app: nil),
        office(
            "ban the owner", .banning("owner"), viewer: .adminRequired, admin: .permissionDenied,
            owner: .permissionDenied,
            app: .permissionDenied),
        office("unban", .unbanning("banned"), viewer: .adminRequired, admin: nil, owner: nil, app: nil),

        office(
            "add a robot", .addRobots([.named("robot")]), viewer: .administratorRequired, admin: .administratorRequired,
            owner: .administratorRequired, app: nil),
        office(
            "remove a robot", .removeRobots([UserID(unchecked: "robot")]), viewer: .administratorRequired,
            admin: .administratorRequired, owner: .administratorRequired, app: nil),

        // Commands that need membership.
        //                                              stranger   viewer      muted        admin mutedAdmin   owner
        //                                              appAway    appInside   appMuted     server
        Row(
            name: "barrage", command: .text(),
            answers: [
                .notMember, nil, .memberMuted, nil, .memberMuted, nil,
                .notMember, nil, nil, .notMember,
            ]),
        Row(
            name: "custom barrage", command: .barrage(.custom(businessID: "b", data: "d")),
            answers: [
                .notMember, nil, .memberMuted, nil, .memberMuted, nil,
                .notMember, nil, nil, .notMember,
            ]),
        Row(
            name: "barrage while all are muted", command: .text(),
            answers: [
                .notMember, .roomMuted, .memberMuted, nil, .memberMuted, nil,
                .notMember, nil, nil, .notMember,
            ], before: .muteAll),
        Row(
            name: "message of the backend", command: .message(.text("hi", extensionInfo: [:])),
            answers: [
                nil, nil, .memberMuted, nil, .memberMuted, nil,
                nil, nil, nil, .illegalParameter,
            ]),
        Row(
            name: "message of the backend while all are muted", command: .message(.text("hi", extensionInfo: [:])),
            answers: [
                .roomMuted, .roomMuted, .memberMuted, nil, .memberMuted, nil,
                nil, nil, nil, .illegalParameter,
            ], before: .muteAll),
        Row(
            name: "gift", command: .gifting(),
            answers: [
                .notMember, nil, nil, nil, nil, nil,
                .notMember, nil, nil, .notMember,
            ]),
        Row(
            name: "gift while all are muted", command: .gifting(),
            answers: [
                .notMember, nil, nil, nil, nil, nil,
                .notMember, nil, nil, .notMember,
            ], before: .muteAll),
        Row(
            name: "gift while gifts are off", command: .gifting(),
            answers: [
                .notMember, .giftsDisabled, .giftsDisabled, .giftsDisabled, .giftsDisabled, .giftsDisabled,
                .notMember, .giftsDisabled, .giftsDisabled, .notMember,
            ], before: .giftsOff),
        Row(
            name: "like", command: .like(1),
            answers: [
                .notMember, nil, nil, nil, nil, nil,
                .notMember, nil, nil, .notMember,
            ]),
        Row(
            name: "like while all are muted", command: .like(1),
            answers: [
                .notMember, nil, nil, nil, nil, nil,
                .notMember, nil, nil, .notMember,
            ], before: .muteAll),

        Row(
            name: "publish to a topic", command: .publish(TopicDraft(topic: .reaction, message: "hi")),
            answers: [
                .notMember, nil, .memberMuted, nil, .memberMuted, nil,
                .notMember, nil, nil, .notMember,
            ]),
        Row(
            name: "publish to a topic while all are muted",
            command: .publish(TopicDraft(topic: .reaction, message: "hi", isKept: true)),
            answers: [
                .notMember, .roomMuted, .memberMuted, nil, .memberMuted, nil,
                .notMember, nil, nil, .notMember,
            ], before: .muteAll),

        // Commands for everybody; the server itself cannot enter.
        Row(
            name: "enter", command: .enter(SessionID(unchecked: "s")),
            answers: [
                nil, nil, nil, nil, nil, nil,
                nil, nil, nil, .illegalParameter,
            ]),
        Row(name: "leave", command: .leave(SessionID(unchecked: "s")), answers: Array(repeating: nil, count: 10)),
        Row(name: "profileChanged", command: .profileChanged, answers: Array(repeating: nil, count: 10)),
    ]

    /// A live with every actor in it.
    private func populated() throws -> TestLive {
        let live = TestLive { record in
            record.admins = ["admin", "mutedAdmin", "admin2"].map(UserID.init(unchecked:))
            record.bans = [UserID(unchecked: "banned"): .init(nil)]
            for name in ["muted", "mutedAdmin", "appMuted"] { record.mutes[UserID(unchecked: name)] = .init(nil) }
            record.seats = [(1, "viewer2"), (2, "admin2")].map { index, name in
                var seat = Seat(index: index)
                seat.user = .named(name)
                return seat
            }
        }
        try live.enter(
            "owner", "viewer", "viewer2", "muted", "admin", "admin2", "mutedAdmin", "appInside", "appMuted")
        return live
    }

    @Test(arguments: rows, actors)
    func `a command is let through or refused with exactly this code`(
        row: Row, actor: String
    ) throws {
        try #require(row.answers.count == Self.actors.count)
        let place = try #require(Self.actors.firstIndex(of: actor))
        let live = try populated()
        if let before = row.before { try live.perform(before, as: "owner") }
        let room = live.room
        let refusal = live.refusal(row.command, as: actor)
        #expect(refusal == row.answers[place], "\(row.name) as \(actor)")
        if refusal != nil { #expect(live.room == room, "a refusal changes nothing") }
    }

    @Test func `the matrix has a row for every command`() {
        // A new command without a case here does not compile.
        func name(_ command: RoomCommand) -> String {
            switch command {
            case .enter: "enter"
            case .leave: "leave"
            case .profileChanged: "profileChanged"
            case .update: "update"
            case .changeMetadata: "changeMetadata"
            case .kick: "kick"
            case .mute: "mute"
            case .ban: "ban"
            case .appoint: "appoint"
            case .barrage: "barrage"
            case .message: "message"
            case .addRobots: "addRobots"
            case .removeRobots: "removeRobots"
            case .gift: "gift"
            case .like: "like"
            case .publish: "publish"
            case .end: "end"
            case .seat: "seat"
            case .coHost: "coHost"
            case .edit: "edit"
            }
        }
        #expect(Set(Self.rows.map { name($0.command) }).count == 20)
    }

    @Test func `the owner and administrators keep their rights, present or not`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("viewer")
        #expect(live.refusal(.muting("viewer"), as: "admin") == nil)
        #expect(live.refusal(.muteAll, as: "owner") == nil)
        #expect(live.refusal(.text(), as: "admin") == .notMember, "only a member may speak")
    }

    @Test func `an administrator of the live can act neither on themselves nor on the owner`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin")
        for command in [RoomCommand.kicking("admin"), .muting("admin"), .banning("admin")] {
            #expect(live.refusal(command, as: "admin") == .permissionDenied)
        }
        for command in [RoomCommand.kicking("owner"), .muting("owner"), .banning("owner")] {
            #expect(live.refusal(command, as: "owner") == .permissionDenied)
        }
    }

    @Test func `roles are owner, administrator and viewer`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        #expect(live.role("owner") == .owner)
        #expect(live.role("admin") == .admin)
        #expect(live.role("anybody") == .viewer)
    }

    @Test func `an event names its author, unless the server is the author`() throws {
        let cases: [(String, UserID?)] = [
            ("owner", UserID(unchecked: "owner")), ("appInside", UserID(unchecked: "appInside")), ("server", nil),
        ]
        for (actor, by) in cases {
            let live = try populated()
            #expect(try live.perform(.muteAll, as: actor).updated?.by == by)
            let muted = try live.perform(.muting("viewer"), as: actor).onlyEvent
            #expect(muted == .audienceMuted(AudienceMuted(user: .named("viewer"), muted: true, until: nil, by: by)))
            let appointed = try live.perform(.appointing("viewer"), as: actor).onlyEvent
            #expect(appointed == .audienceAppointed(AudienceAppointed(user: .named("viewer"), isAdmin: true, by: by)))
            let kicked = try live.perform(.kicking("viewer", reason: "spam"), as: actor).onlyEvent
            #expect(kicked == .audienceKicked(AudienceKicked(user: .named("viewer"), by: by, reason: "spam", count: 7)))
            // They had a seat, of which another event tells.
            let banned = try live.perform(.banning("viewer2", reason: "spam"), as: actor).commit?.events.first?.event
            #expect(
                banned
                    == .audienceBanned(
                        AudienceBanned(
                            user: .named("viewer2"), banned: true, until: nil, by: by, reason: "spam", count: 6)))
        }
    }
}
