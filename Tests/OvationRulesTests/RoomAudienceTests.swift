import OvationModel
import OvationRules
import Testing

/// The audience of a live: its order, its count, and the announcement of joins and leaves.
struct RoomAudienceTests {
    @Test func `the owner is neither counted nor listed, and not announced without an audience`() throws {
        let live = TestLive()
        #expect(try live.perform(.entering("owner"), as: "owner") == RoomOutcome())
        #expect(live.room.audienceCount == 0)
        #expect(live.audience.isEmpty)
        #expect(live.room.memberIDs == [TestLive.owner.userID])
        #expect(live.room.statistics.totalViewers == 0)
        let left = try live.perform(.leaving("owner"), as: "owner")
        #expect(left.publications.isEmpty)
        #expect(left.removed == [TestLive.owner.userID])
        #expect(live.room.audienceCount == 0)
    }

    @Test func `viewers hear when the owner comes and goes, even in a large live`() throws {
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
            let closed = try live.perform(.leaving("owner"), as: "owner")
            #expect(closed.publications.isEmpty && closed.removed.isEmpty, "the other window is still there")
            let left = try live.perform(.leaving("owner", window: 2), as: "owner")
            let end = live.now.adding(seconds: Int64(limits.ownerAbsenceSeconds))
            #expect(left.onlyEvent == .ownerLeft(OwnerLeft(user: .named("owner"), endsWithoutOwnerAt: end)))
            #expect(live.room.audienceCount == 1)
        }
    }

    @Test func `while the rate is used up, the owner's joins and leaves are not announced`() throws {
        let live = TestLive()
        try live.enter("bob")
        live.setOverloaded(true)
        let came = try live.perform(.entering("owner"), as: "owner")
        #expect(came.publications.isEmpty && came.givenWay == [.membership])
        #expect(live.isMember("owner"))
    }

    @Test func `the audience is listed by page in the order of entry`() throws {
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

    @Test func `several windows of a user are one viewer, who leaves with the last of them`() throws {
        let live = TestLive()
        #expect(try live.perform(.entering("bob", window: 1), as: "bob").joined?.count == 1)
        #expect(try live.perform(.entering("bob", window: 2), as: "bob") == RoomOutcome())
        #expect(try live.perform(.entering("bob", window: 3), as: "bob") == RoomOutcome())
        #expect(live.room.audienceCount == 1)
        #expect(live.room.statistics.totalViewers == 1)
        for window in [2, 1] {
            let closed = try live.perform(.leaving("bob", window: window), as: "bob")
            #expect(closed.publications.isEmpty && closed.removed.isEmpty && closed.released.count == 1)
        }
        #expect(live.audience == ["bob"])
        let last = try live.perform(.leaving("bob", window: 3), as: "bob")
        #expect(last.left == AudienceLeft(user: .named("bob"), count: 0))
        #expect(last.removed == [UserID(unchecked: "bob")])
    }

    @Test func `entering twice with one session changes nothing, and one leave is enough`() throws {
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
        #expect(try live.perform(.leaving("bob"), as: "eve") == RoomOutcome(), "the session belongs to another user")
        #expect(try live.perform(.leaving("bob"), as: "server") == RoomOutcome())
        #expect(live.audience == ["bob"])
    }

    @Test func `every entry counts as a viewer, even by the same user`() throws {
        let live = TestLive()
        for entry in 1...3 {
            let joined = try live.perform(.entering("bob"), as: "bob").joined
            #expect(joined == AudienceJoined(user: .named("bob"), count: 1, totalViewers: entry))
            #expect(live.room.info.totalViewerCount == entry)
            try live.leave("bob")
        }
    }

    @Test func `the server cannot enter a live`() {
        #expect(TestLive().refusal(.entering("x"), as: "server") == .illegalParameter)
    }

    @Test func `a full live admits only its owner and administrators of the app`() throws {
        var limits = Limits.withoutRates
        limits.roomMembersMax = 2
        let live = TestLive(limits: limits)
        try live.enter("adam", "bob")
        #expect(live.refusal(.entering("carl"), as: "carl") == .roomFull)
        #expect(live.refusal(.entering("bob", window: 2), as: "bob") == nil, "another window of a member")
        #expect(live.refusal(.entering("owner"), as: "owner") == nil)
        #expect(live.refusal(.entering("app"), as: "app") == nil)
        try live.leave("adam", "owner", "app")
        #expect(live.refusal(.entering("carl"), as: "carl") == nil)
    }

    // MARK: - Exact and sampled

    /// A live that is exact up to three viewers, and announces two joins or leaves a second above that.
    private func largeLive() -> TestLive {
        var limits = Limits.withoutRates
        limits.exactAudienceMax = 3
        limits.sampledAudienceEventsPerSecond = 2
        return TestLive(limits: limits)
    }

    @Test func `up to the limit every join and leave is announced with a number, above it a sample without numbers`()
        throws
    {
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
        #expect(try live.perform(.leaving("v10"), as: "v10").left?.count == 9, "half a second gives one more token")
        #expect(try live.perform(.leaving("v9"), as: "v9").left == nil)
    }

    @Test func `by default the first five hundred viewers are exact, and the next one is not`() throws {
        let live = TestLive()
        for viewer in 1...500 {
            let outcome = try live.perform(.entering("v\(viewer)"), as: "v\(viewer)")
            #expect(outcome.publications.first?.isSequenced == true)
        }
        #expect(try live.perform(.entering("next"), as: "next").publications.first?.isSequenced == false)
        // Four of the five joins a second are left for the seven hundred that come at this moment.
        var told = 0
        for viewer in 501...1_200 {
            told += try live.perform(.entering("v\(viewer)"), as: "v\(viewer)").publications.count
        }
        #expect(told == 4)
        #expect(live.room.audienceCount == 1_201)
        #expect(live.room.statistics.totalViewers == 1_201)
    }

    @Test func `the count makes up for the joins that the sample left out`() throws {
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
        #expect(live.room.nextTick == TestLive.start.adding(seconds: 300), "only the owner's absence is pending")
        live.pass(seconds: 5)
        #expect(live.tick().publications.isEmpty, "a tick without news announces nothing")
    }

    @Test func `without sampling only the count is announced above the limit`() throws {
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

    @Test func `statistics alone are announced ten times less often than the count`() throws {
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

    @Test func `a clock that is set back does not delay the count until it has caught up`() throws {
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
