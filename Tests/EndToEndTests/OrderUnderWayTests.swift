import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationSupport

/// An order is sent again while the billing decides, at a moment when the live would refuse a new order.
@Suite(.timeLimit(.minutes(5)))
struct OrderUnderWayTests {
    /// A reason for the rules to refuse an order that they would have accepted a moment before.
    enum Obstacle: String, CaseIterable, Sendable {
        case kicked, banned, giftsOff, liveEnded, giftGone, billingGone

        /// Makes the reason true, through the host or the backend.
        func happen(_ host: Robot, _ rest: RESTCaller) async throws {
            switch self {
            case .kicked: try await host.ask(.kick("alice"))
            case .banned: try await host.ask(.ban("alice"))
            case .giftsOff: try await host.ask(.update { $0.isGiftEnabled = false })
            case .liveEnded:
                try await host.send(.end)
                // The end is answered only after the order, so the answer to a ping shows that the server has read the end.
                try await host.ask(.ping)
            case .giftGone:
                #expect(try await rest.code("del_gift", ["GiftId": "crown"]) == 0)
            case .billingGone:
                #expect(try await rest.code("live_config/delete_callback") == 0)
            }
        }
    }

    /// Runs a live whose billing answers when the gate opens.
    private static func run(
        answer: CallbackTestServer.Behaviour = .yes,
        _ body:
            @escaping @Sendable (TestServer, Robot, _ asked: @escaping @Sendable () async -> Void, Gate)
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
                let host = try await Robot.host(server)
                try await body(server, host, { await gate.waitUntilWaiting() }, gate)
            }
        }
    }

    @Test(arguments: Obstacle.allCases)
    func `a repeated order waits for the billing's outcome, whatever the rules say meanwhile`(
        _ obstacle: Obstacle
    ) async throws {
        try await Self.run { server, host, asked, gate in
            let first = try await Robot.viewer(as: "alice", server)
            let order = try await first.send(.give("o1", "crown"))
            await asked()
            try await obstacle.happen(host, RESTCaller(server))
            let second = try await Robot.logIn("alice", server)
            let again = try await second.send(.give("o1", "crown"))
            // The server has read the repeat, and cannot answer it before the billing answers.
            try await second.ask(.ping)
            gate.open()
            #expect(try await second.reply(to: again).coins == Samples.coins(100), "\(obstacle)")
            #expect(try await first.reply(to: order).coins == Samples.coins(100), "\(obstacle)")
            #expect(try await server.storage.balance(of: .biller)?.amount == -100, "the billing charged the order once")
        }
    }

    @Test func `a repeat gets the billing's refusal, then and later`() async throws {
        try await Self.run(answer: .code(102_150, "too poor")) { server, host, asked, gate in
            let alice = try await Robot.viewer(as: "alice", server)
            let first = try await alice.send(.give("o1", "crown"))
            await asked()
            try await Obstacle.kicked.happen(host, RESTCaller(server))
            let again = try await alice.send(.give("o1", "crown"))
            try await alice.ask(.ping)
            gate.open()
            for sent in [first, again] { #expect(try await alice.code(of: sent) == 102_150) }
            // The refusal stays the order's answer. The rules do not decide it again.
            #expect(try await alice.code(.give("o1", "crown")) == 102_150)
            #expect(try await alice.code(.give("o1", "crown", count: 2)) == 110_005)
            let other = try await alice.code(.give("o2", "crown"))
            #expect(other == 100_005, "the rules refuse an order that was never accepted")
        }
    }

    @Test func `an order that the backend repeats waits for the billing's outcome like a client's`() async throws {
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
            // Another order is refused at once, so the repeat really waits.
            #expect(try await rest.code("send_gift", body.merging(["OrderId": "o2"]) { $1 }) == 102_001)
            gate.open()
            let codes = [try await first, try await second]
            #expect(codes == [0, 0])
            #expect(try await server.storage.balance(of: .biller)?.amount == -100)
        }
    }

    @Test func `a repeat of a charged order gets its first answer even while the billing is overloaded`()
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
                _ = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                try await alice.ask(.give("o1", "crown"))
                let slow = try await alice.send(.give("slow", "crown"))
                await gate.waitUntilWaiting()
                #expect(try await alice.ask(.give("o1", "crown")).durable == 1)
                #expect(try await alice.code(.give("o2", "crown")) == 110_025)
                gate.open()
                try await alice.reply(to: slow)
            }
        }
    }

    @Test func `the billing gets the sender's address and platform with each question`() async throws {
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
                _ = try await Robot.host(server)
                let alice = Robot(
                    try await RawClient.open(
                        port: server.port,
                        headers: [
                            "Sec-WebSocket-Protocol: ovation.v1.json", "X-Forwarded-For: 203.0.113.7",
                            "User-Agent: Ovation/1 (iOS)",
                        ]))
                try await alice.ask(.open("alice"))
                try await alice.ask(.join)
                #expect(try await alice.code(.give("o1", "crown")) == 102_004)
                let asked = await backend.requests(3)
                #expect(asked.map { $0.query["ClientIP"] } == Array(repeating: "203.0.113.7", count: 3))
                #expect(asked.map { $0.query["OptPlatform"] } == Array(repeating: "iOS", count: 3))
            }
        }
    }

    @Test func `the billing gets the backend's address when the backend sends a gift`() async throws {
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
