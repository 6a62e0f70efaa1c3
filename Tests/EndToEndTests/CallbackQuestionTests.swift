import Foundation
import OvationModel
import OvationServer
import OvationTestKit
import Testing

/// What the app's backend is asked, and what its answers do.
@Suite(.timeLimit(.minutes(5)))
struct CallbackQuestionTests {
    private static let before = "Group.CallbackBeforeSendMsg"
    private static let join = "Live.CallbackBeforeJoin"

    private typealias Answering = @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour

    /// The text of a message that is asked about.
    private static func text(_ request: CallbackTestServer.Request) -> String {
        let element = (request.json["MsgBody"] as? [[String: Any]])?.first
        return (element?["MsgContent"] as? [String: Any])?["Text"] as? String ?? ""
    }

    /// Answers as the text of the message says.
    private static let answering: Answering = { request in
        switch CallbackQuestionTests.text(request) {
        case "forbid": return .code(1, "no")
        case "discard": return .code(2)
        case "pass": return .code(10_123, "the app's own words")
        case "strange": return .code(77)
        case "rewrite":
            return .answer(
                #"{"ActionStatus":"OK","ErrorCode":0,"CloudCustomData":"{\"k\":\"new\"}","#
                    + #""MsgBody":[{"MsgType":"TIMTextElem","MsgContent":{"Text":"rewritten"}}]}"#)
        case "silence": return .silence
        case "error": return .answer(status: 500, "")
        case "redirect": return .answer(status: 302, headers: ["Location": "http://127.0.0.1/"], "")
        default: return .yes
        }
    }

    private func barrage(_ text: String) -> String { #"{"text":"\#(text)","extensionInfo":{"k":"old"}}"# }

    @Test func `a message under review is told, forbidden, discarded or rewritten, as the backend says`() async throws {
        try await CallbackWorld.run([Self.before], behaviour: Self.answering) { world async throws in
            let host = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            #expect(try await viewer.code(3, "barrage.send", room: "r1", barrage("forbid")) == 10_016)
            #expect(try await viewer.code(4, "barrage.send", room: "r1", barrage("strange")) == 10_016)
            let passed = try await viewer.ask(5, "barrage.send", room: "r1", barrage("pass"))["error"] as? [String: Any]
            #expect(passed?["code"] as? Int == 10_123)
            #expect(passed?["message"] as? String == "the app's own words")
            let discarded =
                try await viewer.ask(6, "barrage.send", room: "r1", barrage("discard"))["ok"] as? [String: Any]
            #expect(discarded?["seq"] is Int)
            #expect(discarded?["dropped"] == nil)
            try await viewer.ask(7, "barrage.send", room: "r1", barrage("rewrite"))
            try await viewer.ask(8, "barrage.send", room: "r1", barrage("fine"))
            let first = try #require(try await host.event("barrage.sent")["data"] as? [String: Any])
            #expect(first["text"] as? String == "rewritten")
            #expect(first["extensionInfo"] as? [String: String] == ["k": "new"])
            let second = try #require(try await host.event("barrage.sent")["data"] as? [String: Any])
            #expect(second["text"] as? String == "fine")
            #expect(second["extensionInfo"] as? [String: String] == ["k": "old"])

            let asked = try #require(world.backend.requests.first)
            #expect(asked.command == Self.before)
            #expect(asked.json["GroupId"] as? String == "r1")
            #expect(asked.json["Type"] as? String == "Live")
            #expect(asked.json["From_Account"] as? String == "viewer")
            #expect(asked.json["Operator_Account"] as? String == "viewer")
            #expect(asked.json["CloudCustomData"] as? String == #"{"k":"old"}"#)
            #expect(asked.json["MsgId"] is String)
            #expect(asked.json["Random"] is NSNumber)
            #expect((asked.json["EventTime"] as? String).flatMap { Int64($0) } != nil)
            #expect(asked.query["ClientIP"] == "127.0.0.1")
        }
    }

    @Test func `what the rules refuse is not asked about`() async throws {
        try await CallbackWorld.run([Self.before], behaviour: Self.answering) { world async throws in
            let host = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            try await host.ask(3, "audience.mute", room: "r1", #"{"userID":"viewer","muted":true}"#)
            #expect(try await viewer.code(3, "barrage.send", room: "r1", barrage("fine")) == 100_017)
            #expect(world.backend.requests.isEmpty)
        }
    }

    @Test func `a message that is sent over REST is asked about, unless the backend says that it need not be`()
        async throws
    {
        try await CallbackWorld.run([Self.before], behaviour: Self.answering) { world async throws in
            let host = try await world.create("r1", by: "host")
            #expect(
                try await world.rest.code("im_open_login_svc/account_import", ["UserID": "viewer", "Nick": "V"]) == 0)
            let message: [String: Any] = [
                "GroupId": "r1", "From_Account": "viewer", "Random": 7,
                "MsgBody": [["MsgType": "TIMTextElem", "MsgContent": ["Text": "forbid"]] as [String: Any]],
            ]
            #expect(try await world.rest.code("group_open_http_svc/send_group_msg", message) == 10_016)
            let passed = message.merging(["ForbidCallbackControl": ["ForbidBeforeSendMsgCallback"]]) { $1 }
            #expect(try await world.rest.code("group_open_http_svc/send_group_msg", passed) == 0)
            #expect((try await host.event("barrage.sent")["data"] as? [String: Any])?["text"] as? String == "forbid")
            let asked = world.backend.requests
            #expect(asked.count == 1)
            #expect(asked.first?.query["OptPlatform"] == "RESTAPI")
        }
    }

    @Test(arguments: ["error", "redirect", "silence"], [true, false])
    func `a backend that says nothing lets a message pass, or not, as configured`(text: String, passes: Bool)
        async throws
    {
        var limits = Limits()
        limits.callbackTimeoutMilliseconds = text == "silence" ? 50 : 60_000
        try await CallbackWorld.run(
            [Self.before], limits: limits, messagesPass: passes, behaviour: Self.answering
        ) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            #expect(
                try await viewer.code(3, "barrage.send", room: "r1", barrage(text)) == (passes ? nil : 10_016))
        }
    }

