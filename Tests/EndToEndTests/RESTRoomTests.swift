import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Lives over the REST API: created, changed, read, listed and ended.
@Suite(.timeLimit(.minutes(5)))
struct RESTRoomTests {
    @Test func `a live made over REST has every field of the call, and its owner and viewers can enter it`()
        async throws
    {
        try await RESTStage.run { stage in
            try await stage.importAccounts("star")
            let sent: [String: Any] = [
                "RoomId": "gala", "RoomType": "Live", "RoomName": "The Gala", "Owner_Account": "star",
                "Notice": "Welcome",
                "CoverURL": "https://example.com/c.png", "BackgroundURL": "https://example.com/b.png",
                "Category": [1, 2, 3], "ActivityStatus": 7, "MaxMemberCount": 3, "IsUnlimitedRoomEnabled": false,
                "IsMessageDisabled": true, "IsGiftEnabled": false, "IsPublicVisible": false, "IsSeatEnabled": false,
                "KeepOwnerOnSeat": false, "TakeSeatMode": "FreeToTake", "MaxSeatCount": 5, "SeatLayoutTemplateId": 70,
            ]
            let before = Int(Date().timeIntervalSince1970)
            #expect(try await stage.backend.code("create_room", ["RoomInfo": sent]) == 0)
            let room = try await stage.backend.room("gala")
            for (field, value) in sent {
                #expect(RESTRefusal.json(room?[field]) == RESTRefusal.json(value), "\(field)")
            }
            #expect(room?["SeatTemplate"] as? String == "AudioSalon")
            #expect(room?["ViewCount"] as? Int == 0)
            #expect(room?["MemberCount"] as? Int == 0)
            let created = try #require(room?["CreateTime"] as? Int)
            #expect(created >= before && created <= before + 120, "CreateTime is in seconds, not milliseconds")

            let star = try await Robot.logIn("star", stage.server)
            try await star.ask(.join, in: "gala")
            let info = try await star.hear(.snapshot).info
            #expect(info.maxMemberCount == 3)
            #expect(info.notice == "Welcome")
            #expect(info.liveOwner.userID.rawValue == "star")
            // The live has room for three, including its owner.
            for user in ["a", "b"] {
                let client = try await Robot.logIn(user, stage.server)
                #expect(try await RESTStage.command("room.join", room: "gala", over: client) == 0)
            }
            let late = try await Robot.logIn("c", stage.server)
            #expect(try await RESTStage.command("room.join", room: "gala", over: late) == 100_008)
            #expect(
                try await stage.backend.code(
                    "update_room_info", ["RoomInfo": ["RoomId": "gala", "IsUnlimitedRoomEnabled": true]]) == 0)
            #expect(try await RESTStage.command("room.join", room: "gala", over: late) == 0)
        }
    }

    /// Every setting that the backend may make, beside those of an owner.
    private static var said: [String: Any] {
        [
            "RoomId": "gala", "CustomInfo": "season 2 \u{2728}", "IsLikeEnabled": false, "Popularity": 1_234,
            "LifetimeAfterNoUsers": 600, "LifetimeAfterOwnerOffline": 60, "LifetimeAfterOwnerLeave": 0,
            "IsScreenSharingDisabled": false, "IsAudioDisabled": false, "IsVideoDisabled": false,
        ]
    }

    @Test func `the backend's settings of a live survive a restart, are read back, and reach clients`() async throws {
        let storage = try TestServer.emptyStorage()
        try await TestServer.run(storage: storage) { server async throws in
            let backend = RESTCaller(server)
            #expect(
                try await backend.code("create_room", ["RoomInfo": Self.said.merging(["RoomType": "Live"]) { $1 }]) == 0
            )
        }
        try await TestServer.run(storage: storage) { server async throws in
            let backend = RESTCaller(server)
            let room = try await backend.room("gala")
            for (field, value) in Self.said {
                #expect(RESTRefusal.json(room?[field]) == RESTRefusal.json(value), "\(field)")
            }
            let entry = (try await backend.response("get_room_list")["RoomList"] as? [[String: Any]])?.first
            #expect(entry?["Popularity"] as? Int == 1_234)
            #expect(entry?["CustomInfo"] as? String == "season 2 \u{2728}")

            let viewer = try await Robot.logIn("viewer", server)
            try await viewer.ask(.join, in: "gala")
            let info = try await viewer.hear(.snapshot).info
            #expect(info.customInfo == "season 2 \u{2728}")
            #expect(info.isLikeEnabled == false)
            #expect(info.popularity == 1_234)
            #expect(try await RESTStage.command("like.send", room: "gala", over: viewer) == 110_103)

            // A console may send the whole live back with one field changed.
            var whole = try #require(room)
            whole["IsLikeEnabled"] = true
            #expect(try await backend.code("update_room_info", ["RoomInfo": whole]) == 0)
            var changes = RoomSettings()
            changes.isLikeEnabled = true
            #expect(try await viewer.hear(.updated).changes == changes)
            #expect(try await RESTStage.command("like.send", room: "gala", over: viewer) == 0)
        }
    }

    @Test func `a live ends by itself after the time that the backend set`() async throws {
        let clock = StoppedClock()
        try await RESTStage.run(clock: clock.server) { stage async throws in
            let draft: [String: Any] = ["RoomId": "gala", "RoomType": "Live", "LifetimeAfterOwnerOffline": 1]
            #expect(try await stage.backend.code("create_room", ["RoomInfo": draft]) == 0)
            try await stage.viewer.ask(.join, in: "gala")
            _ = try await stage.viewer.hear(.snapshot)
            clock.advance(seconds: 1)
            // A live checks the time whenever something happens in it.
            let end = try await stage.viewer.hear(.ended)
            #expect(end.reason == .endedByServer)
            #expect(end.message == "The owner was away for too long.")
            #expect(try await stage.backend.code("get_room_info", ["RoomId": "gala"]) == 100_004)
        }
    }

    @Test func `an owner may not set what only the backend may, neither at creation nor later`() async throws {
        try await RESTStage.run { stage async throws in
            for field in [#""popularity":1"#, #""ownerAbsenceSeconds":0"#, #""emptySeconds":1"#] {
                #expect(try await RESTStage.command("room.update", "{\(field)}", over: stage.host) == 100_006)
                let create = #"{"liveID":"mine",\#(field)}"#
                #expect(try await RESTStage.command("room.create", room: nil, create, over: stage.host) == 100_006)
            }
            let own = #"{"customInfo":"mine","isLikeEnabled":false}"#
            #expect(try await RESTStage.command("room.update", own, over: stage.host) == 0)
            let room = try await stage.backend.room("r1")
            #expect(room?["CustomInfo"] as? String == "mine")
            #expect(room?["IsLikeEnabled"] as? Bool == false)
            #expect(room?["Popularity"] as? Int == 0)
        }
    }

    @Test func `a live that is created with few fields has the defaults, and belongs to the caller`() async throws {
        try await RESTStage.run { stage in
            #expect(
                try await stage.backend.code("create_room", ["RoomInfo": ["RoomId": "plain", "RoomType": "Live"]]) == 0)
            let room = try await stage.backend.room("plain")
            #expect(room?["RoomName"] as? String == "plain")
            #expect(room?["Owner_Account"] as? String == "administrator")
            #expect(room?["MaxMemberCount"] as? Int == 0)
            #expect(room?["IsPublicVisible"] as? Bool == true)
            #expect(room?["TakeSeatMode"] as? String == "ApplyToTake")
        }
    }

    @Test func `a seat template determines the layout and the number of seats`() async throws {
        try await RESTStage.run { stage in
            for (index, (template, layout, seats)) in [
                ("VideoDynamicGrid9Seats", 600, 9), ("VideoDynamicFloat7Seats", 601, 7),
                ("VideoFixedGrid9Seats", 800, 9),
                ("VideoFixedFloat7Seats", 801, 7), ("VideoLandscape4Seats", 200, 4), ("AudioSalon", 70, 12),
                ("Karaoke", 50, 12),
            ].enumerated() {
                let id = "t\(index)"
                let draft: [String: Any] = [
                    "RoomId": id, "RoomType": "Live", "SeatTemplate": template, "MaxSeatCount": 12,
                ]
                #expect(try await stage.backend.code("create_room", ["RoomInfo": draft]) == 0)
                let room = try await stage.backend.room(id)
                #expect(room?["SeatTemplate"] as? String == template)
                #expect(room?["SeatLayoutTemplateId"] as? Int == layout)
                #expect(room?["MaxSeatCount"] as? Int == seats)
            }
        }
    }

    @Test func `a seat template may end in Seat instead of Seats, as in the vendor's console`() async throws {
        try await RESTStage.run { stage in
            for (index, (template, layout)) in [
                ("VideoDynamicGrid9Seat", 600), ("VideoDynamicFloat7Seat", 601), ("VideoFixedGrid9Seat", 800),
                ("VideoFixedFloat7Seat", 801), ("VideoLandscape4Seat", 200),
            ].enumerated() {
                let draft = ["RoomId": "s\(index)", "RoomType": "Live", "SeatTemplate": template]
                #expect(try await stage.backend.code("create_room", ["RoomInfo": draft]) == 0, "\(template)")
                let room = try await stage.backend.room("s\(index)")
                #expect(room?["SeatTemplate"] as? String == template + "s")
                #expect(room?["SeatLayoutTemplateId"] as? Int == layout)
            }
            for template in ["VideoLandscape4", "VideoLandscape4Seatss", "videoLandscape4Seat", "AudioSalo", ""] {
                let draft = ["RoomId": "no", "RoomType": "Live", "SeatTemplate": template]
                #expect(try await stage.backend.code("create_room", ["RoomInfo": draft]) == 100_002, "\(template)")
            }
        }
    }

    @Test func `an id in use is refused, and each id may be tried once a second`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server async throws in
            let backend = RESTCaller(server)
            func create(_ id: String, owner: String? = nil) async throws -> Int {
                var draft = ["RoomId": id, "RoomType": "Live"]
                draft["Owner_Account"] = owner
                return try await backend.code("create_room", ["RoomInfo": draft])
            }
            #expect(try await backend.code("im_open_login_svc/account_import", ["UserID": "star"]) == 0)
            #expect(try await create("r1") == 0)
            #expect(try await create("r1") == 100_012)
            #expect(try await create("r2") == 0, "each id has a limit of its own")
            clock.advance(seconds: 1)
            #expect(try await create("r1") == 100_010, "the id is in use by a live of the caller")
            clock.advance(seconds: 1)
            #expect(try await create("r1", owner: "star") == 100_003, "the id is in use by a live of another user")
            clock.advance(seconds: 1)
            #expect(try await backend.code("destroy_room", ["RoomId": "r1"]) == 0)
            #expect(try await create("r1", owner: "star") == 0, "the id of an ended live is free again")
        }
    }

    @Test func `each field of a live has its limit`() async throws {
        try await RESTStage.run { stage in
            let text = RESTRefusal.text
            func create(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal(
                    "create_room", #"{"RoomInfo":{"RoomId":"new","RoomType":"Live",\#(fields)}}"#, code, names: names)
            }
            func update(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("update_room_info", #"{"RoomInfo":{"RoomId":"r1",\#(fields)}}"#, code, names: names)
            }
            let fields: [(json: String, code: Int, name: String)] = [
                (#""RoomName":"\#(text(101))""#, 100_002, "RoomName"), (#""RoomName":7"#, 100_002, "RoomName"),
                (#""Notice":"\#(text(101))""#, 100_002, "Notice"),
                (#""CoverURL":"\#(text(201))""#, 100_002, "CoverURL"),
                (#""BackgroundURL":"\#(text(201))""#, 100_002, "BackgroundURL"),
                (#""Category":[1,2,3,4]"#, 100_009, "3"),
                (#""Category":["a"]"#, 100_002, "Category"), (#""Category":1"#, 100_002, "Category"),
                (#""MaxMemberCount":-1"#, 100_002, "MaxMemberCount"),
                (#""MaxMemberCount":"20""#, 100_002, "MaxMemberCount"),
                (#""MaxMemberCount":1.5"#, 100_002, "MaxMemberCount"),
                (#""MaxMemberCount":1e30"#, 100_002, "MaxMemberCount"),
                (#""MaxSeatCount":101"#, 100_002, "MaxSeatCount"),
                (#""SeatLayoutTemplateId":0"#, 100_002, "SeatLayoutTemplateId"),
                (#""SeatLayoutTemplateId":1000"#, 100_002, "SeatLayoutTemplateId"),
                (#""TakeSeatMode":"free""#, 100_002, "FreeToTake"), (#""SeatTemplate":"Sofa""#, 100_002, "Karaoke"),
                (#""IsMessageDisabled":1"#, 100_002, "IsMessageDisabled"),
                (#""ActivityStatus":true"#, 100_002, "ActivityStatus"),
                (#""IsPublicVisible":"true""#, 100_002, "IsPublicVisible"),
            ]
            try await RESTRefusal.expect(
                fields.flatMap {
                    [create($0.json, $0.code, names: $0.name), update($0.json, $0.code, names: $0.name)]
                },
                from: stage.backend)
            try await RESTRefusal.expect(
                [
                    RESTRefusal("create_room", "{}", 100_002, names: "RoomInfo"),
                    RESTRefusal("create_room", #"{"RoomInfo":{"RoomType":"Live"}}"#, 100_002, names: "RoomId"),
                    RESTRefusal("create_room", #"{"RoomInfo":{"RoomId":"new"}}"#, 100_002, names: "RoomType"),
                    RESTRefusal("create_room", #"{"RoomInfo":{"RoomId":"new","RoomType":"Meeting"}}"#, 100_015),
                    create(#""Owner_Account":"stranger""#, 100_002, names: "invalid owner account"),
                    create(#""Owner_Account":"no spaces""#, 100_002, names: "Owner_Account"),
                    // These values are exactly at the limits.
                    create(
                        #""RoomName":"\#(text(100))","Notice":"\#(text(100))","MaxSeatCount":100,"SeatLayoutTemplateId":999"#,
                        0),
                    RESTRefusal("update_room_info", #"{"RoomInfo":{"RoomId":"nowhere","Notice":"x"}}"#, 100_004),
                    RESTRefusal("get_room_info", #"{"RoomId":"nowhere"}"#, 100_004),
                    RESTRefusal("get_room_info", "{}", 100_002, names: "RoomId"),
                    RESTRefusal("destroy_room", #"{"RoomId":"nowhere"}"#, 100_004),
                    RESTRefusal("get_room_statistic", #"{"RoomId":"nowhere"}"#, 100_004),
                ], from: stage.backend)
        }
    }

    @Test func `the live hears of a change of settings, which changes only the fields of the call`() async throws {
        try await RESTStage.run { stage in
            let change: [String: Any] = [
                "RoomId": "r1", "RoomName": "Tonight", "Notice": "Be kind", "MaxMemberCount": 50,
                "IsSeatEnabled": false,
            ]
            #expect(try await stage.backend.code("update_room_info", ["RoomInfo": change]) == 0)
            let updated = try await stage.viewer.hear(.updated)
            var changes = RoomSettings()
            changes.liveName = "Tonight"
            changes.notice = "Be kind"
            changes.maxMemberCount = 50
            #expect(updated.changes == changes, "the seat layout is fixed when a live is created")
            #expect(updated.by == nil, "an administrator of the app is not a user of the live")
            let room = try await stage.backend.room("r1")
            #expect(room?["RoomName"] as? String == "Tonight")
            #expect(room?["MaxMemberCount"] as? Int == 50)
            #expect(room?["IsSeatEnabled"] as? Bool == true)
            #expect(room?["CoverURL"] as? String == "")
        }
    }

    @Test func `the list has the lives with the most viewers first, or last, page by page`() async throws {
        try await RESTStage.run { stage in
            for id in ["r2", "r3"] {
                #expect(
                    try await stage.backend.code("create_room", ["RoomInfo": ["RoomId": id, "RoomType": "Live"]]) == 0)
            }
            #expect(
                try await stage.backend.code(
                    "create_room",
                    ["RoomInfo": ["RoomId": "hidden", "RoomType": "Live", "IsPublicVisible": false] as [String: Any]])
                    == 0)
            for user in ["a", "b"] {
                _ = try await Robot.viewer(of: "r2", as: user, stage.server)
            }
            func list(_ parameters: [String: Any]) async throws -> (ids: [String], next: String) {
                let response = try await stage.backend.response("get_room_list", parameters)
                let rooms = response["RoomList"] as? [[String: Any]] ?? []
                return (rooms.compactMap { $0["RoomId"] as? String }, response["Next"] as? String ?? "missing")
            }
            #expect(try await list([:]) == (["r2", "r1", "r3"], ""))
            #expect(try await list(["Next": "0", "SortDirection": "ascend"]) == (["r3", "r1", "r2"], ""))
            let first = try await list(["Next": "", "Count": 2, "SortDirection": "descend"])
            #expect(first.ids == ["r2", "r1"])
            #expect(try await list(["Next": first.next, "Count": 2]) == (["r3"], ""))
            let last = try await list(["Count": 1, "SortDirection": "ascend"])
            #expect(try await list(["Next": last.next, "Count": 2, "SortDirection": "ascend"]) == (["r1", "r2"], ""))
            let entry = (try await stage.backend.response("get_room_list")["RoomList"] as? [[String: Any]])?.first
            #expect(entry?["ViewCount"] as? Int == 2)
            #expect(entry?["OnlineCount"] as? Int == 2)
            #expect(entry?["OwnerName"] as? String == "administrator")
            try await RESTRefusal.expect(
                [
                    RESTRefusal("get_room_list", #"{"Count":0}"#, 100_002, names: "Count"),
                    RESTRefusal("get_room_list", #"{"Count":51}"#, 100_002, names: "Count"),
                    RESTRefusal("get_room_list", #"{"Count":50}"#, 0),
                    RESTRefusal("get_room_list", #"{"Next":"elsewhere"}"#, 100_002, names: "Next"),
                    RESTRefusal("get_room_list", #"{"SortDirection":"up"}"#, 100_002, names: "descend"),
                    RESTRefusal("get_room_list", #"{"Kind":"radio"}"#, 100_002, names: "voice"),
                    RESTRefusal(
                        "get_room_list", #"{"Search":"\#(String(repeating: "a", count: 101))"}"#, 100_002,
                        names: "Search"),
                ], from: stage.backend)
        }
    }

    @Test func `the statistics of a live count what happened in it`() async throws {
        try await RESTStage.run { stage in
            #expect(
                try await RESTStage.command(
                    "gift.send", #"{"orderID":"o1","giftID":"crown","count":2}"#, over: stage.viewer) == 0)
            #expect(try await RESTStage.command("like.send", #"{"count":3}"#, over: stage.viewer) == 0)
            #expect(try await RESTStage.command("barrage.send", #"{"text":"hi"}"#, over: stage.viewer) == 0)
            let statistic = try await stage.backend.response("get_room_statistic", ["RoomId": "r1"])
            #expect(
                statistic as? [String: Int] == [
                    "TotalViewers": 1, "TotalGiftsSent": 2, "TotalGiftCoins": 200, "TotalHostCoins": 100,
                    "TotalUniqueGiftSenders": 1,
                    "TotalLikesReceived": 3, "TotalMsgCount": 1,
                ])
        }
    }

    @Test func `the statistics of a live are told without what its owner earned while the storage cannot be read`()
        async throws
    {
        let storage = FaultyStorage(try TestServer.emptyStorage())
        try await TestServer.run(storage: storage) { server in
            _ = try await Robot.host(server)
            _ = try await Robot.viewer(server)
            storage.setDown(true)
            defer { storage.setDown(false) }
            let statistic = try await RESTCaller(server).response("get_room_statistic", ["RoomId": "r1"])
            #expect(statistic["TotalViewers"] as? Int == 1)
            #expect(statistic["TotalHostCoins"] == nil)
        }
    }

    @Test func `a live made over REST outlives its owner's absence, and a live made by its owner does not`()
        async throws
    {
        try await RESTStage.run { stage async throws in
            #expect(
                try await stage.backend.code("create_room", ["RoomInfo": ["RoomId": "r2", "RoomType": "Live"]]) == 0)
            #expect(try await stage.server.storage.lastRoom(Samples.id("r1"))?.endsWithoutOwner == true)
            #expect(try await stage.server.storage.lastRoom(Samples.id("r2"))?.endsWithoutOwner == false)
        }
    }
}
