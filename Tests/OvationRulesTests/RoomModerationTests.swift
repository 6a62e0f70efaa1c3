import OvationModel
import OvationRules
import Testing

/// Kicks, bans, mutes and administrators, and what is stored of them.
struct RoomModerationTests {
    // MARK: - Kick

    @Test func `a kicked viewer is out with all windows and may come back`() throws {
        let live = TestLive()
        try live.enter("owner", "adam", "bob")
        try live.perform(.entering("bob", window: 2), as: "bob")
        let outcome = try live.perform(.kicking("bob", reason: "spam"), as: "owner")
        #expect(outcome.removed == [UserID(unchecked: "bob")])
        #expect(outcome.publications.isEmpty, "a kick is announced only once it is stored")
        let event = AudienceKicked(user: .named("bob"), by: UserID(unchecked: "owner"), reason: "spam", count: 1)
        #expect(outcome.commit?.changes == [])
        #expect(outcome.commit?.event == .audienceKicked(event))
        #expect(outcome.commit?.about == UserID(unchecked: "bob"))
        #expect(!live.isMember("bob"))
        #expect(live.refusal(.text(), as: "bob") == .notMember)
        #expect(try live.perform(.leaving("bob"), as: "bob") == RoomOutcome(), "the kicked user's session is gone")
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
        #expect(live.room.statistics.totalViewers == 3)
    }

