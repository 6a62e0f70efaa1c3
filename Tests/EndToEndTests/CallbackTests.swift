import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationSupport

/// Callbacks about a live, field by field.
@Suite(.timeLimit(.minutes(5)))
struct CallbackTests {
    private static let after = [
        "Live.CallbackAfterCreateRoom", "Live.CallbackAfterDestroyRoom", "Live.CallbackAfterUpdateRoomInfo",
        "Live.CallbackAfterSetMetadata", "Live.CallbackAfterDelMetadata", "Live.CallbackAfterModifyAdmin",
        "Live.CallbackAfterSendGift", "Group.CallbackAfterSendMsg",
    ]

    /// A body without its time, which must be close to now.
    private func timeless(_ request: CallbackTestServer.Request) throws -> [String: Any] {
        var body = request.json
        let time =
            (body["EventTime"] as? NSNumber)?.int64Value ?? (body["EventTime"] as? String).flatMap { Int64($0) } ?? 0
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        #expect((now - 600_000...now + 1_000).contains(time), "\(time)")
        body["EventTime"] = nil
        return body
    }

    private static func room(_ changes: [String: Any] = [:]) -> [String: Any] {
        [
            "RoomId": "r1", "RoomName": "A live", "RoomType": "Live", "Owner_Account": "host", "MaxMemberCount": 0,
            "IsMessageDisabled": false, "CustomInfo": "", "IsSeatEnabled": true, "TakeSeatMode": "ApplyToTake",
            "MaxSeatCount": 9, "IsPublicVisible": true, "CoverURL": "", "Category": [Int](),
        ].merging(changes) { $1 }
    }

    /// A body whose room has no creation time, which must be in seconds and close to now.
    private func withoutCreation(_ body: [String: Any]) throws -> [String: Any] {
        var body = body
        var room = try #require(body["RoomInfo"] as? [String: Any])
        let created = try #require(room["CreateTime"] as? Int)
        #expect(abs(created - Int(Date().timeIntervalSince1970)) < 600)
        room["CreateTime"] = nil
        body["RoomInfo"] = room
        return body
    }

    private static let update = Wish.update { settings in
        settings.liveName = "New"
        settings.categoryList = [1, 2]
        settings.activityStatus = 7
    }

