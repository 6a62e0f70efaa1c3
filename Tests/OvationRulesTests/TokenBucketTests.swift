import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// A rate with a burst, whatever the clock does.
struct TokenBucketTests {
    private let start = TestLive.start

    @Test func `a new bucket is full and gives its burst`() {
        var bucket = TokenBucket(perSecond: 40, burst: 3, at: start)
        #expect(bucket.isFull(at: start))
        #expect(bucket.level(at: start) == 1)
        #expect((1...5).map { _ in bucket.take(at: start) } == [true, true, true, false, false])
        #expect(bucket.level(at: start) == 0)
        #expect(!bucket.isFull(at: start))
    }

    @Test func `it fills by the millisecond without rounding anything away`() {
        var bucket = TokenBucket(perSecond: 3, burst: 1, at: start)
        #expect(bucket.take(at: start) == true)
        // A third of a token a third of a second: 333 ms are not enough and 334 are.
        for millisecond in 1...333 { #expect(bucket.take(at: start.adding(milliseconds: Int64(millisecond))) == false) }
        #expect(bucket.take(at: start.adding(milliseconds: 334)) == true)
    }

    @Test(arguments: [(1, 1), (3, 7), (40, 80), (999, 2), (1_000, 5), (5_000, 10)])
    func `taking all that there is gets the burst and the rate and not one more`(perSecond: Int, burst: Int) {
        var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: start)
        var taken = 0
        for millisecond in 0...5_000 {
            while bucket.take(at: start.adding(milliseconds: Int64(millisecond))) { taken += 1 }
        }
        #expect(taken == burst + perSecond * 5)
    }

