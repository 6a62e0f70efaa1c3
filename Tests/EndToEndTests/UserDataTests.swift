import Foundation
import OvationModel
import OvationStorage
import Testing

/// The export and the erasure of a user, over REST and by the command.
@Suite(.timeLimit(.minutes(5)))
struct UserDataTests {
    private static let export = "ovation_user_srv/export_user"
    private static let erase = "ovation_user_srv/erase_user"

    private static func records(_ backend: RESTCaller, _ user: String, count: Int = 1) async throws -> [String] {
        var lines: [String] = []
        var next = ""
        repeat {
            let page = try await backend.response(
                export, ["User_Account": user, "Next": next, "Count": count] as [String: Any])
            let part = try #require(page["Part"] as? String)
            for record in try #require(page["RecordList"] as? [Any]) {
                let json = try JSONSerialization.data(withJSONObject: record, options: [.sortedKeys])
                lines.append("\(part) \(String(decoding: json, as: UTF8.self))")
            }
            next = try #require(page["Next"] as? String)
        } while !next.isEmpty
        return lines
    }

    @Test func `a user is exported page by page and then erased, and the ledger still balances`() async throws {
        try await RESTStage.run { stage in
            let backend = stage.backend
            let account: [String: Any] = ["UserID": "ada", "Nick": "Ada L.", "FaceUrl": "https://x.example/ada.png"]
            #expect(try await backend.code("im_open_login_svc/account_import", account) == 0)
            let credit: [String: Any] = ["User_Account": "ada", "Coins": 50, "Reference": "r-ada"]
            #expect(try await backend.code("ovation_wallet_srv/credit", credit) == 0)
            let ban: [String: Any] = [
                "RoomId": "r1", "MemberList_Account": ["ada"], "Duration": 60, "Reason": "Ada L. shouts",
            ]
            #expect(try await backend.code("ban_member", ban) == 0)

            let records = try await Self.records(backend, "ada")
            #expect(records.contains { $0.hasPrefix("profile ") && $0.contains("Ada L.") }, "\(records)")
            #expect(records.contains { $0.hasPrefix("wallet ") && $0.contains("r-ada") }, "\(records)")
            #expect(records.contains { $0.hasPrefix("sanctions ") && $0.contains("Ada L. shouts") }, "\(records)")
            #expect(records.contains { $0.hasPrefix("moderation ") }, "\(records)")
            #expect(records.contains { $0.hasPrefix("events ") && $0.contains("audience.banned") }, "\(records)")
            #expect(try await Self.records(backend, "ada", count: 100).count == records.count)

            let refused = try await backend.call(Self.erase, ["User_Account": "ada"])
            #expect(refused["ErrorCode"] as? Int == 110_362)
            #expect((refused["ErrorInfo"] as? String)?.contains("50 coins") == true)
            #expect(try await backend.code("destroy_room", ["RoomId": "r1"]) == 0)
            let body: [String: Any] = ["User_Account": "ada", "GivesUpCoins": true, "Reason": "letter"]
            let erased = try await backend.response(Self.erase, body)
            #expect(erased["IsDone"] as? Bool == true)
            let alias = try #require(erased["Alias"] as? String)
            #expect(alias.hasPrefix("erased_") && !alias.contains("ada"))
            #expect(try await Self.records(backend, "ada").isEmpty)
            let kept = try await Self.records(backend, alias)
            #expect(kept.contains { $0.hasPrefix("wallet ") && $0.contains("r-ada") }, "\(kept)")
            #expect(!kept.joined().contains("Ada"), "\(kept)")
            let again = try await backend.response(Self.erase, body)
            #expect(again["ChangedCount"] as? Int == 0)
            let audit = try await backend.response("ovation_wallet_srv/verify_ledger", [:])
            #expect(audit["IsBalanced"] as? Bool == true, "\(audit)")
        }
    }

    @Test func `who is logged in or has a live is not erased`() async throws {
        try await RESTStage.run { stage in
            for user in ["host", "viewer"] {
                let code = try await stage.backend.code(Self.erase, ["User_Account": user])
                #expect(code == 110_360, "\(user)")
            }
        }
    }

    @Test func `an export and an erasure have a line in the log of operators, once each`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            #expect(try await backend.code("im_open_login_svc/account_import", ["UserID": "ada"]) == 0)
            _ = try await Self.records(backend, "ada", count: 1)
            let body: [String: Any] = ["User_Account": "ada", "Reason": "letter of 3 May"]
            #expect(try await backend.code(Self.erase, body) == 0)
            let lines = try await server.storage.operatorLog(OperatorLogQuery(object: "ada", limit: 9)).map(\.act)
            #expect(lines.map(\.command) == [Self.erase, Self.export])
            #expect(lines[0].details.contains("letter of 3 May"))
        }
    }

    @Test func `the command exports a user as lines and erases them when the id is typed twice`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            let account: [String: Any] = ["UserID": "ada", "Nick": "Ada L."]
            #expect(try await backend.code("im_open_login_svc/account_import", account) == 0)
            func command(_ arguments: [String]) async throws -> CommandProcess {
                try await CommandProcess.run(
                    ["user"] + arguments + ["--server", "http://127.0.0.1:\(server.port)"], input: "",
                    environment: ["OVATION_APP_SECRET": TestServer.secret])
            }
            let exported = try await command(["export", "ada"])
            #expect(exported.status == 0 && exported.output.contains("Ada L."), "\(exported)")
            let wrong = try await command(["erase", "ada", "--confirm", "bob"])
            #expect(wrong.status != 0)
            let erased = try await command(["erase", "ada", "--confirm", "ada"])
            #expect(erased.status == 0 && erased.output.contains("erased_"), "\(erased)")
            #expect(try await command(["export", "ada"]).output.isEmpty)
        }
    }
}
