import OvationModel
import OvationRules
import Testing

/// In slow mode a viewer waits between two messages.
struct SlowModeTests {
    private static func live(seconds: Int = 10) throws -> TestLive {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin", "bob", "carl", "app")
        try live.perform(.pace(seconds), as: "owner")
        return live
    }

    private static func left(_ live: TestLive, _ name: String = "bob") -> Int64? {
        do {
            try live.perform(.text(), as: name)
            return nil
        } catch {
            #expect(error.code == .slowMode)
            return error.retryAfterMilliseconds
        }
    }

    @Test func `a viewer waits between two messages, and a refusal has the wait to the millisecond`() throws {
        let live = try Self.live()
        #expect(Self.left(live) == nil, "the first message passes")
        #expect(Self.left(live) == 10_000)
        live.pass(milliseconds: 9_999)
        #expect(Self.left(live) == 1)
        #expect(Self.left(live, "carl") == nil, "each user waits for their own interval")
        live.pass(milliseconds: 1)
        #expect(Self.left(live) == nil)
        #expect(Self.left(live) == 10_000)
    }

    @Test func `custom messages count too`() throws {
        let live = try Self.live()
        try live.perform(.barrage(.custom(businessID: "vote", data: "{}")), as: "bob")
        #expect(Self.left(live) == 10_000)
    }

    @Test(arguments: ["owner", "admin", "app"]) func `owner and administrators do not wait`(name: String) throws {
        let live = try Self.live(seconds: 120)
        for _ in 1...5 { #expect(Self.left(live, name) == nil) }
    }

    @Test func `gifts and likes do not wait`() throws {
        let live = try Self.live()
        try live.perform(.text(), as: "bob")
        #expect(try live.perform(.gifting(), as: "bob").order != nil)
        try live.perform(.like(1), as: "bob")
    }

    @Test func `a message that was refused causes no wait`() throws {
        let live = try Self.live()
        #expect(live.refusal(.text(""), as: "bob") == .illegalParameter)
        try live.perform(.muting("bob"), as: "owner")
        #expect(live.refusal(.text(), as: "bob") == .memberMuted, "the mute is checked first")
        try live.perform(.unmuting("bob"), as: "owner")
        #expect(Self.left(live) == nil)
    }

    @Test func `a change is announced, is in the info and the log, and 0 ends slow mode at once`() throws {
        let live = try Self.live()
        #expect(live.room.info.slowModeSeconds == 10)
        try live.perform(.text(), as: "bob")
        let changed = try live.perform(.pace(30), as: "admin")
        #expect(changed.updated?.changes.slowModeSeconds == 30)
        #expect(changed.updated?.by == UserID(unchecked: "admin"))
        #expect(changed.commit?.records.map(\.action) == [.slowMode])
        #expect(changed.commit?.records.first?.seconds == 30)
        #expect(Self.left(live) == 30_000, "the new interval also applies to the last message")
        #expect(try live.perform(.pace(30), as: "owner").commit == nil, "setting the current interval changes nothing")
        let over = try live.perform(.pace(0), as: "owner")
        #expect(over.updated?.changes.slowModeSeconds == 0)
        #expect(live.room.info.slowModeSeconds == nil)
        for _ in 1...3 { #expect(Self.left(live) == nil) }
        try live.perform(.pace(5), as: "owner")
        #expect(Self.left(live) == nil, "messages sent before slow mode do not count")
    }

    @Test(arguments: [(-1, false), (0, true), (1, true), (120, true), (121, false), (Int.max, false), (Int.min, false)])
    func `the interval is 0 to 120 seconds`(seconds: Int, isAllowed: Bool) throws {
        let live = try Self.live()
        #expect(live.refusal(.pace(seconds), as: "owner") == (isAllowed ? nil : .illegalParameter))
    }

    @Test func `only moderators may set the interval`() throws {
        let live = try Self.live()
        #expect(live.refusal(.pace(0), as: "bob") == .adminRequired)
    }

    @Test func `a clock that is set back silences nobody`() throws {
        let live = try Self.live()
        #expect(Self.left(live) == nil)
        live.pass(seconds: -3_600)
        #expect(Self.left(live) == nil)
        #expect(Self.left(live) == 10_000)
    }

    @Test func `leaving and entering again does not shorten the wait, and users who have waited are forgotten`() throws
    {
        let live = try Self.live()
        try live.perform(.text(), as: "bob")
        try live.leave("bob")
        try live.enter("bob")
        #expect(Self.left(live) == 10_000)
        for number in 0..<1_000 {
            live.pass(milliseconds: 11_000)
            try live.enter("v\(number)")
            #expect(Self.left(live, "v\(number)") == nil)
            #expect(Self.left(live, "v\(number)") == 10_000)
        }
    }
}

extension RoomCommand {
    fileprivate static func pace(_ seconds: Int) -> RoomCommand { setting { $0.slowModeSeconds = seconds } }
}
