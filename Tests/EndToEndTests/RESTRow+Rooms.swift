extension RESTRow {
    /// The table of all commands, by service. A test finds a command that is missing.
    static let all: [RESTRow] = [
        rooms, streams, metadata, members, robots, messages, accounts, seats, battles, moderation, barrages, catalogue,
        effects, giftOrder, money, webhooks, operators, recordings,
    ].flatMap(\.self)

    private static let ghost = Broken(#"{"RoomId":"ghost"}"#, 100_004)
    private static let noRoom = Broken("{}", 100_002, "RoomId")
    private static let badNext = Broken(#"{"RoomId":"r1","Next":"x"}"#, 100_002, "Next")

    private static func long(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

    private static func users(_ count: Int) -> String {
        "[" + (0..<count).map { #""u\#($0)""# }.joined(separator: ",") + "]"
    }

    /// A call that creates a live with a field beyond its limit.
    private static func room(_ field: String, _ value: String, _ code: Int = 100_002, _ word: String? = nil) -> Broken {
        Broken(#"{"RoomInfo":{"RoomId":"r1","RoomType":"Live","\#(field)":\#(value)}}"#, code, word ?? field)
    }

    private static let brokenRooms: [Broken] = [
        room("RoomName", #""\#(long(101))""#), room("Notice", #""\#(long(101))""#),
        room("CoverURL", #""\#(long(201))""#), room("BackgroundURL", #""\#(long(201))""#),
        room("CustomInfo", #""\#(long(501))""#), room("CustomInfo", #"{"a":1}"#), room("Notice", #""a\u0000b""#),
        room("CustomInfo", #""\u0000""#), room("RoomName", #""a\u0000""#),
        room("RoomName", #""a\u202e""#, 110_110, "U+202E"), room("Notice", #""\u2066a""#, 110_110, "U+2066"),
        room("Category", "[1,2,3,4]", 100_009, ""), room("MaxMemberCount", "-1"), room("MaxSeatCount", "101"),
        room("SeatLayoutTemplateId", "1000"), room("Popularity", "-1"), room("Popularity", "9007199254740992"),
        room("LifetimeAfterNoUsers", "-1"), room("LifetimeAfterNoUsers", "315360001"),
        room("LifetimeAfterOwnerOffline", "-1"), room("LifetimeAfterOwnerOffline", "315360001"),
        room("LifetimeAfterOwnerLeave", "1"), room("IsScreenSharingDisabled", "true"),
        room("IsAudioDisabled", "true"), room("IsVideoDisabled", "true"), room("IsLikeEnabled", #""yes""#),
    ]

    private static let rooms: [RESTRow] = [
        RESTRow(
            "create_room",
            #"{"RoomInfo":{"RoomId":"r2","RoomType":"Live","Owner_Account":"host","RoomName":"The second"}}"#,
            sees: .reply("room.list", room: nil, has: "The second"),
            broken: brokenRooms + [
                Broken(#"{"RoomInfo":{"RoomId":"r2"}}"#, 100_002, "RoomType"),
                Broken(#"{"RoomInfo":{"RoomId":"r2","RoomType":"Meeting"}}"#, 100_015),
                Broken(#"{"RoomInfo":{"RoomId":"r2","RoomType":"Live","Owner_Account":"nobody"}}"#, 100_002, "nobody"),
                Broken(#"{"RoomInfo":{"RoomId":"\#(long(49))","RoomType":"Live"}}"#, 100_002, "RoomId"),
            ]),
        RESTRow(
            "update_room_info", #"{"RoomInfo":{"RoomId":"r1","Notice":"hello"}}"#,
            sees: .event("room.updated", has: "hello"),
            broken: brokenRooms + [Broken(#"{"RoomInfo":{"RoomId":"ghost"}}"#, 100_004)]),
        RESTRow(
            "destroy_room", #"{"RoomId":"r1"}"#, sees: .event("room.ended", has: "reason"),
            broken: [ghost, noRoom]),
        RESTRow(
            "get_room_info", #"{"RoomId":"r1"}"#, sees: .answer(has: #""ViewCount":1"#), broken: [ghost, noRoom]),
        RESTRow(
            "get_room_list", #"{"Next":"","Count":50,"SortDirection":"descend"}"#,
            sees: .answer(has: #""RoomId":"r1""#),
            broken: [
                Broken(#"{"Count":0}"#, 100_002, "Count"), Broken(#"{"Count":51}"#, 100_002, "Count"),
                Broken(#"{"Next":"x"}"#, 100_002, "Next"), Broken(#"{"SortDirection":"up"}"#, 100_002, "SortDirection"),
            ]),
        RESTRow(
            "get_room_statistic", #"{"RoomId":"r1"}"#, sees: .answer(has: #""TotalViewers":1"#),
            broken: [ghost, noRoom]),
    ]

    private static let streams: [RESTRow] = [
        RESTRow(
            "get_stream_key", #"{"RoomId":"r1"}"#, sees: .nothing("only the backend and the host see a key"),
            broken: [ghost, noRoom, Broken(#"{"RoomId":""}"#, 100_002, "RoomId"), Broken(#"{"RoomId":7}"#)]),
        RESTRow(
            "reset_stream_key", #"{"RoomId":"r1"}"#, sees: .nothing("only the backend and the host see a key"),
            broken: [ghost, noRoom, Broken(#"{"RoomId":"\#(long(49))"}"#, 100_002, "RoomId")]),
        RESTRow(
            "get_stream_events", #"{"RoomId":"r1"}"#, sees: .answer(has: #""StreamEvents":[]"#),
            broken: [ghost, noRoom]),
        RESTRow(
            "stop_stream", #"{"RoomId":"r1"}"#, sees: .nothing("nobody publishes"), broken: [ghost, noRoom]),
    ]

    private static let topic = (
        command: "set_room_metadata", body: #"{"RoomId":"r1","Metadata":[{"Key":"topic","Value":"jazz"}]}"#
    )

    private static func metadata(_ key: String, _ value: String) -> String {
        #"{"RoomId":"r1","Metadata":[{"Key":"\#(key)","Value":"\#(value)"}]}"#
    }

    private static let metadata: [RESTRow] = [
        RESTRow(
            "set_room_metadata", topic.body, sees: .event("room.updated", has: "jazz"),
            broken: [
                Broken(metadata(long(51), ""), 100_504), Broken(metadata("a", long(2_049)), 100_501),
                Broken(metadata("", "a"), 100_002), Broken(metadata("a", #"\u0000"#), 100_002),
                Broken(
                    #"{"RoomId":"r1","Metadata":["#
                        + (0...10).map { #"{"Key":"k\#($0)","Value":""}"# }.joined(separator: ",") + "]}", 100_500),
                Broken(
                    #"{"RoomId":"r1","Metadata":["#
                        + (0..<9).map { #"{"Key":"k\#($0)","Value":"\#(long(2_000))"}"# }.joined(separator: ",") + "]}",
                    100_502),
                noRoom,
            ]),
        RESTRow(
            "get_room_metadata", #"{"RoomId":"r1","Keys":["topic"]}"#, sees: .answer(has: "jazz"),
            broken: [ghost, noRoom], after: [topic]),
        RESTRow(
            "del_room_metadata", #"{"RoomId":"r1","Keys":["topic"]}"#,
            sees: .event("room.updated", has: #""metaData":{}"#),
            broken: [Broken(#"{"RoomId":"r1","Keys":["other"]}"#, 100_503), noRoom], after: [topic]),
    ]

    private static func members(_ list: String, _ rest: String = "") -> String {
        #"{"RoomId":"r1","MemberList_Account":\#(list)\#(rest)}"#
    }

    /// Bodies that every call with a list of members must refuse.
    private static func brokenMembers(_ rest: String = "") -> [Broken] {
        [
            Broken(members("[]", rest), 100_002, "MemberList_Account"),
            Broken(members(users(21), rest), 100_002, "MemberList_Account"),
            Broken(members(#"["a b"]"#, rest), 100_002, "MemberList_Account"),
            Broken(members(#"["host"]"#, rest), 100_006),
            Broken(#"{"RoomId":"ghost","MemberList_Account":["viewer"]\#(rest)}"#, 100_004),
        ]
    }

    private static let banned = (command: "ban_member", body: members(#"["bob"]"#, #","Duration":60"#))
    private static let muted = (command: "mute_member", body: members(#"["viewer"]"#, #","MuteTime":60"#))
    private static let appointed = (
        command: "modify_admin", body: #"{"RoomId":"r1","Admin_Account":["viewer"],"OpType":"add"}"#
    )

    private static let members: [RESTRow] = [
        RESTRow(
            appointed.command, appointed.body, sees: .event("audience.appointed", has: "viewer"),
            broken: [
                Broken(#"{"RoomId":"r1","Admin_Account":["viewer"],"OpType":"promote"}"#, 100_002, "OpType"),
                Broken(#"{"RoomId":"r1","Admin_Account":["nobody"],"OpType":"add"}"#, 100_002, "nobody"),
                Broken(#"{"RoomId":"r1","Admin_Account":\#(users(6)),"OpType":"add"}"#, 100_002, "Admin_Account"),
                Broken(#"{"RoomId":"r1","Admin_Account":["host"],"OpType":"add"}"#, 100_006),
                Broken(#"{"RoomId":"ghost","Admin_Account":["viewer"],"OpType":"add"}"#, 100_004),
            ]),
        RESTRow(
            "get_admin_list", #"{"RoomId":"r1"}"#, sees: .answer(has: #"["viewer"]"#), broken: [ghost, noRoom],
            after: [appointed]),
        RESTRow(
            "ban_member", members(#"["viewer"]"#, #","Duration":60"#), sees: .event("audience.banned", has: "viewer"),
            broken: brokenMembers(#","Duration":60"#) + [
                Broken(members(#"["viewer"]"#, #","Duration":0"#), 100_002, "Duration"),
                Broken(members(#"["viewer"]"#, #","Duration":315360001"#), 100_002, "Duration"),
                Broken(members(#"["viewer"]"#, #","Duration":60,"Reason":"\#(long(201))""#), 100_002, "Reason"),
                Broken(members(#"["viewer"]"#, #","Duration":60,"Reason":"\u202e""#), 110_110, "U+202E"),
            ]),
        RESTRow(
            "unban_member", members(#"["bob"]"#), sees: .event("audience.banned", has: #""banned":false"#),
            broken: brokenMembers(), after: [banned]),
        RESTRow(
            "get_banned_member_list", #"{"RoomId":"r1","Count":1}"#, sees: .answer(has: "bob"),
            broken: [
                ghost, badNext, Broken(#"{"RoomId":"r1","Count":0}"#, 100_002, "Count"),
                Broken(#"{"RoomId":"r1","Limit":1001}"#, 100_002, "Limit"),
                Broken(#"{"RoomId":"r1","Offset":-1}"#, 100_002, "Offset"),
            ], after: [banned]),
        RESTRow(
            muted.command, muted.body, sees: .event("audience.muted", has: "viewer"),
            broken: brokenMembers(#","MuteTime":60"#) + [
                Broken(members(#"["viewer"]"#, #","MuteTime":-1"#), 100_002, "MuteTime"),
                Broken(members(#"["viewer"]"#, #","MuteTime":315360001"#), 100_002, "MuteTime"),
            ]),
        RESTRow(
            "get_muted_member_list", #"{"RoomId":"r1"}"#, sees: .answer(has: "viewer"), broken: [ghost, noRoom],
            after: [muted]),
        RESTRow(
            "kick_user_out", members(#"["viewer"]"#), sees: .event("audience.kicked", has: "viewer"),
            broken: brokenMembers() + [
                Broken(members(#"["stranger"]"#), 100_005),
                Broken(members(#"["viewer"]"#, #","Reason":"\#(long(201))""#), 100_002, "Reason"),
            ]),
    ]

    private static let imported = (
        command: "im_open_login_svc/account_import", body: #"{"UserID":"robo","Nick":"Robo"}"#
    )
    private static let robot = (command: "add_robot", body: #"{"RoomId":"r1","RobotList_Account":["robo"]}"#)

    private static let robots: [RESTRow] = [
        RESTRow(
            robot.command, robot.body, sees: .event("audience.joined", has: "Robo"),
            broken: [
                Broken(#"{"RoomId":"r1","RobotList_Account":["nobody"]}"#, 100_002, "nobody"),
                Broken(#"{"RoomId":"r1","RobotList_Account":[]}"#, 100_002, "RobotList_Account"),
                Broken(#"{"RoomId":"r1","RobotList_Account":\#(users(101))}"#, 100_002, "RobotList_Account"),
                Broken(#"{"RoomId":"r1","RobotList_Account":["host"]}"#, 100_002, "host"),
                Broken(#"{"RoomId":"ghost","RobotList_Account":["robo"]}"#, 100_004),
            ], after: [imported]),
        RESTRow(
            "get_robot", #"{"RoomId":"r1"}"#, sees: .answer(has: "robo"), broken: [ghost, noRoom],
            after: [imported, robot]),
        RESTRow(
            "del_robot", #"{"RoomId":"r1","RobotList_Account":["robo"]}"#, sees: .event("audience.left", has: "robo"),
            broken: [
                Broken(#"{"RoomId":"r1","RobotList_Account":[]}"#, 100_002, "RobotList_Account"),
                Broken(#"{"RoomId":"ghost","RobotList_Account":["robo"]}"#, 100_004),
            ], after: [imported, robot]),
    ]

    private static func text(_ text: String, _ rest: String = "") -> String {
        #"{"RoomId":"r1","Sender_Account":"host","TextContent":"\#(text)"\#(rest)}"#
    }

    private static func custom(_ id: String, _ data: String) -> String {
        #"{"RoomId":"r1","Sender_Account":"host","BusinessId":"\#(id)","Data":"\#(data)"}"#
    }

    private static func published(_ message: String, _ rest: String = "") -> String {
        #"{"RoomId":"r1","Sender_Account":"host","Topic":"CHAT","Message":"\#(message)"\#(rest)}"#
    }

    private static func group(_ elements: String) -> String {
        #"{"GroupId":"r1","From_Account":"host","MsgBody":[\#(elements)]}"#
    }

    private static let hello = #"{"MsgType":"TIMTextElem","MsgContent":{"Text":"hello there"}}"#

    private static let messages: [RESTRow] = [
        RESTRow(
            "send_text_msg", text("hello there"), sees: .event("barrage.sent", has: "hello there"),
            broken: [
                Broken(text("")), Broken(text(long(2_049))),
                Broken(text(#"a\u0000b"#), 100_002, "U+0000"),
                Broken(text("a", #","ExtensionInfo":"[]""#), 100_002, "ExtensionInfo"),
                Broken(text("a", #","ExtensionInfo":"{\"a\":""#), 100_002, "ExtensionInfo"),
                Broken(#"{"RoomId":"r1","Sender_Account":"nobody","TextContent":"a"}"#, 100_002, "nobody"),
                Broken(#"{"RoomId":"ghost","Sender_Account":"host","TextContent":"a"}"#, 100_004),
            ]),
        RESTRow(
            "send_custom_msg", custom("vote", "{}"), sees: .event("barrage.sent", has: "vote"),
            broken: [
                Broken(custom("", ""), 100_002, "usiness"), Broken(custom(long(65), ""), 100_002, "usiness"),
                Broken(custom("a", long(2_049)), 100_002, "ata"), Broken(custom("a", #"\u0000"#), 100_002, "U+0000"),
            ]),
        RESTRow(
            "send_pubsub_msg", published("hello there", #","IsPersisted":true,"Payload":"{}""#),
            sees: .reply("pubsub.messages", data: #"{"topic":"CHAT"}"#, has: "hello there"),
            broken: [
                Broken(published(""), 100_002, "Message"), Broken(published(long(2_049)), 100_002, "Message"),
                Broken(published("a", #","Payload":"\u0000""#), 100_002, "Payload"),
                Broken(published("a", #","Count":101"#), 100_002, "Count"),
                Broken(published("a", #","SendOnly_Account":["a","a"]"#), 100_002, "sendOnly"),
                Broken(#"{"RoomId":"r1","Topic":"\t","Message":"a"}"#, 100_002, "Topic"),
                Broken(#"{"RoomId":"r1","Sender_Account":"nobody","Topic":"a","Message":"a"}"#, 100_002, "nobody"),
                Broken(#"{"RoomId":"ghost","Topic":"CHAT","Message":"a"}"#, 100_004),
            ]),
        RESTRow(
            "group_open_http_svc/send_group_msg", group(hello), sees: .event("barrage.sent", has: "hello there"),
            broken: [
                Broken(group(""), 100_002, "MsgBody"), Broken(group("\(hello),\(hello)"), 100_002, "MsgBody"),
                Broken(group(#"{"MsgType":"TIMTextElem","MsgContent":{}}"#), 100_002, "Text"),
                Broken(group(#"{"MsgType":"TIMFaceElem","MsgContent":{}}"#)),
            ]),
    ]

    private static let renamed =
        #"{"From_Account":"viewer","ProfileItem":[{"Tag":"Tag_Profile_IM_Nick","Value":"Vera"}]}"#

    private static let accounts: [RESTRow] = [
        RESTRow(
            "im_open_login_svc/account_import", #"{"UserID":"viewer","Nick":"Vera"}"#,
            sees: .reply("audience.list", has: "Vera"),
            broken: [
                Broken("{}", 100_002, "UserID"), Broken(#"{"UserID":"a b"}"#, 100_002, "UserID"),
                Broken(#"{"UserID":"viewer","Nick":"\#(long(101))"}"#, 100_002),
                Broken(#"{"UserID":"viewer","Nick":"\u0000"}"#, 100_002, "U+0000"),
                Broken(#"{"UserID":"viewer","Nick":"avoN\u202e"}"#, 110_110, "U+202E"),
                Broken(#"{"UserID":"viewer","FaceUrl":"\#(long(501))"}"#, 100_002),
            ]),
        RESTRow(
            "im_open_login_svc/multiaccount_import", #"{"Accounts":["robo","bob"]}"#,
            sees: .nothing("an account is visible only while it is in a live"),
            broken: [
                Broken(#"{"Accounts":[]}"#, 100_002, "Accounts"),
                Broken(#"{"Accounts":\#(users(101))}"#, 100_002, "Accounts"),
            ]),
        RESTRow(
            "profile/portrait_set", renamed, sees: .reply("audience.list", has: "Vera"),
            broken: [
                Broken(#"{"From_Account":"viewer","ProfileItem":[]}"#, 100_002, "ProfileItem"),
                Broken(
                    #"{"From_Account":"viewer","ProfileItem":[{"Tag":"Tag_Profile_IM_Nick","Value":"\u2069"}]}"#,
                    110_110, "U+2069"),
                Broken(
                    #"{"From_Account":"viewer","ProfileItem":[{"Tag":"Tag_Other","Value":"x"}]}"#, 100_002, "Tag_Other"),
                Broken(
                    #"{"From_Account":"nobody","ProfileItem":[{"Tag":"Tag_Profile_IM_Nick","Value":"x"}]}"#, 40_003),
                Broken(
                    #"{"From_Account":"viewer","ProfileItem":[{"Tag":"Tag_Profile_IM_Nick","Value":"\#(long(101))"}]}"#,
                    100_002),
            ]),
        RESTRow(
            "profile/portrait_get", #"{"To_Account":["viewer"],"TagList":["Tag_Profile_IM_Nick"]}"#,
            sees: .answer(has: "Vera"),
            broken: [
                Broken(#"{"To_Account":[],"TagList":["Tag_Profile_IM_Nick"]}"#, 100_002, "To_Account"),
                Broken(#"{"To_Account":\#(users(101)),"TagList":["Tag_Profile_IM_Nick"]}"#, 100_002, "To_Account"),
                Broken(#"{"To_Account":["viewer"],"TagList":[]}"#, 100_002, "TagList"),
            ], after: [("profile/portrait_set", renamed)]),
    ]

    private static let picked = (
        command: "room_engine_http_mic/pick_user_on_seat", body: #"{"RoomId":"r1","Member_Account":"viewer","Index":1}"#
    )

    private static let seats: [RESTRow] = [
        RESTRow(
            "room_engine_http_mic/get_seat_list", #"{"RoomId":"r1"}"#, sees: .answer(has: "host"),
            broken: [ghost, noRoom]),
        RESTRow(
            "room_engine_http_mic/pick_user_on_seat", #"{"RoomId":"r1","Member_Account":"viewer","Index":1}"#,
            sees: .event("seat.changed", has: "viewer"),
            broken: [
                Broken(#"{"RoomId":"ghost","Member_Account":"viewer","Index":1}"#, 100_004),
                Broken(#"{"RoomId":"r1","Member_Account":"viewer","Index":99}"#, -2344),
            ]),
        RESTRow(
            "room_engine_http_mic/kick_user_off_seat", #"{"RoomId":"r1","Member_Account":"viewer"}"#,
            sees: .event("seat.changed", has: "viewer"),
            broken: [
                Broken(#"{"RoomId":"ghost","Member_Account":"viewer"}"#, 100_004),
                Broken(#"{"RoomId":"r1","Member_Account":"host"}"#, 100_006),
            ], after: [picked]),
        RESTRow(
            "room_engine_http_mic/lock_seat", #"{"RoomId":"r1","Index":2,"ForbidTaken":true}"#,
            sees: .event("seat.changed", has: "isLocked"),
            broken: [
                Broken(#"{"RoomId":"ghost","Index":2,"ForbidTaken":true}"#, 100_004),
                Broken(#"{"RoomId":"r1","Index":99,"ForbidTaken":true}"#, -2344),
                Broken(#"{"RoomId":"r1","Index":0,"ForbidTaken":true}"#, 100_006),
            ]),
        RESTRow(
            "room_engine_http_mic/move_user_to_seat",
            #"{"RoomId":"r1","Member_Account":"viewer","SeatIndex":2,"Policy":0}"#,
            sees: .event("seat.changed", has: "viewer"),
            broken: [
                Broken(#"{"RoomId":"ghost","Member_Account":"viewer","SeatIndex":2}"#, 100_004),
                Broken(#"{"RoomId":"r1","Member_Account":"viewer","SeatIndex":2,"Policy":3}"#, 100_002, "Policy"),
            ], after: [picked]),
        RESTRow(
            "room_engine_http_mic/switch_seat", #"{"RoomId":"r1","Member_Account":"viewer","ToIndex":2}"#,
            sees: .event("seat.changed", has: "viewer"),
            broken: [Broken(#"{"RoomId":"ghost","Member_Account":"viewer","ToIndex":2}"#, 100_004)], after: [picked]),
    ]

    private static let words = (
        command: "ovation_moderation_srv/set_words", body: #"{"RoomId":"r1","WordList":[{"Text":"scunner"}]}"#
    )
    private static let pace = (command: "ovation_moderation_srv/set_slow_mode", body: #"{"RoomId":"r1","Seconds":10}"#)

    private static let moderation: [RESTRow] = [
        RESTRow(
            words.command, words.body, sees: .reply("barrage.send", data: #"{"text":"scunner"}"#, has: "110100"),
            broken: [
                Broken(#"{"WordList":[{"Text":"..."}]}"#, 110_102),
                Broken(#"{"WordList":[{"Text":"a\u0000b"}]}"#, 110_102),
                Broken(#"{"WordList":[{"Text":"\#(long(65))"}]}"#, 110_102),
                Broken(#"{"RoomId":"ghost","WordList":[]}"#, 100_004),
                Broken(#"{"WordList":[{"Text":"a","Action":"burn"}]}"#, 100_002, "Action"),
            ]),
        RESTRow(
            "ovation_moderation_srv/get_words", #"{"RoomId":"r1"}"#, sees: .answer(has: "scunner"), broken: [ghost],
            after: [words]),
        RESTRow(
            "ovation_moderation_srv/check_text", #"{"RoomId":"r1","Text":"a scunner"}"#, sees: .answer(has: "refuse"),
            broken: [Broken("{}", 100_002, "Text"), Broken(#"{"RoomId":"ghost","Text":"a"}"#, 100_004)], after: [words]),
        RESTRow(
            pace.command, pace.body, sees: .event("room.updated", has: #""slowModeSeconds":10"#),
            broken: [
                Broken(#"{"RoomId":"r1","Seconds":-1}"#, 100_002, "Seconds"),
                Broken(#"{"RoomId":"r1","Seconds":121}"#, 100_002, "Seconds"),
                Broken(#"{"RoomId":"ghost","Seconds":1}"#, 100_004),
            ]),
        RESTRow(
            "ovation_moderation_srv/get_slow_mode", #"{"RoomId":"r1"}"#, sees: .answer(has: #""Seconds":10"#),
            broken: [ghost, noRoom], after: [pace]),
        RESTRow(
            "ovation_moderation_srv/get_log", #"{"RoomId":"r1"}"#, sees: .answer(has: #""Action":"mute""#),
            broken: [badNext, noRoom, Broken(#"{"RoomId":"r1","Count":0}"#, 100_002, "Count")], after: [muted]),
        RESTRow(
            "ovation_moderation_srv/get_sanctions", #"{"Member_Account":"viewer"}"#, sees: .answer(has: "r1"),
            broken: [
                Broken("{}", 100_002, "Member_Account"),
                Broken(#"{"Member_Account":"viewer","Count":101}"#, 100_002, "Count"),
                Broken(#"{"Member_Account":"viewer","Next":"\#(long(49))"}"#, 100_002, "Next"),
            ], after: [muted]),
    ]
}
