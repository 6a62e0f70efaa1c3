import OvationTestKit
import Testing

@testable import OvationSupport

/// Limits on log lines that strangers can cause.
struct LogThrottleTests {
    @Test func `a burst and a rate of lines are admitted, and the next line says how many were left out`() {
        let clock = ManualClock()
        var throttle = LogThrottle(perSecond: 2, burst: 3, at: clock.now)
        let burst = (0..<10).map { _ in throttle.admit(at: clock.now) }
        #expect(burst == [0, 0, 0] + Array(repeating: nil, count: 7))
        clock.advance(milliseconds: 500)
        let later = [throttle.admit(at: clock.now), throttle.admit(at: clock.now)]
        #expect(later == [7, nil])
        clock.advance(seconds: 1)
        let last = throttle.admit(at: clock.now)
        #expect(last == 1)
    }

    @Test func `a rate of 0 admits every line`() {
        let clock = ManualClock()
        var throttle = LogThrottle(perSecond: 0, burst: 0, at: clock.now)
        let all = (0..<100).allSatisfy { _ in throttle.admit(at: clock.now) == 0 }
        #expect(all)
    }
}
