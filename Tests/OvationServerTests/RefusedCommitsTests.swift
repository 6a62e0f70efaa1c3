import Testing

@testable import OvationBackend

/// When the log says that the storage refuses transactions.
struct RefusedCommitsTests {
    private let start = ContinuousClock.now

    @Test func `a new reason is told at once, and the same one every ten seconds with all that were refused since`() {
        var refused = RefusedCommits()
        var reports: [Int: RefusedCommits.Report] = [:]
        for second in 0...20 {
            reports[second] = refused.note("away", writes: 2, at: start + .seconds(second))
        }
        reports[21] = refused.note("full", writes: 1, at: start + .seconds(21))
        #expect(
            reports == [
                0: RefusedCommits.Report(count: 1, writes: 2),
                10: RefusedCommits.Report(count: 10, writes: 20),
                20: RefusedCommits.Report(count: 10, writes: 20),
                21: RefusedCommits.Report(count: 1, writes: 1),
            ])
    }

    @Test func `what was not told yet is told when a transaction is taken, and the next refusal at once`() {
        var refused = RefusedCommits()
        #expect(refused.noteTaken() == nil)
        #expect(refused.note("away", writes: 1, at: start) != nil)
        #expect(refused.note("away", writes: 3, at: start + .seconds(1)) == nil)
        #expect(refused.note("away", writes: 4, at: start + .seconds(2)) == nil)
        #expect(refused.noteTaken() == RefusedCommits.Report(count: 2, writes: 7))
        #expect(refused.noteTaken() == nil)
        #expect(refused.note("away", writes: 1, at: start + .seconds(3)) == RefusedCommits.Report(count: 1, writes: 1))
    }
}
