import OvationModel
import OvationRules
import Testing

/// The order of the errors if a command breaks several rules, as `Protocol/PROTOCOL.md` lists it.
///
/// Each test starts with a command that breaks as many rules as it can. It repairs one after the other in the listed order, so a wrong
/// order in the code shows as a wrong error code.
struct RoomPrecedenceTests {
    static let long = String(repeating: "x", count: 2_049)

    @Test func `a barrage is refused for the end, membership, size, a mute and the mute of all, in this order`()
        throws
    {
        var limits = Limits()
        limits.userMessagesPerSecond = 1
        limits.userMessagesBurst = 1
        limits.roomMessagesPerSecond = 1
        limits.roomMessagesBurst = 1
        let live = TestLive(limits: limits)
        try live.perform(.muting("bob"), as: "server")
        try live.perform(.muteAll, as: "server")
        #expect(live.refusal(.text(Self.long), as: "bob") == .notMember)
        try live.enter("bob")
        #expect(live.refusal(.text(Self.long), as: "bob") == .illegalParameter)
        #expect(live.refusal(.text(), as: "bob") == .memberMuted)
        try live.perform(.unmuting("bob"), as: "server")
        #expect(live.refusal(.text(), as: "bob") == .roomMuted)
        try live.perform(.unmuteAll, as: "server")
        // The sender's own rate is checked first. It has one message left, and the room's rate is used up.
        #expect(try live.perform(.text(), as: "bob").dropped == .msgFreqCtrl)
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
        try live.perform(.muting("bob"), as: "server")
        #expect(live.refusal(.text(), as: "bob") == .memberMuted, "the mute is checked before the rates")
        try live.perform(.end(message: ""), as: "server")
        #expect(live.refusal(.text(Self.long), as: "stranger") == .roomNotFound)
    }

    @Test func `entering is refused for the end, a ban and a full live, in this order`() throws {
        var limits = Limits.withoutRates
        limits.roomMembersMax = 1
        let live = TestLive(limits: limits)
        try live.perform(.banning("bob"), as: "server")
        try live.enter("adam")
        #expect(live.refusal(.entering("bob"), as: "bob") == .memberBanned)
        try live.perform(.unbanning("bob"), as: "server")
        #expect(live.refusal(.entering("bob"), as: "bob") == .roomFull)
        try live.perform(.banning("bob"), as: "server")
        try live.perform(.end(message: ""), as: "server")
        #expect(live.refusal(.entering("bob"), as: "bob") == .roomNotFound)
    }

    @Test func `a kick is refused for the role, its reason, an unknown target and the target's rank, in this order`()
        throws
    {
        let live = TestLive { $0.admins = ["admin", "admin2"].map(UserID.init(unchecked:)) }
        let reason = String(repeating: "r", count: 201)
        #expect(live.refusal(.kicking("nobody", reason: reason), as: "stranger") == .adminRequired)
        #expect(live.refusal(.kicking("admin2", reason: reason), as: "admin") == .illegalParameter)
        #expect(live.refusal(.kicking("admin2"), as: "admin") == .notMember)
        try live.enter("admin2")
        #expect(live.refusal(.kicking("admin2"), as: "admin") == .permissionDenied)
        #expect(live.refusal(.kicking("admin2", reason: reason), as: "admin") == .illegalParameter)
    }

    @Test(arguments: [Int64(-1), 315_360_001, .min, .max])
    func `a mute or a ban is refused for the role, its length and the target's rank, in this order`(seconds: Int64)
        throws
    {
        let live = TestLive { $0.admins = ["admin", "admin2"].map(UserID.init(unchecked:)) }
        for command in [RoomCommand.muting("admin2", seconds: seconds), .banning("admin2", seconds: seconds)] {
            #expect(live.refusal(command, as: "stranger") == .adminRequired)
            #expect(live.refusal(command, as: "admin") == .illegalParameter)
        }
        for command in [RoomCommand.muting("admin2"), .banning("admin2")] {
            #expect(live.refusal(command, as: "admin") == .permissionDenied)
        }
        let reason = String(repeating: "r", count: 201)
        #expect(live.refusal(.banning("admin2", reason: reason), as: "admin") == .illegalParameter)
    }

