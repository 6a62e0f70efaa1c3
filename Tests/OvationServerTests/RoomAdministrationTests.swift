import Dispatch
import Logging
import NIOCore
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationREST
@testable import OvationSupport

/// Calls of the app's backend end with an error when the server stops before it can answer.
@Suite(.timeLimit(.minutes(5))) struct RoomAdministrationTests {
    /// Waits on a server whose journal does not run and whose event loop is blocked, until the task is cancelled.
    private func end(_ body: @escaping @Sendable (RoomAdministration) async throws -> Void) async throws {
        let loop = NIOAsyncTestingEventLoop()
        let gate = DispatchSemaphore(value: 0)
        loop.execute { gate.wait() }
        let node = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1_400_000_001, secret: "secret"),
            storage: try SQLiteStorage(inMemory: LedgerPolicy()), catalogue: GiftCatalogue(), eventLoops: [loop],
            clock: .system, ids: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).node
        let room = node.makeRoom(ClaimedRoom(record: Samples.room(), seqBase: 0))
        node.services.directory.publish(room, listing: RoomListing(info: Samples.info(), audienceCount: 0))
        let waiting = Task { try await body(RoomAdministration(node: node)) }
        waiting.cancel()
        let result = await waiting.result
        #expect(throws: Rejection(.serverShuttingDown)) { try result.get() }
        gate.signal()
        await loop.shutdownGracefully()
    }

    @Test func `a request to a live ends with the server`() async throws {
        try await end { rooms in _ = try await rooms.ask(.info, in: Samples.id("live")) }
    }

    @Test func `a write that is not yet stored ends with the server`() async throws {
        try await end { rooms in
            _ = try await rooms.keep(.profile(Samples.alice.userID, UserProfile()))
        }
    }

    @Test func `several writes that are not yet stored end with the server`() async throws {
        try await end { rooms in
            try await rooms.keep([
                .profile(Samples.alice.userID, UserProfile()), .profile(Samples.bob.userID, UserProfile()),
            ])
        }
    }

    @Test func `the creation of a live ends with the server`() async throws {
        try await end { rooms in
            try await rooms.create(RoomCreate(liveID: Samples.id("another")), owner: Samples.host)
        }
    }
}
