import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationTestKit
import Testing

/// Words, pace, bans and their log, as connected clients see them.
@Suite(.timeLimit(.minutes(5)))
struct ModerationTests {
    private static func ask(
        _ client: RawClient, _ op: String, _ data: String, id: Int = 9
    ) async throws -> [String: Any] {
        try await client.send(#"{"id":\#(id),"op":"\#(op)","room":"r1","data":\#(data)}"#)
        return try await client.reply(to: id)
    }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    private static func data(_ event: [String: Any]) -> [String: Any] { event["data"] as? [String: Any] ?? [:] }

    /// The lines of the log, oldest first.
    private static func log(_ client: RawClient, count: Int = 100) async throws -> [[String: Any]] {
        let reply = try await ask(client, "audience.log", #"{"count":\#(count)}"#, id: 77)
        let page = try #require(reply["ok"] as? [String: Any], "\(reply)")
        return try #require(page["entries"] as? [[String: Any]]).reversed()
    }

    private static let appWords = [
        FilterWord("damn"), FilterWord("darn", action: .mask), FilterWord("hmm", action: .log),
    ]

    @Test func `a word is refused, masked or noted, for everybody and in every text`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        _ = try await storage.commit([.words(Self.appWords)])
        try await TestServer.run(storage: storage) { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            #expect(Self.code(try await Self.ask(viewer, "barrage.send", #"{"text":"D\u200ba.M.n!"}"#)) == 110_100)
            #expect(try await Self.ask(viewer, "barrage.send", #"{"text":"d4rn it"}"#)["ok"] != nil)
            #expect(Self.data(try await host.event("barrage.sent"))["text"] as? String == "**** it")
            #expect(try await Self.ask(viewer, "barrage.send", #"{"text":"hmm"}"#)["ok"] != nil)
            #expect(Self.data(try await host.event("barrage.sent"))["text"] as? String == "hmm")
            #expect(
                try await Self.ask(viewer, "barrage.send", #"{"businessID":"damn","data":"damn"}"#)["ok"] != nil)
            #expect(Self.code(try await Self.ask(host, "room.update", #"{"notice":"damn"}"#)) == 110_100)
            #expect(try await Self.ask(host, "room.update", #"{"liveName":"darn"}"#)["ok"] != nil)
            let updated = Self.data(try await viewer.event("room.updated"))
            #expect((updated["changes"] as? [String: Any])?["liveName"] as? String == "****")
            #expect(Self.code(try await Self.ask(viewer, "user.update", #"{"nickname":"Damn Me"}"#)) == 110_100)
            #expect(try await Self.ask(viewer, "user.update", #"{"nickname":"Darn Me"}"#)["ok"] != nil)
            _ = try await Self.ask(viewer, "barrage.send", #"{"text":"me"}"#)
            while true {
                let sent = Self.data(try await host.event("barrage.sent"))
                guard sent["text"] as? String == "me" else { continue }
                #expect((sent["sender"] as? [String: Any])?["userName"] as? String == "**** Me")
                break
            }
            let other = try await RawClient.open(port: server.port)
            try await other.logIn("other")
            try await other.send(#"{"id":3,"op":"room.create","data":{"liveID":"r2","liveName":"damn"}}"#)
            #expect(Self.code(try await other.reply(to: 3)) == 110_100)
            try await other.send(#"{"id":4,"op":"room.create","data":{"liveID":"r2","liveName":"darn"}}"#)
            let snapshot = Self.data(try await other.event("room.snapshot"))
            #expect((snapshot["info"] as? [String: Any])?["liveName"] as? String == "****")

            let lines = try await Self.log(host)
            #expect(
                lines.map { $0["action"] as? String } == [
                    "refuseText", "maskText", "flagText", "refuseText", "maskText",
                ])
            #expect(lines.map { $0["userID"] as? String } == ["viewer", "viewer", "viewer", "host", "host"])
            #expect(lines[0]["word"] as? String == WordID(of: "damn").rawValue)
            #expect(lines.allSatisfy { $0["source"] as? String == "server" && $0["by"] == nil })
            #expect(!"\(lines)".lowercased().contains("d4rn"), "no text is kept: \(lines)")
        }
    }

    @Test func `slow mode is told, is in the snapshot, and a refusal says how long to wait`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            #expect(Self.code(try await Self.ask(viewer, "room.update", #"{"slowModeSeconds":5}"#)) == -2301)
            #expect(Self.code(try await Self.ask(host, "room.update", #"{"slowModeSeconds":121}"#)) == 100_002)
            #expect(try await Self.ask(host, "room.update", #"{"slowModeSeconds":120}"#)["ok"] != nil)
            let changes = Self.data(try await viewer.event("room.updated"))["changes"] as? [String: Any]
            #expect(changes?["slowModeSeconds"] as? Int == 120)
            #expect(try await Self.ask(viewer, "barrage.send", #"{"text":"1"}"#)["ok"] != nil)
            let refused = try await Self.ask(viewer, "barrage.send", #"{"text":"2"}"#)["error"] as? [String: Any]
            #expect(refused?["code"] as? Int == 110_101)
            #expect(refused?["temporary"] as? Bool == true)
            #expect((1...120_000).contains(try #require(refused?["retryAfterMilliseconds"] as? Int)))
            for text in ["1", "2", "3"] {
                #expect(try await Self.ask(host, "barrage.send", #"{"text":"\#(text)"}"#)["ok"] != nil)
            }
            let late = try await RawClient.open(port: server.port)
            try await late.logIn("late")
            try await late.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            let snapshot = Self.data(try await late.event("room.snapshot"))
            #expect((snapshot["info"] as? [String: Any])?["slowModeSeconds"] as? Int == 120)
            #expect(try await Self.ask(host, "room.update", #"{"slowModeSeconds":0}"#)["ok"] != nil)
            #expect(try await Self.ask(viewer, "barrage.send", #"{"text":"3"}"#)["ok"] != nil)
            #expect(try await Self.log(host).map { $0["seconds"] as? Int } == [120, 0])
        }
    }

    @Test func `a timed ban keeps somebody out until its time, over a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let clock = StoppedClock()
        let until = Int(clock.now.milliseconds) + 60_000
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            let ban = #"{"userID":"viewer","seconds":60,"reason":"abuse"}"#
            #expect(try await Self.ask(host, "audience.ban", ban)["ok"] != nil)
            let told = Self.data(try await viewer.event("audience.banned"))
            #expect(told["until"] as? Int == until)
            #expect(told["reason"] as? String == "abuse")
            #expect(Self.code(try await Self.ask(viewer, "room.info", "{}")) == nil)
            try await viewer.send(#"{"id":5,"op":"room.join","room":"r1"}"#)
            #expect(Self.code(try await viewer.reply(to: 5)) == 100_016)
        }
        clock.advance(seconds: 59)
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            try await viewer.send(#"{"id":5,"op":"room.join","room":"r1"}"#)
            let refused = try await viewer.reply(to: 5)
            #expect(Self.code(refused) == 100_016)
            let error = try #require(refused["error"] as? [String: Any])
            #expect(error["until"] as? Int == until)
            #expect(error["reason"] as? String == "abuse")
            #expect((error["message"] as? String)?.contains(where: \.isNumber) == false, "\(error)")
            clock.advance(seconds: 1)
            try await viewer.send(#"{"id":6,"op":"room.join","room":"r1"}"#)
            #expect(try await viewer.reply(to: 6)["ok"] != nil, "the time is over")
            let host = try await RawClient.viewer(as: "host", server)
            let lines = try await Self.log(host)
            #expect(lines.map { $0["action"] as? String } == ["ban"])
            #expect(lines.first?["until"] as? Int == until)
            #expect(lines.first?["by"] as? String == "host")
            #expect(lines.first?["source"] as? String == "client")
        }
    }

    @Test func `who enters muted is told until when and why, over a restart`() async throws {
        let storage = try SQLiteStorage(inMemory: LedgerPolicy())
        let clock = StoppedClock()
        let until = Int(clock.now.milliseconds) + 60_000
        @Sendable func expectTold(_ viewer: RawClient, _ id: Int) async throws {
            try await viewer.send(#"{"id":\#(id),"op":"room.join","room":"r1"}"#)
            let joined = try #require(try await viewer.reply(to: id)["ok"] as? [String: Any])
            #expect(joined["muted"] as? Bool == true)
            #expect(joined["mutedUntil"] as? Int == until)
            #expect(joined["mutedReason"] as? String == "flooding")
            let refused = try await Self.ask(viewer, "barrage.send", #"{"text":"hi"}"#, id: id + 1)["error"]
            let error = try #require(refused as? [String: Any])
            #expect(error["code"] as? Int == 100_017)
            #expect(error["until"] as? Int == until)
            #expect(error["reason"] as? String == "flooding")
        }
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let host = try await RawClient.host(server)
            let mute = #"{"userID":"viewer","muted":true,"seconds":60,"reason":"flooding"}"#
            #expect(try await Self.ask(host, "audience.mute", mute)["ok"] != nil)
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            try await expectTold(viewer, 5)
        }
        try await TestServer.run(storage: storage, clock: clock.server) { server in
            let viewer = try await RawClient.open(port: server.port)
            try await viewer.logIn("viewer")
            try await expectTold(viewer, 5)
        }
    }

    @Test func `the log is for owner, administrators of the live and of the app, page by page`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let admin = try await RawClient.viewer(as: "admin", server)
            let viewer = try await RawClient.viewer(server)
            _ = try await Self.ask(host, "audience.admin", #"{"userID":"admin","isAdmin":true}"#)
            let mute = #"{"userID":"viewer","muted":true,"seconds":60,"reason":"spam"}"#
            _ = try await Self.ask(admin, "audience.mute", mute)
            #expect(Self.data(try await viewer.event("audience.muted"))["reason"] as? String == "spam")
            _ = try await Self.ask(admin, "audience.mute", #"{"userID":"viewer","muted":false}"#)
            _ = try await Self.ask(host, "room.update", #"{"isMessageDisable":true}"#)
            #expect(Self.code(try await Self.ask(viewer, "audience.log", "{}")) == -2301)
            for bad in [
                #"{"count":0}"#, #"{"count":101}"#, #"{"cursor":"x"}"#, #"{"cursor":"0"}"#, #"{"cursor":"-1"}"#,
            ] {
                #expect(Self.code(try await Self.ask(host, "audience.log", bad)) == 100_002, "\(bad)")
            }
            let administrator = try await RawClient.open(port: server.port)
            try await administrator.logIn("administrator")
            for reader in [host, admin, administrator] {
                var seen: [String] = []
                var cursor = ""
                repeat {
                    let reply = try await Self.ask(reader, "audience.log", #"{"count":3,"cursor":"\#(cursor)"}"#)
                    let page = try #require(reply["ok"] as? [String: Any], "\(reply)")
                    seen += try #require(page["entries"] as? [[String: Any]]).compactMap { $0["action"] as? String }
                    cursor = try #require(page["cursor"] as? String)
                } while !cursor.isEmpty
                #expect(seen == ["muteAll", "unmute", "mute", "appoint"])
            }
        }
    }

    @Test func `what a storage refuses has no line, and what it keeps has one`() async throws {
        let storage = FaultyStorage(try SQLiteStorage(inMemory: LedgerPolicy()))
        try await TestServer.run(storage: storage) { server in
            let host = try await RawClient.host(server)
            _ = try await RawClient.viewer(server)
            storage.setDown(true)
            #expect(
                Self.code(try await Self.ask(host, "audience.mute", #"{"userID":"viewer","muted":true}"#)) == 110_008)
            storage.setDown(false)
            #expect(try await Self.log(host).isEmpty)
            #expect(try await Self.ask(host, "audience.kick", #"{"userID":"viewer","reason":"rude"}"#)["ok"] != nil)
            #expect(try await Self.log(host).map { $0["reason"] as? String } == ["rude"])
        }
    }
}
