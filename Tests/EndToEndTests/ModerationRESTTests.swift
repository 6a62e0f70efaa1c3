import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationWire
import Testing

/// The REST commands of moderation, and their effects on connected clients.
@Suite(.timeLimit(.minutes(5)))
struct ModerationRESTTests {
    private static let service = "ovation_moderation_srv/"

    @Test func `the app's word list applies at once in every live, and after a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        try await TestServer.run(storage: storage) { server in
            let backend = RESTCaller(server)
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            #expect(try await viewer.code(.say("damn")) == 0)
            let words: [[String: Any]] = [
                ["Text": "damn"], ["Text": "darn", "Action": "mask", "WholeWord": true],
                ["Text": "hmm", "Action": "log"],
            ]
            let answer = try await backend.response(Self.service + "set_words", ["WordList": words])
            let list = try #require(answer["WordList"] as? [[String: Any]])
            #expect(list.map { $0["Text"] as? String } == ["damn", "darn", "hmm"])
            #expect(list.map { $0["Action"] as? String } == ["refuse", "mask", "log"])
            #expect(list.map { $0["WholeWord"] as? Bool } == [false, true, false])
            #expect(list[0]["WordId"] as? String == WordID(of: "damn").rawValue)
            let read = try await backend.response(Self.service + "get_words")
            #expect((read["WordList"] as? [[String: Any]])?.count == 3)
            #expect(try await viewer.code(.say("damn")) == 110_100)
            #expect(try await viewer.code(.say("oh darn")) == 0)
            for text in ["damn", "oh ****"] { #expect(try await host.hear(.barrage).text == text) }
        }
        try await TestServer.run(storage: storage) { server in
            let viewer = try await Robot.viewer(server)
            #expect(try await viewer.code(.say("damn")) == 110_100)
            let backend = RESTCaller(server)
            #expect(try await backend.code(Self.service + "set_words", ["WordList": []]) == 0)
            #expect(try await viewer.code(.say("damn")) == 0, "an empty list ends the filter")
        }
    }

    @Test func `a live's word list applies in it alone, and ends with it`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let host = try await Robot.host(server)
            let set: [String: Any] = ["RoomId": "r1", "WordList": [["Text": "spoiler"]]]
            #expect(try await backend.code(Self.service + "set_words", set) == 0)
            #expect(try await host.code(.say("a s.p.o.i.l.e.r")) == 110_100)
            let app = try await backend.response(Self.service + "get_words")
            #expect((app["WordList"] as? [[String: Any]])?.isEmpty == true)
            let own = try await backend.response(Self.service + "get_words", ["RoomId": "r1"])
            #expect((own["WordList"] as? [[String: Any]])?.first?["Text"] as? String == "spoiler")
            let check = ["RoomId": "r1", "Text": "no spoilers"]
            #expect(try await backend.response(Self.service + "check_text", check)["Action"] as? String == "refuse")
            let fine = try await backend.response(Self.service + "check_text", ["Text": "no spoilers"])
            #expect(fine["Action"] == nil)
            #expect(fine["Text"] as? String == "no spoilers")
            #expect(try await backend.code("destroy_room", ["RoomId": "r1"]) == 0)
            #expect(try await backend.code(Self.service + "get_words", ["RoomId": "r1"]) == 100_004)
            let next = try await Robot.host(server)
            #expect(try await next.code(.say("spoiler")) == 0)
        }
    }

    @Test func `slow mode is set and read over REST, and everybody in the live hears of it`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let host = try await Robot.host(server)
            let room = ["RoomId": "r1"]
            #expect(try await backend.response(Self.service + "get_slow_mode", room)["Seconds"] as? Int == 0)
            #expect(try await backend.code(Self.service + "set_slow_mode", ["RoomId": "r1", "Seconds": 30]) == 0)
            #expect(try await host.hear(.updated).changes.slowModeSeconds == 30)
            #expect(try await backend.response(Self.service + "get_slow_mode", room)["Seconds"] as? Int == 30)
            let log = try await backend.response(Self.service + "get_log", room)
            let line = try #require((log["EntryList"] as? [[String: Any]])?.first)
            #expect(line["Action"] as? String == "slowMode")
            #expect(line["Source"] as? String == "rest")
            #expect(line["Operator_Account"] as? String == "administrator")
            #expect(line["Seconds"] as? Int == 30)
        }
    }

    @Test func `the moderation log of a live is read page by page, even after its end`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            _ = try await Robot.host(server)
            for seconds in [5, 10, 0] {
                _ = try await backend.call(Self.service + "set_slow_mode", ["RoomId": "r1", "Seconds": seconds])
            }
            _ = try await backend.call("destroy_room", ["RoomId": "r1"])
            var actions: [String] = []
            var next = ""
            repeat {
                let page = try await backend.response(
                    Self.service + "get_log", ["RoomId": "r1", "Next": next, "Count": 3])
                actions += try #require(page["EntryList"] as? [[String: Any]]).compactMap { $0["Action"] as? String }
                next = try #require(page["Next"] as? String)
            } while !next.isEmpty
            #expect(actions == ["endRoom", "slowMode", "slowMode", "slowMode"])
            let none = try await backend.response(Self.service + "get_log", ["RoomId": "nowhere"])
            #expect((none["EntryList"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `the sanctions of a user are listed across lives`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            for live in ["a", "b", "c"] {
                let host = try await Robot.host(of: live, as: "host-\(live)", server)
                try await host.ask(.ban("bob", seconds: 600, reason: "abuse"), in: live)
                try await host.ask(.mute("bob", reason: "spam"), in: live)
            }
            _ = try await backend.call("destroy_room", ["RoomId": "b"])
            var seen: [String] = []
            var next = ""
            repeat {
                let page = try await backend.response(
                    Self.service + "get_sanctions", ["Member_Account": "bob", "Count": 1, "Next": next])
                for line in try #require(page["SanctionList"] as? [[String: Any]]) {
                    let (room, kind) = (line["RoomId"] as? String ?? "", line["Kind"] as? String ?? "")
                    seen.append(
                        "\(room) \(kind) \(line["Reason"] as? String ?? "") \(line["Operator_Account"] as? String ?? "")"
                    )
                    #expect((line["Until"] != nil) == (kind == "ban"))
                }
                next = try #require(page["Next"] as? String)
            } while !next.isEmpty
            #expect(seen == ["a ban abuse host-a", "a mute spam host-a", "c ban abuse host-c", "c mute spam host-c"])
            let none = try await backend.response(Self.service + "get_sanctions", ["Member_Account": "alice"])
            #expect((none["SanctionList"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `a value beyond a limit is refused with its code`() async throws {
        var limits = Limits()
        limits.wordFilterWordsMax = 2
        limits.wordFilterRoomWordsMax = 1
        limits.wordBytesMax = 6
        try await TestServer.run(limits: limits) { server in
            _ = try await Robot.host(server)
            let backend = RESTCaller(server)
            let (a, b, c) = (["Text": "a"], ["Text": "b"], ["Text": "c"])
            let cases: [(String, [String: Any], Int)] = [
                ("set_words", [:], 100_002), ("set_words", ["WordList": "a"], 100_002),
                ("set_words", ["WordList": [["Word": "a"]]], 100_002),
                ("set_words", ["WordList": [["Text": "a", "Action": "Mask"]]], 100_002),
                ("set_words", ["WordList": [["Text": "a", "WholeWord": 1]]], 100_002),
                ("set_words", ["WordList": [a, b]], 0), ("set_words", ["WordList": [a, b, c]], 110_102),
                ("set_words", ["RoomId": "r1", "WordList": [a]], 0),
                ("set_words", ["RoomId": "r1", "WordList": [a, b]], 110_102),
                ("set_words", ["RoomId": "none", "WordList": [a]], 100_004),
                ("set_words", ["WordList": [["Text": "1234567"]]], 110_102),
                ("set_words", ["WordList": [["Text": "..."]]], 110_102), ("set_words", ["WordList": [a, a]], 110_102),
                ("get_words", ["RoomId": "none"], 100_004), ("get_words", ["RoomId": ""], 100_002),
                ("check_text", [:], 100_002), ("check_text", ["Text": String(repeating: "x", count: 2_049)], 100_002),
                ("check_text", ["Text": "x", "RoomId": "none"], 100_004),
                ("get_slow_mode", [:], 100_002), ("get_slow_mode", ["RoomId": "none"], 100_004),
                ("set_slow_mode", ["RoomId": "r1"], 100_002),
                ("set_slow_mode", ["RoomId": "none", "Seconds": 1], 100_004),
                ("set_slow_mode", ["RoomId": "r1", "Seconds": -1], 100_002),
                ("set_slow_mode", ["RoomId": "r1", "Seconds": 121], 100_002),
                ("set_slow_mode", ["RoomId": "r1", "Seconds": 1.5], 100_002),
                ("set_slow_mode", ["RoomId": "r1", "Seconds": 120], 0),
                ("get_log", [:], 100_002), ("get_log", ["RoomId": "r1", "Count": 0], 100_002),
                ("get_log", ["RoomId": "r1", "Count": 101], 100_002),
                ("get_log", ["RoomId": "r1", "Next": "x"], 100_002),
                ("get_log", ["RoomId": "r1", "Next": "-1"], 100_002), ("get_log", ["RoomId": "r1", "Count": 100], 0),
                ("get_sanctions", [:], 100_002), ("get_sanctions", ["Member_Account": "no spaces"], 100_002),
                ("get_sanctions", ["Member_Account": "bob", "Count": 0], 100_002),
                ("get_sanctions", ["Member_Account": "bob", "Count": 101], 100_002),
                ("get_sanctions", ["Member_Account": "bob", "Next": "ümlaut"], 100_002),
            ]
            for (command, body, code) in cases {
                #expect(try await backend.code(Self.service + command, body) == code, "\(command) \(body)")
            }
            let read = try await backend.response(Self.service + "get_words")
            #expect((read["WordList"] as? [[String: Any]])?.count == 2, "a refused call changes nothing")
            for command in [
                "get_words", "set_words", "check_text", "get_slow_mode", "set_slow_mode", "get_log", "get_sanctions",
            ] {
                #expect(
                    try await backend.with("identifier", "host").code(Self.service + command) == 60_010, "\(command)")
                #expect(try await backend.with("usersig", "x").code(Self.service + command) == 60_005, "\(command)")
            }
        }
    }
}
