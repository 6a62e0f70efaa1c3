import Testing

@testable import OvationBackend

/// When the log says that the storage is slow.
struct SlowCommitsTests {
    @Test func `the first slow transaction is told at once, the next of a minute together, and quick ones never`() {
        let start = ContinuousClock.now
        var slow = SlowCommits()
        #expect(slow.note(.milliseconds(499), at: start) == nil)
        #expect(slow.note(.milliseconds(500), at: start) == SlowCommits.Report(count: 1, slowest: .milliseconds(500)))
        for second in 1...59 { #expect(slow.note(.milliseconds(500 + second), at: start + .seconds(second)) == nil) }
        #expect(slow.note(.milliseconds(3), at: start + .seconds(61)) == nil, "a quick one says nothing")
        let report = slow.note(.milliseconds(501), at: start + .seconds(62))
        #expect(report == SlowCommits.Report(count: 60, slowest: .milliseconds(559)))
        #expect(slow.note(.milliseconds(501), at: start + .seconds(63)) == nil)
    }
}
