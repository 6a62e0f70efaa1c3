import Logging
import NIOPosix
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationObservability

/// The order in which the journal stores writes.
@Suite(.timeLimit(.minutes(2)))
struct JournalOrderTests {
    /// Runs a journal of small transactions with two lives. The storage holds the first write until the test releases it.
    private func run(_ body: @Sendable (Journal, FaultyStorage) async throws -> Void) async throws {
        var limits = Limits()
        limits.journalBatchMax = 16
        let base = try SQLiteStorage(inMemory: LedgerPolicy(newUserGrant: Samples.coins(10_000)))
        _ = try await base.commit([.createRoom(Samples.room("live")), .createRoom(Samples.room("other"))])
        let storage = FaultyStorage(base)
        let journal = Journal(
            storage: storage, limits: limits, metrics: ServerMetrics(factory: PrometheusRegistry(), limits: limits),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let writing = Task { await journal.run() }
        defer { writing.cancel() }
        storage.script(.hold)
        journal.submit(.profile(Samples.bob.userID, UserProfile()), on: nil, nil)
        await storage.waitUntilHeld()
        try await body(journal, storage)
    }

    /// Submits a write and waits until it is stored.
    private func keep(_ write: StorageWrite, _ journal: Journal) async throws {
        let result = await withCheckedContinuation { continuation in
            journal.submit(write, on: nil) { continuation.resume(returning: $0) }
        }
        _ = try result.get()
    }

    /// How many writes were stored before an order.
    private func place(of orderID: String, in storage: FaultyStorage) async throws -> Int {
        let writes = await storage.kept { $0.contains { $0.orderID == orderID } }
        return try #require(writes.firstIndex { $0.orderID == orderID })
    }

    @Test func `an order is in the next transaction, however many other writes came before it`() async throws {
        try await run { journal, storage in
            for number in 0..<200 {
                journal.submit(.profile(Samples.user("user\(number)").userID, UserProfile()), on: nil, nil)
            }
            async let kept: Void = keep(.order(Samples.order("gift")), journal)
            while journal.pendingCount < 201 { await Task.yield() }
            storage.release()
            try await kept
            #expect(try await place(of: "gift", in: storage) <= 16)
        }
    }

    @Test func `a flood of orders in one live does not delay an order in another`() async throws {
        try await run { journal, storage in
            for number in 0..<200 {
                journal.submit(.order(Samples.order("flood\(number)", from: Samples.bob)), on: nil, nil)
            }
            async let kept: Void = keep(.order(Samples.order("gift", live: "other")), journal)
            while journal.pendingCount < 201 { await Task.yield() }
            storage.release()
            try await kept
            #expect(try await place(of: "gift", in: storage) <= 32)
        }
    }

    @Test func `a barrier is passed when every earlier write has been stored`() async throws {
        try await run { journal, storage in
            for number in 0..<100 {
                journal.submit(.profile(Samples.user("user\(number)").userID, UserProfile()), on: nil, nil)
            }
            async let passed: Void = journal.barrier()
            while journal.pendingCount < 101 { await Task.yield() }
            // These orders come after the barrier and overtake the writes that it waits for.
            for number in 0..<100 { journal.submit(.order(Samples.order("late\(number)")), on: nil, nil) }
            storage.release()
            try await passed
            let profiles = await storage.kept { _ in true }.count { if case .profile = $0 { true } else { false } }
            #expect(profiles == 101)
        }
    }
}

extension StorageWrite {
    /// The order's id; nil for any other write.
    fileprivate var orderID: String? { if case .order(let order, _) = self { order.orderID.rawValue } else { nil } }
}
