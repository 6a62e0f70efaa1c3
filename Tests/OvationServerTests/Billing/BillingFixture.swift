import Logging
import NIOCore
import NIOPosix
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit

@testable import OvationBackend
@testable import OvationObservability
@testable import OvationSupport

/// A billing desk over a real ledger in memory. The test controls the billing and the clock.
struct BillingFixture: Sendable {
    let biller: ScriptedBiller
    let storage: FaultyStorage
    let clock: ManualClock
    let desk: BillingDesk
    let loop: any EventLoop

    /// This is long enough that no timer of the desk fires in a test. Tests sweep themselves.
    private static let retryMilliseconds = 100_000

    /// Runs a desk while `body` runs. The storage has the samples' live `live`.
    static func run(
        _ policy: BillingPolicy = BillingPolicy(), inFlightMax: Int = 1_000,
        storage base: (any Storage)? = nil, _ body: @Sendable (BillingFixture) async throws -> Void
    ) async throws {
        var limits = Limits()
        limits.billingRetryMilliseconds = retryMilliseconds
        limits.billingInFlightMax = inFlightMax
        let storage = FaultyStorage(try base ?? SQLiteStorage(inMemory: LedgerPolicy()))
        if base == nil { _ = try await storage.commit([.createRoom(Samples.room())]) }
        let clock = ManualClock()
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(factory: registry, limits: limits)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let biller = ScriptedBiller(policy)
        let journal = Journal(storage: storage, limits: limits, metrics: metrics, logger: logger)
        let desk = BillingDesk(
            biller: biller, storage: storage, journal: journal, limits: limits,
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), metrics: metrics,
            logger: logger, eventLoop: loop)
        let fixture = BillingFixture(biller: biller, storage: storage, clock: clock, desk: desk, loop: loop)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await journal.run() }
            group.addTask { await desk.run() }
            defer { group.cancelAll() }
            try await body(fixture)
        }
    }

    /// Charges an order and waits for the answer.
    func charge(_ order: GiftOrder) async -> BillingDesk.Reply {
        let wait = Patience.begin("the answer to order \(order.key.orderID)")
        defer { wait.end() }
        return await withCheckedContinuation { continuation in
            desk.charge(order, biller.policy ?? BillingPolicy(), on: loop) { continuation.resume(returning: $0) }
        }
    }

    /// Advances the clock until every open order is due, and sweeps.
    func sweepLater() async {
        clock.advance(seconds: 400)
        await desk.sweep()
    }

    func state(of order: GiftOrder) async throws -> BillingState? {
        try await storage.billingOrder(order.key)?.state
    }

    func amount(of account: AccountID) async throws -> Int64 { try await storage.balance(of: account)?.amount ?? 0 }

    /// The orders on the reconciliation list.
    func unresolved() async throws -> [OrderKey] {
        try await storage.billingOrders(BillingQuery(states: BillingState.unresolved, limit: 1_000)).map(\.order.key)
    }
}

extension BillingDesk.Reply {
    /// The record if the order was charged now; nil otherwise.
    var charged: SettledOrder? {
        guard case .settled(.success(.order(.charged(let record, _), _)), _) = self else { return nil }
        return record
    }

    /// The record if the order had been charged before; nil otherwise.
    var repeated: SettledOrder? { if case .repeated(let record) = self { record } else { nil } }

    /// The refusal; nil if there is none.
    var refused: Rejection? {
        switch self {
        case .refused(let rejection), .declined(let rejection): rejection
        case .settled(.failure(let rejection), _): rejection
        default: nil
        }
    }

    /// The event as JSON text; nil if there is none.
    var event: String? {
        guard case .settled(_, let event) = self else { return nil }
        return String(decoding: event.draft.data, as: UTF8.self)
    }
}
