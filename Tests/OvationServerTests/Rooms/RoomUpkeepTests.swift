import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationObservability

/// The periodic work of a live.
struct RoomUpkeepTests {
    private static func at(_ milliseconds: Int64) -> Timestamp { Samples.time.adding(milliseconds: milliseconds) }

    @Test func `a tick waits until something is due, and at least a tenth of a second`() {
        // Each row says what is due, the time now, and the wait until the tick in milliseconds; nil if the planned tick is early enough or
        // late: a late one comes by itself.
        let rows: [(due: Int64, now: Int64, wait: Int64?)] = [
            (1_000, 0, 1_000), (1_500, 0, nil), (400, 0, 400), (400, 50, nil), (60, 50, 100), (60, 200, nil),
            (250, 200, nil),
        ]
        var upkeep = RoomUpkeep(kept: RoomStatistics())
        for (due, now, wait) in rows {
            #expect(upkeep.nextTick(due: Self.at(due), at: Self.at(now)) == wait, "due at \(due), now \(now)")
        }
        upkeep.ticked()
        #expect(upkeep.nextTick(due: Self.at(250), at: Self.at(200)) == 100)
    }

    @Test func `a tick is never late, and ticks are at least a tenth of a second apart`() {
        var random = SeededGenerator.printed()
        for _ in 0..<500 {
            var upkeep = RoomUpkeep(kept: RoomStatistics())
            var (now, tick): (Int64, Int64?) = (0, nil)
            var last = -1_000 as Int64
            for _ in 0..<60 {
                let due = now + Int64(random.number(-50...600))
                if let wait = upkeep.nextTick(due: Self.at(due), at: Self.at(now)) { tick = now + wait }
                let planned = tick ?? .max
                #expect(planned <= max(due, now + 100), "due at \(due), now \(now)")
                now += Int64(random.number(0...300))
                if let planned = tick, planned <= now {
                    now = planned
                    #expect(planned - last >= 100)
                    (last, tick) = (planned, nil)
                    upkeep.ticked()
                }
            }
        }
    }

    @Test func `the list, the robots, the words and the counters are updated once for each change`() {
        var statistics = RoomStatistics()
        var upkeep = RoomUpkeep(kept: statistics)
        var listing = RoomListing(info: Samples.info(), audienceCount: 0)
        #expect(upkeep.changedListing(listing) == listing && upkeep.changedListing(listing) == nil)
        listing.audienceCount = 3
        #expect(upkeep.changedListing(listing) == listing)
        #expect(upkeep.hasNewRobots(version: 0) == false)
        #expect(upkeep.hasNewRobots(version: 2) == true && upkeep.hasNewRobots(version: 2) == false)
        #expect(upkeep.hasNewWords(version: 1) == true && upkeep.hasNewWords(version: 1) == false)
        statistics.totalDuration += 60
        #expect(upkeep.changedStatistics(statistics) == nil, "a longer duration alone is no change")
        statistics.totalViewers += 1
        #expect(upkeep.changedStatistics(statistics) == statistics && upkeep.changedStatistics(statistics) == nil)
    }

    @Test func `drops are counted by cause, and logged in one line every ten seconds`() {
        var upkeep = RoomUpkeep(kept: RoomStatistics())
        var causes: [ServerMetrics.DropCause] = []
        func drop(_ reason: DropReason?, givenWay: [DeliveryClass] = [], isOverloaded: Bool = false) -> Bool {
            var outcome = RoomOutcome()
            outcome.dropped = reason
            outcome.givenWay = givenWay
            return upkeep.noteDrops(outcome, isOverloaded: isOverloaded) { causes.append($0) }
        }
        #expect(!drop(nil))
        #expect(drop(.userFreqCtrl) && drop(.msgFreqCtrl) && drop(.msgFreqCtrl, isOverloaded: true))
        #expect(drop(nil, givenWay: [.count, .reaction, .membership, .barrage], isOverloaded: true))
        #expect(drop(DropReason(rawValue: "later")))
        #expect(
            causes == [.userRate, .roomRate, .overload, .audienceCount, .reaction, .membership, .roomRate, .other])
        #expect(
            upkeep.dropsToLog(at: Self.at(0))
                == "MsgFreqCtrl 2, UserFreqCtrl 1, audience_count 1, later 1, membership 1, reaction 1, room_rate 1")
        #expect(drop(.userFreqCtrl))
        #expect(upkeep.dropsToLog(at: Self.at(9_999)) == nil)
        #expect(upkeep.dropsToLog(at: Self.at(10_000)) == "UserFreqCtrl 1")
    }
}
