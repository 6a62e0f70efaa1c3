import NIOCore
import Synchronization
import Testing

@testable import OvationHTTP

/// The metrics, for who asks for them a thousand times a second.
@Suite(.timeLimit(.minutes(5)))
struct ScrapeDeskTests {
    @Test func `a hundred who ask at once cost one rendering, which begins after the last of them asked`() async throws
    {
        let renderings = Mutex(0)
        let start = ContinuousClock.now
        let (doors, door) = AsyncStream.makeStream(of: Void.self)
        let desk = ScrapeDesk(now: { start }) { pause in
            #expect(pause == ScrapeDesk.pause)
            for await _ in doors { break }
        } render: {
            renderings.withLock { count in
                count += 1
                return "\(count)"
            }
        }
        #expect(await String(buffer: desk.text()) == "1")
        let texts = await withTaskGroup(of: String.self) { group in
            for _ in 0..<100 { group.addTask { await String(buffer: desk.text()) } }
            while await desk.waitingCount < 99 { await Task.yield() }
            door.yield()
            return await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == ["2"])
        #expect(renderings.withLock { $0 } == 2)
    }
}
