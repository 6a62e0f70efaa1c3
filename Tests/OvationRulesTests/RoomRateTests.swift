import OvationModel
import OvationRules
import Testing

/// Above 40 messages a second the audience count gives way first, then likes, then joins and leaves, then barrage. Gifts and control events
/// never do.
struct RoomRateTests {
    @Test func `as the rate is used up the lanes give way in order of importance`() {
        var rate = RoomRate(limits: Limits(), at: TestLive.start)
        var refusedAfter: [DeliveryClass: Int] = [:]
        for spent in 0...200 {
            for lane in DeliveryClass.allCases where refusedAfter[lane] == nil {
                var trial = rate
                if !trial.admit(lane, at: TestLive.start) { refusedAfter[lane] = spent }
            }
            #expect(rate.admit(.essential, at: TestLive.start) == true)
        }
        #expect(refusedAfter[.count] == 20)
        #expect(refusedAfter[.reaction] == 40)
        #expect(refusedAfter[.membership] == 60)
        #expect(refusedAfter[.barrage] == 80)
        #expect(refusedAfter[.essential] == nil)
    }

    @Test(arguments: [0, 40])
    func `under overload everything except gifts and control gives way, even without a rate`(rate: Int) {
        var limits = Limits()
        limits.roomMessagesPerSecond = rate
        var roomRate = RoomRate(limits: limits, at: TestLive.start)
        roomRate.isOverloaded = true
        for lane in DeliveryClass.allCases {
            #expect(roomRate.admit(lane, at: TestLive.start) == (lane == .essential), "\(lane)")
        }
        roomRate.isOverloaded = false
        #expect(roomRate.admit(.barrage, at: TestLive.start) == true)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 10])
    func `a quiet live delivers any lane, however small its burst`(burst: Int) {
        var limits = Limits()
        limits.roomMessagesBurst = burst
        for lane in DeliveryClass.allCases {
            var rate = RoomRate(limits: limits, at: TestLive.start)
            #expect(rate.admit(lane, at: TestLive.start) == true, "\(lane)")
        }
    }

    @Test func `after a pause a burst of eighty messages passes, and then forty a second`() throws {
        let live = TestLive(limits: Limits())
        try live.enter("owner")
        for _ in 1...80 { #expect(try live.perform(.text(), as: "owner").dropped == nil) }
        #expect(try live.perform(.text(), as: "owner").dropped == .msgFreqCtrl)
        live.pass(milliseconds: 24)
        #expect(try live.perform(.text(), as: "owner").dropped == .msgFreqCtrl)
        live.pass(milliseconds: 1)
        #expect(try live.perform(.text(), as: "owner").dropped == nil)
        live.pass(seconds: 1)
        let told = try (1...50).filter { _ in try live.perform(.text(), as: "owner").dropped == nil }.count
        #expect(told == 40)
        live.pass(seconds: 1_000)
        let burst = try (1...200).filter { _ in try live.perform(.text(), as: "owner").dropped == nil }.count
        #expect(burst == 80)
    }

    @Test func `control events use up the rate and are never held back`() throws {
        let live = TestLive(limits: Limits())
        try live.enter("owner", "bob")
        for number in 1...50 {
            #expect(try live.perform(.muting("bob"), as: "owner").commit != nil)
            #expect(try live.perform(.setting { $0.activityStatus = number }, as: "owner").commit != nil)
        }
        #expect(try live.perform(.text(), as: "owner").dropped == .msgFreqCtrl)
        #expect(try live.perform(.end(message: ""), as: "owner").isEnd)
    }

    @Test func `the late time of a gift does not fill the rate twice`() throws {
        let live = TestLive(limits: Limits())
        try live.enter("owner")
        for _ in 1...80 { _ = try live.perform(.text(), as: "owner") }
        for _ in 1...100 {
            // The gift's time is half a second earlier.
            live.pass(milliseconds: -500)
            live.tellGifts()
            live.pass(milliseconds: 500)
            #expect(try live.perform(.text(), as: "owner").dropped == .msgFreqCtrl)
        }
    }

    // MARK: - A storm of all lanes

    /// How much of what should be announced was announced.
    enum Share: Equatable {
        case none, some, all

        init(told: Int, of wanted: Int) { self = told == 0 ? .none : told >= wanted ? .all : .some }
    }

    struct Storm: CustomTestStringConvertible {
        var gifts: Int
        var barrage: Int
        var joins: Int
        /// The expected shares of gifts, barrage, joins, likes and counts.
        var expected: [Share]

        var testDescription: String { "\(gifts) gifts, \(barrage) barrage and \(joins) joins a second" }
    }

    /// Each storm also has 20 likes a second, which make four events, and statistics that change all the time, which make one.
    static let storms = [
        Storm(gifts: 5, barrage: 20, joins: 5, expected: [.all, .all, .all, .all, .all]),
        Storm(gifts: 5, barrage: 26, joins: 5, expected: [.all, .all, .all, .all, .none]),
        Storm(gifts: 5, barrage: 28, joins: 5, expected: [.all, .all, .all, .some, .none]),
        Storm(gifts: 5, barrage: 33, joins: 5, expected: [.all, .all, .some, .none, .none]),
        Storm(gifts: 5, barrage: 50, joins: 5, expected: [.all, .some, .none, .none, .none]),
        Storm(gifts: 60, barrage: 20, joins: 5, expected: [.all, .none, .none, .none, .none]),
    ]

    /// Whether one of this many events a second is due in this millisecond.
    private static func isDue(_ perSecond: Int, _ millisecond: Int) -> Bool {
        millisecond * perSecond / 1000 != (millisecond + 1) * perSecond / 1000
    }

    @Test(arguments: storms)
    func `the least important lane gives way first, and its losses are made up for later`(storm: Storm) throws {
        var limits = Limits()
        // With this interval statistics are announced once a second.
        limits.audienceCountIntervalMilliseconds = 100
        let live = TestLive(limits: limits)
        try live.enter("owner", "fan")
        // Uses up the burst, so that the rate alone decides from the start.
        for _ in 1...80 { live.tellGifts() }

        var wanted = [0, 0, 0, 0, 0]
        var told = [0, 0, 0, 0, 0]
        var likesSent = 0
        var likesTold = 0
        var isMeasured = false
        func note(_ outcome: RoomOutcome) {
            likesTold += outcome.liked?.added ?? 0
            guard isMeasured else { return }
            for publication in outcome.publications { told[publication.lane.rawValue] += 1 }
        }
        func want(_ lane: DeliveryClass) { if isMeasured { wanted[lane.rawValue] += 1 } }

        // Thirty seconds settle the rate, and the next twenty are measured.
        for millisecond in 0..<50_000 {
            live.now = TestLive.start.adding(milliseconds: Int64(millisecond))
            isMeasured = millisecond >= 30_000
            if Self.isDue(storm.gifts, millisecond) {
                want(.essential)
                if try live.perform(.gifting(order: "g\(millisecond)"), as: "fan").order != nil {
                    live.tellGifts()
                    if isMeasured { told[DeliveryClass.essential.rawValue] += 1 }
                }
            }
            if Self.isDue(storm.barrage, millisecond) {
                want(.barrage)
                note(try live.perform(.text(), as: "owner"))
            }
            if Self.isDue(storm.joins, millisecond) {
                want(.membership)
                note(try live.perform(.entering("v\(millisecond)"), as: "v\(millisecond)"))
            }
            if Self.isDue(20, millisecond) {
                likesSent += 1
                note(try live.perform(.like(1), as: "fan"))
            }
            if Self.isDue(10, millisecond) { note(live.tick()) }
        }
        // With the granularity of the ticks, likes make at least three events a second, and counts nineteen in twenty seconds.
        wanted[DeliveryClass.reaction.rawValue] = 60
        wanted[DeliveryClass.count.rawValue] = 17
        let shares = zip(told, wanted).map { Share(told: $0, of: $1) }
        #expect(shares == storm.expected, "announced \(told) of \(wanted)")
        if storm.gifts <= 40 {
            let all: Int = told.reduce(0, +)
            #expect(all <= 880, "a live sends forty events a second and one burst of eighty")
        }

        // After the storm nothing that was conflated is missing.
        isMeasured = false
        var last: AudienceCounted?
        for _ in 1...100 {
            live.pass(milliseconds: 100)
            let outcome = live.tick()
            note(outcome)
            last = outcome.counted ?? last
        }
        #expect(likesTold == likesSent)
        #expect(last?.count == live.room.audienceCount)
        #expect(last?.statistics.totalViewers == live.room.statistics.totalViewers)
        #expect(last?.statistics.totalLikesReceived == likesSent)
    }

    @Test func `a join that the rate holds back makes the count stale, and the count is announced when there is room`()
        throws
    {
        let live = TestLive(limits: Limits())
        try live.enter("owner")
        for _ in 1...80 { _ = try live.perform(.text(), as: "owner") }
        #expect(try live.perform(.entering("bob"), as: "bob").publications.isEmpty)
        #expect(live.room.audienceCount == 1)
        live.pass(seconds: 1)
        #expect(live.tick().counted == nil, "a half-filled rate leaves no room for the count")
        #expect(live.room.nextTick.map { $0 <= live.now } == true, "the count is still due")
        live.pass(seconds: 1)
        #expect(live.tick().counted?.count == 1)
    }
}
