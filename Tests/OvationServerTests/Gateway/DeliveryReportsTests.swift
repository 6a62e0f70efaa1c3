import Testing

@testable import OvationServer

struct DeliveryReportsTests {
    private func cost(bytes: Int, nanoseconds: UInt64) -> DeliveryCost {
        var cost = DeliveryCost()
        cost.note(bytes: bytes, nanoseconds: nanoseconds)
        return cost
    }

    @Test func `a batch is too much when the slowest loop would take longer than allowed`() {
        let reports = DeliveryReports(loops: 2)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 10_000_000), "nothing is known yet")
        // 100 KB took 20 ms on one loop and 10 ms on the other: 60 ms are 300 KB.
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 100_000, nanoseconds: 20_000_000), loop: 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 100_000, nanoseconds: 10_000_000), loop: 1)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 299_000))
        #expect(reports.exceeds(milliseconds: 60, bytes: 300_000))
        #expect(!reports.exceeds(milliseconds: 0, bytes: .max), "0 is no limit")
        #expect(reports.exceeds(milliseconds: 60, bytes: .max))
    }

    @Test func `a small batch says nothing of the cost of a byte and is never too much`() {
        let reports = DeliveryReports(loops: 1)
        var cost = cost(bytes: 1_000, nanoseconds: 50_000_000)
        reports.note(following: 0, waiting: 0, cost: cost, loop: 0)
        #expect(!reports.exceeds(milliseconds: 60, bytes: 1_000_000))
        cost.note(bytes: 20_000, nanoseconds: .max)
        reports.note(following: 0, waiting: 0, cost: cost, loop: 0)
        #expect(reports.exceeds(milliseconds: 60, bytes: 20_000))
        #expect(!reports.exceeds(milliseconds: 60, bytes: 16_383))
    }

    @Test func `what a batch cost is forgotten by halves`() {
        var cost = cost(bytes: 20_000, nanoseconds: 20_000_000)
        #expect(cost.picosecondsPerByte == 1_000_000)
        cost.note(bytes: 20_000, nanoseconds: 40_000_000)
        #expect(cost.picosecondsPerByte == 1_500_000)
        #expect(cost.nanoseconds == 40_000_000)
    }

    @Test func `what an event loop takes is what its parts take together`() {
        let sum = cost(bytes: 20_000, nanoseconds: 20_000_000) + cost(bytes: 20_000, nanoseconds: 10_000_000)
        #expect(sum.nanoseconds == 30_000_000)
        #expect(sum.picosecondsPerByte == 1_500_000)
    }

    @Test func `the slowest loop of the last batch is known`() {
        let reports = DeliveryReports(loops: 2)
        #expect(reports.nanosecondsMax == 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 900), loop: 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 700), loop: 1)
        #expect(reports.nanosecondsMax == 900)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 100), loop: 0)
        #expect(reports.nanosecondsMax == 700)
        #expect(reports.nanoseconds(loop: 0) == 100)
    }

    @Test func `who follows and who waits is added up over the loops, the newest of each`() {
        let reports = DeliveryReports(loops: 2)
        reports.note(following: 3, waiting: 1, cost: DeliveryCost(), loop: 0)
        reports.note(following: 5, waiting: 2, cost: DeliveryCost(), loop: 1)
        reports.note(following: 4, waiting: 0, cost: DeliveryCost(), loop: 0)
        #expect(reports.following == 9)
        #expect(reports.waiting == 2)
    }
}
