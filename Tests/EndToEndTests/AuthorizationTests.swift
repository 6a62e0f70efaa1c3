import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode
@testable import OvationREST

/// Tables of the callers who may use each command, over the WebSocket and over REST.
@Suite(.timeLimit(.minutes(5)))
struct AuthorizationTests {
    /// Who calls, in the order of the tables' columns.
    private enum Caller: String, CaseIterable {
        /// Has a connection and has not logged in.
        case anonymous
        /// Has entered the live.
        case viewer
        /// Has entered the live and is muted.
        case muted
        /// Was in the live and was kicked.
        case kicked
        /// Has entered the live and is one of its administrators.
        case admin
        /// Owns the live and is in it.
        case host
        /// Owns another live and is not in this one.
        case otherHost
        /// Is an administrator of the app and has entered the live.
        case administrator

        /// Whether this caller is in the live.
        var isMember: Bool { ![.anonymous, .kicked, .otherHost].contains(self) }
    }

    /// A command and the code that each caller gets; 0 means that it is let through.
    private struct Row {
        let op: String
        var room: String? = "$room"
        var data = "{}"
        /// Whether the live is muted for everybody.
        var isMessageDisable = false
        let codes: [Int]
    }

    private static let anybody = [110_002, 0, 0, 0, 0, 0, 0, 0]
    private static let moderators = [110_002, -2301, -2301, -2301, 0, 0, -2301, 0]
    private static let owners = [110_002, -2300, -2300, -2300, -2300, 0, -2300, 0]

    private static let rows = roomRows + seatRows + coHostRows

