import Testing

@testable import OvationBackend

/// When the log says that the storage is slow.
struct SlowCommitsTests {
    @Test func `the first slow transaction is told at once, the next of a minute together, and quick ones never`() {
        let start = ContinuousClock.now
        var slow = SlowCommits()
        var reports: [Int: SlowCommits.Report] = [:]
        func note(_ milliseconds: Int, afterSeconds seconds: Int) {
            reports[seconds] = slow.note(.milliseconds(milliseconds), at: start + .seconds(seconds))
        }
        note(499, afterSeconds: 0)
        #expect(reports == [:])
        note(500, afterSeconds: 1)
        for second in 2...60 { note(500 + second, afterSeconds: second) }
        note(3, afterSeconds: 62)
        note(501, afterSeconds: 63)
        note(501, afterSeconds: 64)
        #expect(
            reports == [
                1: SlowCommits.Report(count: 1, slowest: .milliseconds(500)),
                63: SlowCommits.Report(count: 60, slowest: .milliseconds(560)),
            ])
    }
}
