import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit

extension Benchmarks {
    private static let batch = 256
    private static let senders = (0..<64).map { Samples.user("sender\($0)") }

    private static func orders(from first: Int) -> [GiftOrder] {
        (first..<first + batch).map { number in
            Samples.order("o\(number)", from: senders[number % senders.count], Samples.cake)
        }
    }

    /// The pure part: who pays whom.
    private static let settling = Benchmark(
        "ledger/settle an order, in batches of \(batch)",
        against: Benchmark.Reference(
            name: "an addition in a dictionary of balances",
            sample: Benchmark.timed { times in
                var balances = Dictionary(uniqueKeysWithValues: senders.map { (AccountID.user($0.userID), Int64(0)) })
                for number in 0..<times { balances[.user(senders[number % senders.count].userID), default: 0] += 1 }
                blackHole(balances)
            })
    ) {
        let orders = Self.orders(from: 0)
        let balances = Dictionary(
            uniqueKeysWithValues: senders.map { (AccountID.user($0.userID), Samples.coins(1_000_000)) })
        let sample = try await Benchmark.timed { times in
            for _ in 0..<times {
                var view = LedgerView(balances: balances)
                blackHole(settle(orders, policy: LedgerPolicy(), view: &view))
            }
        }()
        return Benchmark.Sample(operations: sample.operations * batch, nanoseconds: sample.nanoseconds)
    }

    /// Everything: read, settle, write, sync.
    private static let committing = Benchmark(
        "ledger/charge an order in SQLite, in batches of \(batch)",
        against: Benchmark.Reference(name: "a write of 4 KiB and fsync", sample: { try syncedWrites() })
    ) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = try SQLiteStorage(path: folder.path + "/ovation.sqlite", policy: LedgerPolicy())
        _ = try await storage.commit(
            [.createRoom(Samples.room())] + senders.map { .credit($0, 1_000_000, "c-\($0.userID)") })
        let batches = 20
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<batches {
            _ = try await storage.commit(orders(from: number * batch).map { .order($0) })
        }
        let duration = (clock.now - start).components
        try await storage.close()
        return Benchmark.Sample(
            operations: batches * batch,
            nanoseconds: Double(duration.seconds) * 1e9 + Double(duration.attoseconds) / 1e9)
    }

    private static func syncedWrites() throws -> Benchmark.Sample {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("ovation-bench-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let page = Data(repeating: 7, count: 4_096)
        let times = 50
        let nanoseconds = try Benchmark.elapsed {
            for _ in 0..<times {
                try handle.write(contentsOf: page)
                try handle.synchronize()
            }
        }
        return Benchmark.Sample(operations: times, nanoseconds: nanoseconds)
    }

    /// What money costs.
    static let ledger: [Benchmark] = [settling, committing]
}
