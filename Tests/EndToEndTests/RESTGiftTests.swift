import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import OvationWire
import Synchronization
import Testing

/// The gift catalogue over REST: every command, its limits, and what connected clients see.
@Suite(.timeLimit(.minutes(5)))
struct RESTGiftTests {
    /// Every command with a valid body, in an order in which all of them succeed.
    static var goodCalls: [(command: String, body: [String: Any])] {
        [
            ("add_gift", ["GiftId": "cake", "DefaultName": "Cake", "Coins": 99]),
            ("edit_gift", ["GiftId": "cake", "Coins": 100]),
            ("get_gift", ["GiftId": "cake"]),
            ("set_gift_language", ["GiftId": "cake", "Language": "en", "Name": "A cake", "Desc": "sweet"]),
            ("get_gift_language", ["GiftId": "cake", "Language": "en"]),
            ("del_gift_language", ["GiftId": "cake", "Language": "en"]),
            ("add_gift_category", ["CategoryId": "sweet", "DefaultName": "Sweet"]),
            ("edit_gift_category", ["CategoryId": "sweet", "DefaultDesc": "things"]),
            ("get_gift_category", ["CategoryId": "sweet"]),
            ("set_gift_category_language", ["CategoryId": "sweet", "Language": "en", "CategoryName": "Sweets"]),
            ("get_gift_category_language", ["CategoryId": "sweet", "Language": "en"]),
            ("del_gift_category_language", ["CategoryId": "sweet", "Language": "en"]),
            ("add_gift_category_relations", ["CategoryId": "sweet", "GiftIdList": ["cake"]]),
            ("get_gift_category_relations", ["CategoryId": "sweet"]),
            ("del_gift_category_relations", ["CategoryId": "sweet", "GiftIdList": ["cake"]]),
            ("get_gift_info_list", [:]),
            ("get_gift_count", ["RoomId": "r1"]),
            ("send_gift", ["RoomId": "r1", "GiftId": "rose", "Count": 1, "From_Account": "fan", "OrderId": "good"]),
            ("del_gift_category", ["CategoryId": "sweet"]),
            ("del_gift", ["GiftId": "cake"]),
            ("ovation_wallet_srv/get_balance", ["User_Account": "fan"]),
            ("ovation_wallet_srv/credit", ["User_Account": "fan", "Coins": 5, "Reference": "order-1"]),
            ("ovation_wallet_srv/get_ledger", ["User_Account": "fan"]),
            ("ovation_wallet_srv/refund_order", ["From_Account": "fan", "OrderId": "good", "Reference": "back-1"]),
        ]
    }

    /// Creates a live with a connected host, and the accounts that send gifts in it.
    static func live(_ room: String, _ server: TestServer) async throws -> Robot {
        let imported = try await RESTCaller(server).code(
            "im_open_login_svc/multiaccount_import", ["Accounts": ["fan", "other"]])
        #expect(imported == 0)
        return try await Robot.host(of: room, server)
    }

    /// A client's gift panel.
    private static func panel(_ robot: Robot, language: String? = nil) async throws -> [GiftCategory] {
        try await robot.ask(.panel(language: language)).categories
    }

    /// A gift of the panel; nil if it is in no category.
    private static func gift(_ id: String, _ panel: [GiftCategory]) -> Gift? {
        panel.flatMap(\.giftList).first { $0.giftID.rawValue == id }
    }

    // MARK: Every command

