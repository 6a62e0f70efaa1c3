import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

@testable import OvationBackend
@testable import OvationObservability

/// Many simultaneous orders compete for a wallet's last coins, through the journal and a real ledger.
@Suite(.timeLimit(.minutes(5)))
struct LastCoinTests {
    @Test func `of 50 orders at once with coins for exactly k, exactly k are charged`() async throws {
        var random = SeededGenerator.printed("trials of 50 orders at once")
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let limits = Limits()
        let metrics = ServerMetrics(factory: PrometheusRegistry(), limits: limits)
        let journal = Journal(
            storage: storage, limits: limits, metrics: metrics,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let trials = (0..<Thoroughness.rounds(200, verify: 1_000)).map { ("user\($0)", random.number(0...50)) }
        _ = try await storage.commit(
            [.createRoom(Samples.room())]
                + trials.filter { $0.1 > 0 }.map { .credit(Samples.user($0), Int64($1), "c\($0)") })
        let group = MultiThreadedEventLoopGroup.singleton
        async let _ = journal.run()
        for (name, coins) in trials {
            let sender = Samples.user(name)
            let settlements = await withTaskGroup(of: StorageOutcome?.self) { tasks in
                for number in 0..<50 {
                    tasks.addTask {
                        await withCheckedContinuation { continuation in
                            journal.submit(
                                .order(Samples.order("\(number)", from: sender)), on: group.next()
                            ) { continuation.resume(returning: try? $0.get()) }
                        }
                    }
                }
                return await tasks.reduce(into: []) { $0.append($1) }
            }
            var charged = 0
            var refused = 0
            for case .order(let settlement, _)? in settlements {
                switch settlement {
                case .charged: charged += 1
                case .insufficient: refused += 1
                case .repeated, .conflict, .refusedOutside, .halted:
                    Issue.record("\(settlement), seed \(random.seed)")
                }
            }
            #expect(charged == coins && refused == 50 - coins, "\(name), seed \(random.seed)")
        }
        #expect(try await storage.auditLedger().problems == [])
    }
}