    private static let roomRows: [Row] = [
        Row(op: "session.ping", room: nil, codes: anybody),
        Row(
            op: "session.open", room: nil, data: #"{"sdkAppID":1400000001,"userID":"viewer","userSig":"forged"}"#,
            codes: [70_003] + Array(repeating: 110_003, count: 7)),
        Row(op: "room.create", room: nil, data: #"{"liveID":"new-$room"}"#, codes: anybody),
        Row(
            op: "room.create", room: nil, data: #"{"liveID":"$room"}"#,
            codes: [110_002, 100_003, 100_003, 100_003, 100_003, 0, 100_003, 100_003]),
        Row(op: "room.join", codes: anybody),
        Row(op: "room.leave", codes: [110_002, 0, 0, 100_005, 0, 0, 100_005, 0]),
        Row(op: "room.end", codes: owners),
        Row(op: "room.update", data: #"{"notice":"new"}"#, codes: moderators),
        Row(op: "room.metadata", codes: anybody),
        Row(op: "room.metadata", data: #"{"set":{"a":"b"}}"#, codes: moderators),
        Row(op: "room.metadata", data: #"{"delete":["kept"]}"#, codes: moderators),
        Row(op: "room.list", room: nil, codes: anybody),
        Row(op: "room.info", codes: anybody),
        Row(op: "audience.list", codes: anybody),
        Row(op: "audience.kick", data: #"{"userID":"target"}"#, codes: moderators),
        Row(op: "audience.mute", data: #"{"userID":"target","muted":true}"#, codes: moderators),
        Row(
            op: "audience.mute", data: #"{"userID":"host","muted":true}"#,
            codes: [110_002, -2301, -2301, -2301, 100_006, 100_006, -2301, 100_006]),
        Row(
            op: "audience.mute", data: #"{"userID":"admin","muted":true}"#,
            codes: [110_002, -2301, -2301, -2301, 100_006, 0, -2301, 0]),
        Row(op: "audience.mute", data: #"{"userID":"muted","muted":false}"#, codes: moderators),
        Row(op: "audience.ban", data: #"{"userID":"target"}"#, codes: moderators),
        Row(op: "audience.ban", data: #"{"userID":"target","banned":false}"#, codes: moderators),
        Row(op: "audience.admin", data: #"{"userID":"target","isAdmin":true}"#, codes: owners),
        Row(op: "audience.admin", data: #"{"userID":"admin","isAdmin":false}"#, codes: owners),
        Row(op: "audience.log", codes: moderators),
        Row(op: "room.earnings", codes: [110_002, -2300, -2300, -2300, -2300, 0, -2300, -2300]),
        Row(op: "room.words", codes: moderators),
        Row(op: "room.words", data: #"{"add":[{"text":"spoiler"}]}"#, codes: moderators),
        Row(op: "user.update", room: nil, data: #"{"level":3}"#, codes: anybody),
        Row(
            op: "barrage.send", data: #"{"text":"hi"}"#, codes: [110_002, 0, 100_017, 100_005, 0, 0, 100_005, 0]),
        Row(
            op: "barrage.send", data: #"{"text":"hi"}"#, isMessageDisable: true,
            codes: [110_002, -2380, 100_017, 100_005, 0, 0, 100_005, 0]),
        // Nobody has written here. `BarrageEditTests` deletes what was sent.
        Row(
            op: "barrage.delete", data: #"{"seq":7}"#,
            codes: [110_002, 110_090, 110_090, 100_005, 110_090, 110_090, 100_005, 110_090]),
        Row(
            op: "barrage.pin", data: #"{"seq":7}"#,
            codes: [110_002, -2301, -2301, -2301, 110_090, 110_090, -2301, 110_090]),
        Row(op: "barrage.pin", data: #"{"seq":7,"isPinned":false}"#, codes: moderators),
        Row(op: "gift.list", room: nil, codes: anybody),
        Row(
            op: "gift.send", data: #"{"orderID":"o-$room","giftID":"rose"}"#,
            codes: [110_002, 0, 0, 100_005, 0, 0, 100_005, 0]),
        Row(op: "wallet.get", room: nil, codes: anybody),
        Row(op: "wallet.topUp", room: nil, data: #"{"coins":1,"orderID":"t1"}"#, codes: anybody),
        // This server takes no files, and says so to everybody who is logged in.
        Row(op: "file.ticket", room: nil, codes: [110_002] + Array(repeating: 110_350, count: 7)),
        Row(op: "media.test", room: nil, codes: anybody),
        Row(op: "media.publish", codes: [110_002, -2300, -2300, -2300, -2300, 0, -2300, -2300]),
        Row(op: "media.encoder", codes: [110_002, -2300, -2300, -2300, -2300, 0, -2300, -2300]),
        Row(op: "like.send", codes: [110_002, 0, 0, 100_005, 0, 0, 100_005, 0]),
        Row(op: "board.list", codes: anybody),
        Row(
            op: "pubsub.publish", data: #"{"topic":"CHAT","message":"hi"}"#,
            codes: [110_002, 0, 100_017, 100_005, 0, 0, 100_005, 0]),
        Row(
            op: "pubsub.publish", data: #"{"topic":"CHAT","message":"hi"}"#, isMessageDisable: true,
            codes: [110_002, -2380, 100_017, 100_005, 0, 0, 100_005, 0]),
        Row(
            op: "pubsub.subscribe", data: #"{"topic":"CHAT"}"#, codes: [110_002, 0, 0, 100_005, 0, 0, 100_005, 0]),
        Row(op: "pubsub.unsubscribe", data: #"{"topic":"CHAT"}"#, codes: anybody),
        Row(
            op: "pubsub.messages", data: #"{"topic":"CHAT"}"#, codes: [110_002, 0, 0, 100_005, 0, 0, 100_005, 0]),
    ]

    /// Of seats nobody asks who is not in the live. The owner keeps a seat, and nobody else has one.
    private static func seats(_ op: String, _ data: String = "{}", viewer: Int, admin: Int, host: Int, app: Int) -> Row
    {
        Row(op: op, data: data, codes: [110_002, viewer, viewer, 100_005, admin, host, 100_005, app])
    }

    private static let seatRows: [Row] = [
        Row(op: "seat.list", codes: anybody),
        seats("seat.take", viewer: 0, admin: 0, host: 100_203, app: 0),
        seats("seat.take", #"{"index":9}"#, viewer: -2344, admin: -2344, host: 100_203, app: -2344),
        seats("seat.leave", viewer: 100_206, admin: 100_206, host: 100_006, app: 100_206),
        seats("seat.move", #"{"index":2}"#, viewer: 100_206, admin: 100_206, host: 0, app: 100_206),
        seats(
            "seat.move", #"{"index":2,"userID":"host"}"#, viewer: -2301, admin: 100_006, host: 0, app: 100_006),
        seats("seat.kick", #"{"userID":"host"}"#, viewer: -2301, admin: 100_006, host: 100_006, app: 100_006),
        seats("seat.kick", #"{"userID":"target"}"#, viewer: -2301, admin: 100_206, host: 100_206, app: 100_206),
        seats("seat.lock", #"{"index":1,"isLocked":true}"#, viewer: -2301, admin: 0, host: 0, app: 0),
        seats(
            "seat.lock", #"{"index":0,"isCameraLocked":true}"#, viewer: -2301, admin: 100_006, host: 100_006,
            app: 100_006),
        seats(
            "seat.allow", #"{"userID":"host","microphone":false}"#, viewer: -2301, admin: 100_006, host: 100_006,
            app: 100_006),
        seats(
            "seat.feature", #"{"userID":"host","isFeatured":true}"#, viewer: -2301, admin: 100_002, host: 100_002,
            app: 100_002),
        seats("seat.devices", #"{"microphone":true}"#, viewer: 100_206, admin: 100_206, host: 0, app: 100_206),
        seats(
            "seat.signal", #"{"to":"target","data":"x"}"#, viewer: 100_206, admin: 100_206, host: 100_206, app: 100_206),
        seats("seat.invite", #"{"userID":"target"}"#, viewer: -2301, admin: 0, host: 0, app: 0),
        seats("seat.cancel", viewer: 100_204, admin: 100_204, host: 100_204, app: 100_204),
        seats("seat.cancel", #"{"userID":"target"}"#, viewer: -2301, admin: -2311, host: -2311, app: -2311),
        seats(
            "seat.answer", #"{"userID":"target","isAccepted":true}"#, viewer: -2301, admin: -2311, host: -2311,
            app: -2311),
        seats(
            "seat.answer", #"{"inviterID":"host","isAccepted":true}"#, viewer: -2311, admin: -2311, host: -2311,
            app: -2311),
        Row(
            op: "seat.answer", data: #"{"isAccepted":true}"#,
            codes: [110_002] + Array(repeating: 100_002, count: 7)),
    ]

    /// Of other lives only the owner asks, while in the live.
    private static func coHosts(_ op: String, _ data: String = "{}", host: Int) -> Row {
        Row(op: op, data: data, codes: [110_002, -2300, -2300, 100_005, -2300, host, 100_005, -2300])
    }

    private static let coHostRows: [Row] = [
        Row(op: "cohost.list", codes: anybody),
        coHosts("cohost.request", #"{"liveID":"nowhere"}"#, host: 0),
        coHosts("cohost.cancel", #"{"liveID":"nowhere"}"#, host: 100_400),
        coHosts("cohost.answer", #"{"liveID":"nowhere","isAccepted":true}"#, host: 100_400),
        coHosts("cohost.exit", host: 100_400),
        coHosts("cohost.mute", #"{"liveID":"nowhere","isMuted":true}"#, host: 100_400),
        coHosts("battle.request", #"{"users":["viewer"]}"#, host: 100_400),
        coHosts("battle.cancel", #"{"battleID":"b","users":["viewer"]}"#, host: 100_411),
        coHosts("battle.answer", #"{"battleID":"b","isAccepted":true}"#, host: 100_411),
        coHosts("battle.exit", #"{"battleID":"b"}"#, host: 100_414),
    ]

    @Test func `every caller gets the table's answer to every command over the WebSocket`() async throws {
        // Every command of the protocol has a row.
        #expect(Set(Self.rows.map(\.op)) == Set(Command.Operation.allCases.map(\.rawValue)))
        var limits = Limits()
        limits.roomsPerSessionMax = 10_000
        limits.userLivesMax = 0
        limits.userCreationsPerHour = 0
        limits.userControlsPerSecond = 0
        limits.openTimeoutSeconds = 600
        let storage = try TestServer.emptyStorage()
        let callers = Caller.allCases
        for (index, row) in Self.rows.enumerated() {
            _ = try await storage.commit(
                callers.map { caller in
                    var record = Samples.room("\(index)-\(caller)", owner: UserInfo(userID: Samples.id("host")))
                    record.admins = [Samples.id("admin")]
                    record.mutes = [Samples.id("muted"): .init(nil)]
                    record.info.isMessageDisable = row.isMessageDisable
                    record.info.metaData = ["kept": "yes"]
                    return .createRoom(record)
                })
        }
        try await TestServer.run(limits: limits, storage: storage) { server in
            var robots: [Caller: Robot] = [:]
            for caller in callers where caller != .anonymous {
                robots[caller] = try await Robot.logIn(caller.rawValue, server)
            }
            let target = try await Robot.logIn("target", server)
            let host = try #require(robots[.host])
            var cells = 0
            for (index, row) in Self.rows.enumerated() {
                for (caller, code) in zip(callers, row.codes) {
                    let room = "\(index)-\(caller)"
                    func fill(_ text: String) -> String { text.replacing("$room", with: room) }
                    if row.data.contains("target") {
                        #expect(try await RESTStage.command("room.join", room: room, over: target) == 0)
                    }
                    let robot: Robot
                    if let known = robots[caller] {
                        robot = known
                    } else {
                        robot = try await Robot.connect(server)
                    }
                    if caller.isMember || caller == .kicked {
                        #expect(try await RESTStage.command("room.join", room: room, over: robot) == 0)
                    }
                    if caller == .kicked {
                        let kick = #"{"userID":"kicked"}"#
                        #expect(try await RESTStage.command("audience.kick", room: room, kick, over: host) == 0)
                    }
                    let answered = try await RESTStage.command(
                        row.op, room: row.room.map(fill), fill(row.data), over: robot)
                    #expect(answered == code, "\(row.op) \(row.data) by \(caller)")
                    cells += 1
                    if caller == .anonymous { await robot.cut() }
                }
            }
            #expect(cells == Self.rows.count * callers.count)
            #expect(cells >= 200)
        }
    }

    /// Callers over REST. Each signs with its own UserSig unless another signer is named.
    private static let restCallers: [(name: String, identifier: String?, signer: String?, code: Int?)] = [
        ("anonymous", nil, nil, 60_004), ("without a signature", "administrator", nil, 60_005),
        ("viewer", "viewer", "viewer", 60_010), ("muted", "muted", "muted", 60_010),
        ("kicked", "kicked", "kicked", 60_010), ("admin", "admin", "admin", 60_010), ("host", "host", "host", 60_010),
        ("other room's host", "otherHost", "otherHost", 60_010),
        ("viewer as administrator", "administrator", "viewer", 60_004),
        ("administrator", "administrator", "administrator", nil),
    ]

    @Test func `only an administrator of the app may call a REST command`() async throws {
        var record = Samples.room("r1", owner: UserInfo(userID: Samples.id("host")))
        record.admins = [Samples.id("admin")]
        record.mutes = [Samples.id("muted"): .init(nil)]
        let storage = try TestServer.emptyStorage()
        _ = try await storage.commit([.createRoom(record)])
        let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
        try await TestServer.run(storage: storage) { server in
            var cells = 0
            for command in RESTCommand.all {
                let name = "\(command.service.rawValue)/\(command.name)"
                for (caller, identifier, signer, code) in Self.restCallers {
                    let sig = signer.map {
                        UserSigMaker.make(
                            userID: Samples.id($0), sdkAppID: 1_400_000_001, secret: TestServer.secret, issuedAt: now)
                    }
                    // A sign-in has both in its body; where one is missing, the field is named.
                    let isSignIn = command.caller == .inBody
                    let given: [String: String?] = isSignIn ? ["Identifier": identifier, "UserSig": sig] : [:]
                    let answered =
                        try await RESTCaller(server).with("identifier", identifier).with("usersig", sig)
                        .call(name, given.compactMapValues(\.self))["ErrorCode"] as? Int
                    if let code {
                        let expected = isSignIn && given.values.contains(nil) ? 100_002 : code
                        #expect(answered == expected, "\(name) by \(caller)")
                    } else {
                        // The empty body may be refused, but not because of the caller.
                        #expect(answered.map { ![60_004, 60_005, 60_010].contains($0) } == true, "\(name)")
                    }
                    cells += 1
                }
            }
            #expect(cells == RESTCommand.all.count * Self.restCallers.count)
        }
    }

    @Test func `a change of role applies to the very next command on an open socket`() async throws {
        try await RESTStage.run { stage in
            _ = try await Robot.viewer(as: "target", stage.server)
            func backend(_ command: String, _ parameters: [String: Any]) async throws {
                let body = parameters.merging(["RoomId": "r1"]) { $1 }
                #expect(try await stage.backend.code(command, body) == 0, "\(command)")
            }
            func asks(_ op: String, _ data: String) async throws -> Int {
                try await RESTStage.command(op, data, over: stage.viewer)
            }
            let (notice, text, mute) = (
                #"{"notice":"x"}"#, #"{"text":"hi"}"#, #"{"userID":"target","muted":true}"#
            )
            #expect(try await asks("room.update", notice) == -2301)
            try await backend("modify_admin", ["Admin_Account": ["viewer"], "OpType": "add"])
            #expect(try await asks("room.update", notice) == 0)
            #expect(try await asks("audience.mute", mute) == 0)
            try await backend("modify_admin", ["Admin_Account": ["viewer"], "OpType": "delete"])
            #expect(try await asks("room.update", #"{"notice":"y"}"#) == -2301)
            #expect(try await asks("audience.mute", mute) == -2301)

            try await backend("mute_member", ["MemberList_Account": ["viewer"], "MuteTime": 60])
            #expect(try await asks("barrage.send", text) == 100_017)
            try await backend("mute_member", ["MemberList_Account": ["viewer"], "MuteTime": 0])
            #expect(try await asks("barrage.send", text) == 0)

            try await backend("kick_user_out", ["MemberList_Account": ["viewer"]])
            #expect(try await asks("barrage.send", text) == 100_005)
            #expect(try await asks("room.join", "{}") == 0)
            try await backend("ban_member", ["MemberList_Account": ["viewer"], "Duration": 60])
            #expect(try await asks("like.send", "{}") == 100_005)
            #expect(try await asks("room.join", "{}") == 100_016)
            try await backend("unban_member", ["MemberList_Account": ["viewer"]])
            #expect(try await asks("room.join", "{}") == 0)
            #expect(try await asks("barrage.send", text) == 0)

            try await backend("destroy_room", [:])
            #expect(try await asks("barrage.send", text) == 100_004)
        }
    }
}
