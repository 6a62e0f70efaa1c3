import OvationModel
import OvationRules
import OvationTestKit
import Testing

/// Rates for many addresses and users in bounded memory.
struct KeyedBucketsTests {
    private let start = TestLive.start

    private func buckets(perSecond: Int = 1, burst: Int = 2, keysMax: Int = 1_000) -> KeyedBuckets<Int> {
        KeyedBuckets(TokenBucket(perSecond: perSecond, burst: burst, at: start), keysMax: keysMax)
    }

    @Test func `each key has its own rate, and a refused one gets the wait until its next token`() {
        var buckets = buckets()
        #expect((1...3).map { _ in buckets.take(for: 1, at: start) } == [nil, nil, 1_000])
        #expect(buckets.take(for: 2, at: start) == nil)
        #expect(buckets.take(for: 1, at: start.adding(milliseconds: 400)) == 600)
        #expect(buckets.take(for: 1, at: start.adding(milliseconds: 1_000)) == nil)
        #expect(buckets.take(2, for: 3, at: start) == nil)
        #expect(buckets.take(2, for: 3, at: start) == 2_000)
    }

    @Test func `without a rate nothing is stored`() {
        var buckets = buckets(perSecond: 0)
        for key in 0..<100 { #expect(buckets.take(for: key, at: start) == nil) }
        #expect(buckets.count == 0)
    }

    @Test func `a key that was quiet long enough is forgotten without a loss`() {
        var buckets = buckets()
        var now = start
        for key in 0..<10_000 {
            #expect(buckets.take(for: key, at: now) == nil)
            now = now.adding(milliseconds: 10)
        }
        // A bucket is full again after a second, so a hundred are in use at any time.
        #expect(buckets.count <= 2 * 128)
    }

    @Test func `a crowd of strangers shares one bucket, and a known user keeps their own`() {
        var buckets = buckets(keysMax: 100)
        for key in 0..<100 { #expect(buckets.take(for: key, at: start) == nil) }
        let answers = (100..<10_100).map { buckets.take(for: $0, at: start) }
        #expect(answers.prefix(2).allSatisfy { $0 == nil })
        #expect(answers.dropFirst(2).allSatisfy { $0 != nil })
        #expect(buckets.count == 100)
        #expect(buckets.take(for: 7, at: start) == nil, "the bucket has its second token")
        // After ten quiet seconds there is room again.
        let later = start.adding(seconds: 10)
        #expect(buckets.take(for: 20_000, at: later) == nil)
        #expect(buckets.count == 1)
    }

    @Test func `what a key takes beyond its tokens is a debt, and others have theirs`() {
        var buckets = buckets()
        #expect(buckets.milliseconds(until: 1, for: 1, at: start) == 0)
        buckets.charge(5, for: 1, at: start)
        #expect(buckets.milliseconds(until: 1, for: 1, at: start) == 4_000)
        #expect(buckets.milliseconds(until: 1, for: 1, at: start.adding(seconds: 4)) == 0)
        #expect(buckets.milliseconds(until: 2, for: 2, at: start) == 0)
        // Where there is no room for a key, what it takes is everybody's.
        var few = self.buckets(keysMax: 1)
        few.charge(1, for: 1, at: start)
        few.charge(3, for: 2, at: start)
        #expect(few.milliseconds(until: 1, for: 3, at: start) == 2_000)
        #expect(few.milliseconds(until: 1, for: 1, at: start) == 0)
    }

    @Test func `a clock that is set back delays nobody`() {
        var buckets = buckets(keysMax: 1)
        #expect(buckets.take(2, for: 1, at: start) == nil)
        #expect(buckets.take(for: 2, at: start) == nil)
        let back = start.adding(seconds: -3_600)
        #expect(buckets.take(for: 1, at: back) == 1_000)
        #expect(buckets.take(for: 1, at: back.adding(milliseconds: 1_000)) == nil)
        #expect(buckets.take(for: 3, at: back.adding(seconds: 60)) == nil)
    }
}
