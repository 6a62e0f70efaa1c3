import NIOCore
import NIOEmbedded
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationSupport

/// How often clients hear that the catalogue changed.
@Suite struct CatalogueAnnouncerTests {
    private final class Told: Sendable {
        private let count = Mutex(0)
        var times: Int { count.withLock { $0 } }
        func tell() { count.withLock { $0 += 1 } }
    }

    private static func announcer(
        _ loop: NIOAsyncTestingEventLoop, _ clock: ManualClock, _ told: Told, interval: Int = 1_000
    ) -> CatalogueAnnouncer {
        var limits = Limits()
        limits.catalogueChangedIntervalMilliseconds = interval
        return CatalogueAnnouncer(
            eventLoop: loop, limits: limits,
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), tell: told.tell)
    }

    @Test func `the first edit is announced at once, and the edits of the next second together`() async throws {
        let loop = NIOAsyncTestingEventLoop()
        let clock = ManualClock()
        let told = Told()
        let announcer = Self.announcer(loop, clock, told)
        announcer.catalogueChanged()
        #expect(told.times == 1)
        for _ in 0..<100 {
            clock.advance(milliseconds: 9)
            await loop.advanceTime(by: .milliseconds(9))
            announcer.catalogueChanged()
        }
        #expect(told.times == 1)
        clock.advance(milliseconds: 100)
        await loop.advanceTime(by: .milliseconds(100))
        #expect(told.times == 2)
        // The next announcement comes a second after the last one, not at once.
        announcer.catalogueChanged()
        #expect(told.times == 2)
        clock.advance(milliseconds: 1_000)
        await loop.advanceTime(by: .milliseconds(1_000))
        #expect(told.times == 3)
        clock.advance(seconds: 60)
        await loop.advanceTime(by: .seconds(60))
        #expect(told.times == 3, "nothing has changed since the last announcement")
        announcer.catalogueChanged()
        #expect(told.times == 4)
        await loop.shutdownGracefully()
    }

    @Test func `without an interval every edit is announced`() async throws {
        let loop = NIOAsyncTestingEventLoop()
        let told = Told()
        let announcer = Self.announcer(loop, ManualClock(), told, interval: 0)
        for _ in 0..<3 { announcer.catalogueChanged() }
        #expect(told.times == 3)
        await loop.shutdownGracefully()
    }
}
