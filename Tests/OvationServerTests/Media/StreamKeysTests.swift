import Logging
import NIOCore
import NIOPosix
import OvationMedia
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// The stream keys of a node.
@Suite(.timeLimit(.minutes(5)))
struct StreamKeysTests {
    private func keys(_ world: MediaNode, cachedMax: Int, clock: ServerClock = .system) -> StreamKeys {
        StreamKeys(
            storage: world.storage, journal: world.node.services.journal,
            on: MultiThreadedEventLoopGroup.singleton.any(),
            clock: clock, ids: .system, cachedMax: cachedMax)
    }

    @Test func `a key is made when it is first requested, does not change, and belongs to one live`() async throws {
        try await MediaNode.run { world async throws in
            let keys = world.node.services.streamKeys
            let other: LiveID = Samples.id("r2")
            let key = try await keys.key(of: world.live)
            #expect(key.secret.count == 32)
            #expect(try await keys.key(of: world.live).matches(key))
            #expect(try await keys.matches(key, live: world.live))
            #expect(try await keys.live(with: key) == world.live)
            #expect(try await !keys.matches(key, live: other))
            #expect(try await world.storage.streamKey(of: other) == nil)
            #expect(try await !keys.key(of: other).matches(key))
        }
    }

    @Test func `simultaneous requests for a missing key all get the same one`() async throws {
        try await MediaNode.run { world async throws in
            let secrets = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await world.node.services.streamKeys.key(of: world.live).secret }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(secrets.count == 1)
        }
    }

    @Test func `a key that was reset admits nobody, cached or not, and the new key survives a restart of the node`()
        async throws
    {
        try await MediaNode.run { world async throws in
            let keys = world.node.services.streamKeys
            let first = try await keys.key(of: world.live)
            let second = try await keys.reset(world.live)
            #expect(try await !keys.matches(first, live: world.live))
            #expect(try await keys.matches(second, live: world.live))
            #expect(try await keys.live(with: first) == nil)
            #expect(try await self.keys(world, cachedMax: 10).matches(second, live: world.live))
            #expect(try await keys.reset(Samples.id("never on")).secret.count == 32)
        }
    }

    @Test func `a key that another server has reset admits nobody after a second`() async throws {
        try await MediaNode.run { world async throws in
            let clock = ManualClock()
            let one = keys(
                world, cachedMax: 10, clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }))
            let other = keys(world, cachedMax: 10)
            let first = try await one.key(of: world.live)
            #expect(try await one.matches(first, live: world.live))
            let second = try await other.reset(world.live)
            clock.advance(milliseconds: StreamKeys.cachedMilliseconds)
            #expect(try await !one.matches(first, live: world.live))
            #expect(try await one.matches(second, live: world.live))
        }
    }

    @Test func `a key that was read before a reset is not cached after it`() async throws {
        try await MediaNode.run { world async throws in
            let first = try await world.node.services.streamKeys.key(of: world.live)
            let keys = keys(world, cachedMax: 10)
            world.storage.holdReads(1, of: .streamKey)
            async let early = keys.matches(first, live: world.live)
            await world.storage.waitUntilReading()
            let second = try await keys.reset(world.live)
            world.storage.releaseReads()
            // The request began before the reset, so either answer is right.
            _ = try await early
            #expect(try await !keys.matches(first, live: world.live))
            #expect(try await keys.matches(second, live: world.live))
        }
    }

    @Test
    func `a reset that is not stored leaves the key valid, and one that is stored despite a reported failure does not`()
        async throws
    {
        try await MediaNode.run { world async throws in
            let keys = world.node.services.streamKeys
            let first = try await keys.key(of: world.live)
            world.storage.script(.failBefore)
            await #expect(throws: Rejection(.storageUnavailable)) { _ = try await keys.reset(world.live) }
            #expect(try await keys.matches(first, live: world.live))
            world.storage.script(.failAfter)
            await #expect(throws: Rejection(.storageUnavailable)) { _ = try await keys.reset(world.live) }
            #expect(try await !keys.matches(first, live: world.live))
        }
    }

    @Test func `a limited number of keys is cached, and the others are read`() async throws {
        try await MediaNode.run { world async throws in
            let keys = keys(world, cachedMax: 8)
            let lives: [LiveID] = (0..<100).map { Samples.id("live \($0)") }
            var made: [StreamKey] = []
            for live in lives { made.append(try await keys.key(of: live)) }
            for (live, key) in zip(lives, made) {
                #expect(try await keys.matches(key, live: live))
                #expect(keys.cachedCount <= 8)
            }
            #expect(keys.cachedCount > 0)
        }
    }

    @Test func `no log line contains a key`() async throws {
        try await MediaNode.run { world async throws in
            let key = try await world.node.services.streamKeys.key(of: world.live)
            world.node.services.logger.info(
                "\(key) \(String(reflecting: key))", metadata: ["stream.key": "\(key.secret)"])
            #expect(world.log.lines.contains { $0.contains("hidden") })
            #expect(!world.log.lines.contains { $0.contains(key.secret) })
        }
    }
}
