import Foundation
import OvationModel
import OvationWire
import Testing

/// Administrators, bans, mutes, kicks and metadata over the REST API, with their effects on the live.
@Suite(.timeLimit(.minutes(5)))
struct RESTMemberTests {
    @Test func `an appointed administrator may moderate at once, and no longer after the dismissal`() async throws {
        try await RESTStage.run { stage in
            let other = try await Robot.viewer(as: "other", stage.server)
            func admins() async throws -> [String]? {
                try await stage.backend.response("get_admin_list", ["RoomId": "r1"])["Admin_Account"] as? [String]
            }
            func modify(_ operation: String, _ users: [String]) async throws -> Int {
                try await stage.backend.code(
                    "modify_admin", ["RoomId": "r1", "Admin_Account": users, "OpType": operation] as [String: Any])
            }
            let mute = #"{"userID":"other","muted":true}"#
            #expect(try await admins() == [])
            #expect(try await RESTStage.command("audience.mute", mute, over: stage.viewer) == -2301)
            #expect(try await modify("add", ["viewer"]) == 0)
            #expect(try await admins() == ["viewer"])
            #expect(try await other.hear(.appointed).isAdmin)
            #expect(try await RESTStage.command("audience.mute", mute, over: stage.viewer) == 0)
            #expect(try await modify("delete", ["viewer"]) == 0)
            #expect(try await !other.hear(.appointed).isAdmin)
            #expect(try await RESTStage.command("audience.mute", mute, over: stage.viewer) == -2301)
            #expect(try await admins() == [])
        }
    }

