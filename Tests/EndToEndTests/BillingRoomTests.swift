import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// Gifts in a live that the app's own billing pays for, and what operators see of them.
@Suite(.timeLimit(.minutes(5)))
struct BillingRoomTests {
    @Test func `the billing is asked with the documented fields, and the gift waits for its answer`()
        async throws
    {
        try await CallbackTestServer.run { backend in
            let url = backend.url
            try await TestServer.run(billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                let order = try await alice.send(.give("o1", "crown", count: 2))
                let gift = try await host.hear(.gift)
                #expect(gift.orderID == Samples.id("o1"))
                #expect(gift.isUnconfirmed == nil)
                try await alice.reply(to: order)
                #expect(try await server.storage.balance(of: .biller)?.amount == -200)
                #expect(try await server.storage.balance(of: .host(Samples.id("host")))?.amount == 100)
            }
            let request = try #require(backend.requests.first)
            #expect(backend.requests.count == 1)
            #expect(request.query["CallbackCommand"] == "Live.CallbackBeforeSendGift")
            #expect(request.query["SdkAppid"] == "1400000001")
            #expect(request.json["CallbackCommand"] as? String == "Live.CallbackBeforeSendGift")
            #expect(request.json["Operator_Account"] as? String == "alice")
            #expect(request.json["RoomId"] as? String == "r1")
            #expect(request.json["OrderId"] as? String == "alice/o1")
            let gift = try #require(request.json["GiftWater"] as? [String: Any])
            #expect(gift["From_Account"] as? String == "alice")
            #expect(gift["To_Account"] as? [String] == ["host"])
            #expect(gift["GiftId"] as? String == "crown")
            #expect(gift["Count"] as? Int == 2)
            #expect(gift["Coins"] as? Int == 100, "Coins is the price of one gift")
            let age = Date().timeIntervalSince1970 - Double(gift["Time"] as? Int ?? 0)
            #expect(abs(age) < 600, "Time is in seconds")
        }
    }