    @Test func `the backend hears of a live's start, changes and end with the documented fields`() async throws {
        try await CallbackWorld.run(Self.after) { world async throws in
            let host = try await world.create("r1", by: "host")
            let created = await world.callback("Live.CallbackAfterCreateRoom")
            try expectSame(
                withoutCreation(timeless(created)),
                [
                    "CallbackCommand": "Live.CallbackAfterCreateRoom", "Operator_Account": "host",
                    "RoomInfo": Self.room(),
                ])
            #expect(created.query["SdkAppid"] == "1400000001")
            #expect(created.query["CallbackCommand"] == "Live.CallbackAfterCreateRoom")
            #expect(created.query["contenttype"] == "json")
            #expect(created.query["ClientIP"] == "127.0.0.1")
            #expect(created.query["OptPlatform"] == "Unknown")

            try await host.ask(Self.update)
            let whole: [String: Any] = [
                "RoomName": "New", "Category": [1, 2], "ActivityStatus": 7, "BackgroundURL": "", "ViewCount": 0,
                "IsUnlimitedRoomEnabled": false,
            ]
            try expectSame(
                withoutCreation(timeless(await world.callback("Live.CallbackAfterUpdateRoomInfo"))),
                [
                    "CallbackCommand": "Live.CallbackAfterUpdateRoomInfo", "Operator_Account": "host",
                    "RoomId": "r1",
                    "RoomInfo": Self.room(whole),
                ])

            try await host.ask(.metadata(set: ["b": "2", "a": "1"]))
            try expectSame(
                timeless(await world.callback("Live.CallbackAfterSetMetadata")),
                [
                    "CallbackCommand": "Live.CallbackAfterSetMetadata", "Operator_Account": "host", "RoomId": "r1",
                    "Metadata": [["Key": "a", "Value": "1"], ["Key": "b", "Value": "2"]],
                ])
            try await host.ask(.metadata(delete: ["a"]))
            try expectSame(
                timeless(await world.callback("Live.CallbackAfterDelMetadata")),
                [
                    "CallbackCommand": "Live.CallbackAfterDelMetadata", "Operator_Account": "host", "RoomId": "r1",
                    "Keys": ["a"],
                ])

            let viewer = try await world.enter("r1", as: "viewer")
            try await host.ask(.appoint("viewer"))
            try expectSame(
                timeless(await world.callback("Live.CallbackAfterModifyAdmin")),
                [
                    "CallbackCommand": "Live.CallbackAfterModifyAdmin", "Operator_Account": "host", "RoomId": "r1",
                    "OpType": "add", "Admin_Account": ["viewer"],
                ])

            try await viewer.ask(.give("o1", "crown", count: 2))
            var gift = try timeless(await world.callback("Live.CallbackAfterSendGift"))
            var water = try #require(gift["GiftWater"] as? [String: Any])
            let time = try #require(water["Time"] as? Int)
            #expect(abs(time - Int(Date().timeIntervalSince1970)) < 600)
            water["Time"] = nil
            gift["GiftWater"] = water
            try expectSame(
                gift,
                [
                    "CallbackCommand": "Live.CallbackAfterSendGift", "Operator_Account": "viewer", "RoomId": "r1",
                    "OrderId": "viewer/o1", "TotalCoins": 200,
                    "GiftWater": [
                        "From_Account": "viewer", "To_Account": ["host"], "GiftId": "crown", "Count": 2,
                        "Coins": 100,
                    ] as [String: Any],
                ])

            let seq = try #require(try await viewer.ask(.say("hi", ["k": "v"])).seq)
            var message = try timeless(await world.callback("Group.CallbackAfterSendMsg"))
            #expect((message["MsgId"] as? String)?.isEmpty == false)
            #expect((message["Random"] as? NSNumber).map { (0...4_294_967_295).contains($0.int64Value) } == true)
            #expect(message["EventTime"] == nil)
            #expect((message["MsgTime"] as? Int).map { abs($0 - Int(Date().timeIntervalSince1970)) < 600 } == true)
            for field in ["MsgId", "Random", "MsgTime"] { message[field] = nil }
            try expectSame(
                message,
                [
                    "CallbackCommand": "Group.CallbackAfterSendMsg", "GroupId": "r1", "Type": "Live",
                    "From_Account": "viewer", "Operator_Account": "viewer", "MsgSeq": seq,
                    "MsgBody": [["MsgType": "TIMTextElem", "MsgContent": ["Text": "hi"]] as [String: Any]],
                    "CloudCustomData": #"{"k":"v"}"#,
                ])

            try await host.ask(.end)
            try expectSame(
                withoutCreation(timeless(await world.callback("Live.CallbackAfterDestroyRoom"))),
                [
                    "CallbackCommand": "Live.CallbackAfterDestroyRoom", "Operator_Account": "host", "RoomId": "r1",
                    "EventType": "DestroyByUser",
                    "RoomInfo": Self.room(whole.merging(["ViewCount": 1]) { $1 }),
                    "Statistic": [
                        "TotalViewers": 1, "TotalGiftsSent": 2, "TotalGiftCoins": 200, "TotalUniqueGiftSenders": 1,
                        "TotalLikesReceived": 0, "TotalMsgCount": 1,
                    ],
                ])
            #expect(
                world.backend.requests.map(\.command) == [
                    "Live.CallbackAfterCreateRoom", "Live.CallbackAfterUpdateRoomInfo", "Live.CallbackAfterSetMetadata",
                    "Live.CallbackAfterDelMetadata", "Live.CallbackAfterModifyAdmin", "Live.CallbackAfterSendGift",
                    "Group.CallbackAfterSendMsg", "Live.CallbackAfterDestroyRoom",
                ])
        }
    }

    @Test func `the backend hears who enters and leaves, and why`() async throws {
        let command = "Live.CallbackAfterMemberStateChanged"
        try await CallbackWorld.run([command]) { world async throws in
            let host = try await world.create("r1", by: "host")
            let enter = await world.callback(command)
            try expectSame(
                timeless(enter),
                [
                    "CallbackCommand": command, "RoomId": "r1", "EventType": "Online", "EventCause": "Enter",
                    "MemberList": [["Member_Account": "host"]],
                ])
            #expect(enter.query["ClientIP"] == nil)
            #expect(enter.query["OptPlatform"] == nil)

            let viewer = try await world.enter("r1", as: "viewer")
            try await viewer.ask(.leave)
            let left = await world.callback(command, number: 3)
            #expect(left.json["EventType"] as? String == "Offline")
            #expect(left.json["EventCause"] as? String == "Leave")
            #expect((left.json["MemberList"] as? [[String: String]]) == [["Member_Account": "viewer"]])

            _ = try await world.enter("r1", as: "other")
            _ = await world.callback(command, number: 4)
            try await host.ask(.kick("other"))
            let kicked = await world.callback(command, number: 5)
            #expect(kicked.json["EventCause"] as? String == "Leave")
            #expect((kicked.json["MemberList"] as? [[String: String]]) == [["Member_Account": "other"]])
        }
    }

    @Test(arguments: [true, false])
    func `the backend hears that a silent user has gone offline and later that they are back`(cut: Bool) async throws {
        let command = "Live.CallbackAfterMemberStateChanged"
        let clock = ManualClock()
        let serverClock = ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds })
        try await CallbackWorld.run([command], clock: serverClock) { world async throws in
            let host = try await world.create("r1", by: "host")
            _ = await world.callback(command)
            let viewer = try await Robot.connect(world.server)
            let session = try await viewer.ask(.open("viewer")).session
            let joined = try await viewer.ask(.join)
            _ = await world.callback(command, number: 2)
            // In the other case the connection stays open and answers no ping.
            if cut { await viewer.cut() }
            // Time passes while the host keeps sending, until the server has noticed that the viewer is silent.
            while world.backend.requests.count < 3 {
                clock.advance(seconds: 5)
                try await host.ask(.ping)
            }
            let gone = await world.callback(command, number: 3).json
            #expect(gone["EventType"] as? String == "Offline")
            #expect(gone["EventCause"] as? String == "HeartbeatInterrupt")
            #expect(gone["MemberList"] as? [[String: String]] == [["Member_Account": "viewer"]])

            try await Robot.connect(world.server).ask(.open("viewer", resuming: joined.resume(session)))
            let recovered = await world.callback(command, number: 4).json
            #expect(recovered["EventType"] as? String == "Online")
            #expect(recovered["EventCause"] as? String == "HeartbeatRecover")
            #expect(recovered["MemberList"] as? [[String: String]] == [["Member_Account": "viewer"]])
        }
    }

    @Test func `an order that is sent several times causes one callback`() async throws {
        try await CallbackWorld.run(["Live.CallbackAfterSendGift", "Live.CallbackAfterDestroyRoom"]) {
            world async throws in
            let host = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            for _ in 1...3 { try await viewer.ask(.give("o1", count: 1)) }
            #expect(try await viewer.code(.give("o2", "rocket", count: 999)) == 110_004)
            try await host.ask(.end)
            _ = await world.callback("Live.CallbackAfterDestroyRoom")
            #expect(
                world.backend.requests.map(\.command)
                    == ["Live.CallbackAfterSendGift", "Live.CallbackAfterDestroyRoom"])
        }
    }

    @Test func `only the listed commands cause callbacks, and a change of the list applies at once`() async throws {
        try await CallbackWorld.run([]) { world async throws in
            #expect(try await world.rest.code("live_config/get_callback") == 100_301)
            #expect(
                try await world.rest.code(
                    "live_config/update_callback", ["Url": world.backend.url, "CallbackCommandList": [String]()])
                    == 100_301)
            #expect(try await world.rest.code("live_config/delete_callback") == 100_301)
            let host = try await world.create("r1", by: "host")
            let first: [String: Any] = [
                "Url": world.backend.url, "CallbackCommandList": ["Live.CallbackAfterSetMetadata"],
            ]
            #expect(try await world.rest.code("live_config/set_callback", first) == 0)
            #expect(try await world.rest.code("live_config/set_callback", first) == 100_300)
            let shown = try await world.rest.response("live_config/get_callback")
            #expect(shown["Url"] as? String == world.backend.url)
            #expect(shown["CallbackCommandList"] as? [String] == ["Live.CallbackAfterSetMetadata"])
            #expect(shown["IsTokenEnable"] as? Bool == false)

            try await host.ask(.update { $0.notice = "x" })
            try await host.ask(.metadata(set: ["a": "1"]))
            _ = await world.callback("Live.CallbackAfterSetMetadata")
            let second: [String: Any] = [
                "Url": world.backend.url, "CallbackCommandList": ["Live.CallbackAfterUpdateRoomInfo"],
            ]
            #expect(try await world.rest.code("live_config/update_callback", second) == 0)
            try await host.ask(.metadata(set: ["a": "2"]))
            try await host.ask(.update { $0.notice = "y" })
            _ = await world.callback("Live.CallbackAfterUpdateRoomInfo")
            #expect(
                world.backend.requests.map(\.command)
                    == ["Live.CallbackAfterSetMetadata", "Live.CallbackAfterUpdateRoomInfo"])
            #expect(try await world.rest.code("live_config/delete_callback") == 0)
            #expect(try await world.rest.code("live_config/get_callback") == 100_301)
        }
    }

    @Test func `token and keys sign each callback, and a rotated key signs beside the new one`() async throws {
        try await CallbackWorld.run(["Live.CallbackAfterSetMetadata"]) { world async throws in
            let host = try await world.create("r1", by: "host")
            #expect(try await world.rest.code("live_config/set_callback_token", ["Token": "t"]) == 100_002)
            #expect(try await world.rest.code("live_config/set_callback_token", ["IsTokenEnable": true]) == 100_002)
            #expect(
                try await world.rest.code(
                    "live_config/set_callback_token",
                    ["Token": String(repeating: "x", count: 129), "IsTokenEnable": true])
                    == 100_002)
            #expect(
                try await world.rest.code(
                    "live_config/set_callback_token", ["Token": "xxxxyyyy", "IsTokenEnable": true]) == 0)
            try await host.ask(.metadata(set: ["a": "1"]))
            let first = await world.callback("Live.CallbackAfterSetMetadata")
            #expect(first.query["Sign"]?.count == 64)
            #expect(first.query["RequestTime"] == first.headers["webhook-timestamp"])
            #expect(first.headers["webhook-signature"]?.split(separator: " ").count == 1)

            let rotated = try await world.rest.response("ovation_webhook_srv/rotate_secret")
            #expect((rotated["SecretList"] as? [[String: Any]])?.count == 2)
            #expect(try await world.rest.code("live_config/set_callback_token", ["IsTokenEnable": false]) == 0)
            try await host.ask(.metadata(set: ["a": "2"]))
            let second = await world.callback("Live.CallbackAfterSetMetadata", number: 2)
            #expect(second.query["Sign"] == nil)
            #expect(second.headers["webhook-signature"]?.split(separator: " ").count == 2)
            #expect(try await world.rest.code("live_config/delete_callback_token") == 0)
            #expect(
                try await world.rest.code("ovation_webhook_srv/rotate_secret", ["Secret": "whsec_short"]) == 100_002)
        }
    }

    private static let wrongConfigurations: [[String: any Sendable]] = [
        ["Url": "http://10.0.0.1/", "CallbackCommandList": [String]()],
        ["Url": "ftp://example.com/", "CallbackCommandList": [String]()],
        ["Url": "http://example.com:22/", "CallbackCommandList": [String]()],
        ["Url": "https://example.com/", "CallbackCommandList": ["Live.CallbackAfterNothing"]],
        ["Url": "https://example.com/"], ["CallbackCommandList": [String]()],
        ["Url": 7, "CallbackCommandList": [String]()], ["Url": "https://example.com/", "CallbackCommandList": "x"],
    ]

    @Test func `an invalid configuration is refused`() async throws {
        try await CallbackWorld.run([]) { world async throws in
            for body in Self.wrongConfigurations {
                let code = try await world.rest.code("live_config/set_callback", body)
                #expect(code == 100_002, "\(body)")
            }
            #expect(try await world.rest.code("live_config/get_callback") == 100_301)
        }
    }

    @Test func `only administrators with a valid signature may call these commands`() async throws {
        try await CallbackWorld.run([]) { world async throws in
            let commands = [
                "live_config/set_callback", "live_config/update_callback", "live_config/get_callback",
                "live_config/delete_callback", "live_config/set_callback_token", "live_config/delete_callback_token",
                "ovation_webhook_srv/get_secrets", "ovation_webhook_srv/rotate_secret",
                "ovation_webhook_srv/get_status",
                "ovation_webhook_srv/list_dead_letters", "ovation_webhook_srv/resend_dead_letters",
                "ovation_webhook_srv/drop_dead_letters",
            ]
            for command in commands {
                let stranger = try await world.rest.with("identifier", "viewer").code(command)
                #expect(stranger == 60_010, "\(command)")
                let forged = try await world.rest.with("usersig", "wrong").code(command)
                #expect(forged == 60_005, "\(command)")
            }
        }
    }

    @Test func `dead letters can be listed, sent again and dropped`() async throws {
        try await CallbackWorld.run([]) { world async throws in
            try await CallbackDraftSample.kill(
                (1...3).map { CallbackDraftSample.draft("dead-\($0)") }, in: world.server.storage)
            let status = try await world.rest.response("ovation_webhook_srv/get_status")
            #expect(status["Dead"] as? Int == 3)
            #expect(status["Waiting"] as? Int == 0)
            let page = try await world.rest.response("ovation_webhook_srv/list_dead_letters", ["Count": 2])
            let letters = try #require(page["DeadLetterList"] as? [[String: Any]])
            #expect(letters.map { $0["WebhookId"] as? String } == ["dead-1", "dead-2"])
            #expect(letters[0]["CallbackCommand"] as? String == "Live.CallbackAfterSetMetadata")
            #expect(letters[0]["Failure"] as? String == "The backend answered with status 500; only 2xx is an answer.")
            #expect(letters[0]["Attempts"] as? Int == 10)
            let next = try #require(page["Next"] as? String)
            let rest = try await world.rest.response(
                "ovation_webhook_srv/list_dead_letters", ["Count": 2, "Next": next])
            #expect((rest["DeadLetterList"] as? [[String: Any]])?.count == 1)
            #expect(rest["Next"] as? String == "")

            let numbers = letters.compactMap { $0["Number"] as? Int }
            #expect(
                try await world.rest.code("ovation_webhook_srv/drop_dead_letters", ["NumberList": [numbers[0]]]) == 0)
            #expect(
                try await world.rest.code(
                    "ovation_webhook_srv/resend_dead_letters", ["NumberList": [numbers[0], numbers[1]]]) == 0)
            #expect(
                try await world.rest.code(
                    "live_config/set_callback",
                    ["Url": world.backend.url, "CallbackCommandList": ["Live.CallbackAfterSetMetadata"]]) == 0)
            let resent = await world.backend.requests(1)
            #expect(resent[0].headers["webhook-id"] == "dead-2")
            #expect(
                try await world.rest.code("ovation_webhook_srv/drop_dead_letters", ["NumberList": [Int]()]) == 100_002)
            #expect(try await world.rest.code("ovation_webhook_srv/list_dead_letters", ["Count": 0]) == 100_002)
            #expect(try await world.rest.code("ovation_webhook_srv/list_dead_letters", ["Next": "x"]) == 100_002)
        }
    }
}
