import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// Messages that the app's backend sends to a live.
@Suite(.timeLimit(.minutes(5)))
struct RESTMessageTests {
    @Test func `a text reaches everybody in the live under its sender's name, and the sender need not be inside`()
        async throws
    {
        try await RESTStage.run { stage in
            let imported = ["UserID": "star", "Nick": "The Star", "FaceUrl": "https://example.com/s.png"]
            #expect(try await stage.backend.code("im_open_login_svc/account_import", imported) == 0)
            let now = Int(Date().timeIntervalSince1970)
            let response = try await stage.backend.response(
                "send_text_msg",
                [
                    "RoomId": "r1", "Sender_Account": "star", "TextContent": "good evening 👋",
                    "ExtensionInfo": #"{"level":"7","vip":true,"n":3}"#,
                ])
            let said = try await stage.viewer.hear(.barrage)
            #expect(said.text == "good evening 👋")
            #expect(said.extensionInfo == ["level": "7", "vip": "true", "n": "3"])
            #expect(
                said.sender
                    == UserInfo(
                        userID: Samples.id("star"), userName: "The Star", avatarURL: "https://example.com/s.png"))
            #expect(response["MsgSeq"] as? Int64 == said.position?.seq)
            #expect(response["MsgDropReason"] as? String == "")
            let time = try #require(response["MsgTime"] as? Int)
            #expect((now...now + 120).contains(time))
        }
    }

    @Test func `custom data reaches everybody, and the caller is its sender if none is named`() async throws {
        try await RESTStage.run { stage in
            _ = try await stage.backend.response(
                "send_custom_msg", ["RoomId": "r1", "BusinessId": "lottery", "Data": #"{"prize":1}"#])
            let said = try await stage.viewer.hear(.barrage)
            #expect(said.kind == .custom(businessID: "lottery", data: #"{"prize":1}"#))
            #expect(said.sender.userID.rawValue == "administrator")
        }
    }

    @Test func `the chat service's format sends a text, a wrapped custom message and a plain one`() async throws {
        try await RESTStage.run { stage in
            func send(_ element: String, more: String = "") async throws -> [String: Any] {
                try await stage.backend.call(
                    "group_open_http_svc/send_group_msg",
                    json: #"""
                        {"GroupId":"r1","From_Account":"viewer","Random":8912345,"MsgPriority":"Normal",
                        "SendMsgControl":["NoMsgCheck"],"ForbidCallbackControl":["ForbidBeforeSendMsgCallback"],
                        "MsgBody":[\#(element)]\#(more)}
                        """#)
            }
            let answer = try await send(
                #"{"MsgType":"TIMTextElem","MsgContent":{"Text":"approved"}}"#,
                more: #","CloudCustomData":"{\"a\":\"b\"}""#)
            #expect(answer["ErrorCode"] as? Int == 0)
            let said = try await stage.host.hear(.barrage)
            #expect(
                answer["MsgSeq"] as? Int64 == said.position?.seq, "MsgSeq is at the top level, as in the chat service")
            #expect(said.kind == .text("approved", extensionInfo: ["a": "b"]))
            #expect(said.sender.userID.rawValue == "viewer")

            let wrapped = #"{"MsgType":"TIMCustomElem","MsgContent":{"Data":"{\"BusinessId\":\"x\",\"Data\":\"y\"}"}}"#
            #expect(try await send(wrapped)["ErrorCode"] as? Int == 0)
            #expect(try await stage.host.hear(.barrage).kind == .custom(businessID: "x", data: "y"))

            #expect(
                try await send(#"{"MsgType":"TIMCustomElem","MsgContent":{"Data":"raw","Desc":"mine"}}"#)["ErrorCode"]
                    as? Int == 0)
            #expect(try await stage.host.hear(.barrage).kind == .custom(businessID: "mine", data: "raw"))
        }
    }

    @Test func `a message over the live's rate is accepted, and its answer says that it was dropped`() async throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 1
        limits.roomMessagesBurst = 3
        try await RESTStage.run(limits: limits, clock: StoppedClock().server) { stage in
            var answers: [[String: Any]] = []
            // The viewer's entry used one message of three, and the clock stands still.
            for number in 0..<3 {
                answers.append(
                    try await stage.backend.response(
                        "send_text_msg", ["RoomId": "r1", "Sender_Account": "viewer", "TextContent": "\(number)"]))
            }
            #expect(answers.map { $0["MsgDropReason"] as? String } == ["", "", "MsgFreqCtrl"])
            #expect(answers.map { $0["MsgSeq"] as? Int == 0 } == [false, false, true])
        }
    }

    @Test func `the backend cannot write for a user who may not write`() async throws {
        try await RESTStage.run { stage in
            try await stage.importAccounts("outlaw")
            func send(_ user: String) async throws -> Int {
                try await stage.backend.code(
                    "send_text_msg", ["RoomId": "r1", "Sender_Account": user, "TextContent": "hi"])
            }
            func members(_ command: String, _ user: String, _ more: [String: Any]) async throws {
                let body = ["RoomId": "r1", "MemberList_Account": [user]].merging(more) { $1 } as [String: Any]
                #expect(try await stage.backend.code(command, body) == 0)
            }
            try await members("mute_member", "viewer", ["MuteTime": 60])
            try await members("ban_member", "outlaw", ["Duration": 60])
            #expect(try await send("viewer") == 100_017)
            #expect(try await send("outlaw") == 100_016)
            #expect(try await send("host") == 0)
            #expect(
                try await stage.backend.code(
                    "update_room_info", ["RoomInfo": ["RoomId": "r1", "IsMessageDisabled": true] as [String: Any]]) == 0
            )
            try await members("mute_member", "viewer", ["MuteTime": 0])
            #expect(try await send("viewer") == -2380, "a viewer cannot write while the whole live is muted")
            #expect(try await send("host") == 0)
            #expect(try await send("administrator") == 0)
        }
    }

    @Test func `each field of a message has its limit`() async throws {
        try await RESTStage.run { stage in
            let text = RESTRefusal.text
            func plain(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("send_text_msg", #"{"RoomId":"r1",\#(fields)}"#, code, names: names)
            }
            func custom(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("send_custom_msg", #"{"RoomId":"r1",\#(fields)}"#, code, names: names)
            }
            func group(_ fields: String, _ code: Int, names: String? = nil) -> RESTRefusal {
                RESTRefusal("group_open_http_svc/send_group_msg", #"{"GroupId":"r1",\#(fields)}"#, code, names: names)
            }
            let viewer = #""Sender_Account":"viewer""#
            try await RESTRefusal.expect(
                [
                    plain(#"\#(viewer),"TextContent":"\#(text(2_048))""#, 0),
                    plain(#"\#(viewer),"TextContent":"\#(text(2_049))""#, 100_002, names: "TextContent"),
                    plain(#"\#(viewer),"TextContent":"""#, 100_002, names: "TextContent"),
                    plain(viewer, 100_002, names: "TextContent"),
                    plain(#""TextContent":"hi""#, 100_002, names: "Sender_Account"),
                    plain(#""Sender_Account":"stranger","TextContent":"hi""#, 100_002, names: "stranger"),
                    plain(#"\#(viewer),"TextContent":"hi","ExtensionInfo":"no JSON""#, 100_002, names: "ExtensionInfo"),
                    plain(#"\#(viewer),"TextContent":"hi","ExtensionInfo":"[1]""#, 100_002, names: "ExtensionInfo"),
                    plain(#"\#(viewer),"TextContent":"hi","ExtensionInfo":{}"#, 100_002, names: "ExtensionInfo"),
                    plain(
                        #"\#(viewer),"TextContent":"hi","ExtensionInfo":"{\"a\":\"\#(text(2_048))\"}""#, 100_002,
                        names: "ExtensionInfo"),
                    RESTRefusal(
                        "send_text_msg", #"{"RoomId":"nowhere","TextContent":"hi",\#(viewer)}"#, 100_004),
                    custom(#""BusinessId":"\#(text(64))","Data":"\#(text(2_048))""#, 0),
                    custom(#""BusinessId":"\#(text(65))","Data":"""#, 100_002, names: "BusinessId"),
                    custom(#""BusinessId":"","Data":"""#, 100_002, names: "BusinessId"),
                    custom(#""BusinessId":"b","Data":"\#(text(2_049))""#, 100_002, names: "Data"),
                    custom(#""BusinessId":"b""#, 100_002, names: "Data"),
                    custom(#""Sender_Account":"stranger","BusinessId":"b","Data":"""#, 100_002, names: "stranger"),
                    RESTRefusal("send_custom_msg", #"{"RoomId":"x","BusinessId":"b","Data":"d"}"#, 100_004),
                    group(#""MsgBody":[]"#, 100_002, names: "MsgBody"),
                    group(#""MsgBody":[{"MsgType":"TIMFaceElem","MsgContent":{}}]"#, 100_002, names: "TIMTextElem"),
                    group(#""MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{}}]"#, 100_002, names: "Text"),
                    group(#""MsgBody":[{"MsgType":"TIMCustomElem","MsgContent":{}}]"#, 100_002, names: "Data"),
                    group(
                        #""MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"\#(text(2_049))"}}]"#, 100_002,
                        names: "Text"),
                    group(
                        #""CloudCustomData":"x","MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"a"}}]"#,
                        100_002,
                        names: "CloudCustomData"),
                    group(
                        #""From_Account":"stranger","MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"a"}}]"#,
                        100_002, names: "From_Account"),
                ], from: stage.backend)
        }
    }
}
