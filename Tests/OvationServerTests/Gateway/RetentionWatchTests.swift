import Logging
import NIOCore
import NIOEmbedded
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationStorageSQLite
@testable import OvationSupport

/// What a node forgets because it is too old.
@Suite(.timeLimit(.minutes(5)))
struct RetentionWatchTests {
    private static func forgetting(
        _ limits: Limits, _ body: @escaping @Sendable (Node, SQLiteStorage) async throws -> Void
    ) async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let loop = NIOAsyncTestingEventLoop()
        let node = HostedNode(
            configuration: NodeConfiguration(sdkAppID: 1, secret: "secret", limits: limits), storage: storage,
            catalogue: GiftCatalogue(), eventLoops: [loop], clock: .system, ids: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await node.run() }
            group.addTask {
                while !Task.isCancelled {
                    await loop.advanceTime(by: .seconds(1))
                    await Task.yield()
                }
            }
            try await body(node.node, storage)
            group.cancelAll()
            while case .failure(let error)? = await group.nextResult() {
                guard error is CancellationError else { throw error }
            }
        }
        node.end()
        await loop.shutdownGracefully()
    }

    private static func insertLines(_ count: Int, into storage: SQLiteStorage) throws {
        try storage.execute(
            """
            WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < \(count))
            INSERT INTO operator_log SELECT n, 1, 'ada', 'rest', '', 'a/b', '', '{}', 0, '' FROM line
            """)
    }

    @Test func `a round forgets as many steps as it may, and the next one goes on`() async throws {
        var limits = Limits()
        (limits.retentionRowsMax, limits.retentionStepsMax) = (10, 3)
        try await Self.forgetting(limits) { node, storage in
            try Self.insertLines(45, into: storage)
            await node.services.forgetWhatIsOld()
            #expect(try storage.text("SELECT COUNT(*) FROM operator_log") == "15")
            await node.services.forgetWhatIsOld()
            #expect(try storage.text("SELECT COUNT(*) FROM operator_log") == "1")
        }
    }

    @Test func `what the settings keep for ever is kept`() async throws {
        var limits = Limits()
        limits.operatorLogDays = 0
        try await Self.forgetting(limits) { node, storage in
            try Self.insertLines(5, into: storage)
            await node.services.forgetWhatIsOld()
            #expect(try storage.text("SELECT COUNT(*) FROM operator_log") == "5")
        }
    }

    @Test func `days become times, and 0 is for ever`() {
        var limits = Limits()
        (limits.retentionChatDays, limits.operatorLogDays, limits.retentionVisitDays) = (2, 0, .max)
        let step = RetentionStep(limits, at: Samples.time)
        #expect(step.chatBefore == Samples.time.adding(seconds: -172_800))
        #expect(step.operatorsBefore == nil && step.moderationBefore == nil)
        #expect(step.visitsBefore.map { $0 < Samples.time } == true)
    }
}