    @Test func `a sender's messages keep their order while others overtake them`() async throws {
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let behaviour: Answering = { request in
            if Self.text(request) == "slow" {
                for await _ in opened { break }
            }
            return .yes
        }
        try await CallbackWorld.run([Self.before], behaviour: behaviour) { world async throws in
            let host = try await world.create("r1", by: "host")
            let one = try await world.enter("r1", as: "one")
            let two = try await world.enter("r1", as: "two")
            for (id, text) in [(3, "slow"), (4, "second"), (5, "third")] {
                try await one.send(
                    #"{"id":\#(id),"op":"barrage.send","room":"r1","data":{"text":"\#(text)"}}"#)
            }
            // The room waits for nobody: another's message is told while the first is still looked at.
            await world.backend.requests(1)
            try await two.ask(3, "barrage.send", room: "r1", #"{"text":"other"}"#)
            open.yield()
            var texts: [String] = []
            for _ in 0..<4 {
                texts.append(
                    (try await host.event("barrage.sent")["data"] as? [String: Any])?["text"] as? String ?? "")
            }
            #expect(texts == ["other", "slow", "second", "third"])
        }
    }

    @Test func `one sender's messages under review are limited, and the surplus is told to be too fast`() async throws {
        var limits = Limits()
        limits.callbackReviewsPerSenderMax = 2
        limits.callbackTimeoutMilliseconds = 60_000
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let behaviour: Answering = { request in
            if Self.text(request) == "1" {
                for await _ in opened { break }
            }
            return .yes
        }
        try await CallbackWorld.run([Self.before], limits: limits, behaviour: behaviour) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            for id in 1...3 {
                try await viewer.send(
                    #"{"id":\#(id + 2),"op":"barrage.send","room":"r1","data":{"text":"\#(id)"}}"#)
            }
            let third = try await viewer.reply(to: 5)["ok"] as? [String: Any]
            #expect(third?["dropped"] is String)
            open.yield()
            #expect(try await viewer.reply(to: 3)["ok"] != nil)
            #expect(try await viewer.reply(to: 4)["ok"] != nil)
        }
    }

    @Test func `who may enter is asked, and later commands wait for the answer`() async throws {
        let behaviour: Answering = { request in
            switch request.json["Member_Account"] as? String {
            case "stranger": .code(1, "members only")
            case "guest": .code(10_150, "buy a ticket")
            default: .yes
            }
        }
        try await CallbackWorld.run([Self.join], behaviour: behaviour) { world async throws in
            _ = try await world.create("r1", by: "host")
            #expect(world.backend.requests.isEmpty, "the creator of a live is in it")
            let viewer = try await RawClient.open(port: world.server.port)
            try await viewer.logIn("viewer")
            try await viewer.send(#"{"id":2,"op":"room.join","room":"r1"}"#)
            try await viewer.send(#"{"id":3,"op":"barrage.send","room":"r1","data":{"text":"hi"}}"#)
            var replies: [Int: [String: Any]] = [:]
            while replies.count < 2, let frame = await viewer.nextText() {
                if let id = frame.json["id"] as? Int, id > 1 { replies[id] = frame.json }
            }
            #expect(replies[2]?["ok"] != nil)
            #expect(replies[3]?["ok"] != nil)
            let asked = try #require(world.backend.requests.first).json
            #expect(asked["CallbackCommand"] as? String == Self.join)
            #expect(asked["RoomId"] as? String == "r1")
            #expect(asked["Member_Account"] as? String == "viewer")
            #expect(asked["Operator_Account"] as? String == "viewer")
            #expect((asked["EventTime"] as? NSNumber) != nil)

            for (user, code) in [("stranger", 100_006), ("guest", 10_150)] {
                let client = try await RawClient.open(port: world.server.port)
                try await client.logIn(user)
                #expect(try await client.code(2, "room.join", room: "r1") == code)
                #expect(try await client.code(3, "barrage.send", room: "r1", #"{"text":"hi"}"#) == 100_005)
            }
            #expect(try await viewer.code(9, "room.join", room: "nowhere") == 100_004)
            #expect(world.backend.requests.count == 3)
        }
    }

    /// Logs in as somebody who has been in `r1`, and answers what became of that.
    private func resume(_ user: String, session: String, _ place: String, over client: RawClient) async throws
        -> [String: Any]
    {
        let resume = #"{"session":"\#(session)","rooms":[{"room":"r1",\#(place)}]}"#
        let login = #"{"sdkAppID":1400000001,"userID":"\#(user)","userSig":"dev","resume":\#(resume)}"#
        try await client.send(#"{"id":1,"op":"session.open","data":\#(login)}"#)
        let ok = try #require(try await client.reply(to: 1)["ok"] as? [String: Any])
        return try #require((ok["rooms"] as? [[String: Any]])?.first)
    }

    @Test func `who comes back after having been away is asked about again, and who only lost the connection is not`()
        async throws
    {
        let behaviour: Answering = { request in
            request.json["Member_Account"] as? String == "stranger" ? .code(1, "members only") : .yes
        }
        try await CallbackWorld.run([Self.join], behaviour: behaviour) { world async throws in
            _ = try await world.create("r1", by: "host")
            let client = try await RawClient.open(port: world.server.port)
            let session = try #require(
                (try await client.logIn("viewer")["ok"] as? [String: Any])?["session"] as? String)
            let joined = try #require(try await client.ask(2, "room.join", room: "r1")["ok"] as? [String: Any])
            let place =
                try ["seq", "durable"].map { #""\#($0)":\#(try #require(joined[$0] as? Int))"# }
                + [#""epoch":"\#(try #require(joined["epoch"] as? String))""#]
            await client.cut()
            let again = try await RawClient.open(port: world.server.port)
            let back = try await resume("viewer", session: session, place.joined(separator: ","), over: again)
            #expect(back["joined"] as? Bool == true)
            #expect(world.backend.requests.count == 1, "the membership outlives the connection: they were never away")

            // A session that is over is like one that never was: the place in the live has to be asked for.
            let nowhere = #""epoch":"old","seq":1,"durable":0"#
            let stranger = try await RawClient.open(port: world.server.port)
            let refused = try await resume("stranger", session: "gone", nowhere, over: stranger)
            #expect(refused["joined"] as? Bool == false)
            let error = refused["error"] as? [String: Any]
            #expect(error?["code"] as? Int == 100_006)
            #expect(error?["message"] as? String == "members only")
            #expect(try await stranger.code(3, "barrage.send", room: "r1", #"{"text":"hi"}"#) == 100_005)

            let regular = try await RawClient.open(port: world.server.port)
            #expect(try await resume("regular", session: "gone", nowhere, over: regular)["joined"] as? Bool == true)
            #expect(
                world.backend.requests.map { $0.json["Member_Account"] as? String } == [
                    "viewer", "stranger", "regular",
                ])

            let host = try await RawClient.open(port: world.server.port)
            #expect(try await resume("host", session: "gone", nowhere, over: host)["joined"] as? Bool == true)
            #expect(world.backend.requests.count == 3, "nobody asks whether an owner may come back")
        }
    }

    @Test(arguments: [true, false])
    func `behind a trusted proxy a callback has the client's own address, else that of the connection`(isTrusted: Bool)
        async throws
    {
        let proxies = isTrusted ? [try #require(CIDRBlock("127.0.0.0/8"))] : []
        let updated = "Live.CallbackAfterUpdateRoomInfo"
        try await CallbackWorld.run([Self.join, updated], trustedProxies: proxies) { world async throws in
            _ = try await world.create("r1", by: "host")
            let client = try await RawClient.open(
                port: world.server.port,
                headers: [
                    "Sec-WebSocket-Protocol: ovation.v1.json", "X-Forwarded-For: 6.6.6.6, 203.0.113.7",
                    "User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
                ])
            try await client.logIn("viewer")
            #expect(try await client.code(2, "room.join", room: "r1") == nil)
            let asked = await world.callback(Self.join)
            #expect(asked.query["ClientIP"] == (isTrusted ? "203.0.113.7" : "127.0.0.1"))
            #expect(asked.query["OptPlatform"] == "Web")

            var rest = world.rest
            rest.headers.append("X-Forwarded-For: 2001:db8::7")
            #expect(try await rest.code("update_room_info", ["RoomInfo": ["RoomId": "r1", "Notice": "x"]]) == 0)
            let told = await world.callback(updated)
            #expect(told.query["ClientIP"] == (isTrusted ? "2001:db8::7" : "127.0.0.1"))
            #expect(told.query["OptPlatform"] == "RESTAPI")
        }
    }

    @Test(arguments: [true, false]) func `a backend that is away lets users in, or not, as configured`(passes: Bool)
        async throws
    {
        try await CallbackWorld.run(
            [Self.join], joinsPass: passes, behaviour: { _ in .answer(status: 503, "") }
        ) { world async throws in
            _ = try await world.create("r1", by: "host")
            let client = try await RawClient.open(port: world.server.port)
            try await client.logIn("viewer")
            #expect(try await client.code(2, "room.join", room: "r1") == (passes ? nil : 100_006))
        }
    }
}
