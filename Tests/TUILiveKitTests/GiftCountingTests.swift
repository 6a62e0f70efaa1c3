import Testing

@testable import TUILiveKit

/// What a finger counts: combos, batches, likes and hearts.
@Suite struct GiftCountingTests {
    @Test func `each tap of a combo counts one and renews its five seconds`() {
        var combo = GiftComboCounter()
        combo.hit(at: 0)
        combo.hit(at: 4_999)
        #expect(combo.count == 2 && combo.deadline == 9_999)
        #expect(combo.remainingShare(at: 4_999) == 1 && combo.remainingShare(at: 7_499) == 0.5)
        combo.tick(at: 9_998)
        #expect(combo.count == 2)
        combo.tick(at: 9_999)
        #expect(combo.count == 0 && combo.deadline == nil && combo.remainingShare(at: 10_000) == 0)
    }

    @Test func `a tap after a combo's end starts a new one, even if no timer has fired`() {
        var combo = GiftComboCounter()
        combo.hit(at: 0)
        combo.hit(at: 5_000)
        #expect(combo.count == 1)
        combo.reset()
        #expect(combo.count == 0)
    }

    @Test func `a batch grows by 1, 5 and 50 and restarts above 999`() {
        var batch = GiftBatchCounter()
        batch.begin()
        var counts: [UInt] = [batch.count]
        while counts.count < 2 || batch.count != 1 {
            batch.step()
            counts.append(batch.count)
        }
        #expect(Array(counts.prefix(12)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20])
        #expect(counts.contains(95) && counts.contains(100) && counts.contains(150) && counts.contains(950))
        #expect(counts.dropLast().max() == 950, "1,000 is above 999.")
    }

    @Test func `the first like is sent at once and those of the next six seconds together`() {
        var batch = LikeBatch()
        #expect(batch.tap(at: 0) == 1)
        batch.finish(isTaken: true, at: 50)
        for time in stride(from: Int64(100), to: 1_000, by: 100) { #expect(batch.tap(at: time) == nil) }
        #expect(batch.deadline == 6_900, "Six seconds have passed since the last tap.")
        #expect(batch.tick(at: 6_899) == nil)
        #expect(batch.tick(at: 6_900) == 9)
        batch.finish(isTaken: true, at: 7_000)
        #expect(batch.pending == 0 && batch.deadline == nil)
    }

    @Test func `endless taps are sent every six seconds`() {
        var batch = LikeBatch()
        var sent: [UInt] = []
        for time in stride(from: Int64(0), through: 18_000, by: 100) {
            guard let count = batch.tap(at: time) else { continue }
            sent.append(count)
            batch.finish(isTaken: true, at: time)
        }
        #expect(sent == [1, 60, 60, 60])
    }

    @Test func `likes that the server refused are sent again with later ones`() {
        var batch = LikeBatch()
        #expect(batch.tap(at: 0) == 1)
        #expect(batch.tap(at: 10) == nil, "A call is under way.")
        batch.finish(isTaken: false, at: 100)
        #expect(batch.pending == 2 && batch.deadline == 6_100)
        #expect(batch.tick(at: 6_100) == 2)
    }

    @Test func `a call carries at most 1,000 likes, and at most 10,000 wait`() {
        var batch = LikeBatch()
        _ = batch.tap(at: 0)
        for _ in 0..<20_000 { _ = batch.tap(at: 1) }
        #expect(batch.pending == 10_000)
        batch.finish(isTaken: true, at: 2)
        #expect(batch.tick(at: 6_002) == 1_000)
        batch.finish(isTaken: true, at: 6_003)
        #expect(batch.pending == 8_999 && batch.deadline == 12_003)
    }

    @Test func `leaving sends the waiting likes unless a call is under way`() {
        var batch = LikeBatch()
        #expect(batch.flush(at: 0) == nil)
        _ = batch.tap(at: 0)
        #expect(batch.flush(at: 1) == nil)
        batch.finish(isTaken: true, at: 2)
        _ = batch.tap(at: 3)
        #expect(batch.flush(at: 4) == 1)
    }

    @Test func `a like event adds three hearts a tenth of a second apart, in nine colours by turns`() {
        var field = HeartField()
        #expect(field.likes(at: 0).map(\.colour) == [0])
        #expect(field.deadline == 100)
        #expect(field.tick(at: 100).map(\.colour) == [1])
        #expect(field.tick(at: 250).map(\.colour) == [2])
        #expect(field.deadline == nil)
        #expect(field.visible(at: 2_999) == 3 && field.visible(at: 3_000) == 2 && field.visible(at: 3_250) == 0)
    }

    @Test func `a storm of likes shows no more hearts than the limit`() {
        var field = HeartField(heartsMax: 10)
        for time in stride(from: Int64(0), to: 60_000, by: 10) {
            _ = field.likes(at: time)
            #expect(field.visible(at: time) <= 10)
        }
    }
}