    @Test func `every command of the catalogue succeeds for an administrator and for nobody else`() async throws {
        try await TestServer.run { server in
            let host = try await Self.live("r1", server)
            let backend = RESTCaller(server)
            for (command, body) in Self.goodCalls {
                let others: [(caller: RESTCaller, code: Int)] = [
                    (backend.with("identifier", "host"), 60_010), (backend.with("identifier", nil), 60_004),
                    (backend.with("usersig", "forged"), 60_005), (backend.with("usersig", nil), 60_005),
                    (backend.with("sdkappid", "7"), 60_006),
                ]
                for (caller, code) in others { #expect(try await caller.code(command, body) == code, "\(command)") }
                let answer = try await backend.call(command, body)
                #expect(answer["ErrorCode"] as? Int == 0, "\(command): \(answer)")
                #expect(answer["ActionStatus"] as? String == "OK")
            }
            await host.cut()
        }
    }

    /// Calls that each break one limit, with the code and a word of the answer.
    private static var badCalls: [(command: String, body: [String: Any], code: Int, names: String)] {
        func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }
        let new: [String: Any] = ["GiftId": "new", "DefaultName": "New", "Coins": 1]
        let category: [String: Any] = ["CategoryId": "new", "DefaultName": "New"]
        func with(_ body: [String: Any], _ field: String, _ value: Any?) -> [String: Any] {
            var body = body
            body[field] = value
            return body
        }
        var cases: [(command: String, body: [String: Any], code: Int, names: String)] = []
        for (field, value) in [
            ("GiftId", text(21)), ("GiftId", ""), ("GiftId", 7), ("GiftId", "a\nb"), ("DefaultName", text(21)),
            ("DefaultName", ""), ("DefaultName", 7), ("DefaultDesc", text(21)), ("IconUrl", text(201)),
            ("ResourceUrl", text(201)), ("Coins", -1), ("Coins", "1"),
            ("Coins", 9_007_199_254_740_992), ("Level", -1), ("Level", "1"), ("ExtensionInfo", text(101)),
            ("ExtensionInfo", "no json"), ("ExtensionInfo", "[1]"), ("ExtensionInfo", ["a": "b"]),
            ("ExtensionInfo", #"{"a":"\#(text(93))"}"#),
        ] as [(String, Any)] {
            cases.append(("add_gift", with(new, field, value), 100_002, field))
        }
        for field in ["GiftId", "DefaultName", "Coins"] {
            cases.append(("add_gift", with(new, field, nil), 100_002, field))
        }
        for (field, value) in [
            ("CategoryId", text(21)), ("CategoryId", ""), ("DefaultName", text(21)), ("DefaultName", ""),
            ("DefaultDesc", text(61)), ("ExtensionInfo", text(101)), ("ExtensionInfo", "7"),
        ] {
            cases.append(("add_gift_category", with(category, field, value), 100_002, field))
        }
        for field in ["CategoryId", "DefaultName"] {
            cases.append(("add_gift_category", with(category, field, nil), 100_002, field))
        }
        cases += [
            ("add_gift", with(new, "Coins", 1.5), 100_002, "number"),
            ("add_gift", with(new, "GiftId", "rose"), 100_002, "edit_gift"),
            ("edit_gift", ["GiftId": "ghost", "Coins": 1], 102_002, "ghost"),
            ("edit_gift", ["GiftId": "rose", "Coins": -1], 100_002, "Coins"),
            ("edit_gift", ["GiftId": "rose", "DefaultName": ""], 100_002, "DefaultName"),
            ("get_gift", ["GiftId": "ghost"], 102_002, "ghost"), ("get_gift", [:], 100_002, "GiftId"),
            ("del_gift", [:], 100_002, "GiftId"),
            ("add_gift_category", with(category, "CategoryId", "all"), 100_002, "edit_gift_category"),
            ("edit_gift_category", ["CategoryId": "ghost", "DefaultName": "x"], 100_002, "ghost"),
            ("get_gift_category", ["CategoryId": "ghost"], 100_002, "ghost"),
            ("get_gift_category_relations", ["CategoryId": "ghost"], 100_002, "ghost"),
            ("add_gift_category_relations", ["CategoryId": "ghost", "GiftIdList": ["rose"]], 100_002, "ghost"),
            ("add_gift_category_relations", ["CategoryId": "all", "GiftIdList": [String]()], 100_002, "GiftIdList"),
            ("add_gift_category_relations", ["CategoryId": "all", "GiftIdList": "rose"], 100_002, "GiftIdList"),
            ("add_gift_category_relations", ["CategoryId": "all", "GiftIdList": [7]], 100_002, "GiftIdList"),
            ("del_gift_category_relations", ["CategoryId": "all"], 100_002, "GiftIdList"),
            ("set_gift_language", ["GiftId": "rose", "Language": "en"], 100_002, "name"),
            ("set_gift_language", ["GiftId": "rose", "Language": "e", "Name": "a"], 100_002, "Language"),
            ("set_gift_language", ["GiftId": "rose", "Language": "", "Name": "a"], 100_002, "Language"),
            ("set_gift_language", ["GiftId": "rose", "Name": "a"], 100_002, "Language"),
            ("set_gift_language", ["GiftId": "rose", "Language": "en", "Name": text(21)], 100_002, "Name"),
            (
                "set_gift_language", ["GiftId": "rose", "Language": "en", "Name": "a", "Desc": text(21)], 100_002,
                "Desc"
            ),
            ("set_gift_language", ["GiftId": "ghost", "Language": "en", "Name": "a"], 102_002, "ghost"),
            ("get_gift_language", ["GiftId": "ghost", "Language": "en"], 102_002, "ghost"),
            ("get_gift_language", ["GiftId": "rose"], 100_002, "Language"),
            ("del_gift_language", ["GiftId": "rose", "Language": "中"], 100_002, "Language"),
            (
                "set_gift_category_language", ["CategoryId": "all", "Language": "en", "CategoryName": text(21)],
                100_002, "CategoryName"
            ),
            (
                "set_gift_category_language",
                ["CategoryId": "all", "Language": "en", "CategoryName": "a", "CategoryDesc": text(61)], 100_002,
                "CategoryDesc"
            ),
            ("set_gift_category_language", ["CategoryId": "all", "Language": "en"], 100_002, "name"),
            ("get_gift_category_language", ["CategoryId": "ghost", "Language": "en"], 100_002, "ghost"),
            ("get_gift_count", ["RoomId": "ghost"], 100_004, "live"), ("get_gift_count", [:], 100_002, "RoomId"),
            ("get_gift_count", ["RoomId": "r1", "From_Account": "a b"], 100_002, "From_Account"),
        ]
        return cases
    }

    @Test func `a field beyond its limits is refused by its name, and nothing changes`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let before = try await server.storage.catalogue()
            for (command, body, code, names) in Self.badCalls {
                let answer = try await backend.call(command, body)
                #expect(answer["ErrorCode"] as? Int == code, "\(command) \(body): \(answer)")
                #expect((answer["ErrorInfo"] as? String)?.contains(names) == true, "\(command) \(body): \(answer)")
            }
            #expect(try await server.storage.catalogue() == before)
        }
    }

    @Test func `a catalogue has at most three categories and as many gifts as the limit allows`() async throws {
        var limits = Limits()
        limits.giftsMax = 4
        try await TestServer.run(limits: limits) { server async throws in
            let backend = RESTCaller(server)
            for (id, code) in [("b", 0), ("c", 0), ("d", 100_002)] {
                #expect(try await backend.code("add_gift_category", ["CategoryId": id, "DefaultName": id]) == code)
            }
            #expect(try await backend.code("del_gift_category", ["CategoryId": "b"]) == 0)
            #expect(try await backend.code("add_gift_category", ["CategoryId": "d", "DefaultName": "d"]) == 0)
            for (id, code) in [("fourth", 0), ("fifth", 100_002)] {
                let body: [String: Any] = ["GiftId": id, "DefaultName": id, "Coins": 1]
                #expect(try await backend.code("add_gift", body) == code)
            }
        }
    }

    @Test func `each command of the catalogue has its own rate, and a call over it is refused with 100012`()
        async throws
    {
        var limits = Limits()
        limits.giftCallsPerSecond = 1
        let clock = StoppedClock()
        try await TestServer.run(limits: limits, clock: clock.server) { server async throws in
            let backend = RESTCaller(server)
            #expect(try await backend.code("get_gift", ["GiftId": "rose"]) == 0)
            #expect(try await backend.code("get_gift", ["GiftId": "rose"]) == 100_012)
            #expect(try await backend.code("get_gift_info_list") == 0)
            clock.advance(seconds: 1)
            #expect(try await backend.code("get_gift", ["GiftId": "rose"]) == 0)
        }
    }

    // MARK: What clients see

    @Test func `connected clients see at once that a gift was added, changed or removed`() async throws {
        var limits = Limits()
        limits.catalogueChangedIntervalMilliseconds = 0
        try await TestServer.run(limits: limits) { server in
            let backend = RESTCaller(server)
            let viewer = try await Robot.logIn("viewer", server)
            func changedCake(_ command: String, _ body: [String: Any]) async throws -> Gift? {
                #expect(try await backend.code(command, body) == 0)
                try await viewer.hear(.catalogue)
                return Self.gift("cake", try await Self.panel(viewer))
            }
            let full: [String: Any] = [
                "GiftId": "cake", "DefaultName": "Cake", "DefaultDesc": "sweet", "Coins": 99, "Level": 3,
                "IconUrl": "https://example.org/i.png", "ResourceUrl": "https://example.org/r.svga",
                "ExtensionInfo": #"{"color":"red", "size": 2, "tags":["a"]}"#,
            ]
            let added = try #require(try await changedCake("add_gift", full))
            #expect(added.name == "Cake" && added.desc == "sweet")
            #expect(added.coins == Samples.coins(99) && added.level == 3)
            #expect(added.iconURL == "https://example.org/i.png")
            #expect(added.resourceURL == "https://example.org/r.svga")
            #expect(added.extensionInfo == ["color": "red", "size": "2", "tags": #"["a"]"#])
            // The backend reads back exactly what it wrote, down to the spaces.
            let read = try await backend.call("get_gift", ["GiftId": "cake"])
            let top = read["GiftInfo"] as? [String: Any]
            #expect(top?["ExtensionInfo"] as? String == full["ExtensionInfo"] as? String)
            #expect(top?["DefaultDesc"] as? String == "sweet" && top?["Level"] as? Int == 3)
            let changed = try await changedCake("edit_gift", ["GiftId": "cake", "Coins": 120])
            #expect(changed?.coins == Samples.coins(120) && changed?.name == "Cake")
            #expect(try await changedCake("del_gift", ["GiftId": "cake"]) == nil)
            // A call that changes nothing succeeds and causes no event.
            #expect(try await backend.code("del_gift", ["GiftId": "cake"]) == 0)
            #expect(try await backend.code("edit_gift", ["GiftId": "rose", "Coins": 1]) == 0)
            let ping = try await viewer.send(.ping)
            while let frame = try await viewer.next(), frame.repliesTo != ping.id {
                #expect(frame.heard(.catalogue) == nil)
            }
        }
    }

    @Test func `the panel has the categories and their gifts in the order in which they were added`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let viewer = try await Robot.logIn("viewer", server)
            func ids() async throws -> [String: [String]] {
                var ids: [String: [String]] = [:]
                for category in try await Self.panel(viewer) {
                    ids[category.categoryID] = category.giftList.map(\.giftID.rawValue)
                }
                return ids
            }
            _ = try await backend.response("del_gift_category", ["CategoryId": "all"])
            #expect(try await ids() == ["": ["rose", "crown", "rocket"]])
            _ = try await backend.response(
                "add_gift_category",
                ["CategoryId": "hot", "DefaultName": "Hot", "DefaultDesc": "now", "ExtensionInfo": #"{"k":"v"}"#])
            let answer = try await backend.call(
                "add_gift_category_relations", ["CategoryId": "hot", "GiftIdList": ["rocket", "ghost", "rose"]])
            #expect(answer["InvalidGiftIdList"] as? [String] == ["ghost"])
            #expect(RESTCaller.response(of: answer)["InvalidGiftIdList"] as? [String] == ["ghost"])
            #expect(try await ids() == ["hot": ["rocket", "rose"], "": ["crown"]])
            let relation = try await backend.call("get_gift_category_relations", ["CategoryId": "hot"])
            #expect((relation["Relation"] as? [String: Any])?["GiftIdList"] as? [String] == ["rocket", "rose"])
            _ = try await backend.response(
                "del_gift_category_relations", ["CategoryId": "hot", "GiftIdList": ["rocket", "ghost"]])
            #expect(try await ids()["hot"] == ["rose"])
            let category = try await backend.call("get_gift_category", ["CategoryId": "hot"])
            let top = category["GiftCategoryInfo"] as? [String: Any]
            #expect(top?["DefaultName"] as? String == "Hot" && top?["ExtensionInfo"] as? String == #"{"k":"v"}"#)
            let response = RESTCaller.response(of: category)
            let typed = response["Category"] as? [String: Any]
            #expect(typed?["CategoryName"] as? String == "Hot" && typed?["CategoryDesc"] as? String == "now")
            #expect((response["CategoryList"] as? [[String: Any]])?.count == 1)
        }
    }

    @Test func `the texts of a language are found under all its names, and other languages get the default texts`()
        async throws
    {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let viewer = try await Robot.logIn("viewer", server)
            func set(_ language: String, _ name: String?, _ desc: String? = nil) async throws {
                var body: [String: Any] = ["GiftId": "crown", "Language": language]
                body["Name"] = name
                body["Desc"] = desc
                #expect(try await backend.code("set_gift_language", body) == 0)
            }
            func read(_ language: String) async throws -> [String?] {
                let answer = try await backend.call("get_gift_language", ["GiftId": "crown", "Language": language])
                let top = answer["GiftInfo"] as? [String: Any]
                let response = RESTCaller.response(of: answer)["Language"]
                #expect(top as? [String: String] == response as? [String: String])
                return [top?["Name"] as? String, top?["Desc"] as? String]
            }
            try await set("zh-CN", "皇冠", "给国王")
            try await set("zh", nil, "王")
            try await set("zh-TW", "皇冠(繁)")
            try await set("en-US", "A crown")
            #expect(try await read("zh-Hans") == ["皇冠", "王"])
            #expect(try await read("ZH_hk") == ["皇冠(繁)", ""])
            #expect(try await read("en") == ["A crown", ""])
            #expect(try await read("fr") == ["Crown", ""])
            for (language, name) in [("zh-SG", "皇冠"), ("zh-Hant", "皇冠(繁)"), ("EN-gb", "A crown"), ("ja", "Crown")] {
                let crown = Self.gift("crown", try await Self.panel(viewer, language: language))
                #expect(crown?.name == name, "\(language)")
            }
            let list = try await backend.response("get_gift_info_list")
            let crown = (list["GiftList"] as? [[String: Any]])?.first { $0["GiftId"] as? String == "crown" }
            let languages = (crown?["LanguageList"] as? [[String: Any]])?.compactMap { $0["Language"] as? String }
            #expect(languages == ["en", "zh-Hans", "zh-Hant"])
            #expect(list["TotalCount"] as? Int == 3)
            #expect(try await backend.code("del_gift_language", ["GiftId": "crown", "Language": "zh-SG"]) == 0)
            #expect(try await backend.code("del_gift_language", ["GiftId": "ghost", "Language": "fr"]) == 0)
            #expect(try await read("zh") == ["Crown", ""])
            // The texts of a category work in the same way.
            let texts: [String: Any] = [
                "CategoryId": "all", "Language": "zh", "CategoryName": "全部", "CategoryDesc": "所有",
            ]
            #expect(try await backend.code("set_gift_category_language", texts) == 0)
            let answer = try await backend.call(
                "get_gift_category_language", ["CategoryId": "all", "Language": "zh-CN"])
            let expected = ["CategoryName": "全部", "CategoryDesc": "所有"]
            #expect(answer["CategoryInfo"] as? [String: String] == expected)
            #expect(RESTCaller.response(of: answer)["Language"] as? [String: String] == expected)
            #expect(try await Self.panel(viewer, language: "zh-SG").first?.name == "全部")
        }
    }

    @Test func `the catalogue is the same after a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let listed = Mutex<[Data]>([])
        let list: @Sendable (TestServer) async throws -> Void = { server in
            let list = try await RESTCaller(server).response("get_gift_info_list")
            let data = try JSONSerialization.data(withJSONObject: list, options: [.sortedKeys])
            listed.withLock { $0.append(data) }
        }
        try await TestServer.run(storage: storage) { server in
            let edits: [(String, [String: Any])] = [
                ("add_gift", ["GiftId": "cake", "DefaultName": "Cake", "Coins": 99, "ExtensionInfo": #"{ "a":1 }"#]),
                ("set_gift_language", ["GiftId": "cake", "Language": "zh", "Name": "蛋糕"]),
                ("add_gift_category", ["CategoryId": "sweet", "DefaultName": "Sweet"]),
                ("add_gift_category_relations", ["CategoryId": "sweet", "GiftIdList": ["cake", "rose"]]),
                ("edit_gift", ["GiftId": "rose", "Coins": 2]), ("del_gift", ["GiftId": "crown"]),
            ]
            for (command, body) in edits { _ = try await RESTCaller(server).response(command, body) }
            try await list(server)
        }
        try await TestServer.run(storage: storage) { server in try await list(server) }
        let lists = listed.withLock { $0 }
        #expect(lists.count == 2 && lists.first == lists.last)
        #expect(String(decoding: lists.first ?? Data(), as: UTF8.self).contains("蛋糕"))
    }
}