    @Test func `a kicked administrator stays an administrator`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin")
        try live.perform(.kicking("admin"), as: "owner")
        #expect(live.role("admin") == .admin)
        #expect(live.room.adminUsers == [.named("admin")], "an absent user keeps the last known name")
    }

    // MARK: - Ban

    @Test func `a ban removes a user, keeps them out and ends at its time`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        let until = live.now.adding(seconds: 60)
        let outcome = try live.perform(.banning("bob", seconds: 60, reason: "spam"), as: "owner")
        #expect(outcome.removed == [UserID(unchecked: "bob")])
        #expect(outcome.publications.isEmpty)
        let by = UserID(unchecked: "owner")
        let event = AudienceBanned(user: .named("bob"), banned: true, until: until, by: by, reason: "spam", count: 0)
        let change = RoomChange.ban(UserID(unchecked: "bob"), until: until, reason: "spam", by: by)
        #expect(outcome.commit?.changes == [change])
        #expect(outcome.commit?.event == .audienceBanned(event))
        #expect(outcome.commit?.about == UserID(unchecked: "bob"))
        #expect(live.banned.map(\.until) == [RoomRecord.Until(until, reason: "spam")])
        live.now = until.adding(milliseconds: -1)
        #expect(live.refusal(.entering("bob"), as: "bob") == .memberBanned)
        live.now = until
        #expect(!live.isBanned("bob"))
        #expect(live.banned.isEmpty)
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test(arguments: [Int64?.none, 60]) func `a banned user learns until when and why, in a sentence without numbers`(
        seconds: Int64?
    ) throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.banning("bob", seconds: seconds, reason: "spam"), as: "owner")
        let refusal = #expect(throws: Rejection.self) { try live.perform(.entering("bob"), as: "bob") }
        #expect(refusal?.code == .memberBanned)
        #expect(refusal?.until == seconds.map(live.now.adding(seconds:)))
        #expect(refusal?.reason == "spam")
        #expect(refusal?.message.contains(where: \.isNumber) == false, "\(refusal?.message ?? "")")
        try live.perform(.banning("bob", seconds: 60, reason: ""), as: "owner")
        let unexplained = #expect(throws: Rejection.self) { try live.perform(.entering("bob"), as: "bob") }
        #expect(unexplained?.reason == nil)
    }

    @Test func `a muted user learns until when and why`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.muting("bob", seconds: 60, reason: "flooding"), as: "owner")
        let refusal = #expect(throws: Rejection.self) { try live.perform(.text(), as: "bob") }
        #expect(refusal?.code == .memberMuted)
        #expect(refusal?.until == live.now.adding(seconds: 60))
        #expect(refusal?.reason == "flooding")
        #expect(refusal?.message.contains(where: \.isNumber) == false, "\(refusal?.message ?? "")")
        #expect(live.room.mute(of: UserID(unchecked: "bob"), at: live.now)?.givenReason == "flooding")
    }

    @Test(arguments: [nil, Int64(0)])
    func `a ban without a time or with a time of zero lasts for the rest of the live`(seconds: Int64?) throws {
        let live = TestLive()
        let outcome = try live.perform(.banning("bob", seconds: seconds), as: "owner")
        #expect(outcome.removed.isEmpty, "a member who is away is not removed")
        live.pass(seconds: 1_000_000_000)
        #expect(live.refusal(.entering("bob"), as: "bob") == .memberBanned)
        #expect(live.banned.map(\.until.time) == [nil])
    }

    @Test func `a new ban replaces the old one, whether it is shorter or longer`() throws {
        let live = TestLive()
        try live.perform(.banning("bob"), as: "owner")
        try live.perform(.banning("bob", seconds: 10), as: "owner")
        live.pass(seconds: 10)
        #expect(!live.isBanned("bob"))
    }

    @Test func `a ban can be lifted once, and lifting no ban changes nothing`() throws {
        let live = TestLive()
        try live.enter("bob")
        try live.perform(.banning("bob"), as: "owner")
        let outcome = try live.perform(.unbanning("bob"), as: "owner")
        #expect(outcome.commit?.changes == [.unban(UserID(unchecked: "bob"))])
        let event = AudienceBanned(
            user: .named("bob"), banned: false, until: nil, by: UserID(unchecked: "owner"), reason: "", count: 0)
        #expect(outcome.onlyEvent == .audienceBanned(event), "an absent user keeps the last known name")
        #expect(try live.perform(.unbanning("bob"), as: "owner") == RoomOutcome())
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test func `a live has a limited number of mutes and of bans, and expired ones do not count`() throws {
        var limits = Limits.withoutRates
        (limits.mutesMax, limits.bansMax) = (3, 3)
        let live = TestLive(limits: limits)
        let sanctions: [(String, Int64?) -> RoomCommand] = [
            { .muting($0, seconds: $1) }, { .banning($0, seconds: $1) },
        ]
        for sanction in sanctions {
            for name in ["a", "b", "c"] { try live.perform(sanction(name, 60), as: "owner") }
            #expect(live.refusal(sanction("d", 60), as: "owner") == .tooManySanctions)
            #expect(live.refusal(sanction("d", nil), as: "server") == .tooManySanctions)
            #expect(live.refusal(sanction("b", nil), as: "owner") == nil, "an existing entry can still change")
        }
        live.pass(seconds: 60)
        try live.perform(.muting("d"), as: "owner")
        #expect(live.muted.map(\.userID.rawValue) == ["b", "d"])
        try live.perform(.banning("d"), as: "owner")
        try live.perform(.unbanning("b"), as: "owner")
        try live.perform(.banning("e"), as: "owner")
        #expect(live.banned.map(\.user.userID.rawValue) == ["d", "e"])
    }

    @Test func `a ban of an administrator also dismisses them, in the same change`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin")
        let outcome = try live.perform(.banning("admin"), as: "owner")
        #expect(
            outcome.commit?.changes == [
                .ban(UserID(unchecked: "admin"), until: nil, reason: "", by: UserID(unchecked: "owner")),
                .admin(UserID(unchecked: "admin"), false),
            ])
        #expect(live.role("admin") == .viewer)
        #expect(live.room.adminUsers.isEmpty)
        try live.perform(.unbanning("admin"), as: "owner")
        #expect(live.role("admin") == .viewer, "lifting the ban does not appoint the user again")
    }

    @Test func `a banned user cannot be appointed until the ban ends`() throws {
        let live = TestLive()
        try live.perform(.banning("bob", seconds: 60), as: "owner")
        #expect(live.refusal(.appointing("bob"), as: "server") == .memberBanned)
        #expect(live.refusal(.dismissing("bob"), as: "server") == nil)
        live.pass(seconds: 60)
        #expect(live.refusal(.appointing("bob"), as: "server") == nil)
    }

    @Test func `a ban does not keep the owner or an administrator of the app out`() throws {
        let live = TestLive { record in
            for name in ["owner", "app"] { record.bans[UserID(unchecked: name)] = .init(nil) }
        }
        #expect(live.refusal(.entering("owner"), as: "owner") == nil)
        #expect(live.refusal(.entering("app"), as: "app") == nil)
    }

    @Test func `banned users are listed by id, with their last names and without expired bans`() throws {
        let live = TestLive()
        try live.enter("zoe", "adam")
        try live.perform(.banning("zoe", seconds: 100), as: "owner")
        try live.perform(.banning("adam", seconds: 50), as: "owner")
        try live.perform(.banning("mike", seconds: 10), as: "owner")
        live.pass(seconds: 10)
        let banned = live.banned
        #expect(banned.map(\.user) == [.named("adam"), .named("zoe")])
        #expect(banned.map(\.until.time) == [TestLive.start.adding(seconds: 50), TestLive.start.adding(seconds: 100)])
    }

    // MARK: - Mute of one

    @Test func `a mute refuses messages until its time and nothing else`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        let until = live.now.adding(seconds: 30)
        let outcome = try live.perform(.muting("bob", seconds: 30), as: "owner")
        let by = UserID(unchecked: "owner")
        #expect(outcome.removed.isEmpty)
        #expect(outcome.publications.isEmpty)
        #expect(outcome.commit?.changes == [.mute(UserID(unchecked: "bob"), until: until, by: by)])
        #expect(outcome.commit?.about == UserID(unchecked: "bob"))
        #expect(
            outcome.onlyEvent == .audienceMuted(AudienceMuted(user: .named("bob"), muted: true, until: until, by: by)))
        #expect(live.refusal(.gifting(), as: "bob") == nil)
        #expect(live.refusal(.like(1), as: "bob") == nil)
        live.now = until.adding(milliseconds: -1)
        #expect(live.refusal(.text(), as: "bob") == .memberMuted)
        live.now = until
        #expect(live.refusal(.text(), as: "bob") == nil)
        #expect(live.muted.isEmpty)
    }

    @Test(arguments: [nil, Int64(0)])
    func `a mute survives leaving and entering again, and lasts for the rest of the live`(seconds: Int64?) throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.muting("bob", seconds: seconds), as: "owner")
        try live.leave("bob")
        #expect(live.muted == [.named("bob")], "an absent user keeps the last known name")
        live.pass(seconds: 1_000_000_000)
        try live.enter("bob")
        #expect(live.refusal(.text(), as: "bob") == .memberMuted)
        try live.perform(.kicking("bob"), as: "owner")
        try live.enter("bob")
        #expect(live.refusal(.text(), as: "bob") == .memberMuted)
    }

    @Test func `an absent user can be muted, and is muted at the entry`() throws {
        let live = TestLive()
        let outcome = try live.perform(.muting("bob"), as: "owner")
        #expect(
            outcome.onlyEvent
                == .audienceMuted(
                    AudienceMuted(
                        user: UserInfo(userID: UserID(unchecked: "bob")), muted: true, until: nil,
                        by: UserID(unchecked: "owner"))))
        try live.enter("bob")
        #expect(live.refusal(.text(), as: "bob") == .memberMuted)
    }

    @Test func `a mute can be lifted once, and lifting no mute changes nothing`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        #expect(try live.perform(.unmuting("bob"), as: "owner") == RoomOutcome())
        try live.perform(.muting("bob"), as: "owner")
        let outcome = try live.perform(.unmuting("bob"), as: "owner")
        #expect(outcome.commit?.changes == [.unmute(UserID(unchecked: "bob"))])
        #expect(
            outcome.onlyEvent
                == .audienceMuted(
                    AudienceMuted(user: .named("bob"), muted: false, until: nil, by: UserID(unchecked: "owner"))))
        #expect(live.refusal(.text(), as: "bob") == nil)
        #expect(try live.perform(.unmuting("bob"), as: "owner") == RoomOutcome())
    }

    @Test func `the longest mute is ten years`() throws {
        let live = TestLive()
        try live.perform(.muting("bob", seconds: 315_360_000), as: "owner")
        live.pass(seconds: 315_359_999)
        #expect(live.isMuted("bob"))
        live.pass(seconds: 1)
        #expect(!live.isMuted("bob"))
    }

    @Test func `muted users are listed by id`() throws {
        let live = TestLive()
        try live.enter("zoe", "adam")
        for name in ["zoe", "mike", "adam"] { try live.perform(.muting(name, seconds: 60), as: "owner") }
        try live.leave("zoe")
        #expect(live.muted.map(\.userID.rawValue) == ["adam", "mike", "zoe"])
        #expect(live.muted.last == .named("zoe"))
        live.pass(seconds: 60)
        #expect(live.muted.isEmpty)
    }

    @Test func `an absent user's name is forgotten with the mute that kept it`() throws {
        let live = TestLive()
        try live.enter("bob")
        try live.perform(.muting("bob"), as: "owner")
        try live.perform(.unmuting("bob"), as: "owner")
        try live.leave("bob")
        let outcome = try live.perform(.banning("bob"), as: "owner")
        guard case .audienceBanned(let event)? = outcome.onlyEvent else {
            Issue.record("the ban raises an event")
            return
        }
        #expect(event.user == UserInfo(userID: UserID(unchecked: "bob")))
    }

    // MARK: - Mute of all

    @Test func `the mute of all applies to viewers only, until it is lifted`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin", "bob")
        let outcome = try live.perform(.muteAll, as: "admin")
        #expect(outcome.updated?.changes.isMessageDisable == true)
        #expect(live.refusal(.text(), as: "bob") == .roomMuted)
        #expect(live.refusal(.text(), as: "admin") == nil)
        #expect(live.refusal(.text(), as: "owner") == nil)
        try live.perform(.dismissing("admin"), as: "owner")
        #expect(live.refusal(.text(), as: "admin") == .roomMuted)
        try live.perform(.unmuteAll, as: "owner")
        #expect(live.refusal(.text(), as: "bob") == nil)
    }

    // MARK: - Administrators

    @Test func `a live has at most five administrators, in the order of their appointment`() throws {
        let live = TestLive()
        try live.enter("owner", "e", "d", "c", "b", "a", "f")
        for name in ["e", "d", "c", "b", "a"] {
            let outcome = try live.perform(.appointing(name), as: "owner")
            #expect(outcome.commit?.changes == [.admin(UserID(unchecked: name), true)])
            #expect(outcome.commit?.about == UserID(unchecked: name))
        }
        #expect(live.refusal(.appointing("f"), as: "owner") == .tooManyAdmins)
        #expect(live.refusal(.appointing("f"), as: "server") == .tooManyAdmins)
        #expect(try live.perform(.appointing("a"), as: "owner") == RoomOutcome(), "one of the five may be appointed again")
        #expect(live.room.adminUsers.map(\.userID.rawValue) == ["e", "d", "c", "b", "a"])
        let dismissal = try live.perform(.dismissing("d"), as: "owner")
        #expect(dismissal.commit?.changes == [.admin(UserID(unchecked: "d"), false)])
        #expect(
            dismissal.onlyEvent
                == .audienceAppointed(
                    AudienceAppointed(user: .named("d"), isAdmin: false, by: UserID(unchecked: "owner"))))
        #expect(try live.perform(.dismissing("d"), as: "owner") == RoomOutcome())
        #expect(live.refusal(.appointing("f"), as: "owner") == nil)
        #expect(live.room.adminUsers.map(\.userID.rawValue) == ["e", "c", "b", "a", "f"])
    }

    @Test func `an administrator who leaves keeps the role and the name`() throws {
        let live = TestLive()
        try live.enter("owner", "anna")
        try live.perform(.appointing("anna"), as: "owner")
        try live.leave("anna")
        #expect(live.room.adminUsers == [.named("anna")])
        #expect(live.refusal(.dismissing("anna"), as: "owner") == nil)
    }

    @Test func `a muted user who is absent keeps the name when the app appoints them`() throws {
        let live = TestLive()
        try live.enter("bob")
        try live.perform(.muting("bob"), as: "owner")
        try live.leave("bob")
        let outcome = try live.perform(.appointing("bob"), as: "server")
        #expect(
            outcome.onlyEvent == .audienceAppointed(AudienceAppointed(user: .named("bob"), isAdmin: true, by: nil)))
        #expect(live.room.adminUsers == [.named("bob")])
    }
}