    @Test func `a live has at most five administrators, and a call appoints all of its users or none`() async throws {
        try await RESTStage.run { stage in
            try await stage.importAccounts("a", "b", "c", "d", "e", "f")
            func modify(_ users: [String]) async throws -> Int {
                try await stage.backend.code(
                    "modify_admin", ["RoomId": "r1", "Admin_Account": users, "OpType": "add"] as [String: Any])
            }
            #expect(try await modify(["a", "b", "a"]) == 0)
            #expect(try await modify(["c", "d", "e", "f"]) == 100_020)
            #expect(
                try await stage.backend.response("get_admin_list", ["RoomId": "r1"])["Admin_Account"] as? [String]
                    == ["a", "b"])
            #expect(try await modify(["b", "c", "d", "e"]) == 0)
            #expect(try await modify(["f"]) == 100_020)
        }
    }

    @Test func `a banned user is out at once and can only come back when the ban is lifted`() async throws {
        try await RESTStage.run { stage in
            let before = Int(Date().timeIntervalSince1970)
            #expect(
                try await stage.backend.code(
                    "ban_member",
                    ["RoomId": "r1", "MemberList_Account": ["viewer", "absent"], "Duration": 600, "Reason": "spam"]
                        as [String: Any]) == 0)
            let banned = try await stage.viewer.hear(.banned)
            #expect(banned.reason == "spam")
            #expect(banned.by == nil)
            #expect(try await RESTStage.command("room.join", over: stage.viewer) == 100_016)
            // Clients of this API read the list at either of two places.
            let answer = try await stage.backend.call("get_banned_member_list", ["RoomId": "r1"])
            for place in [answer, RESTCaller.response(of: answer)] {
                let list = try #require(place["BannedAccountList"] as? [[String: Any]])
                #expect(list.compactMap { $0["Member_Account"] as? String } == ["absent", "viewer"])
                #expect(list.allSatisfy { $0["Reason"] as? String == "spam" })
                let until = try #require(list.first?["BannedUntil"] as? Int)
                #expect((before + 600...before + 720).contains(until))
            }
            #expect(
                try await stage.backend.code(
                    "unban_member", ["RoomId": "r1", "MemberList_Account": ["viewer"]] as [String: Any]) == 0)
            try await stage.viewer.ask(.join)
            _ = try await stage.viewer.hear(.snapshot)
        }
    }

    @Test func `the list of bans comes page by page, with either way of paging`() async throws {
        try await RESTStage.run { stage async throws in
            #expect(
                try await stage.backend.code(
                    "ban_member",
                    ["RoomId": "r1", "MemberList_Account": ["a", "b", "c"], "Duration": 4_294_967_295] as [String: Any])
                    == 0)
            func page(_ parameters: [String: Any]) async throws -> (members: [String], next: String) {
                let response = try await stage.backend.response(
                    "get_banned_member_list", parameters.merging(["RoomId": "r1"]) { $1 })
                let list = response["BannedAccountList"] as? [[String: Any]] ?? []
                #expect(
                    list.allSatisfy { $0["BannedUntil"] as? Int == 4_294_967_295 },
                    "a ban of the longest duration lasts for the rest of the live")
                #expect(response["TotalCount"] as? Int == 3)
                return (list.compactMap { $0["Member_Account"] as? String }, response["Next"] as? String ?? "missing")
            }
            #expect(try await page(["Count": 2]) == (["a", "b"], "2"))
            #expect(try await page(["Count": 2, "Next": "2"]) == (["c"], ""))
            #expect(try await page(["Offset": 1, "Limit": 1]) == (["b"], "2"))
            #expect(try await page(["Offset": 3]) == ([], ""))
            for beyond in [["Offset": 4], ["Next": "4"], ["Offset": Int(Int32.max)]] as [[String: Any]] {
                let call = beyond.merging(["RoomId": "r1"]) { $1 }
                #expect(try await stage.backend.code("get_banned_member_list", call) == 110_040)
            }
        }
    }

    @Test func `a muted viewer's barrage is refused at once, and accepted when the mute is lifted`() async throws {
        try await RESTStage.run { stage in
            func mute(_ seconds: Int) async throws -> Int {
                try await stage.backend.code(
                    "mute_member",
                    ["RoomId": "r1", "MemberList_Account": ["viewer"], "MuteTime": seconds] as [String: Any])
            }
            func muted() async throws -> [[String: Any]]? {
                try await stage.backend.response("get_muted_member_list", ["RoomId": "r1"])["MutedAccountList"]
                    as? [[String: Any]]
            }
            let barrage = #"{"text":"hi"}"#
            #expect(try await mute(600) == 0)
            #expect(try await stage.viewer.hear(.muted).muted)
            #expect(try await RESTStage.command("barrage.send", barrage, over: stage.viewer) == 100_017)
            #expect(try await muted()?.first?["Member_Account"] as? String == "viewer")
            let now = Int(Date().timeIntervalSince1970)
            let until = try #require(try await muted()?.first?["MutedUntil"] as? Int)
            #expect((now + 480...now + 601).contains(until))
            #expect(try await mute(0) == 0)
            #expect(try await RESTStage.command("barrage.send", barrage, over: stage.viewer) == 0)
            #expect(try await muted()?.isEmpty == true)
            #expect(try await mute(4_294_967_295) == 0)
            #expect(try await muted()?.first?["MutedUntil"] as? Int == 4_294_967_295)
        }
    }

    @Test func `a kicked user is out and may come back, and an absent user cannot be kicked`() async throws {
        try await RESTStage.run { stage in
            let kick: [String: Any] = ["RoomId": "r1", "MemberList_Account": ["viewer"], "Reason": "rude"]
            #expect(try await stage.backend.code("kick_user_out", kick) == 0)
            #expect(try await stage.viewer.hear(.kicked).reason == "rude")
            #expect(try await RESTStage.command("barrage.send", #"{"text":"?"}"#, over: stage.viewer) == 100_005)
            #expect(try await stage.backend.code("kick_user_out", kick) == 100_005)
            try await stage.viewer.ask(.join)
            _ = try await stage.viewer.hear(.snapshot)
        }
    }

    @Test func `each field of a call about members has its limit, and a refused call affects nobody`()
        async throws
    {
        try await RESTStage.run { stage in
            let (text, users) = (RESTRefusal.text, RESTRefusal.users)
            var refusals: [RESTRefusal] = []
            for (command, rest) in [
                ("ban_member", #","Duration":60"#), ("unban_member", ""), ("mute_member", #","MuteTime":60"#),
                ("kick_user_out", ""),
            ] {
                func call(_ room: String, _ list: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                    RESTRefusal(
                        command, #"{"RoomId":"\#(room)","MemberList_Account":\#(list)\#(rest)}"#, code, names: names)
                }
                refusals += [
                    call("r1", "[]", 100_002, names: "MemberList_Account"),
                    call("r1", users(21), 100_002, names: "MemberList_Account"),
                    call("r1", #""viewer""#, 100_002, names: "MemberList_Account"),
                    call("r1", #"["no spaces"]"#, 100_002, names: "MemberList_Account"),
                    call("r1", #"["viewer","host"]"#, 100_006, names: "host"),
                    call("nowhere", #"["viewer"]"#, 100_004), call("", #"["viewer"]"#, 100_002, names: "RoomId"),
                    RESTRefusal(command, #"{"RoomId":"r1"\#(rest)}"#, 100_002, names: "MemberList_Account"),
                ]
            }
            func one(_ command: String, _ fields: String, _ names: String) -> RESTRefusal {
                RESTRefusal(
                    command, #"{"RoomId":"r1","MemberList_Account":["viewer"]\#(fields)}"#, 100_002, names: names)
            }
            refusals += [
                one("ban_member", "", "Duration"), one("ban_member", #","Duration":0"#, "Duration"),
                one("ban_member", #","Duration":315360001"#, "Duration"),
                one("ban_member", #","Duration":"60""#, "Duration"),
                one("ban_member", #","Duration":60,"Reason":"\#(text(201))""#, "Reason"),
                one("kick_user_out", #","Reason":"\#(text(201))""#, "Reason"),
                one("mute_member", "", "MuteTime"), one("mute_member", #","MuteTime":-1"#, "MuteTime"),
                one("mute_member", #","MuteTime":4294967296"#, "MuteTime"),
                RESTRefusal("get_admin_list", #"{"RoomId":"nowhere"}"#, 100_004),
                RESTRefusal("get_muted_member_list", #"{"RoomId":"nowhere"}"#, 100_004),
                RESTRefusal("get_banned_member_list", #"{"RoomId":"nowhere"}"#, 100_004),
                RESTRefusal("get_banned_member_list", #"{"RoomId":"r1","Next":"x"}"#, 100_002, names: "Next"),
                RESTRefusal("get_banned_member_list", #"{"RoomId":"r1","Offset":-1}"#, 100_002, names: "Offset"),
                RESTRefusal("get_banned_member_list", #"{"RoomId":"r1","Limit":1001}"#, 100_002, names: "Limit"),
                RESTRefusal("get_banned_member_list", #"{"RoomId":"r1","Count":0}"#, 100_002, names: "Count"),
            ]
            func admins(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("modify_admin", #"{"RoomId":"r1",\#(fields)}"#, code, names: names)
            }
            refusals += [
                admins(#""Admin_Account":["viewer"]"#, 100_002, names: "OpType"),
                admins(#""Admin_Account":["viewer"],"OpType":"Add""#, 100_002, names: "delete"),
                admins(#""Admin_Account":[],"OpType":"add""#, 100_002, names: "Admin_Account"),
                admins(#""Admin_Account":\#(users(6)),"OpType":"add""#, 100_002, names: "Admin_Account"),
                admins(#""Admin_Account":["stranger"],"OpType":"add""#, 100_002, names: "stranger"),
                admins(#""Admin_Account":["host"],"OpType":"add""#, 100_006),
            ]
            try await RESTRefusal.expect(refusals, from: stage.backend)
            // The viewer is still in the live and may write, so nobody was muted or banned.
            #expect(try await RESTStage.command("barrage.send", #"{"text":"still here"}"#, over: stage.viewer) == 0)
            let banned = try await stage.backend.response("get_banned_member_list", ["RoomId": "r1"])
            #expect((banned["BannedAccountList"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `metadata is set by key, read by key or whole, and deleted, and the live hears of it`() async throws {
        try await RESTStage.run { stage async throws in
            func set(_ entries: [String: String]) async throws -> Int {
                try await stage.backend.code(
                    "set_room_metadata",
                    ["RoomId": "r1", "Metadata": entries.map { ["Key": $0.key, "Value": $0.value] }] as [String: Any])
            }
            func read(_ keys: [String]) async throws -> [String] {
                let response = try await stage.backend.response(
                    "get_room_metadata", ["RoomId": "r1", "Keys": keys] as [String: Any])
                let entries = response["Metadata"] as? [[String: String]] ?? []
                return entries.map { "\($0["Key"] ?? "?")=\($0["Value"] ?? "?")" }
            }
            #expect(try await read([]) == [])
            #expect(try await set(["a": "1", "b": "2"]) == 0)
            #expect(try await stage.viewer.hear(.updated).changes.metaData == ["a": "1", "b": "2"])
            #expect(try await set(["b": "3", "c": "4"]) == 0)
            #expect(try await read([]) == ["a=1", "b=3", "c=4"])
            #expect(try await read(["c", "nothing"]) == ["c=4"])
            #expect(
                try await stage.backend.code(
                    "del_room_metadata", ["RoomId": "r1", "Keys": ["a", "nothing"]] as [String: Any]) == 0)
            #expect(try await read([]) == ["b=3", "c=4"])
        }
    }

    @Test func `each limit of metadata has its own code`() async throws {
        try await RESTStage.run { stage in
            let text = RESTRefusal.text
            func set(_ entries: [(String, String)], _ code: Int) -> RESTRefusal {
                let list = entries.map { #"{"Key":"\#($0)","Value":"\#($1)"}"# }.joined(separator: ",")
                return RESTRefusal("set_room_metadata", #"{"RoomId":"r1","Metadata":[\#(list)]}"#, code)
            }
            try await RESTRefusal.expect(
                [
                    set([(text(51), "")], 100_504), set([("", "x")], 100_002), set([], 100_002),
                    set((0..<10).map { ("k\($0)", text($0 < 8 ? 2_048 : 0)) }, 0),
                    set([("k10", "")], 100_500), set([("k9", text(2_049))], 100_501), set([("k9", "x")], 100_502),
                    RESTRefusal(
                        "set_room_metadata", #"{"RoomId":"r1","Metadata":[{"Key":"a"}]}"#, 100_002, names: "Value"),
                    RESTRefusal("set_room_metadata", #"{"RoomId":"r1"}"#, 100_002, names: "Metadata"),
                    RESTRefusal("set_room_metadata", #"{"RoomId":"x","Metadata":[{"Key":"a","Value":"b"}]}"#, 100_004),
                    RESTRefusal("del_room_metadata", #"{"RoomId":"r1","Keys":["nothing"]}"#, 100_503),
                    RESTRefusal("del_room_metadata", #"{"RoomId":"r1","Keys":[]}"#, 100_002, names: "Keys"),
                    RESTRefusal("del_room_metadata", #"{"RoomId":"x","Keys":["a"]}"#, 100_004),
                    RESTRefusal("get_room_metadata", #"{"RoomId":"x","Keys":[]}"#, 100_004),
                    RESTRefusal("get_room_metadata", #"{"RoomId":"r1","Keys":"a"}"#, 100_002, names: "Keys"),
                ], from: stage.backend)
        }
    }
}
