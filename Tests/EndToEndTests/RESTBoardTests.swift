import Foundation
import OvationModel
import OvationWire
import Testing

/// Boards over the REST API.
@Suite(.timeLimit(.minutes(5)))
struct RESTBoardTests {
    private static let command = "ovation_board_srv/get_board"

    private static func rows(_ response: [String: Any]) -> [String] {
        (response["BoardList"] as? [[String: Any]] ?? []).map { row in
            "\(row["Rank"] ?? "") \(row["Member_Account"] ?? "") \(row["Coins"] ?? "") \(row["GifterLevel"] ?? "-")"
        }
    }

    @Test func `a backend reads the boards of one live and of all lives`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let caller = RESTCaller(server)
            #expect(Self.rows(try await caller.response(Self.command, ["RoomId": "r1"])) == [])
            try await host.ask(.give("o1", "crown", count: 5))
            let live = try await caller.response(Self.command, ["RoomId": "r1"])
            #expect(Self.rows(live) == ["1 host 500 3"])
            #expect(live["Kind"] as? String == "senders" && live["Period"] as? String == "live")
            let day = try await caller.response(Self.command, ["Kind": "hosts", "Period": "day", "Count": 1])
            #expect(Self.rows(day) == ["1 host 500 -"])
            let until = try #require(day["Until"] as? Int)
            #expect(until > 0 && until % 86_400 == 0, "the board of a day ends at midnight UTC")
            #expect(
                Self.rows(try await caller.response(Self.command)) == ["1 host 500 3"],
                "the default period is all time")
        }
    }

    @Test func `refunded coins disappear from every board`() async throws {
        var limits = Limits()
        limits.boardIntervalMilliseconds = 1
        try await TestServer.run(limits: limits) { server in
            let host = try await RESTGiftTests.live("r1", server)
            let caller = RESTCaller(server)
            for (order, count) in [("o1", 5), ("o2", 1)] {
                _ = try await caller.response(
                    "send_gift",
                    ["RoomId": "r1", "From_Account": "fan", "GiftId": "crown", "Count": count, "OrderId": order])
            }
            func told(_ coins: Int) async throws {
                while try await host.hear(.board).top.first?.coins.amount != Int64(coins) {}
            }
            try await told(600)
            _ = try await caller.response(
                "ovation_wallet_srv/refund_order", ["From_Account": "fan", "OrderId": "o1", "Reference": "back"])
            try await told(100)
            #expect(Self.rows(try await caller.response(Self.command, ["RoomId": "r1"])) == ["1 fan 100 2"])
            var all: [String] = []
            while all != ["1 fan 100 2"] {
                all = Self.rows(try await caller.response(Self.command))
                await Task.yield()
            }
            await host.cut()
        }
    }

    @Test func `an invalid parameter is refused with its code`() async throws {
        try await TestServer.run { server async throws in
            let caller = RESTCaller(server)
            let wrong: [([String: Any], Int)] = [
                (["Period": "live"], 100_002), (["Period": "year"], 100_002), (["Kind": "viewers"], 100_002),
                (["Count": 0], 100_002), (["Count": 101], 100_002), (["Count": "1"], 100_002),
                (["RoomId": "r1"], 100_004), (["RoomId": ""], 100_002),
                (["RoomId": "r1", "Kind": "hosts"], 100_002),
            ]
            for (body, code) in wrong { #expect(try await caller.code(Self.command, body) == code, "\(body)") }
            #expect(try await caller.with("identifier", "viewer").code(Self.command) == 60_010)
        }
    }
}
