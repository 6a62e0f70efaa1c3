import Foundation
import OvationModel
import OvationRules
import OvationServer
import OvationStorage
import OvationTestKit
import Synchronization
import Testing

/// An order that is at the app's billing, sent again while the rules of its live would refuse it.
@Suite(.timeLimit(.minutes(5)))
struct OrderUnderWayTests {
    /// What makes the rules refuse an order that they let through a moment ago.
    enum Obstacle: String, CaseIterable, Sendable {
        case kicked, banned, giftsOff, liveEnded, giftGone, billingGone

        /// What the host or the backend does.
        func happen(_ host: RawClient, _ rest: RESTCaller) async throws {
            switch self {
            case .kicked:
                try await host.ask(20, "audience.kick", room: "r1", #"{"userID":"alice"}"#)
            case .banned:
                try await host.ask(20, "audience.ban", room: "r1", #"{"userID":"alice"}"#)
            case .giftsOff:
                try await host.ask(20, "room.update", room: "r1", #"{"isGiftEnabled":false}"#)
            case .liveEnded:
                try await host.send(#"{"id":20,"op":"room.end","room":"r1"}"#)
                // Its answer waits for the order; that of the next command says that it was read.
                try await host.ask(21, "session.ping", room: "r1")
            case .giftGone:
                #expect(try await rest.code("del_gift", ["GiftId": "crown"]) == 0)
            case .billingGone:
                #expect(try await rest.code("live_config/delete_callback") == 0)
            }
        }
    }

    private static let gift = #"{"id":3,"op":"gift.send","room":"r1","data":{"orderID":"o1","giftID":"crown"}}"#

    private static func logIn(_ user: String, _ server: TestServer, join: Bool = true) async throws -> RawClient {
        let client = try await RawClient.open(port: server.port)
        try await client.logIn(user)
        guard join else { return client }
        try await client.ask(2, "room.join", room: "r1")
        return client
    }

    /// Runs a live with a billing that answers when the door is opened.
    private static func run(
        answer: CallbackTestServer.Behaviour = .yes,
        _ body:
            @escaping @Sendable (TestServer, RawClient, _ asked: @escaping @Sendable () async -> Void, Gate)
            async throws -> Void
    ) async throws {
        let gate = Gate()
        try await CallbackTestServer.run({ _ in
            await gate.pass()
            return answer
        }) { backend in
            let url = backend.url
            var limits = Limits()
            limits.callbackTimeoutMilliseconds = 60_000
            try await TestServer.run(limits: limits, billerURL: url) { server in
                let host = try await RawClient.open(port: server.port)
                try await host.logIn("host")
                try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
                _ = try await host.event("room.snapshot")
                try await body(server, host, { await gate.waitUntilWaiting() }, gate)
            }
        }
    }

    @Test(arguments: Obstacle.allCases)
    func `who repeats an order that is at the billing waits for its outcome, whatever the rules say by then`(
        _ obstacle: Obstacle
    ) async throws {
        try await Self.run { server, host, asked, gate in
            let first = try await Self.logIn("alice", server)
            try await first.send(Self.gift)
            await asked()
            try await obstacle.happen(host, RESTCaller(server))
            let second = try await Self.logIn("alice", server, join: false)
            try await second.send(Self.gift)
            // The repeat was read, and has no answer as long as the order has none.
            try await second.ask(4, "session.ping", room: "r1")
            gate.open()
            let again = try await second.reply(to: 3)
            #expect((again["ok"] as? [String: Any])?["coins"] as? Int == 100, "\(obstacle): \(again)")
            #expect((try await first.reply(to: 3)["ok"] as? [String: Any])?["coins"] as? Int == 100, "\(obstacle)")
            #expect(try await server.storage.balance(of: .biller)?.amount == -100, "charged once, by the billing")
        }
    }

    @Test func `what the billing refuses meanwhile is what a repeat is told, and it stands`() async throws {
        try await Self.run(answer: .code(102_150, "too poor")) { server, host, asked, gate in
            let first = try await Self.logIn("alice", server)
            try await first.send(Self.gift)
            await asked()
            try await Obstacle.kicked.happen(host, RESTCaller(server))
            try await first.send(Self.gift.replacing(#""id":3"#, with: #""id":4"#))
            try await first.ask(5, "session.ping", room: "r1")
            gate.open()
            for id in [3, 4] {
                let error = try await first.reply(to: id)["error"] as? [String: Any]
                #expect(error?["code"] as? Int == 102_150, "\(id): \(error ?? [:])")
            }
            // Also when it is over: the order has its answer, and the rules have no other.
            let late =
                try await first.ask(
                    6, "gift.send", room: "r1", #"{"orderID":"o1","giftID":"crown"}"#)["error"] as? [String: Any]
            #expect(late?["code"] as? Int == 102_150)
            let forged = try await first.code(
                7, "gift.send", room: "r1", #"{"orderID":"o1","giftID":"crown","count":2}"#)
            #expect(forged == 110_005)
            let other = try await first.code(8, "gift.send", room: "r1", #"{"orderID":"o2","giftID":"crown"}"#)
            #expect(other == 100_005, "an order that was never let through is refused by the rules")
        }
    }

    @Test func `the backend that repeats an order waits for its outcome like a client`() async throws {
        try await Self.run { server, host, asked, gate in
            let rest = RESTCaller(server)
            #expect(try await rest.code("im_open_login_svc/account_import", ["UserID": "fan"]) == 0)
            let body: [String: Any] = ["RoomId": "r1", "From_Account": "fan", "GiftId": "crown", "OrderId": "o1"]
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            @Sendable func send() async throws -> Int {
                try RESTCaller.code(of: try await rest.call("send_gift", json: text))
            }
            async let first = send()
            await asked()
            try await Obstacle.giftsOff.happen(host, rest)
            async let second = send()
            // Another order is refused at once, so the repeat is not answered out of mere slowness.
            #expect(try await rest.code("send_gift", body.merging(["OrderId": "o2"]) { $1 }) == 102_001)
            gate.open()
            let codes = [try await first, try await second]
            #expect(codes == [0, 0])
            #expect(try await server.storage.balance(of: .biller)?.amount == -100)
        }
    }

    @Test func `a repeat of a charged order gets its first answer also while the billing has too much to do`()
        async throws
    {
        let gate = Gate()
        try await CallbackTestServer.run({ request in
            if request.json["OrderId"] as? String == "alice/slow" { await gate.pass() }
            return .yes
        }) { backend in
            let url = backend.url
            var limits = Limits()
            limits.callbackTimeoutMilliseconds = 60_000
            limits.billingInFlightMax = 1
            try await TestServer.run(limits: limits, billerURL: url) { server in
                let host = try await RawClient.open(port: server.port)
                try await host.logIn("host")
                try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
                _ = try await host.event("room.snapshot")
                let alice = try await Self.logIn("alice", server)
                let order = #"{"orderID":"o1","giftID":"crown"}"#
                let first = try await alice.ask(3, "gift.send", room: "r1", order)
                #expect(first["ok"] != nil)
                try await alice.send(
                    #"{"id":4,"op":"gift.send","room":"r1","data":{"orderID":"slow","giftID":"crown"}}"#)
                await gate.waitUntilWaiting()
                let again = try await alice.ask(5, "gift.send", room: "r1", order)
                #expect((again["ok"] as? [String: Any])?["durable"] as? Int == 1, "\(again)")
                let busy = try await alice.code(6, "gift.send", room: "r1", #"{"orderID":"o2","giftID":"crown"}"#)
                #expect(busy == 110_025)
                gate.open()
                #expect(try await alice.reply(to: 4)["ok"] != nil)
            }
        }
    }

    @Test func `the billing hears where the sender of a gift is, each time it is asked`() async throws {
        let attempts = Mutex(0)
        try await CallbackTestServer.run({ _ in
            let attempt = attempts.withLock { attempts in
                attempts += 1
                return attempts
            }
            return attempt < 3 ? .answer(status: 500, "") : .code(1, "no")
        }) { backend in
            let url = backend.url
            var limits = Limits()
            limits.billingRetryMilliseconds = 20
            limits.callbackTimeoutMilliseconds = 60_000
            try await TestServer.run(
                limits: limits, billing: BillingPolicy(isIdempotent: true), billerURL: url,
                trustedProxies: [try #require(CIDRBlock("127.0.0.0/8"))]
            ) { server in
                let host = try await RawClient.open(port: server.port)
                try await host.logIn("host")
                try await host.send(#"{"id":2,"op":"room.create","data":{"liveID":"r1"}}"#)
                _ = try await host.event("room.snapshot")
                let alice = try await RawClient.open(
                    port: server.port,
                    headers: [
                        "Sec-WebSocket-Protocol: ovation.v1.json", "X-Forwarded-For: 203.0.113.7",
                        "User-Agent: Ovation/1 (iOS)",
                    ])
                try await alice.logIn("alice")
                try await alice.ask(2, "room.join", room: "r1")
                #expect(
                    try await alice.code(3, "gift.send", room: "r1", #"{"orderID":"o1","giftID":"crown"}"#) == 102_004)
                let asked = await backend.requests(3)
                #expect(asked.map { $0.query["ClientIP"] } == Array(repeating: "203.0.113.7", count: 3))
                #expect(asked.map { $0.query["OptPlatform"] } == Array(repeating: "iOS", count: 3))
            }
        }
    }

    @Test func `the billing hears where the backend is that sends a gift`() async throws {
        try await CallbackTestServer.run { backend in
            let url = backend.url
            try await TestServer.run(billerURL: url) { server in
                let host = try await RESTGiftTests.live("r1", server)
                let rest = RESTCaller(server)
                #expect(try await rest.code("im_open_login_svc/account_import", ["UserID": "fan"]) == 0)
                let body: [String: Any] = ["RoomId": "r1", "From_Account": "fan", "GiftId": "crown"]
                #expect(try await rest.code("send_gift", body) == 0)
                let asked = try #require(backend.requests.first)
                #expect(asked.query["ClientIP"] == "127.0.0.1")
                #expect(asked.query["OptPlatform"] == "RESTAPI")
                await host.cut()
            }
        }
    }
}
