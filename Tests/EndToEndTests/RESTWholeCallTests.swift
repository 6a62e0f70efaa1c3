import Foundation
import OvationModel
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// A REST call that names several users takes effect for all of them or for none, whatever other callers do meanwhile.
@Suite(.timeLimit(.minutes(5)))
struct RESTWholeCallTests {
    @Test func `if callers reach the administrator limit at once, one appoints all of its users and the others none`()
        async throws
    {
        var limits = Limits()
        limits.restCallsPerSecond = 0
        try await RESTStage.run(limits: limits) { stage async throws in
            // Each caller has four users, and the live has places for five.
            let callers = (1...8).map { caller in (1...4).map { "user-\(caller)-\($0)" } }
            let accounts = try await stage.backend.call(
                "im_open_login_svc/multiaccount_import", ["Accounts": callers.flatMap(\.self)])
            #expect(accounts["FailAccounts"] as? [String] == [])
            @Sendable func modify(_ operation: String, _ users: [String]) async throws -> Int {
                try await stage.backend.code(
                    "modify_admin", ["RoomId": "r1", "Admin_Account": users, "OpType": operation] as [String: Any])
            }
            // A server that checked the limit first and appointed later would let several callers past it at once.
            for round in 1...10 {
                let codes = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                    for (place, users) in callers.enumerated() {
                        group.addTask { (place, try await modify("add", users)) }
                    }
                    return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
                }
                let appointing = codes.filter { $0.value == 0 }.map(\.key)
                #expect(appointing.count == 1, "round \(round): \(codes)")
                #expect(codes.values.count { $0 == 100_020 } == callers.count - 1, "round \(round): \(codes)")
                let admins =
                    try await stage.backend.response("get_admin_list", ["RoomId": "r1"])["Admin_Account"] as? [String]
                #expect(admins == appointing.flatMap { callers[$0] }, "round \(round)")
                for users in callers { #expect(try await modify("delete", users) == 0) }
            }
        }
    }

    @Test func `a call that is refused for one of its users changes nothing for the others`()
        async throws
    {
        try await RESTStage.run { stage async throws in
            try await stage.importAccounts("admin")
            let (members, admins) = ("MemberList_Account", "Admin_Account")
            let calls: [(command: String, body: [String: Any], code: Int)] = [
                ("kick_user_out", [members: ["viewer", "away"]], 100_005),
                ("ban_member", [members: ["viewer", "host"], "Duration": 60], 100_006),
                ("mute_member", [members: ["viewer", "host"], "MuteTime": 60], 100_006),
                ("modify_admin", [admins: ["admin", "host"], "OpType": "add"], 100_006),
            ]
            for (command, body, code) in calls {
                let body = body.merging(["RoomId": "r1"]) { $1 }
                #expect(try await stage.backend.code(command, body) == code, "\(command)")
            }
            // A user who was kicked, banned or muted could not write.
            #expect(try await RESTStage.command("barrage.send", #"{"text":"still here"}"#, over: stage.viewer) == 0)
            let appointed = try await stage.backend.response("get_admin_list", ["RoomId": "r1"])[admins]
            #expect(appointed as? [String] == [])
            let banned = try await stage.backend.response("get_banned_member_list", ["RoomId": "r1"])
            #expect(banned["TotalCount"] as? Int == 0)
        }
    }

    @Test func `a call for several users is stored in one write and announced user by user`() async throws {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server in
            let host = try await Robot.host(server)
            let viewers = [try await Robot.viewer(as: "a", server), try await Robot.viewer(as: "b", server)]
            let ban: [String: Any] = ["RoomId": "r1", "MemberList_Account": ["b", "a", "away"], "Duration": 60]
            #expect(try await RESTCaller(server).code("ban_member", ban) == 0)
            for name in ["b", "a", "away"] { #expect(try await host.hear(.banned).user.userID.rawValue == name) }
            // A banned viewer hears of the bans up to their own.
            #expect(try await viewers[1].hear(.banned).user.userID.rawValue == "b")
            for name in ["b", "a"] { #expect(try await viewers[0].hear(.banned).user.userID.rawValue == name) }
            let drafts = await storage.kept { _ in true }.compactMap { write -> [EventDraft]? in
                guard case .changeRoom(_, _, let drafts) = write else { return nil }
                return drafts.filter { $0.name == RoomEventName.audienceBanned.rawValue }
            }
            #expect(drafts.filter { !$0.isEmpty }.map { $0.map(\.about?.rawValue) } == [["b", "a", "away"]])
        }
    }
}