    @Test func `in no span of time does it give more than burst and rate`() {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for _ in 0..<200 {
            let perSecond = Int.random(in: 1...100, using: &random)
            let burst = Int.random(in: 1...50, using: &random)
            var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: start)
            var now = start
            var taken: [Timestamp] = []
            for _ in 0..<200 {
                now = now.adding(milliseconds: Int64.random(in: 0...50, using: &random))
                if bucket.take(at: now) { taken.append(now) }
            }
            for first in taken.indices {
                for last in taken.indices[first...] {
                    let span = Int(taken[last].milliseconds(since: taken[first]))
                    #expect((last - first + 1) * 1_000 <= burst * 1_000 + span * perSecond, "seed \(seed)")
                }
            }
        }
    }

    @Test func `it never holds more than its burst`() {
        var bucket = TokenBucket(perSecond: 40, burst: 2, at: start)
        let later = start.adding(seconds: 1_000_000)
        #expect((1...4).map { _ in bucket.take(at: later) } == [true, true, false, false])
    }

    @Test(arguments: [0, -1, Int.min])
    func `a rate of nothing is no limit`(perSecond: Int) {
        var bucket = TokenBucket(perSecond: perSecond, burst: 1, at: start)
        for _ in 1...1_000 { #expect(bucket.take(at: start, reserve: 1) == true) }
        bucket.spend(at: start)
        #expect(bucket.take(at: start) == true)
    }

    @Test(arguments: [0, -7, Int.min])
    func `a burst is at least one`(burst: Int) {
        var bucket = TokenBucket(perSecond: 1, burst: burst, at: start)
        #expect(bucket.take(at: start) == true)
        #expect(bucket.take(at: start) == false)
    }

    @Test func `the largest numbers are no trap`() {
        for now in [Timestamp(milliseconds: .min), start, Timestamp(milliseconds: .max)] {
            var bucket = TokenBucket(perSecond: .max, burst: .max, at: now)
            #expect(bucket.take(at: Timestamp(milliseconds: .max)) == true)
            #expect(bucket.take(at: Timestamp(milliseconds: .min)) == true)
            #expect(bucket.take(at: Timestamp(milliseconds: .max), reserve: 0.5) == true)
            bucket.spend(at: Timestamp(milliseconds: .max))
        }
        var bucket = TokenBucket(perSecond: 1, burst: 5, at: Timestamp(milliseconds: .min))
        while bucket.take(at: Timestamp(milliseconds: .min)) {}
        #expect(bucket.isFull(at: Timestamp(milliseconds: .max)))
    }

    @Test func `a clock that is set back fills nothing, takes nothing away and stops nothing`() {
        var bucket = TokenBucket(perSecond: 10, burst: 2, at: start)
        #expect(bucket.take(at: start) == true)
        let back = start.adding(seconds: -3_600)
        #expect(bucket.take(at: back) == true)
        #expect(bucket.take(at: back) == false)
        #expect(bucket.take(at: back.adding(milliseconds: 99)) == false)
        #expect(bucket.take(at: back.adding(milliseconds: 100)) == true)
    }

    @Test func `a time that is a little late does not fill the same moment twice`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, at: start)
        while bucket.take(at: start) {}
        for _ in 1...100 {
            #expect(bucket.take(at: start.adding(milliseconds: -1_000)) == false)
            #expect(bucket.take(at: start) == false)
        }
    }

    @Test func `what is kept back for others is left over, and a full bucket always gives one`() {
        var bucket = TokenBucket(perSecond: 1, burst: 9, at: start)
        #expect((1...6).map { _ in bucket.take(at: start, reserve: 0.5) } == [true, true, true, true, true, false])
        #expect((1...5).map { _ in bucket.take(at: start) } == [true, true, true, true, false])
        for burst in 1...20 {
            var small = TokenBucket(perSecond: 1, burst: burst, at: start)
            #expect(small.take(at: start, reserve: 1) == true)
            #expect(small.take(at: start, reserve: 1) == false)
        }
    }

    @Test func `spending takes what there is and does not go below empty`() {
        var bucket = TokenBucket(perSecond: 10, burst: 2, at: start)
        for _ in 1...100 { bucket.spend(at: start) }
        #expect(bucket.level(at: start) == 0)
        #expect(bucket.take(at: start.adding(milliseconds: 99)) == false)
        #expect(bucket.take(at: start.adding(milliseconds: 100)) == true)
    }

    @Test func `tokens of an hour come one by one`() {
        var bucket = TokenBucket(perHour: 120, burst: 2, at: start)
        #expect((1...3).map { _ in bucket.take(at: start) } == [true, true, false])
        #expect(bucket.milliseconds(until: 1, at: start) == 30_000)
        #expect(bucket.take(at: start.adding(milliseconds: 29_999)) == false)
        #expect(bucket.take(at: start.adding(milliseconds: 30_000)) == true)
    }

    @Test func `several are taken together or not at all, and a wish for more than there ever are takes all`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, at: start)
        #expect(bucket.take(3, at: start) == true)
        #expect(bucket.take(3, at: start) == false)
        #expect(bucket.take(2, at: start) == true, "what was refused has taken nothing")
        #expect(bucket.take(1_000, at: start.adding(milliseconds: 499)) == false)
        #expect(bucket.take(1_000, at: start.adding(milliseconds: 500)) == true)
        #expect(bucket.take(0, at: start) == true)
    }

    @Test func `how long it takes until there are so many is how long it takes`() {
        var random = SeededGenerator.printed()
        for _ in 0..<500 {
            let perSecond = Int.random(in: 1...300, using: &random)
            let burst = Int.random(in: 1...50, using: &random)
            let count = Int.random(in: 1...burst, using: &random)
            var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: start)
            bucket.charge(Int.random(in: 0...100, using: &random), at: start)
            let wait = bucket.milliseconds(until: count, at: start)
            var early = bucket
            var late = bucket
            #expect(late.take(count, at: start.adding(milliseconds: wait)) == true, "seed \(random.seed)")
            if wait > 0 {
                #expect(early.take(count, at: start.adding(milliseconds: wait - 1)) == false, "seed \(random.seed)")
            }
        }
    }

    @Test func `a debt has to fill up before there is anything, and what is given back pays for it`() {
        var bucket = TokenBucket(perSecond: 10, burst: 2, at: start)
        bucket.charge(2, at: start)
        #expect(bucket.isInDebt(at: start) == false)
        bucket.charge(5, at: start)
        #expect(bucket.isInDebt(at: start) == true)
        #expect(bucket.level(at: start) == 0)
        #expect(bucket.milliseconds(until: 0, at: start) == 500)
        bucket.giveBack(4)
        #expect(bucket.milliseconds(until: 0, at: start) == 100)
        #expect(bucket.take(at: start.adding(milliseconds: 199)) == false)
        #expect(bucket.take(at: start.adding(milliseconds: 200)) == true)
        bucket.giveBack(100)
        #expect((1...3).map { _ in bucket.take(at: start.adding(milliseconds: 200)) } == [true, true, false])
        var endless = TokenBucket(perHour: .max, burst: .max, at: start)
        for _ in 1...10 { endless.charge(.max, at: start) }
        #expect(endless.isInDebt(at: start) == true)
        for _ in 1...10 { endless.giveBack(.max) }
        #expect(endless.isFull(at: start) == true)
        var none = TokenBucket(perSecond: 0, burst: 1, at: start)
        none.charge(.max, at: start)
        #expect(none.isInDebt(at: start) == false)
        #expect(none.milliseconds(until: 9, at: start) == 0)
    }
}
