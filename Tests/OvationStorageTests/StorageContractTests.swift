import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@Suite struct StorageContractTests {
    @Test(arguments: StorageContract.clauses)
    func `SQLite in memory keeps the contract`(_ clause: StorageContract.Clause) async throws {
        try await clause.check { try SQLiteStorage(inMemory: $0) }
    }

    @Test(arguments: StorageContract.clauses)
    func `SQLite in a file keeps the contract`(_ clause: StorageContract.Clause) async throws {
        let folder = try TemporaryFolder()
        try await clause.check { try SQLiteStorage(path: folder.file(), policy: $0) }
    }

    @Test(arguments: StorageContract.clauses)
    func `a storage whose commits are only delayed keeps the contract`(_ clause: StorageContract.Clause) async throws {
        try await clause.check { policy in
            let storage = FaultyStorage(try SQLiteStorage(inMemory: policy), seed: 7)
            storage.set(FaultyStorage.Odds(yield: 0.5))
            return storage
        }
    }

    @Test func `the suite notices a storage that charges twice`() async throws {
        let clause = try #require(
            StorageContract.clauses.first { $0.description.hasPrefix("a repeated order gets the first answer") })
        await #expect(throws: ContractViolation.self) {
            try await clause.check { ForgetfulStorage(try SQLiteStorage(inMemory: $0)) }
        }
    }
}

extension StorageContractTests {
    @Test func `a live's moderation log keeps its newest entries`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy(), moderationLogMax: 3)
        let (room, other) = (Samples.room(), Samples.room("other"))
        let line = RoomChange.log(ModerationRecord(.kick, at: Samples.time, source: .client, by: nil))
        _ = try await storage.commit([.createRoom(room), .createRoom(other)])
        _ = try await storage.commit([.changeRoom(other.info.sessionID, [line], [])])
        for _ in 1...7 { _ = try await storage.commit([.changeRoom(room.info.sessionID, [line], [])]) }
        let kept = try await storage.moderationLog(of: room.info.liveID, before: nil, limit: 10)
        #expect(kept.map(\.number) == [7, 6, 5])
        #expect(try await storage.moderationLog(of: other.info.liveID, before: nil, limit: 10).map(\.number) == [1])
        try await storage.close()
    }
}