    @Test
    func `an appointment is refused for the role, an unknown target, its rank, a ban and the number, in this order`()
        throws
    {
        let live = TestLive { $0.admins = (1...5).map { UserID(unchecked: "admin\($0)") } }
        try live.enter("bob")
        #expect(live.refusal(.appointing("nobody"), as: "bob") == .ownerRequired)
        #expect(live.refusal(.appointing("nobody"), as: "admin1") == .ownerRequired)
        #expect(live.refusal(.appointing("nobody"), as: "owner") == .notMember)
        try live.enter("owner")
        #expect(live.refusal(.appointing("owner"), as: "owner") == .permissionDenied)
        try live.perform(.banning("bad"), as: "owner")
        #expect(live.refusal(.appointing("bad"), as: "server") == .memberBanned)
        #expect(live.refusal(.appointing("bob"), as: "owner") == .tooManyAdmins)
        try live.perform(.dismissing("admin1"), as: "owner")
        #expect(live.refusal(.appointing("bob"), as: "owner") == nil)
    }

    @Test func `a gift is refused for membership, count, receivers, gifts off and an unknown gift, in this order`()
        throws
    {
        let live = TestLive()
        try live.perform(.giftsOff, as: "server")
        let many = (1...11).map { "r\($0)" }
        #expect(live.refusal(.gifting(nil, count: 0, to: many), as: "bob") == .notMember)
        try live.enter("bob")
        #expect(live.refusal(.gifting(nil, count: 0, to: ["nobody"]), as: "bob") == .illegalParameter)
        #expect(live.refusal(.gifting(nil, to: many), as: "bob") == .illegalParameter)
        #expect(live.refusal(.gifting(nil, to: ["nobody", "nobody"]), as: "bob") == .illegalParameter)
        #expect(live.refusal(.gifting(nil, to: ["nobody"]), as: "bob") == .notMember)
        #expect(live.refusal(.gifting(nil), as: "bob") == .giftsDisabled)
        try live.perform(.setting { $0.isGiftEnabled = true }, as: "server")
        #expect(live.refusal(.gifting(nil), as: "bob") == .giftNotFound)
        #expect(live.refusal(.gifting(), as: "bob") == nil)
    }

    @Test func `likes are refused for membership, then for their count`() throws {
        let live = TestLive()
        #expect(live.refusal(.like(0), as: "bob") == .notMember)
        try live.enter("bob")
        #expect(live.refusal(.like(0), as: "bob") == .illegalParameter)
    }

    @Test func `settings and metadata are refused for the role, then for their limits`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("bob")
        let settings = RoomCommand.setting { $0.liveName = String(repeating: "n", count: 101) }
        #expect(live.refusal(settings, as: "bob") == .adminRequired)
        #expect(live.refusal(settings, as: "admin") == .roomNameInvalid)
        let metadata = RoomCommand.changeMetadata(set: [String(repeating: "k", count: 51): ""], delete: [])
        #expect(live.refusal(metadata, as: "bob") == .adminRequired)
        #expect(live.refusal(metadata, as: "admin") == .metadataKeyTooLong)
        let unknown = RoomCommand.changeMetadata(set: [:], delete: ["unknown"])
        #expect(live.refusal(unknown, as: "bob") == .adminRequired)
        #expect(live.refusal(unknown, as: "admin") == .metadataKeyUnknown)
    }

    @Test func `the end of a live comes before the role`() throws {
        let live = TestLive()
        try live.perform(.end(message: ""), as: "owner")
        #expect(live.refusal(.end(message: ""), as: "stranger") == .roomNotFound)
    }
}
