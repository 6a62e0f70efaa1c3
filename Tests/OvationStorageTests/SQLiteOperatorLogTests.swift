import OvationModel
import OvationRules
import OvationStorage
import Testing

@testable import OvationStorageSQLite

/// The log of operators in SQLite: what nobody may do to it, and how it is read when it is long.
@Suite struct SQLiteOperatorLogTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func insertion(_ count: Int) -> String {
        """
        WITH RECURSIVE line (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM line WHERE n < \(count))
        INSERT INTO operator_log SELECT n, n, 'admin-' || (n % 3), 'rest', '', 'a/b', 'gift-' || (n % 1000), '{}', 0, ''
        FROM line
        """
    }

    @Test func `a line is never changed`() throws {
        let storage = try SQLiteStorage(path: folder.file())
        try storage.execute(Self.insertion(1))
        #expect(throws: StorageError.self) { try storage.execute("UPDATE operator_log SET done_by = 'somebody'") }
        #expect(try storage.text("SELECT done_by FROM operator_log") == "admin-1")
    }

    @Test func `a million lines are read page by page, whatever the filter, and cut when the limit says so`()
        async throws
    {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        try storage.execute(Self.insertion(1_000_000))
        var query = OperatorLogQuery(limit: 200)
        var numbers: [Int64] = []
        for _ in 1...3 {
            let page = try await storage.operatorLog(query)
            numbers += page.map(\.number)
            query.before = page.last?.number
        }
        #expect(numbers == Array((999_401...1_000_000).reversed()))
        query = OperatorLogQuery(object: "gift-7", before: 500_000, limit: 3)
        #expect(try await storage.operatorLog(query).map(\.number) == [499_007, 498_007, 497_007])
        query = OperatorLogQuery(by: "admin-1", object: "gift-7", limit: 2)
        #expect(try await storage.operatorLog(query).map(\.number) == [997_007, 994_007])
        query = OperatorLogQuery(before: 3, limit: 200)
        #expect(try await storage.operatorLog(query).map(\.number) == [2, 1])
        let act = OperatorAct(
            at: Timestamp(milliseconds: 7), by: "ada", way: .rest, address: "", command: "a/b", object: "",
            details: "{}",
            code: 0, requestID: "")
        _ = try await storage.commit([.operatorAct(act, keptMax: 1_000, forgettingBefore: nil)])
        #expect(try storage.text("SELECT COUNT(*) FROM operator_log") == "1000")
    }
}
