import Testing

@testable import OvationServer

struct DeliveryReportsTests {
    @Test func `a batch is too much when the slowest loop would take longer than allowed`() {
        let reports = DeliveryReports(loops: 2)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 10_000_000), "nothing is known yet")
        // 100 KB took 20 ms on one loop and 10 ms on the other: 60 ms are 300 KB.
        reports.note(DeliveryTally(), bytes: 100_000, nanoseconds: 20_000_000, loop: 0)
        reports.note(DeliveryTally(), bytes: 100_000, nanoseconds: 10_000_000, loop: 1)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 299_000))
        #expect(reports.exceeds(milliseconds: 60, bytes: 300_000))
        #expect(!reports.exceeds(milliseconds: 0, bytes: .max), "0 is no limit")
        #expect(reports.exceeds(milliseconds: 60, bytes: .max))
    }

    @Test func `a small batch says nothing of the cost of a byte and is never too much`() {
        let reports = DeliveryReports(loops: 1)
        reports.note(DeliveryTally(), bytes: 1_000, nanoseconds: 50_000_000, loop: 0)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 1_000_000))
        reports.note(DeliveryTally(), bytes: 20_000, nanoseconds: .max, loop: 0)
        #expect(reports.exceeds(milliseconds: 60, bytes: 20_000))
        #expect(!reports.exceeds(milliseconds: 60, bytes: 16_383))
    }

    @Test func `the slowest loop of the last batch is known`() {
        let reports = DeliveryReports(loops: 2)
        #expect(reports.nanosecondsMax == 0)
        reports.note(DeliveryTally(), bytes: 10, nanoseconds: 900, loop: 0)
        reports.note(DeliveryTally(), bytes: 10, nanoseconds: 700, loop: 1)
        #expect(reports.nanosecondsMax == 900)
        reports.note(DeliveryTally(), bytes: 10, nanoseconds: 100, loop: 0)
        #expect(reports.nanosecondsMax == 700)
    }

    @Test func `who follows and who waits is added up over the loops, the newest of each`() {
        let reports = DeliveryReports(loops: 2)
        reports.note(DeliveryTally(following: 3, waiting: 1), bytes: 0, nanoseconds: 0, loop: 0)
        reports.note(DeliveryTally(following: 5, waiting: 2), bytes: 0, nanoseconds: 0, loop: 1)
        reports.note(DeliveryTally(following: 4), bytes: 0, nanoseconds: 0, loop: 0)
        #expect(reports.following == 9)
        #expect(reports.waiting == 2)
    }
}
