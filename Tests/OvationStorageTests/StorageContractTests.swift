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
    func `a storage whose disk only hesitates keeps the contract`(_ clause: StorageContract.Clause) async throws {
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