    @Test func `a late answer is not taken for the answer to the next order`() async throws {
        // This billing answers an order a second time when the next question comes over the same connection.
        let (yes, no) = (#"{"ActionStatus":"OK","ErrorCode":0}"#, #"{"ErrorCode":102150,"ErrorInfo":"too poor"}"#)
        let isCharged = Mutex<Set<Int>>([])
        try await CallbackTestServer.run({ request in
            guard request.json["OrderId"] as? String != "alice/good" else {
                isCharged.withLock { _ = $0.insert(request.connection) }
                return .answer(yes)
            }
            let isOld = isCharged.withLock { $0.contains(request.connection) }
            return isOld ? .late(yes, then: no) : .answer(no)
        }) { backend in
            let url = backend.url
            try await TestServer.run(billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                #expect(try await alice.code(.give("good", "crown")) == 0)
                for number in 0..<5 { #expect(try await alice.code(.give("bad\(number)", "crown")) == 102_150) }
                #expect(try await alice.code(.give("bad0", "crown")) == 102_150, "a repeated order is refused again")
                try await host.ask(.ping)
                #expect(try await server.storage.balance(of: .biller)?.amount == -100)
            }
            #expect(backend.connectionCount == backend.requests.count, "each question has its own connection")
        }
    }

    @Test(arguments: [("alice/o1", 0), ("alice/o2", 102_004), ("", 102_004)])
    func `an answer that names an order counts for that order only`(named: String, code: Int) async throws {
        try await CallbackTestServer.run({ _ in .answer(#"{"ErrorCode":0,"OrderId":"\#(named)"}"#) }) { backend in
            let url = backend.url
            try await TestServer.run(billerURL: url) { server async throws in
                _ = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                #expect(try await alice.code(.give("o1", "crown")) == code)
            }
        }
    }

    @Test func `a live does not end before the billing has answered for its gifts`() async throws {
        let (opened, letGo) = AsyncStream.makeStream(of: Void.self)
        try await CallbackTestServer.run({ _ in
            for await _ in opened { break }
            return .yes
        }) { backend in
            let url = backend.url
            var limits = Limits()
            limits.callbackTimeoutMilliseconds = 60_000
            try await TestServer.run(limits: limits, billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                let order = try await alice.send(.give("o1", "crown"))
                await backend.requests(1)
                let open = try await RESTCaller(server).response("ovation_wallet_srv/get_open_orders")
                let orders = try #require(open["OrderList"] as? [[String: Any]])
                #expect(orders.map { $0["State"] as? String } == ["pending"], "an operator sees the order at once")
                try await host.send(.end)
                // A live handles one connection's commands in order, so it has received the end.
                try await host.ask(.info)
                // The live accepts no new gift while it waits.
                #expect(try await alice.code(.give("o2", "crown")) == 100_004)
                letGo.yield()
                _ = try await host.hear(.gift)
                #expect(try await host.hear(.ended).statistics.totalGiftCoins == 100)
                try await alice.reply(to: order)
            }
        }
    }

    @Test func `a gift that is shown without an answer is marked as unconfirmed and counts`() async throws {
        var limits = Limits()
        limits.callbackTimeoutMilliseconds = 100
        let policy = BillingPolicy(failsOpen: true)
        try await CallbackTestServer.run({ _ in .silence }) { backend in
            let url = backend.url
            try await TestServer.run(limits: limits, billing: policy, billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                let sent = try await alice.send(.give("o1", "crown"))
                #expect(try await host.hear(.gift).isUnconfirmed == true)
                try await alice.reply(to: sent)
                let open = try await RESTCaller(server).response("ovation_wallet_srv/get_open_orders")
                let order = try #require((open["OrderList"] as? [[String: Any]])?.first)
                #expect(order["State"] as? String == "unconfirmed")
                #expect(order["IsDelivered"] as? Bool == true)
            }
        }
    }

    @Test func `a refusal that a full disk could not keep is repeated to a sender who has left the live`()
        async throws
    {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await CallbackTestServer.run({ _ in .code(102_150, "too poor") }) { backend in
            let url = backend.url
            try await TestServer.run(storage: storage, billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                // The outcome of an order cannot be stored, however often the server tries.
                storage.refuse { if case .billing(.move) = $0 { true } else { false } }
                #expect(try await alice.code(.give("o1", "crown")) == 102_150)
                try await alice.ask(.leave)
                // Nothing can be read either, so the server has to remember the refusal.
                storage.setDown(true)
                #expect(try await alice.code(.give("o1", "crown")) == 102_150)
                #expect(try await alice.code(.give("o1", "rose")) == ErrorCode.orderConflict.rawValue)
                await host.cut()
            }
        }
    }

    @Test func `operators list the orders that the billing left open, and resolve them`() async throws {
        var limits = Limits()
        limits.callbackTimeoutMilliseconds = 60_000
        try await CallbackTestServer.run({ _ in .answer(status: 500, "") }) { backend in
            let url = backend.url
            try await TestServer.run(limits: limits, billerURL: url) { server async throws in
                let host = try await Robot.host(server)
                let alice = try await Robot.viewer(as: "alice", server)
                for number in 1...3 { #expect(try await alice.code(.give("o\(number)", "crown")) == 102_004) }
                let rest = RESTCaller(server)
                let first = try await rest.response("ovation_wallet_srv/get_open_orders", ["Count": 2])
                let orders = try #require(first["OrderList"] as? [[String: Any]])
                #expect(orders.map { $0["OrderId"] as? String } == ["o1", "o2"])
                #expect(orders[0]["From_Account"] as? String == "alice")
                #expect(orders[0]["State"] as? String == "unknown")
                #expect(orders[0]["IsDelivered"] as? Bool == false)
                #expect(orders[0]["IsRetried"] as? Bool == false)
                #expect(orders[0]["TotalCoins"] as? Int == 100)
                let next = try #require(first["Next"] as? String)
                let second = try await rest.response(
                    "ovation_wallet_srv/get_open_orders", ["Count": 2, "Next": next])
                #expect((second["OrderList"] as? [[String: Any]])?.map { $0["OrderId"] as? String } == ["o3"])
                #expect(second["Next"] as? String == "")

                let body: [String: Any] = [
                    "From_Account": "alice", "OrderId": "o1", "IsCharged": true, "Note": "given back by hand",
                ]
                #expect(
                    try await rest.response("ovation_wallet_srv/resolve_order", body)["State"] as? String
                        == "cancelled")
                #expect(try await rest.code("ovation_wallet_srv/resolve_order", body) == 110_027)
                let left = try await rest.response("ovation_wallet_srv/get_open_orders")
                #expect((left["OrderList"] as? [[String: Any]])?.count == 2)
                #expect(try await server.storage.auditLedger().entries == 0, "nothing was charged")
                await host.cut()
            }
        }
    }

    /// A call to a billing command that must be refused, and its refusal.
    struct BadCall: CustomTestStringConvertible, Sendable {
        let command: String
        let json: String
        let code: Int
        var testDescription: String { "\(command) \(json)" }
    }

    static let badCalls = [
        BadCall(command: "get_open_orders", json: #"{"Count":0}"#, code: 100_002),
        BadCall(command: "get_open_orders", json: #"{"Count":101}"#, code: 100_002),
        BadCall(command: "get_open_orders", json: #"{"Next":"x"}"#, code: 100_002),
        BadCall(command: "get_open_orders", json: #"{"Next":"-1"}"#, code: 100_002),
        BadCall(command: "resolve_order", json: #"{"From_Account":"a","OrderId":"o"}"#, code: 100_002),
        BadCall(
            command: "resolve_order", json: #"{"From_Account":"a b","OrderId":"o","IsCharged":true}"#, code: 100_002),
        BadCall(command: "resolve_order", json: #"{"From_Account":"a","OrderId":"o","IsCharged":true}"#, code: 110_027),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"house","To":"nobody","Coins":1,"Reference":"r","Reason":"x"}"#, code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"house","To":"house","Coins":1,"Reference":"r","Reason":"x"}"#, code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"issuance","To":"house","Coins":0,"Reference":"r","Reason":"x"}"#, code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"issuance","To":"house","Coins":9007199254740992,"Reference":"r","Reason":"x"}"#,
            code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"issuance","To":"house","Coins":1,"Reference":"","Reason":"x"}"#, code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"issuance","To":"house","Coins":1,"Reference":"r","Reason":""}"#, code: 100_002),
        BadCall(
            command: "correct_ledger",
            json: #"{"From":"house","To":"issuance","Coins":1,"Reference":"r","Reason":"x"}"#, code: 110_024),
    ]

    @Test(arguments: badCalls) func `a call with a field beyond its limit is refused`(
        _ call: BadCall
    ) async throws {
        try await TestServer.run { server async throws in
            let answer = try await RESTCaller(server).call("ovation_wallet_srv/\(call.command)", json: call.json)
            #expect(answer["ErrorCode"] as? Int == call.code, "\(answer)")
        }
    }

    @Test func `only administrators with a valid signature may change the books`() async throws {
        try await TestServer.run { server async throws in
            let rest = RESTCaller(server)
            for command in [
                "correct_ledger", "verify_ledger", "resume_gifting", "get_open_orders", "resolve_order",
            ] {
                let path = "ovation_wallet_srv/\(command)"
                #expect(try await rest.with("identifier", "alice").code(path) == 60_010, "\(command)")
                #expect(try await rest.with("usersig", "forged").code(path) == 60_005, "\(command)")
            }
        }
    }

    @Test func `a correction moves coins once, the wallet hears of it, and the books still balance`() async throws {
        try await TestServer.run { server async throws in
            let alice = try await Robot.logIn("alice", server)
            let rest = RESTCaller(server)
            let body: [String: Any] = [
                "From": "issuance", "To": "user:alice", "Coins": 5, "Reference": "r1", "Reason": "a lost gift",
            ]
            let first = try await rest.response("ovation_wallet_srv/correct_ledger", body)
            #expect(first["ToBalance"] as? Int == 10_005)
            #expect(first["IsRepeated"] as? Bool == false)
            #expect(try await alice.hear(.wallet).balance == Samples.coins(10_005))
            let again = try await rest.response("ovation_wallet_srv/correct_ledger", body)
            #expect(again["ToBalance"] as? Int == 10_005)
            #expect(again["IsRepeated"] as? Bool == true)
            #expect(
                try await rest.code("ovation_wallet_srv/correct_ledger", body.merging(["Coins": 6]) { $1 }) == 110_022)
            let report = try await rest.response("ovation_wallet_srv/verify_ledger")
            #expect(report["IsBalanced"] as? Bool == true)
            #expect(report["IsGiftingHalted"] as? Bool == false)
            #expect(report["EntryCount"] as? Int == 4)
            let resumed = try await rest.response("ovation_wallet_srv/resume_gifting")
            #expect(resumed["IsBalanced"] as? Bool == true)
        }
    }
}
