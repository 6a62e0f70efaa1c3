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

    @Test func `a bucket fills by the millisecond without rounding`() {
        var bucket = TokenBucket(perSecond: 3, burst: 1, at: start)
        #expect(bucket.take(at: start) == true)
        // At three tokens a second, 333 ms are too short for one and 334 ms are enough.
        for millisecond in 1...333 { #expect(bucket.take(at: start.adding(milliseconds: Int64(millisecond))) == false) }
        #expect(bucket.take(at: start.adding(milliseconds: 334)) == true)
    }

    @Test(arguments: [(1, 1), (3, 7), (40, 80), (999, 2), (1_000, 5), (5_000, 10)])
    func `taking every token gives exactly the burst and the rate`(perSecond: Int, burst: Int) {
        var bucket = TokenBucket(perSecond: perSecond, burst: burst, at: start)
        var taken = 0
        for millisecond in 0...5_000 {
            while bucket.take(at: start.adding(milliseconds: Int64(millisecond))) { taken += 1 }
        }
        #expect(taken == burst + perSecond * 5)
    }

    @Test func `no span of time gives more than the burst and the rate`() {
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

    @Test func `a bucket never holds more than its burst`() {
        var bucket = TokenBucket(perSecond: 40, burst: 2, at: start)
        let later = start.adding(seconds: 1_000_000)
        #expect((1...4).map { _ in bucket.take(at: later) } == [true, true, false, false])
    }

    @Test(arguments: [0, -1, Int.min])
    func `a rate of zero or less is no limit`(perSecond: Int) {
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

    @Test func `the largest numbers do not trap`() {
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

    @Test func `a clock that is set back neither fills nor empties nor stops a bucket`() {
        var bucket = TokenBucket(perSecond: 10, burst: 2, at: start)
        #expect(bucket.take(at: start) == true)
        let back = start.adding(seconds: -3_600)
        #expect(bucket.take(at: back) == true)
        #expect(bucket.take(at: back) == false)
        #expect(bucket.take(at: back.adding(milliseconds: 99)) == false)
        #expect(bucket.take(at: back.adding(milliseconds: 100)) == true)
    }

    @Test func `a time that is slightly late does not fill the same moment twice`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, at: start)
        while bucket.take(at: start) {}
        for _ in 1...100 {
            #expect(bucket.take(at: start.adding(milliseconds: -1_000)) == false)
            #expect(bucket.take(at: start) == false)
        }
    }

    @Test func `a reserve is left for others, and a full bucket always gives one token`() {
        var bucket = TokenBucket(perSecond: 1, burst: 9, at: start)
        #expect((1...6).map { _ in bucket.take(at: start, reserve: 0.5) } == [true, true, true, true, true, false])
        #expect((1...5).map { _ in bucket.take(at: start) } == [true, true, true, true, false])
        for burst in 1...20 {
            var small = TokenBucket(perSecond: 1, burst: burst, at: start)
            #expect(small.take(at: start, reserve: 1) == true)
            #expect(small.take(at: start, reserve: 1) == false)
        }
    }

    @Test func `spending takes what there is and stops at empty`() {
        var bucket = TokenBucket(perSecond: 10, burst: 2, at: start)
        for _ in 1...100 { bucket.spend(at: start) }
        #expect(bucket.level(at: start) == 0)
        #expect(bucket.take(at: start.adding(milliseconds: 99)) == false)
        #expect(bucket.take(at: start.adding(milliseconds: 100)) == true)
    }

    @Test func `tokens of an hourly rate come one by one`() {
        var bucket = TokenBucket(perHour: 120, burst: 2, at: start)
        #expect((1...3).map { _ in bucket.take(at: start) } == [true, true, false])
        #expect(bucket.milliseconds(until: 1, at: start) == 30_000)
        #expect(bucket.take(at: start.adding(milliseconds: 29_999)) == false)
        #expect(bucket.take(at: start.adding(milliseconds: 30_000)) == true)
    }

    @Test func `several tokens are taken together or not at all, and a request beyond the burst takes a full bucket`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, at: start)
        #expect(bucket.take(3, at: start) == true)
        #expect(bucket.take(3, at: start) == false)
        #expect(bucket.take(2, at: start) == true, "a refused message uses up nothing")
        #expect(bucket.take(1_000, at: start.adding(milliseconds: 499)) == false)
        #expect(bucket.take(1_000, at: start.adding(milliseconds: 500)) == true)
        #expect(bucket.take(0, at: start) == true)
    }

    @Test func `the predicted wait is exactly the wait until there are enough tokens`() {
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

    @Test func `a debt must be filled before there is a token, and returned tokens pay for it`() {
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
