import Foundation
import OvationModel
import OvationStorage
import Testing

@testable import OvationSupport

/// The log of operators: each change over REST, the command and the console has one line, and no line has a secret.
@Suite(.timeLimit(.minutes(5)))
struct OperatorLogTests {
    private static let get = "ovation_operator_srv/get_operator_log"

    private static func lines(_ backend: RESTCaller, _ body: [String: Any] = [:]) async throws -> [[String: Any]] {
        let page = try await backend.response(get, body)
        return try #require(page["EntryList"] as? [[String: Any]])
    }

    private static func commands(_ lines: [[String: Any]]) -> [String] {
        lines.compactMap { ($0["Command"] as? String)?.split(separator: "/").last.map(String.init) }
    }

    @Test func `a change over REST, by the command and in the console has a line that says who, how and from where`()
        async throws
    {
        try await TestServer.run(trustedProxies: [try #require(CIDRBlock("127.0.0.0/8"))]) { server in
            var backend = RESTCaller(server)
            backend.headers.append("X-Forwarded-For: 203.0.113.9, 198.51.100.7")
            let added = try await backend.call("add_gift", ["GiftId": "tulip", "DefaultName": "Tulip", "Coins": 5])
            #expect(added["ErrorCode"] as? Int == 0)
            let done = try await CommandProcess.run(
                ["user", "credit", "ada", "7", "--create", "--reference", "r-1", "--server", server.httpURL], input: "",
                environment: ["OVATION_APP_SECRET": TestServer.secret])
            #expect(done.status == 0, "\(done)")
            var console = RESTCaller(server)
            console.query = [:]
            let session = try await console.response(
                "ovation_console_srv/open_session", ["Identifier": "administrator", "UserSig": "dev"])
            console.headers.append("Authorization: Bearer \(try #require(session["SessionToken"] as? String))")
            #expect(try await console.code("edit_gift", ["GiftId": "tulip", "Coins": 6]) == 0)

            let lines = try await Self.lines(RESTCaller(server))
            #expect(Self.commands(lines) == ["edit_gift", "open_session", "credit", "add_gift"])
            #expect(lines.map { $0["Way"] as? String } == ["console", "console", "cli", "rest"])
            #expect(lines.allSatisfy { $0["Operator_Account"] as? String == "administrator" })
            #expect(lines.map { $0["Object"] as? String } == ["tulip", "administrator", "ada", "tulip"])
            // The proxy is trusted, what stands before its own entry is not.
            #expect(lines.last?["Address"] as? String == "198.51.100.7")
            #expect(lines.first?["Address"] as? String == "127.0.0.1")
            #expect(lines.last?["CallId"] as? String == added["RequestId"] as? String)
            #expect((lines[2]["Details"] as? String)?.contains(#""Coins":7"#) == true)
            let times = lines.compactMap { $0["At"] as? Int }
            #expect(times == times.sorted(by: >))
        }
    }

    @Test func `reading, refused calls, strangers and the app's own traffic leave no line`() async throws {
        try await RESTStage.run { stage in
            let backend = stage.backend
            try await stage.importAccounts("alice")
            for (command, body) in [
                ("get_room_info", ["RoomId": "r1"]), ("destroy_room", ["RoomId": "ghost"]),
                ("send_text_msg", ["RoomId": "r1", "Sender_Account": "alice", "TextContent": "hello"]),
            ] as [(String, [String: Any])] {
                _ = try await backend.call(command, body)
            }
            _ = try await backend.with("usersig", "forged").call("destroy_room", ["RoomId": "r1"])
            _ = try await backend.with("identifier", "host").call("destroy_room", ["RoomId": "r1"])
            #expect(try await Self.lines(backend).isEmpty)
            #expect(try await backend.code("destroy_room", ["RoomId": "r1"]) == 0)
            #expect(Self.commands(try await Self.lines(backend)) == ["destroy_room"])
        }
    }

    @Test func `no secret that a call carries is kept`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let key = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
            #expect(try await backend.code("ovation_webhook_srv/rotate_secret", ["Secret": key]) == 0)
            let token: [String: Any] = ["Token": "hush-token", "IsTokenEnable": true]
            #expect(try await backend.code("live_config/set_callback_token", token) == 0)
            let open = ["Identifier": "administrator", "UserSig": "dev", "Surplus": "hush-surplus"]
            let session = try await backend.response("ovation_console_srv/open_session", open)
            let kept = try await server.storage.operatorLog(OperatorLogQuery(limit: 100))
            #expect(kept.count == 3)
            let text = "\(kept)"
            let secrets = [
                key, "hush-token", "hush-surplus", try #require(session["SessionToken"] as? String), "\"dev\"",
            ]
            for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
            #expect(text.contains("IsTokenEnable"))
        }
    }

    @Test func `the log is read in pages without a line twice or left out, while lines are added`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            for number in 1...12 {
                let body: [String: Any] = ["User_Account": "u\(number % 3)", "Coins": 1, "Reference": "c-\(number)"]
                #expect(try await backend.code("ovation_wallet_srv/credit", body) == 0)
            }
            var numbers: [Int] = []
            var next = ""
            repeat {
                let page = try await backend.response(Self.get, ["Count": 5, "Next": next])
                let lines = try #require(page["EntryList"] as? [[String: Any]])
                numbers += lines.compactMap { $0["Number"] as? Int }
                next = try #require(page["Next"] as? String)
                _ = try await backend.code(
                    "ovation_wallet_srv/credit",
                    ["User_Account": "x", "Coins": 1, "Reference": "later-\(numbers.count)"])
            } while !next.isEmpty
            #expect(numbers.count == 12 && Set(numbers).count == 12)
            #expect(numbers == numbers.sorted(by: >))
            #expect(try await Self.lines(backend, ["Object": "u1"]).count == 4)
            #expect(try await Self.lines(backend, ["Operator_Account": "nobody"]).isEmpty)
            #expect(try await Self.lines(backend, ["Object": "u1", "Operator_Account": "administrator"]).count == 4)
        }
    }

    @Test func `the log is cut at its limit, and no call deletes a line`() async throws {
        var limits = Limits()
        limits.operatorLogMax = 3
        try await TestServer.run(limits: limits) { server in
            let backend = RESTCaller(server)
            for number in 1...5 {
                _ = try await backend.code(
                    "ovation_wallet_srv/credit", ["User_Account": "ada", "Coins": 1, "Reference": "c-\(number)"])
            }
            let details = try await Self.lines(backend).compactMap { $0["Details"] as? String }
            #expect(details.count == 3)
            #expect(details.first?.contains("c-5") == true && details.last?.contains("c-3") == true)
        }
    }

    @Test func `the command lists and exports the log`() async throws {
        try await TestServer.run { server in
            _ = try await RESTCaller(server).code(
                "ovation_wallet_srv/credit", ["User_Account": "ada", "Coins": 1, "Reference": "=cmd", "Reason": "a,b"])
            func run(_ arguments: String...) async throws -> CommandProcess {
                try await CommandProcess.run(
                    ["audit"] + arguments + ["--server", server.httpURL], input: "",
                    environment: ["OVATION_APP_SECRET": TestServer.secret])
            }
            let list = try await run("list")
            #expect(list.status == 0 && list.output.contains("ovation_wallet_srv/credit"), "\(list)")
            let csv = try await run("export", "--format", "csv")
            let lines = csv.output.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasPrefix("number,at,operator"), "\(csv)")
            let json = try await run("export", "--object", "ada")
            let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
            #expect(object?["operator"] as? String == "administrator", "\(json)")
            #expect(try await run("list", "--object", "nobody").output.contains("no line"))
        }
    }
}

extension TestServer {
    /// The address of the server over HTTP.
    fileprivate var httpURL: String { "http://127.0.0.1:\(port)" }
}
