import OvationModel
import OvationTestKit
import Testing

@testable import OvationSupport

@Suite struct SteadyTimeTests {
    private let clock = ManualClock()
    private var server: ServerClock {
        ServerClock(wall: { [clock] in clock.now }, nanoseconds: { [clock] in clock.nanoseconds })
    }

    @Test func `time moves forward however the wall clock is set`() {
        let time = SteadyTime(server)
        let start = clock.now
        clock.advance(seconds: 10)
        #expect(time.now() == start.adding(seconds: 10))
        clock.setWall(bySeconds: -86_400)
        #expect(time.now() == start.adding(seconds: 10))
        clock.advance(seconds: 5)
        #expect(time.now() == start.adding(seconds: 15))
        // It follows a clock that jumps ahead, and does not go back with it.
        clock.setWall(bySeconds: 2 * 86_400)
        #expect(time.now() == start.adding(seconds: 86_415))
        clock.setWall(bySeconds: -86_400)
        clock.advance(seconds: 1)
        #expect(time.now() == start.adding(seconds: 86_416))
    }
}
