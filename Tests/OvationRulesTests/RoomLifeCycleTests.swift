import OvationModel
import OvationRules
import Testing

/// The life of a live, from its record to its end.
struct RoomLifeCycleTests {
    @Test func `a live made from a record has its state and nobody in it`() {
        let live = TestLive { record in
            record.admins = [UserID(unchecked: "anna"), UserID(unchecked: "adam")]
            record.mutes = [UserID(unchecked: "mia"): .init(nil)]
            record.bans = [UserID(unchecked: "ben"): .init(TestLive.start.adding(seconds: 60))]
            record.statistics.totalViewers = 7
            record.statistics.totalGiftCoins = 500
            record.info.notice = "Welcome"
        }
        #expect(live.room.audienceCount == 0)
        #expect(live.room.memberIDs.isEmpty)
        #expect(live.room.adminUsers.map(\.userID.rawValue) == ["anna", "adam"])
        #expect(live.isMuted("mia"))
        #expect(live.isBanned("ben"))
        #expect(live.room.info.notice == "Welcome")
        #expect(live.room.info.totalViewerCount == 7)
        #expect(live.room.statistics(at: live.now).totalGiftCoins == 500)
        #expect(!live.room.isEnded)
    }

    @Test func `a live made from the record of an ended one is over`() {
        let live = TestLive { $0.endedAt = TestLive.start }
        #expect(live.room.isEnded)
        #expect(live.room.nextTick == nil)
        #expect(live.refusal(.entering("bob"), as: "bob") == .roomNotFound)
    }

    @Test(arguments: [("owner", RoomEnded.Reason.endedByHost), ("app", .endedByServer), ("server", .endedByServer)])
    func `the end of a live says who ended it`(name: String, reason: RoomEnded.Reason) throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        live.pass(milliseconds: 1_234)
        let outcome = try live.perform(.end(message: "Good night"), as: name)
        #expect(outcome.isEnd)
        let ended = try #require(outcome.ended)
        #expect(ended.reason == reason)
        #expect(ended.message == "Good night")
        #expect(ended.statistics.totalDuration == 1_234)
        #expect(ended.statistics.totalViewers == 1)
        #expect(outcome.commit?.about == nil)
        #expect(outcome.publications.isEmpty)
        #expect(live.room.isEnded)
        #expect(live.room.nextTick == nil)
    }

    @Test func `an owner who is also an administrator of the app ends the live as its host`() throws {
        let live = TestLive { $0.info.liveOwner = .named("appOwner") }
        #expect(try live.perform(.end(message: ""), as: "appOwner").ended?.reason == .endedByHost)
    }

    static let everyCommand: [(String, RoomCommand)] = [
        ("enter", .entering("owner")), ("leave", .leaving("owner")), ("profileChanged", .profileChanged),
        ("update", .muteAll), ("an update of nothing", .update(RoomSettings())),
        ("changeMetadata", .changeMetadata(set: ["a": "b"], delete: [])), ("kick", .kicking("bob")),
        ("mute", .muting("bob")), ("ban", .banning("bob")), ("appoint", .appointing("bob")), ("barrage", .text()),
        ("gift", .gifting()), ("like", .like(1)), ("end", .end(message: "")),
    ]

    @Test(arguments: everyCommand, ["owner", "bob", "stranger", "server"])
    func `after the end every command of every actor is refused with 100004`(
        command: (name: String, value: RoomCommand), actor: String
    ) throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.like(3), as: "bob")
        try live.perform(.like(3), as: "bob")
        try live.perform(.end(message: ""), as: "owner")
        let before = live.room.statistics(at: live.now)
        live.pass(seconds: 1_000)
        #expect(live.refusal(command.value, as: actor) == .roomNotFound, "\(command.name) as \(actor)")
        live.now = TestLive.start
        #expect(live.room.statistics(at: live.now) == before)
    }

    @Test func `a change that the storage refused is taken back`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "anna")] }
        try live.enter("owner", "anna", "bob")
        var kept = TestLive.record()
        kept.admins = [UserID(unchecked: "anna")]
        kept.info.notice = "Kept"
        try live.perform(.setting { $0.notice = "Lost" }, as: "owner")
        try live.perform(.muteAll, as: "owner")
        try live.perform(.muting("bob"), as: "owner")
        try live.perform(.banning("carl"), as: "owner")
        try live.perform(.appointing("bob"), as: "owner")
        try live.perform(.dismissing("anna"), as: "owner")
        try live.perform(.profileChanged, as: "owner")
        live.adopt(kept)
        #expect(live.room.info.notice == "Kept")
        #expect(!live.room.info.isMessageDisable)
        #expect(!live.isMuted("bob"))
        #expect(!live.isBanned("carl"))
        #expect(live.role("bob") == .viewer)
        #expect(live.role("anna") == .admin)
        // State that is only in memory stays: the members, the counters and the owner's name.
        #expect(live.audience == ["anna", "bob"])
        #expect(live.room.info.totalViewerCount == 2)
        #expect(live.room.info.liveOwner == TestLive.owner)
        #expect(!live.room.isEnded)
    }

    @Test func `a user may enter again after the storage has refused their ban`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.banning("bob"), as: "owner")
        #expect(live.refusal(.entering("bob"), as: "bob") == .memberBanned)
        live.adopt(TestLive.record())
        #expect(live.refusal(.entering("bob"), as: "bob") == nil)
    }

    @Test func `the duration counts from the creation and is never negative`() throws {
        let live = TestLive()
        live.pass(milliseconds: 61_005)
        #expect(live.room.statistics(at: live.now).totalDuration == 61_005)
        #expect(live.room.statistics(at: TestLive.start.adding(seconds: -5)).totalDuration == 0)
    }

    @Test func `a new name appears in lists and messages`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        let bob = UserInfo(userID: UserID(unchecked: "bob"), userName: "Robert", avatarURL: "https://example.com/r")
        _ = try live.perform(.profileChanged, as: "bob")
        var room = live.room
        let outcome = try room.handle(.profileChanged, from: RoomActor(user: bob), at: live.now)
        #expect(outcome == RoomOutcome())
        #expect(room.audience(from: 0, count: 1) == [bob])
        let said = try room.handle(.text(), from: .named("bob"), at: live.now)
        #expect(said.onlyEvent == .barrageSent(Barrage(sender: bob, kind: .text("hello", extensionInfo: [:]))))
        let owner = UserInfo(userID: TestLive.owner.userID, userName: "Star")
        _ = try room.handle(.profileChanged, from: RoomActor(user: owner), at: live.now)
        #expect(room.info.liveOwner == owner)
    }

    @Test func `a name that changed while the user was away appears at the entry, even of a second window`() throws {
        var room = TestLive().room
        let now = TestLive.start
        for (window, name) in [(1, "First"), (2, "Second")] {
            let owner = UserInfo(userID: TestLive.owner.userID, userName: name)
            _ = try room.handle(.entering("owner", window: window), from: RoomActor(user: owner), at: now)
            #expect(room.info.liveOwner == owner)
            let bob = UserInfo(userID: UserID(unchecked: "bob"), userName: name)
            _ = try room.handle(.entering("bob", window: window), from: RoomActor(user: bob), at: now)
            #expect(room.audience(from: 0, count: 1) == [bob])
        }
    }
}
