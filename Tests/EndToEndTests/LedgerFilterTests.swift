import Foundation
import OvationModel
import OvationTestKit
import Testing

/// The pages of an account's ledger, by kind and by time.
@Suite(.timeLimit(.minutes(5)))
struct LedgerFilterTests {
    private static let command = "ovation_wallet_srv/get_ledger"

    private static func kinds(_ page: [String: Any]) -> [String] {
        (page["EntryList"] as? [[String: Any]] ?? []).compactMap { $0["Kind"] as? String }
    }

    @Test func `a filter by kind finds entries between others, page by page`() async throws {
        try await RESTStage.run { stage in
            let backend = stage.backend
            for number in 1...3 {
                let credit: [String: Any] = ["User_Account": "viewer", "Coins": 5, "Reference": "p-\(number)"]
                #expect(try await backend.code("ovation_wallet_srv/credit", credit) == 0)
                let gift: [String: Any] = [
                    "RoomId": "r1", "From_Account": "viewer", "GiftId": "rose", "OrderId": "o-\(number)",
                ]
                #expect(try await backend.code("live_engine_http_srv/send_gift", gift) == 0)
            }
            var next = ""
            var references: [String] = []
            repeat {
                let page = try await backend.response(
                    Self.command, ["User_Account": "viewer", "Kind": "credit", "Count": 1, "Next": next])
                #expect(Self.kinds(page).allSatisfy { $0 == "credit" })
                references += (page["EntryList"] as? [[String: Any]] ?? []).compactMap { $0["Reference"] as? String }
                next = try #require(page["Next"] as? String)
            } while !next.isEmpty
            #expect(references == ["p-3", "p-2", "p-1"])
            let all = try await backend.response(Self.command, ["User_Account": "viewer", "Count": 100])
            #expect(Self.kinds(all).filter { $0 == "gift" }.count == 3)
            #expect(Self.kinds(all).count > 6, "the grant of a new user is there, too")
        }
    }

    @Test func `a filter by time leaves out what was before and what came after`() async throws {
        try await RESTStage.run { stage in
            let credit: [String: Any] = ["User_Account": "viewer", "Coins": 5, "Reference": "p-1"]
            let code = try await stage.backend.code("ovation_wallet_srv/credit", credit)
            #expect(code == 0)
            let now = Int(Date().timeIntervalSince1970)
            // How many entries there are in a time: the grant of a new user, and the credit. 0 means no time.
            let filters: [(times: [String: Int], count: Int)] = [
                (["StartTime": now - 3_600], 2), (["EndTime": now - 3_600], 0), (["StartTime": now + 3_600], 0),
                (["StartTime": 0, "EndTime": 0], 2),
            ]
            for filter in filters {
                var body: [String: Any] = filter.times
                body["Count"] = 100
                body["User_Account"] = "viewer"
                let answer = try await stage.backend.response(Self.command, body)
                #expect(Self.kinds(answer).count == filter.count, "\(filter.times)")
            }
        }
    }

    @Test func `an order is told with what it moved between accounts, and the sum is nothing`() async throws {
        try await RESTStage.run { stage in
            let gift: [String: Any] = ["RoomId": "r1", "From_Account": "viewer", "GiftId": "rose", "OrderId": "o-1"]
            #expect(try await stage.backend.code("live_engine_http_srv/send_gift", gift) == 0)
            let order = try await stage.backend.response(
                "ovation_wallet_srv/get_order", ["From_Account": "viewer", "OrderId": "o-1"])
            let entries = try #require(order["EntryList"] as? [[String: Any]])
            #expect(entries.first?["Account"] as? String == "user:viewer")
            #expect(entries.compactMap { $0["Amount"] as? Int }.reduce(0, +) == 0)
            #expect(entries.count >= 2)
        }
    }
}
