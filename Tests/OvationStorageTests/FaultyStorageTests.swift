import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@Suite struct FaultyStorageTests {
    private func make(seed: UInt64 = 1) throws -> FaultyStorage {
        FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()), seed: seed)
    }

    @Test func `a scripted commit fails before or after it is stored, and the next one succeeds`() async throws {
        let storage = try make()
        storage.script(.failBefore, .failAfter, .none)
        await #expect(throws: StorageError.self) { try await storage.commit([.credit(Samples.alice, 1, "a")]) }
        await #expect(throws: StorageError.self) { try await storage.commit([.credit(Samples.alice, 2, "b")]) }
        #expect(try await storage.commit([.credit(Samples.alice, 4, "c")]).count == 1)
        #expect(try await storage.balance(of: .user(Samples.alice.userID)) == Samples.coins(6))
        #expect(storage.commitCount == 3)
        #expect(storage.failureCount == 2)
    }

    @Test func `an order whose answer was lost is charged once when it is sent again`() async throws {
        let storage = try make()
        _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 10, "a")])
        storage.script(.failAfter)
        await #expect(throws: StorageError.self) { try await storage.commit([.order(Samples.order("1"))]) }
        let outcomes = try await storage.commit([.order(Samples.order("1"))])
        guard case .order(.repeated(let record), _) = outcomes[0] else { return #expect(Bool(false), "\(outcomes)") }
        #expect(record.balance == Samples.coins(9))
    }

    @Test func `a held commit is stored only when it is released`() async throws {
        let storage = try make()
        storage.script(.hold)
        async let outcome = storage.commit([.credit(Samples.alice, 1, "a")])
        await storage.waitUntilHeld()
        #expect(try await storage.balance(of: .user(Samples.alice.userID)) == nil)
        storage.release()
        #expect(try await outcome == [.credited(balance: Samples.coins(1), repeated: false)])
    }

    @Test func `a storage that is down fails reading and writing until it is up again`() async throws {
        let storage = try make()
        storage.setDown(true)
        await #expect(throws: StorageError.self) { try await storage.commit([.credit(Samples.alice, 1, "a")]) }
        await #expect(throws: StorageError.self) { try await storage.openRooms() }
        await #expect(throws: StorageError.self) { try await storage.balance(of: .house) }
        storage.setDown(false)
        #expect(try await storage.balance(of: .user(Samples.alice.userID)) == nil)
    }

    @Test func `equal seeds fail the same commits`() async throws {
        func failures(seed: UInt64) async throws -> [Int] {
            let storage = try make(seed: seed)
            storage.set(.init(failBefore: 0.3, failAfter: 0.2, yield: 0.2))
            var failed: [Int] = []
            for number in 0..<100 {
                do { _ = try await storage.commit([.credit(Samples.alice, 1, "c\(number)")]) } catch {
                    failed.append(number)
                }
            }
            return failed
        }
        let first = try await failures(seed: 42)
        #expect(try await failures(seed: 42) == first)
        #expect((20...80).contains(first.count))
        #expect(try await failures(seed: 43) != first)
    }

    @Test func `every order is charged at most once and the books balance, whatever fails`() async throws {
        var random = SeededGenerator.printed()
        let storage = try make(seed: random.next())
        _ = try await storage.commit([.createRoom(Samples.room()), .credit(Samples.alice, 1_000, "a")])
        storage.set(.init(failBefore: 0.2, failAfter: 0.2, yield: 0.1))
        var answered: [OrderID: SettledOrder] = [:]
        for _ in 0..<600 {
            let order = Samples.order("\(random.number(0...99))")
            guard let outcomes = try? await storage.commit([.order(order)]) else { continue }
            switch outcomes[0] {
            case .order(.charged(let record, _), _):
                #expect(answered[order.orderID] == nil, "seed \(random.seed)")
                answered[order.orderID] = record
            case .order(.repeated(let record), _):
                #expect(answered[order.orderID] ?? record == record, "seed \(random.seed)")
                answered[order.orderID] = record
            default: Issue.record("\(outcomes), seed \(random.seed)")
            }
        }
        let audit = try await storage.auditLedger()
        #expect(audit.isBalanced, "seed \(random.seed): \(audit.problems)")
        #expect(
            try await storage.balance(of: .user(Samples.alice.userID)) == Samples.coins(1_000 - Int64(audit.orders)))
        #expect(storage.failureCount > 0)
    }
}
