import Testing

@testable import OvationNode

struct DeliveryReportsTests {
    private func cost(bytes: Int, nanoseconds: UInt64) -> DeliveryCost {
        var cost = DeliveryCost()
        cost.note(bytes: bytes, nanoseconds: nanoseconds)
        return cost
    }

    private func report(_ reports: DeliveryReports, waitingBytes: Int = 0) -> EdgeReport {
        var report = EdgeReport(edge: EdgeID(number: 0))
        report.picosecondsPerByteMax = reports.picosecondsPerByteMax
        report.waitingBytesMax = waitingBytes
        return report
    }

    @Test func `a batch is too large if the slowest loop would take longer than allowed`() {
        let reports = DeliveryReports(loops: 2)
        #expect(!report(reports).exceeds(milliseconds: 60, moreBytes: 10_000_000), "nothing is known yet")
        // The slower loop took 20 ms for 100 KB, so 300 KB would take 60 ms.
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 100_000, nanoseconds: 20_000_000), loop: 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 100_000, nanoseconds: 10_000_000), loop: 1)
        #expect(!report(reports).exceeds(milliseconds: 60, moreBytes: 299_000))
        #expect(report(reports).exceeds(milliseconds: 60, moreBytes: 300_000))
        #expect(report(reports, waitingBytes: 200_000).exceeds(milliseconds: 60, moreBytes: 100_000))
        #expect(!report(reports).exceeds(milliseconds: 0, moreBytes: .max), "0 is no limit")
        #expect(report(reports).exceeds(milliseconds: 60, moreBytes: .max))
    }

    @Test func `a small batch does not measure the cost of a byte, and is never too large`() {
        let reports = DeliveryReports(loops: 1)
        var cost = cost(bytes: 1_000, nanoseconds: 50_000_000)
        reports.note(following: 0, waiting: 0, cost: cost, loop: 0)
        #expect(!report(reports).exceeds(milliseconds: 60, moreBytes: 1_000_000))
        cost.note(bytes: 20_000, nanoseconds: .max)
        reports.note(following: 0, waiting: 0, cost: cost, loop: 0)
        #expect(report(reports).exceeds(milliseconds: 60, moreBytes: 20_000))
        #expect(!report(reports).exceeds(milliseconds: 60, moreBytes: 16_383))
    }

    @Test func `a new batch counts for half of the cost of a byte`() {
        var cost = cost(bytes: 20_000, nanoseconds: 20_000_000)
        #expect(cost.picosecondsPerByte == 1_000_000)
        cost.note(bytes: 20_000, nanoseconds: 40_000_000)
        #expect(cost.picosecondsPerByte == 1_500_000)
        #expect(cost.nanoseconds == 40_000_000)
    }

    @Test func `an event loop's cost is the sum of its parts' costs`() {
        let sum = cost(bytes: 20_000, nanoseconds: 20_000_000) + cost(bytes: 20_000, nanoseconds: 10_000_000)
        #expect(sum.nanoseconds == 30_000_000)
        #expect(sum.picosecondsPerByte == 1_500_000)
    }

    @Test func `the time of the slowest loop in its latest batch is known`() {
        let reports = DeliveryReports(loops: 2)
        #expect(reports.nanosecondsMax == 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 900), loop: 0)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 700), loop: 1)
        #expect(reports.nanosecondsMax == 900)
        reports.note(following: 0, waiting: 0, cost: cost(bytes: 10, nanoseconds: 100), loop: 0)
        #expect(reports.nanosecondsMax == 700)
        #expect(reports.nanoseconds(loop: 0) == 100)
    }

    @Test func `followers and waiting viewers are summed over the loops' latest reports`() {
        let reports = DeliveryReports(loops: 2)
        reports.note(following: 3, waiting: 1, cost: DeliveryCost(), loop: 0)
        reports.note(following: 5, waiting: 2, cost: DeliveryCost(), loop: 1)
        reports.note(following: 4, waiting: 0, cost: DeliveryCost(), loop: 0)
        #expect(reports.following == 9)
        #expect(reports.waiting == 2)
    }
}
