import Logging
import NIOPosix
import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationSupport

/// What a client is answered when the storage does not take a new start.
@Suite struct RoomClaimTests {
    private let world: HostedWorld

    init() throws { world = try HostedWorld() }

    private func refusal(after result: Result<StorageOutcome, Rejection>) -> Rejection? {
        switch world.host.node.claimed(Samples.room(), after: result) {
        case .success: nil
        case .failure(let rejection): rejection
        }
    }

    @Test(arguments: [
        (owner: Samples.host, code: ErrorCode.roomIDUsedByOwner), (owner: Samples.alice, code: .roomIDOccupied),
    ])
    func `a live that is on at another server is answered like one that is on here`(
        _ taken: (owner: UserInfo, code: ErrorCode)
    ) {
        let start = OpenStart(sessionID: Samples.id("elsewhere"), owner: taken.owner.userID, home: .node(2))
        #expect(refusal(after: .success(.taken(start)))?.code == taken.code)
        world.end()
    }

    @Test func `too many lives in the storage are answered like too many on this node`() {
        #expect(refusal(after: .success(.tooManyLives))?.code == .tooManyLives)
        #expect(refusal(after: .success(.started(seqBase: 1))) == nil)
        #expect(refusal(after: .failure(Rejection(.storageUnavailable)))?.code == .storageUnavailable)
        world.end()
    }

    @Test
    func `a creation counts lives that this node does not run, and gives its claim back when it is refused`()
        async throws
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await storage.commit([.createRoom(Samples.room("other"))])
        var limits = Limits()
        limits.userLivesMax = 1
        let host = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret", limits: limits), storage: storage,
            catalogue: GiftCatalogue(), eventLoops: [loop], clock: .system, ids: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let node = host.node
        async let _ = host.run()
        for _ in 1...2 {
            let refusal = await #expect(throws: Rejection.self) {
                let _: (room: any RoomPort, created: Bool) = try await FirstOutcome.answer {
                    node.createRoom(
                        RoomCreate(liveID: Samples.id("live"), settings: RoomSettings()), owner: Samples.host,
                        by: .owner(isLimited: true), on: loop, $0)
                }
            }
            #expect(refusal?.code == .tooManyLives)
        }
        #expect(try await storage.lastRoom(Samples.id("live")) == nil)
        host.end()
    }

    @Test func `a creation that is kept without an answer is closed, also when the first attempt to close it fails`()
        async throws
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()))
        let host = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret", limits: Limits()), storage: storage,
            catalogue: GiftCatalogue(), eventLoops: [loop], clock: .system, ids: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let node = host.node
        async let _ = host.run()
        storage.script(.failAfter, .failBefore)
        await #expect(throws: Rejection.self) {
            let _: (room: any RoomPort, created: Bool) = try await FirstOutcome.answer {
                node.createRoom(
                    RoomCreate(liveID: Samples.id("live"), settings: RoomSettings()), owner: Samples.host,
                    by: .owner(isLimited: true), on: loop, $0)
            }
        }
        try? await node.services.journal.barrier()
        let open = try #require(try await storage.lastRoom(Samples.id("live")))
        #expect(open.endedAt == nil)
        #expect(node.failedStarts.withLock { $0.count } == 1)
        node.closeFailedStarts()
        try await node.services.journal.barrier()
        #expect(try await storage.lastRoom(Samples.id("live"))?.endedAt == open.info.createTime)
        #expect(node.failedStarts.withLock { $0.count } == 0)
        host.end()
    }
}
