import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Gifts that the app's backend sends, counts of gifts, and wallets over REST.
@Suite(.timeLimit(.minutes(5)))
struct RESTSendGiftTests {
    private static func body(_ changes: [String: Any?] = [:]) -> [String: Any] {
        var body: [String: Any] = ["RoomId": "r1", "GiftId": "crown", "Count": 2, "From_Account": "fan"]
        for (field, value) in changes { body[field] = value }
        return body
    }

    // MARK: send_gift

    @Test func `a gift from the backend is charged to the user's wallet and shown to everybody`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let fan = try await Robot.logIn("fan", server)
            let backend = RESTCaller(server)
            // The user is logged in, but not in the live.
            let sent = try await backend.response("send_gift", Self.body())
            #expect(sent["Coins"] as? Int == 200 && sent["Balance"] as? Int == 9_800)
            #expect((sent["OrderId"] as? String)?.isEmpty == false)
            let gift = try await host.hear(.gift)
            #expect(gift.count == 2 && gift.coins == Samples.coins(200))
            #expect(gift.orderID.rawValue == sent["OrderId"] as? String)
            #expect(gift.sender.userID.rawValue == "fan")
            #expect(try await fan.hear(.wallet).balance == Samples.coins(9_800))
            #expect(try await server.storage.auditLedger().problems == [])
            await host.cut()
            await fan.cut()
        }
    }

    @Test func `an order id is charged exactly once, however often it is sent`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let backend = RESTCaller(server)
            let first = try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))
            let answers = try await withThrowingTaskGroup(of: Data.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let again = try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))
                        return try JSONSerialization.data(withJSONObject: again, options: [.sortedKeys])
                    }
                }
                return try await group.reduce(into: Set<Data>()) { $0.insert($1) }
            }
            #expect(answers == [try JSONSerialization.data(withJSONObject: first, options: [.sortedKeys])])
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "o-1", "Count": 3])) == 110_005)
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "o-1", "GiftId": "rose"])) == 110_005)
            // The first answer stands even if the price changes, the gift is deleted or the live ends.
            #expect(try await backend.code("edit_gift", ["GiftId": "crown", "Coins": 7]) == 0)
            #expect(try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))["Coins"] as? Int == 200)
            #expect(try await backend.response("send_gift", Self.body(["OrderId": "o-2"]))["Coins"] as? Int == 14)
            #expect(try await backend.code("del_gift", ["GiftId": "crown"]) == 0)
            #expect(try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))["Coins"] as? Int == 200)
            #expect(try await backend.code("destroy_room", ["RoomId": "r1"]) == 0)
            #expect(try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))["Coins"] as? Int == 200)
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "o-9"])) == 100_004)
            await host.cut()
        }
    }

    @Test func `an invalid order is refused with its code and costs nothing`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let backend = RESTCaller(server)
            let cases: [(changes: [String: Any?], code: Int)] = [
                (["RoomId": "ghost"], 100_004), (["GiftId": "ghost"], 102_002), (["Count": 0], 100_002),
                (["Count": 10_000], 100_002), (["Count": -1], 100_002), (["Count": "1"], 100_002),
                (["From_Account": nil], 100_002), (["From_Account": "a b"], 100_002),
                (["OrderId": "a b"], 100_002), (["OrderId": String(repeating: "o", count: 65)], 100_002),
                (["ReceiverList_Account": ["stranger"]], 100_005),
                (["ReceiverList_Account": ["host", "host"]], 100_002),
                (["ReceiverList_Account": (0..<11).map { "user\($0)" }], 100_002),
                (["GiftId": "rocket", "Count": 3], 110_004), (["From_Account": "stranger"], 100_002),
            ]
            for (changes, code) in cases {
                let answer = try await backend.call("send_gift", Self.body(changes))
                #expect(answer["ErrorCode"] as? Int == code, "\(changes): \(answer)")
            }
            #expect(try await server.storage.balance(of: .user(UserID(unchecked: "fan"))) == nil)
            // Naming the host as the receiver is the same as naming nobody.
            #expect(try await backend.code("send_gift", Self.body(["ReceiverList_Account": ["host"]])) == 0)
            await host.cut()
        }
    }

    @Test func `an unknown account cannot send a gift, and the billing never hears of it`() async throws {
        try await CallbackTestServer.run { backend in
            for url in [nil, backend.url] {
                try await TestServer.run(billerURL: url) { server in
                    let host = try await RESTGiftTests.live("r1", server)
                    let answer = try await RESTCaller(server).call(
                        "send_gift", Self.body(["From_Account": "mistyped", "OrderId": "o-1"]))
                    #expect(answer["ErrorCode"] as? Int == 100_002, "\(answer)")
                    #expect((answer["ErrorInfo"] as? String)?.contains("From_Account") == true, "\(answer)")
                    // A login makes the account known at once.
                    let late = try await Robot.logIn("mistyped", server)
                    #expect(
                        try await RESTCaller(server).code("send_gift", Self.body(["From_Account": "mistyped"])) == 0)
                    #expect(try await RESTCaller(server).code("send_gift", Self.body(["From_Account": "fan"])) == 0)
                    await host.cut()
                    await late.cut()
                }
            }
            #expect(backend.requests.compactMap { $0.json["Operator_Account"] as? String } == ["mistyped", "fan"])
        }
    }

    @Test func `a user who is banned from a live cannot send gifts in it over REST until the ban ends`()
        async throws
    {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let host = try await RESTGiftTests.live("r1", server)
            let backend = RESTCaller(server)
            _ = try await backend.response("send_gift", Self.body(["OrderId": "before"]))
            try await host.ask(.ban("fan", seconds: 60))
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "banned"])) == 100_016)
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "other", "From_Account": "other"])) == 0)
            let first = try await backend.response("send_gift", Self.body(["OrderId": "before"]))
            #expect(first["Coins"] as? Int == 200, "an order that was charged before the ban keeps its answer")
            clock.advance(seconds: 61)
            #expect(try await backend.code("send_gift", Self.body(["OrderId": "banned"])) == 0)
            await host.cut()
        }
    }

    // MARK: get_gift_count

    @Test func `gifts are counted by live, by sender and by time`() async throws {
        let clock = StoppedClock()
        let start = clock.now.milliseconds / 1_000
        try await TestServer.run(clock: clock.server) { server in
            let host = try await RESTGiftTests.live("r1", server)
            let backend = RESTCaller(server)
            _ = try await backend.response("send_gift", Self.body())
            clock.advance(seconds: 60)
            _ = try await backend.response("send_gift", Self.body(["From_Account": "other", "GiftId": "rose"]))
            func count(_ fields: [String: Any] = [:]) async throws -> [Int?] {
                let body = fields.merging(["RoomId": "r1"]) { first, _ in first }
                let counts = try await backend.response("get_gift_count", body)
                return ["TotalCount", "TotalCoins", "GiftSenderCount"].map { counts[$0] as? Int }
            }
            #expect(try await count() == [4, 202, 2])
            let all = try await backend.response("get_gift_count", ["RoomId": "r1"])
            // Half of each of two crowns and two roses; of a part nobody counts it.
            #expect(all["TotalHostCoins"] as? Int == 101)
            let some = try await backend.response("get_gift_count", ["RoomId": "r1", "From_Account": "fan"])
            #expect(some["TotalHostCoins"] == nil)
            #expect(try await count(["From_Account": "fan"]) == [2, 200, 1])
            #expect(try await count(["From_Account": "nobody"]) == [0, 0, 0])
            #expect(try await count(["StartTime": 0, "EndTime": 0]) == [4, 202, 2])
            #expect(try await count(["EndTime": start + 30]) == [2, 200, 1])
            #expect(try await count(["StartTime": start + 30]) == [2, 2, 1])
            #expect(
                try await count(["StartTime": start, "EndTime": start + 61, "From_Account": "other"]) == [2, 2, 1])
            for bad in [
                ["StartTime": -1], ["EndTime": start * 1_000], ["StartTime": start + 1, "EndTime": start],
                ["StartTime": "now"],
            ] as [[String: Any]] {
                let body = bad.merging(["RoomId": "r1"]) { first, _ in first }
                #expect(try await backend.code("get_gift_count", body) == 100_002, "\(bad)")
            }
            // The count is still there after the live has ended.
            _ = try await backend.call("destroy_room", ["RoomId": "r1"])
            #expect(try await count() == [4, 202, 2])
            await host.cut()
        }
    }

    // MARK: Wallets

    @Test func `a credit is given once for its reference, and the user's clients hear of it`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let alice = try await Robot.logIn("alice", server)
            func credit(_ user: String, _ coins: Any, _ reference: String) async throws -> [String: Any] {
                try await backend.call(
                    "ovation_wallet_srv/credit", ["User_Account": user, "Coins": coins, "Reference": reference])
            }
            let first = RESTCaller.response(of: try await credit("alice", 500, "pay-1"))
            #expect(first["Balance"] as? Int == 10_500 && first["Repeated"] as? Bool == false)
            #expect(try await alice.hear(.wallet).balance == Samples.coins(10_500))
            let again = RESTCaller.response(of: try await credit("alice", 500, "pay-1"))
            #expect(again["Balance"] as? Int == 10_500 && again["Repeated"] as? Bool == true)
            let refused: [(String, Any, String, Int)] = [
                ("alice", 501, "pay-1", 110_022), ("bob", 500, "pay-1", 110_022), ("alice", 0, "pay-2", 100_002),
                ("alice", -5, "pay-2", 100_002), ("alice", "5", "pay-2", 100_002), ("a b", 5, "pay-2", 100_002),
                ("alice", 5, "", 100_002), ("alice", 5, String(repeating: "r", count: 129), 100_002),
                ("alice", 9_007_199_254_740_991, "pay-2", 110_022),
            ]
            for (user, coins, reference, code) in refused {
                let answer = try await credit(user, coins, reference)
                #expect(answer["ErrorCode"] as? Int == code, "\(coins) for \(reference): \(answer)")
            }
            let balance = try await backend.response("ovation_wallet_srv/get_balance", ["User_Account": "alice"])
            #expect(balance["Balance"] as? Int == 10_500 && balance["Earned"] as? Int == 0)
            let unknown = try await backend.response("ovation_wallet_srv/get_balance", ["User_Account": "new"])
            #expect(unknown["Balance"] as? Int == 10_000, "a new user gets the grant when it is first needed")
            #expect(try await server.storage.auditLedger().problems == [])
            await alice.cut()
        }
    }

    @Test func `an order is refunded once, and the sender's clients hear of it`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let fan = try await Robot.logIn("fan", server)
            let backend = RESTCaller(server)
            for order in ["o-1", "o-2"] { _ = try await backend.response("send_gift", Self.body(["OrderId": order])) }
            func refund(_ changes: [String: Any?] = [:]) async throws -> [String: Any] {
                var body: [String: Any] = ["From_Account": "fan", "OrderId": "o-1", "Reference": "back-1"]
                for (field, value) in changes { body[field] = value }
                return try await backend.call("ovation_wallet_srv/refund_order", body)
            }
            let first = RESTCaller.response(of: try await refund(["Reason": "sent by mistake"]))
            #expect(first["Coins"] as? Int == 200 && first["Balance"] as? Int == 9_800)
            #expect(first["CoveredByHouse"] as? Int == 0 && first["Repeated"] as? Bool == false)
            var told: [Int64] = []
            while told.last != 9_800 || told.count < 3 {
                told.append(try await fan.hear(.wallet).balance.amount)
            }
            #expect(told == [9_800, 9_600, 9_800])
            let again = RESTCaller.response(of: try await refund())
            #expect(again["Balance"] as? Int == 9_800 && again["Repeated"] as? Bool == true)
            let refused: [(changes: [String: Any?], code: Int)] = [
                (["Reference": "back-2"], 110_021), (["OrderId": "o-2"], 110_022), (["OrderId": "ghost"], 110_020),
                (["From_Account": "other"], 110_020), (["Reference": ""], 100_002), (["Reference": nil], 100_002),
                (["Reference": String(repeating: "r", count: 129)], 100_002), (["OrderId": "a b"], 100_002),
                (["From_Account": "a b"], 100_002), (["Reason": String(repeating: "r", count: 201)], 100_002),
            ]
            for (changes, code) in refused {
                let answer = try await refund(changes)
                #expect(answer["ErrorCode"] as? Int == code, "\(changes): \(answer)")
            }
            let balance = try await backend.response("ovation_wallet_srv/get_balance", ["User_Account": "host"])
            #expect(balance["Earned"] as? Int == 100, "only the first order was refunded")
            #expect(try await server.storage.auditLedger().problems == [])
            await host.cut()
            await fan.cut()
        }
    }

    @Test func `a ledger is read page by page to its end, newest entry first`() async throws {
        try await TestServer.run { server in
            let host = try await RESTGiftTests.live("r1", server)
            let backend = RESTCaller(server)
            for number in 1...4 {
                let body: [String: Any] = ["User_Account": "fan", "Coins": number, "Reference": "pay-\(number)"]
                _ = try await backend.response("ovation_wallet_srv/credit", body)
            }
            _ = try await backend.response("send_gift", Self.body(["OrderId": "o-1"]))
            func pages(_ fields: [String: Any], by count: Int) async throws -> [[String: Any]] {
                var entries: [[String: Any]] = []
                var next = ""
                repeat {
                    let body = fields.merging(["Count": count, "Next": next]) { first, _ in first }
                    let page = try await backend.response("ovation_wallet_srv/get_ledger", body)
                    let list = page["EntryList"] as? [[String: Any]] ?? []
                    #expect((1...count).contains(list.count))
                    entries += list
                    next = page["Next"] as? String ?? ""
                } while !next.isEmpty
                return entries
            }
            for count in [1, 2, 3, 6, 100] {
                let entries = try await pages(["User_Account": "fan"], by: count)
                #expect(entries.compactMap { $0["Amount"] as? Int } == [-200, 4, 3, 2, 1, 10_000])
                #expect(entries.compactMap { $0["Kind"] as? String }.prefix(2) == ["gift", "credit"])
                #expect(entries.first?["Reference"] as? String == "fan/o-1")
            }
            let earned = try await pages(["Account": "host:host"], by: 5)
            #expect(earned.compactMap { $0["Amount"] as? Int } == [100])
            let house = try await pages(["Account": "house"], by: 5)
            #expect(house.compactMap { $0["Amount"] as? Int } == [100])
            let empty = try await backend.response("ovation_wallet_srv/get_ledger", ["User_Account": "nobody"])
            #expect((empty["EntryList"] as? [Any])?.isEmpty == true && empty["Next"] as? String == "")
            for bad in [
                [:], ["User_Account": "fan", "Account": "house"], ["Account": "bank"], ["User_Account": "a b"],
                ["User_Account": "fan", "Count": 0], ["User_Account": "fan", "Count": 101],
                ["User_Account": "fan", "Next": "x"], ["User_Account": "fan", "Next": "-1"],
                ["User_Account": "fan", "Next": "1000000"], ["User_Account": "nobody", "Next": "1"],
            ] as [[String: Any]] {
                #expect(try await backend.code("ovation_wallet_srv/get_ledger", bad) == 100_002, "\(bad)")
            }
            await host.cut()
        }
    }
}
