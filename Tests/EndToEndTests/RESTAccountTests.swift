import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

/// Accounts, profiles, robots and seats over the REST API.
@Suite(.timeLimit(.minutes(5)))
struct RESTAccountTests {
    @Test func `an account exists once it was imported or has logged in`() async throws {
        try await RESTStage.run { stage async throws in
            func owner(_ user: String, room: String) async throws -> Int {
                try await stage.backend.code(
                    "create_room", ["RoomInfo": ["RoomId": room, "RoomType": "Live", "Owner_Account": user]])
            }
            #expect(try await owner("star", room: "a") == 100_002)
            #expect(try await stage.backend.code("im_open_login_svc/account_import", ["UserID": "star"]) == 0)
            #expect(try await owner("star", room: "a") == 0)
            #expect(try await owner("viewer", room: "b") == 0, "an account exists once its user has logged in")
            #expect(try await stage.server.storage.profiles(of: [Samples.id("host")]).count == 1)
        }
    }

    @Test func `a second import changes the name and picture that it has, and everybody sees it`() async throws {
        try await RESTStage.run { stage in
            func account(_ fields: [String: String]) async throws -> Int {
                try await stage.backend.code("im_open_login_svc/account_import", fields)
            }
            #expect(
                try await account(["UserID": "viewer", "Nick": "Vee", "FaceUrl": "https://example.com/v.png"]) == 0)
            #expect(try await account(["Identifier": "viewer", "Nick": "Vivian"]) == 0)
            try await stage.viewer.ask(.say("hi"))
            #expect(
                try await stage.host.hear(.barrage).sender
                    == UserInfo(
                        userID: Samples.id("viewer"), userName: "Vivian", avatarURL: "https://example.com/v.png"))
        }
    }

    @Test func `a list of accounts is imported except for the invalid ones, which the answer names`() async throws {
        try await RESTStage.run { stage in
            let answer = try await stage.backend.call(
                "im_open_login_svc/multiaccount_import",
                [
                    "AccountList": [
                        ["UserID": "a", "Nick": "Anna"], ["UserID": "no spaces"],
                        ["UserID": "b", "Nick": RESTRefusal.text(101)],
                        ["UserID": "c"],
                    ]
                ])
            #expect(answer["ErrorCode"] as? Int == 0)
            #expect(answer["FailAccounts"] as? [String] == ["no spaces", "b"])
            let results = answer["ResultList"] as? [[String: Any]]
            #expect(results?.compactMap { $0["ResultCode"] as? Int } == [100_002, 100_002])
            let known = try await stage.server.storage.profiles(of: ["a", "b", "c"].map { Samples.id($0) })
            #expect(known.keys.map(\.rawValue).sorted() == ["a", "c"])
            #expect(known[Samples.id("a")]?.nickname == "Anna")
        }
    }

    @Test func `a profile is set and read by its tags, and the live sees the new name at once`() async throws {
        try await RESTStage.run { stage in
            let values: [(tag: String, value: Any)] = [
                ("Tag_Profile_IM_Nick", "Vee"), ("Tag_Profile_IM_Image", "https://example.com/v.png"),
                ("Tag_Profile_IM_Gender", "Gender_Type_Female"), ("Tag_Profile_IM_BirthDay", 20_000_131),
                ("Tag_Profile_IM_SelfSignature", "hello"), ("Tag_Profile_IM_AllowType", "AllowType_Type_DenyAny"),
                ("Tag_Profile_IM_Level", 7), ("Tag_Profile_IM_Role", 2), ("Tag_Profile_Custom_Team", "red"),
            ]
            let items = values.map { ["Tag": $0.tag, "Value": $0.value] }
            #expect(
                try await stage.backend.code(
                    "profile/portrait_set", ["From_Account": "viewer", "ProfileItem": items] as [String: Any]) == 0)
            // The app's own fields are stored separately.
            let more = [["Tag": "Tag_Profile_Custom_Rank", "Value": 3] as [String: Any]]
            #expect(
                try await stage.backend.code(
                    "profile/portrait_set", ["From_Account": "viewer", "ProfileItem": more] as [String: Any]) == 0)
            let answer = try await stage.backend.call(
                "profile/portrait_get",
                [
                    "To_Account": ["viewer", "stranger", "host"],
                    "TagList": values.map(\.tag) + ["Tag_Profile_Custom_Rank", "Tag_Profile_IM_Unheard"],
                ])
            let users = try #require(answer["UserProfileItem"] as? [[String: Any]])
            #expect(users.compactMap { $0["To_Account"] as? String } == ["viewer", "stranger", "host"])
            #expect(users.compactMap { $0["ResultCode"] as? Int } == [0, 40_003, 0])
            #expect(answer["Fail_Account"] as? [String] == ["stranger"])
            let read = (users[0]["ProfileItem"] as? [[String: Any]] ?? []).map {
                "\($0["Tag"] ?? "?")=\($0["Value"] ?? "?")"
            }
            #expect(read == values.map { "\($0.tag)=\($0.value)" } + ["Tag_Profile_Custom_Rank=3"])
            #expect((users[2]["ProfileItem"] as? [Any])?.isEmpty == true)

            try await stage.viewer.ask(.say("hi"))
            #expect(try await stage.host.hear(.barrage).sender.userName == "Vee")
        }
    }

    @Test func `robots enter and leave like viewers, are listed, and show the name that they get`()
        async throws
    {
        try await RESTStage.run { stage in
            try await stage.importAccounts("r1x", "r2x")
            func robots(_ command: String, _ names: [String]) async throws -> Int {
                try await stage.backend.code(command, ["RoomId": "r1", "RobotList_Account": names] as [String: Any])
            }
            #expect(try await robots("add_robot", ["r1x", "r2x", "r1x"]) == 0)
            #expect(try await stage.viewer.hear(.joined).user.userID.rawValue == "r1x")
            #expect(try await stage.viewer.hear(.joined).count == 3)
            #expect(
                try await stage.backend.response("get_robot", ["RoomId": "r1"])["RobotList_Account"] as? [String]
                    == ["r1x", "r2x"])
            let list = try await stage.viewer.ask(.audience())
            #expect(list.count == 3)
            #expect(list.audience.map(\.userID.rawValue) == ["viewer", "r1x", "r2x"])
            // The live shows a robot's new name although the robot has no session.
            #expect(
                try await stage.backend.code("im_open_login_svc/account_import", ["UserID": "r2x", "Nick": "Robby"])
                    == 0)
            #expect(try await stage.viewer.ask(.audience()).audience.last?.userName == "Robby")
            #expect(try await robots("del_robot", ["r1x", "nobody"]) == 0)
            #expect(try await stage.viewer.hear(.left).user.userID.rawValue == "r1x")
            let kept = try await stage.server.storage.lastRoom(Samples.id("r1"))
            #expect(kept?.robots.map(\.userName) == ["Robby"])
        }
    }

    @Test func `robots are in the audience again after a restart of the server`() async throws {
        var record = Samples.room("r1")
        record.endsWithoutOwner = false
        record.robots = [Samples.alice, Samples.bob]
        let storage = try TestServer.emptyStorage()
        _ = try await storage.commit([.createRoom(record)])
        try await TestServer.run(storage: storage) { server in
            #expect(try await RESTCaller(server).room("r1")?["MemberCount"] as? Int == 2)
            let viewer = try await Robot.logIn("viewer", server)
            try await viewer.ask(.join)
            #expect(try await viewer.hear(.snapshot).audienceCount == 3)
        }
    }

    @Test func `the backend puts members of a live on seats, moves them and takes them off`() async throws {
        try await RESTStage.run { stage in
            let room: [String: Any] = ["RoomId": "s", "RoomType": "Live", "Owner_Account": "host", "MaxSeatCount": 3]
            #expect(try await stage.backend.code("create_room", ["RoomInfo": room]) == 0)
            let answer = try await stage.backend.call("room_engine_http_mic/get_seat_list", ["RoomId": "s"])
            let seats = RESTCaller.response(of: answer)["SeatList"] as? [[String: Any]]
            #expect(seats?.compactMap { $0["Index"] as? Int } == [0, 1, 2])
            #expect(seats?.compactMap { $0["Member_Account"] as? String } == ["host", "", ""])
            func code(_ command: String, _ fields: [String: Any]) async throws -> Int {
                try await stage.backend.code("room_engine_http_mic/\(command)", fields.merging(["RoomId": "s"]) { $1 })
            }
            func sitting() async throws -> [String]? {
                let answer = try await stage.backend.call("room_engine_http_mic/get_seat_list", ["RoomId": "s"])
                let seats = RESTCaller.response(of: answer)["SeatList"] as? [[String: Any]]
                return seats?.compactMap { $0["Member_Account"] as? String }
            }
            let pick: [String: Any] = ["Member_Account": "viewer", "Index": 1]
            #expect(try await code("pick_user_on_seat", pick) == 100_005, "who is not in the live has no seat")
            let viewer = try await Robot.logIn("viewer", stage.server)
            #expect(try await RESTStage.command("room.join", room: "s", over: viewer) == 0)
            #expect(try await code("pick_user_on_seat", ["Member_Account": "viewer", "Index": 3]) == -2344)
            #expect(try await code("lock_seat", ["Index": 1, "ForbidTaken": true]) == 0)
            #expect(try await code("pick_user_on_seat", pick) == 100_200)
            #expect(try await code("lock_seat", ["Index": 1, "ForbidTaken": false, "ForbidAudio": true]) == 0)
            #expect(try await code("pick_user_on_seat", pick) == 0)
            #expect(try await code("pick_user_on_seat", pick) == 100_210)
            #expect(try await sitting() == ["host", "viewer", ""])
            #expect(
                try await RESTStage.command("seat.devices", room: "s", #"{"microphone":true}"#, over: viewer) == -2360)
            #expect(try await code("switch_seat", ["Member_Account": "viewer", "ToIndex": 2]) == 0)
            #expect(
                try await code("move_user_to_seat", ["Member_Account": "viewer", "SeatIndex": 0, "Policy": 1])
                    == 100_006)
            #expect(try await sitting() == ["host", "", "viewer"])
            #expect(try await code("kick_user_off_seat", ["Member_Account": "viewer"]) == 0)
            #expect(try await code("kick_user_off_seat", ["Member_Account": "viewer"]) == 100_206)
            #expect(try await code("kick_user_off_seat", ["Member_Account": "host"]) == 100_006)
            #expect(try await sitting() == ["host", "", ""])
            #expect(
                try await stage.backend.code("room_engine_http_mic/get_seat_list", ["RoomId": "nowhere"]) == 100_004)
        }
    }

    @Test func `each field of an account, a profile and a robot has its limit`() async throws {
        var limits = Limits()
        limits.robotsMax = 3
        try await RESTStage.run(limits: limits) { stage in
            let (text, users) = (RESTRefusal.text, RESTRefusal.users)
            func account(_ json: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("im_open_login_svc/account_import", json, code, names: names)
            }
            func set(_ tag: String, _ value: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal(
                    "profile/portrait_set",
                    #"{"From_Account":"viewer","ProfileItem":[{"Tag":"\#(tag)","Value":\#(value)}]}"#, code,
                    names: names)
            }
            try await stage.importAccounts("a", "b", "c", "d")
            try await RESTRefusal.expect(
                [
                    account("{}", 100_002, names: "UserID"), account(#"{"UserID":""}"#, 100_002, names: "UserID"),
                    account(#"{"UserID":"\#(text(33))"}"#, 100_002, names: "UserID"),
                    account(#"{"UserID":"\#(text(32))"}"#, 0), account(#"{"UserID":7}"#, 100_002, names: "UserID"),
                    account(#"{"UserID":"a","Nick":"\#(text(100))","FaceUrl":"\#(text(500))"}"#, 0),
                    account(#"{"UserID":"a","Nick":"\#(text(101))"}"#, 100_002, names: "Nick"),
                    account(#"{"UserID":"a","FaceUrl":"\#(text(501))"}"#, 100_002, names: "FaceUrl"),
                    RESTRefusal("im_open_login_svc/multiaccount_import", "{}", 100_002, names: "Accounts"),
                    RESTRefusal(
                        "im_open_login_svc/multiaccount_import", #"{"Accounts":\#(users(101))}"#, 100_002,
                        names: "Accounts"),
                    RESTRefusal(
                        "im_open_login_svc/multiaccount_import", #"{"AccountList":[]}"#, 100_002, names: "AccountList"),
                    RESTRefusal("profile/portrait_get", #"{"To_Account":["a"]}"#, 100_002, names: "TagList"),
                    RESTRefusal("profile/portrait_get", #"{"TagList":["t"]}"#, 100_002, names: "To_Account"),
                    RESTRefusal(
                        "profile/portrait_get", #"{"To_Account":\#(users(101)),"TagList":["t"]}"#, 100_002,
                        names: "To_Account"),
                    set("Tag_Profile_IM_Unheard", #""x""#, 100_002, names: "Tag_Profile_IM_Unheard"),
                    set("Tag_Profile_Custom_", #""x""#, 100_002),
                    set("Tag_Profile_IM_Nick", #""\#(text(101))""#, 100_002, names: "Nick"),
                    set("Tag_Profile_IM_Nick", "7", 100_002),
                    set("Tag_Profile_IM_Nick", "true", 100_002, names: "Value"),
                    set("Tag_Profile_IM_Image", #""\#(text(501))""#, 100_002, names: "Image"),
                    set("Tag_Profile_IM_SelfSignature", #""\#(text(501))""#, 100_002, names: "SelfSignature"),
                    set("Tag_Profile_IM_Gender", #""Male""#, 100_002, names: "Gender_Type_Male"),
                    set("Tag_Profile_IM_AllowType", "1", 100_002, names: "AllowType_Type_AllowAny"),
                    set("Tag_Profile_IM_BirthDay", #""yesterday""#, 100_002, names: "BirthDay"),
                    set("Tag_Profile_IM_BirthDay", #""20000131""#, 0),
                    set("Tag_Profile_IM_Level", "4294967296", 100_002, names: "Level"),
                    set("Tag_Profile_IM_Role", "-1", 100_002, names: "Role"),
                    set("Tag_Profile_Custom_Team", #""\#(text(501))""#, 100_002, names: "Team"),
                    set("Tag_Profile_Custom_\(text(51))", #""x""#, 100_002, names: "Custom"),
                    RESTRefusal(
                        "profile/portrait_set",
                        #"{"From_Account":"stranger","ProfileItem":[{"Tag":"Tag_Profile_IM_Nick","Value":"x"}]}"#,
                        40_003),
                    RESTRefusal(
                        "profile/portrait_set", #"{"From_Account":"a","ProfileItem":[]}"#, 100_002, names: "ProfileItem"
                    ),
                    RESTRefusal("add_robot", #"{"RoomId":"r1"}"#, 100_002, names: "RobotList_Account"),
                    RESTRefusal(
                        "add_robot", #"{"RoomId":"r1","RobotList_Account":[]}"#, 100_002, names: "RobotList_Account"),
                    RESTRefusal(
                        "add_robot", #"{"RoomId":"r1","RobotList_Account":\#(users(101))}"#, 100_002,
                        names: "RobotList_Account"),
                    RESTRefusal(
                        "add_robot", #"{"RoomId":"r1","RobotList_Account":["a","stranger"]}"#, 100_002,
                        names: "stranger"),
                    RESTRefusal("add_robot", #"{"RoomId":"r1","RobotList_Account":["host"]}"#, 100_002, names: "host"),
                    RESTRefusal(
                        "add_robot", #"{"RoomId":"r1","RobotList_Account":["a","b","c","d"]}"#, 100_002,
                        names: "3 robots"),
                    RESTRefusal("add_robot", #"{"RoomId":"nowhere","RobotList_Account":["a"]}"#, 100_004),
                    RESTRefusal("get_robot", #"{"RoomId":"nowhere"}"#, 100_004),
                    RESTRefusal("del_robot", #"{"RoomId":"nowhere","RobotList_Account":["a"]}"#, 100_004),
                    RESTRefusal(
                        "del_robot", #"{"RoomId":"r1","RobotList_Account":[]}"#, 100_002, names: "RobotList_Account"),
                ], from: stage.backend)
            let robots = try await stage.backend.response("get_robot", ["RoomId": "r1"])["RobotList_Account"]
            #expect(robots as? [String] == [])
        }
    }
}
