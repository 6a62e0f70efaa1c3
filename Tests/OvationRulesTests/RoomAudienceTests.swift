import OvationModel
import OvationRules
import Testing

/// Who is in a live, in which order, how many, and how joins and leaves are told.
struct RoomAudienceTests {
    @Test func `the owner is neither counted nor listed, nor announced where nobody else is`() throws {
        let live = TestLive()
        #expect(try live.perform(.entering("owner"), as: "owner") == RoomOutcome())
        #expect(live.room.audienceCount == 0)
        #expect(live.audience.isEmpty)
        #expect(live.room.memberIDs == [TestLive.owner.userID])
        #expect(live.room.statistics.totalViewers == 0)
        let left = try live.perform(.leaving("owner"), as: "owner")
        #expect(left.publications.isEmpty)
        #expect(left.removed == TestLive.owner.userID)
        #expect(live.room.audienceCount == 0)
    }

    @Test func `viewers are told of the owner's coming and going, in a large live too`() throws {
        var limits = Limits.withoutRates
        limits.exactAudienceMax = 0
        limits.sampledAudienceEventsPerSecond = 0
        for limits in [.withoutRates, limits] {
            let live = TestLive(limits: limits)
            try live.enter("bob")
            let came = try live.perform(.entering("owner"), as: "owner")
            #expect(came.onlyEvent == .ownerJoined(OwnerJoined(user: .named("owner"))))
            #expect(came.publications.first.map { $0.isSequenced && $0.lane == .membership } == true)
            try live.perform(.entering("owner", window: 2), as: "owner")
            #expect(
                try live.perform(.leaving("owner"), as: "owner") == RoomOutcome(), "the other window is still there")
            let left = try live.perform(.leaving("owner", window: 2), as: "owner")
            #expect(left.onlyEvent == .ownerLeft(OwnerLeft(user: .named("owner"))))
            #expect(live.room.audienceCount == 1)
        }
    }

    @Test func `where the rate is used up, the owner comes and goes unannounced`() throws {
        let live = TestLive()
        try live.enter("bob")
        live.setOverloaded(true)
        let came = try live.perform(.entering("owner"), as: "owner")
        #expect(came.publications.isEmpty && came.givenWay == [.membership])
        #expect(live.isMember("owner"))
    }

    @Test func `the audience is listed in the order in which it entered and by page`() throws {
        let live = TestLive()
        try live.enter("dora", "owner", "adam", "carl", "bob")
        #expect(live.audience == ["dora", "adam", "carl", "bob"])
        try live.leave("adam")
        try live.enter("eve")
        #expect(live.audience == ["dora", "carl", "bob", "eve"])
        try live.enter("adam")
        #expect(live.audience == ["dora", "carl", "bob", "eve", "adam"])
        let page = live.room.audience(from: 2, count: 2).map(\.userID.rawValue)
        #expect(page == ["bob", "eve"])
        #expect(live.room.audience(from: 5, count: 10).isEmpty)
        #expect(live.room.audience(from: -1, count: 10).isEmpty)
        #expect(live.room.audience(from: 0, count: 0).isEmpty)
        #expect(live.room.audience(from: 4, count: .max).count == 1)
        #expect(live.room.audience(from: .max, count: .max).isEmpty)
    }

    @Test func `several windows of a user are one viewer, and the last one to close is the one that leaves`() throws {
        let live = TestLive()
        #expect(try live.perform(.entering("bob", window: 1), as: "bob").joined?.count == 1)
        #expect(try live.perform(.entering("bob", window: 2), as: "bob") == RoomOutcome())
        #expect(try live.perform(.entering("bob", window: 3), as: "bob") == RoomOutcome())
        #expect(live.room.audienceCount == 1)
        #expect(live.room.statistics.totalViewers == 1)
        #expect(try live.perform(.leaving("bob", window: 2), as: "bob") == RoomOutcome())
        #expect(try live.perform(.leaving("bob", window: 1), as: "bob") == RoomOutcome())
        #expect(live.audience == ["bob"])
        let last = try live.perform(.leaving("bob", window: 3), as: "bob")
        #expect(last.left == AudienceLeft(user: .named("bob"), count: 0))
        #expect(last.removed == UserID(unchecked: "bob"))
    }

    @Test func `entering twice with one session changes nothing and one leave is enough`() throws {
        let live = TestLive()
        try live.enter("bob", "bob")
        #expect(live.room.audienceCount == 1)
        #expect(live.room.statistics.totalViewers == 1)
        #expect(try live.perform(.leaving("bob"), as: "bob").left != nil)
        #expect(!live.isMember("bob"))
    }

    @Test func `a leave of a session that is not in the live changes nothing`() throws {
        let live = TestLive()
        try live.enter("bob")
        #expect(try live.perform(.leaving("bob", window: 9), as: "bob") == RoomOutcome())
        #expect(try live.perform(.leaving("eve"), as: "eve") == RoomOutcome())
        #expect(try live.perform(.leaving("bob"), as: "eve") == RoomOutcome(), "with another user's session")
        #expect(try live.perform(.leaving("bob"), as: "server") == RoomOutcome())
        #expect(live.audience == ["bob"])
    }

    @Test func `every entry counts as a viewer, the same user's again on each`() throws {
        let live = TestLive()
        for entry in 1...3 {
            let joined = try live.perform(.entering("bob"), as: "bob").joined
            #expect(joined == AudienceJoined(user: .named("bob"), count: 1, totalViewers: entry))
            #expect(live.room.info.totalViewerCount == entry)
            try live.leave("bob")
        }
    }

    @Test func `nobody enters as the server`() {
        #expect(TestLive().refusal(.entering("x"), as: "server") == .illegalParameter)
    }

    @Test func `a full live takes nobody but its owner and the administrators of the app`() throws {
        var limits = Limits.withoutRates
        limits.roomMembersMax = 2
        let live = TestLive(limits: limits)
        try live.enter("adam", "bob")
        #expect(live.refusal(.entering("carl"), as: "carl") == .roomFull)
        #expect(live.refusal(.entering("bob", window: 2), as: "bob") == nil, "another window of somebody who is in it")
        #expect(live.refusal(.entering("owner"), as: "owner") == nil)
        #expect(live.refusal(.entering("app"), as: "app") == nil)
        try live.leave("adam", "owner", "app")
        #expect(live.refusal(.entering("carl"), as: "carl") == nil)
    }

    // MARK: - Exact and sampled

    /// A live that is exact up to three viewers and tells two joins or leaves a second above.
    private func largeLive() -> TestLive {
        var limits = Limits.withoutRates
        limits.exactAudienceMax = 3
        limits.sampledAudienceEventsPerSecond = 2
        return TestLive(limits: limits)
    }

    @Test func `up to the limit every join and leave is told and has a number, above a sample without one is`() throws {
        let live = largeLive()
        try live.enter("owner")
        var told: [(isTold: Bool, isSequenced: Bool)] = []
        for viewer in 1...10 {
            let outcome = try live.perform(.entering("v\(viewer)"), as: "v\(viewer)")
            #expect(outcome.publications.count <= 1)
            #expect(outcome.publications.allSatisfy { $0.lane == .membership })
            told.append((outcome.joined != nil, outcome.publications.first?.isSequenced ?? false))
        }
        #expect(told.map(\.isTold) == [true, true, true, true, true, false, false, false, false, false])
        #expect(told.map(\.isSequenced) == [true, true, true] + Array(repeating: false, count: 7))
        live.pass(milliseconds: 500)
        #expect(try live.perform(.leaving("v10"), as: "v10").left?.count == 9, "half a second gives one more")
        #expect(try live.perform(.leaving("v9"), as: "v9").left == nil)
    }

    @Test func `by default five hundred viewers are exact and the next is not`() throws {
        let live = TestLive()
        for viewer in 1...500 {
            let outcome = try live.perform(.entering("v\(viewer)"), as: "v\(viewer)")
            #expect(outcome.publications.first?.isSequenced == true)
        }
        #expect(try live.perform(.entering("next"), as: "next").publications.first?.isSequenced == false)
        // Of seven hundred more at the same moment, four are left of the five a second.
        var told = 0
        for viewer in 501...1_200 {
            told += try live.perform(.entering("v\(viewer)"), as: "v\(viewer)").publications.count
        }
        #expect(told == 4)
        #expect(live.room.audienceCount == 1_201)
        #expect(live.room.statistics.totalViewers == 1_201)
    }

    @Test func `what sampling leaves out the count makes up for`() throws {
        let live = largeLive()
        for viewer in 1...10 { try live.enter("v\(viewer)") }
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 1))
        live.pass(milliseconds: 999)
        #expect(live.tick().publications.isEmpty)
        live.pass(milliseconds: 1)
        let outcome = live.tick()
        let counted = try #require(outcome.counted)
        #expect(counted.count == 10)
        #expect(counted.statistics.totalViewers == 10)
        #expect(counted.statistics.totalDuration == 1_000)
        #expect(outcome.publications.map(\.lane) == [.count])
        #expect(outcome.publications.map(\.isSequenced) == [false])
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 300), "only the owner's absence is waited for")
        live.pass(seconds: 5)
        #expect(live.tick().publications.isEmpty, "nothing new to tell")
    }

    @Test func `with no sampling at all only the count is told above the limit`() throws {
        var limits = Limits.withoutRates
        limits.exactAudienceMax = 0
        limits.sampledAudienceEventsPerSecond = 0
        let live = TestLive(limits: limits)
        for viewer in 1...5 {
            #expect(try live.perform(.entering("v\(viewer)"), as: "v\(viewer)").publications.isEmpty)
        }
        live.pass(seconds: 1)
        #expect(live.tick().counted?.count == 5)
    }

    @Test func `statistics that nobody waits for are told ten times less often than the count`() throws {
        let live = TestLive()
        try live.enter("owner", "bob")
        try live.perform(.text(), as: "bob")
        live.pass(milliseconds: 9_999)
        #expect(live.tick().publications.isEmpty)
        live.pass(milliseconds: 1)
        let counted = try #require(live.tick().counted)
        #expect(counted.count == 1)
        #expect(counted.statistics.totalMessageSent == 1)
        #expect(live.room.nextTick == nil)
    }

    @Test func `a clock that is set back does not keep the count waiting until it has caught up`() throws {
        let live = largeLive()
        try live.enter("owner")
        for viewer in 1...10 { try live.enter("v\(viewer)") }
        live.pass(seconds: 1)
        #expect(live.tick().counted != nil)
        live.pass(seconds: -3_600)
        for viewer in 11...20 { try live.enter("v\(viewer)") }
        let due = try #require(live.room.nextTick)
        #expect(due <= live.now.adding(seconds: 1))
        live.now = due
        #expect(live.tick().counted?.count == 20)
    }
}
