import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// A server is killed in each state of an order that waits for the app's billing.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct BillingCrashTests {
    /// A billing that leaves the first questions and cancellations without an answer, then says yes to all.
    private final class Billing: Sendable {
        private let counts = Mutex<[String: Int]>([:])
        let silent: [String: Int]

        init(silent: [String: Int]) { self.silent = silent }

        func answer(_ request: CallbackTestServer.Request) -> CallbackTestServer.Behaviour {
            let time = counts.withLock { counts in
                counts[request.command, default: 0] += 1
                return counts[request.command] ?? 0
            }
            return time <= silent[request.command] ?? 0 ? .silence : .yes
        }
    }

    private static let ask = "Live.CallbackBeforeSendGift"
    private static let cancel = "Live.CallbackCancelSendGift"

    private static func start(
        _ data: URL, backend: CallbackTestServer, port: Int = 0, _ more: [String] = []
    ) async throws -> ServerProcess {
        try await ServerProcess.start(
            data: data, port: port,
            arguments: [
                "--limits.callbackTimeoutMilliseconds", "60000", "--limits.billingRetryMilliseconds", "50",
                "--callback.allowPrivateNetworks", "127.0.0.0/8", "--callback.allowPorts", String(backend.port),
            ] + more)
    }

    private static func live(_ server: ServerProcess, _ backend: CallbackTestServer) async throws -> Robot {
        let answer = try await RESTCaller(port: server.port).call(
            "live_config/set_callback", ["Url": backend.url, "CallbackCommandList": [ask]])
        #expect(answer["ErrorCode"] as? Int == 0, "\(answer)")
        return try await Robot.host(server)
    }

    private static func openOrders(_ server: ServerProcess) async throws -> [String] {
        let page = try await RESTCaller(port: server.port).response("ovation_wallet_srv/get_open_orders")
        return (page["OrderList"] as? [[String: Any]])?.compactMap { $0["State"] as? String } ?? []
    }

    /// The code that the sender gets when the order is sent again.
    private static func repeated(_ server: ServerProcess) async throws -> Int {
        try await Robot.viewer(as: "host", server).code(.give("o1"))
    }

    @Test func `an order survives a kill in every state, is asked about until its outcome is known, and is refunded`()
        async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let billing = Billing(silent: [Self.ask: 2, Self.cancel: 1])
        try await CallbackTestServer.run({ billing.answer($0) }) { backend in
            let idempotent = ["--billing.idempotent", "true"]
            let first = try await Self.start(data, backend: backend, idempotent)
            let host = try await Self.live(first, backend)
            try await host.send(.give("o1"))
            await backend.requests(1)
            await first.kill()  // pending

            let second = try await Self.start(data, backend: backend, idempotent)
            await backend.requests(2)
            #expect(try await Self.openOrders(second) == ["cancelling"])
            await second.kill()  // cancelling

            let third = try await Self.start(data, backend: backend, idempotent)
            await backend.requests(4)
            #expect(try await Self.openOrders(third) == ["revoking"])
            await third.kill()  // revoking

            let fourth = try await Self.start(data, backend: backend, idempotent)
            await backend.requests(5)
            try await Patience.until("an open order") { try await Self.openOrders(fourth).isEmpty }
            #expect(try await Self.repeated(fourth) == 102_004, "a cancelled order is never delivered later")
            #expect(backend.requests.map(\.command) == [Self.ask, Self.ask, Self.ask, Self.cancel, Self.cancel])
            #expect(Set(backend.requests.compactMap { $0.json["OrderId"] as? String }) == ["host/o1"])
            #expect(await fourth.terminate().status == 0)
            try await Self.expectNothingCharged(data, .cancelled)
        }
    }

    @Test func `without idempotence an order stays on the list after a kill and is not asked about again`() async throws
    {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let billing = Billing(silent: [Self.ask: 1])
        try await CallbackTestServer.run({ billing.answer($0) }) { backend in
            let first = try await Self.start(data, backend: backend)
            let host = try await Self.live(first, backend)
            try await host.send(.give("o1"))
            await backend.requests(1)
            await first.kill()
            let second = try await Self.start(data, backend: backend)
            #expect(try await Self.openOrders(second) == ["unknown"])
            #expect(try await Self.repeated(second) == 102_004)
            #expect(backend.requests.count == 1)
            #expect(await second.terminate().status == 0)
            try await Self.expectNothingCharged(data, .unknown)
        }
    }

    private static func expectNothingCharged(_ data: URL, _ state: BillingState) async throws {
        let storage = try SQLiteStorage(path: data.appendingPathComponent("ovation.sqlite").path)
        let audit = try await storage.auditLedger()
        #expect(audit.problems == [])
        #expect(audit.orders == 0)
        let key = OrderKey(sender: Samples.host.userID, orderID: Samples.id("o1"))
        #expect(try await storage.billingOrder(key)?.state == state)
        try await storage.close()
    }
}
