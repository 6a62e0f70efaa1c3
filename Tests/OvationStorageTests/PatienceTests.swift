import Foundation
import OvationRules
import OvationStorageSQLite
import OvationTestKit
import Testing

@Suite struct PatienceTests {
    @Test func `an overdue wait is reported with its test, and one that has ended is not`() {
        let book = Patience()
        let first = book.begin("a gift", by: "the first", dueNanoseconds: 100)
        let second = book.begin("a like", by: "the second", dueNanoseconds: 50)
        #expect(book.overdue(atNanoseconds: 49) == [])
        #expect(book.overdue(atNanoseconds: 50) == ["✘ Test \"the second\" failed: it waits in vain for a like."])
        #expect(
            book.overdue(atNanoseconds: 100) == [
                "✘ Test \"the first\" failed: it waits in vain for a gift.",
                "✘ Test \"the second\" failed: it waits in vain for a like.",
            ])
        second.end()
        first.end()
        #expect(book.overdue(atNanoseconds: .max) == [])
    }

    @Test func `a test that waits in vain for a held reading ends the run at once`() async throws {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardOutputContent]) {
            // This process has a patience of zero seconds.
            setenv("OVATION_TEST_PATIENCE_SECONDS", "0", 1)
            let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()))
            await storage.waitUntilReading()
        }
        let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(said.contains("it waits in vain for 1 held readings."), "\(said)")
    }
}
