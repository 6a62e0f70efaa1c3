import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationSupport

/// Questions to the app's backend, and the effects of its answers.
@Suite(.timeLimit(.minutes(5)))
struct CallbackQuestionTests {
    private static let before = "Group.CallbackBeforeSendMsg"
    private static let join = "Live.CallbackBeforeJoin"

    private typealias Answering = @Sendable (CallbackTestServer.Request) async -> CallbackTestServer.Behaviour

    /// The text of the message in a question.
    private static func text(_ request: CallbackTestServer.Request) -> String {
        let element = (request.json["MsgBody"] as? [[String: Any]])?.first
        return (element?["MsgContent"] as? [String: Any])?["Text"] as? String ?? ""
    }

    /// Does what the text of the message says.
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

    private func barrage(_ text: String) -> Wish<BarrageAccepted> { .say(text, ["k": "old"]) }

    @Test func `the backend lets a message through, forbids it, discards it or rewrites it`() async throws {
        try await CallbackWorld.run([Self.before], behaviour: Self.answering) { world async throws in
            let host = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            #expect(try await viewer.code(barrage("forbid")) == 10_016)
            #expect(try await viewer.code(barrage("strange")) == 10_016)
            let passed = try await viewer.refusal(of: barrage("pass"))
            #expect(passed.code.rawValue == 10_123)
            #expect(passed.message == "the app's own words")
            let discarded = try await viewer.ask(barrage("discard"))
            #expect(discarded.seq != nil && discarded.dropped == nil)
            try await viewer.ask(barrage("rewrite"))
            try await viewer.ask(barrage("fine"))
            let first = try await host.hear(.barrage)
            #expect(first.text == "rewritten" && first.extensionInfo == ["k": "new"])
            let second = try await host.hear(.barrage)
            #expect(second.text == "fine" && second.extensionInfo == ["k": "old"])

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

    @Test func `a message that the rules refuse is not reviewed`() async throws {
        try await CallbackWorld.run([Self.before], behaviour: Self.answering) { world async throws in
            let host = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            try await host.ask(.mute("viewer"))
            #expect(try await viewer.code(barrage("fine")) == 100_017)
            #expect(world.backend.requests.isEmpty)
        }
    }

    @Test func `a message over REST is reviewed unless the backend asks for no review`()
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
            #expect(try await host.hear(.barrage).text == "forbid")
            let asked = world.backend.requests
            #expect(asked.count == 1)
            #expect(asked.first?.query["OptPlatform"] == "RESTAPI")
        }
    }

    @Test(arguments: ["error", "redirect", "silence"], [true, false])
    func `the configuration says whether a message passes when the backend gives no answer`(text: String, passes: Bool)
        async throws
    {
        var limits = Limits()
        limits.callbackTimeoutMilliseconds = text == "silence" ? 50 : 60_000
        try await CallbackWorld.run(
            [Self.before], limits: limits, messagesPass: passes, behaviour: Self.answering
        ) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = try await world.enter("r1", as: "viewer")
            #expect(try await viewer.code(barrage(text)) == (passes ? 0 : 10_016))
        }
    }

    @Test func `one sender's messages keep their order while others overtake them`() async throws {
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
            for text in ["slow", "second", "third"] { try await one.send(.say(text)) }
            // The room does not wait: another sender's message is delivered while the first is under review.
            await world.backend.requests(1)
            try await two.ask(.say("other"))
            open.yield()
            var texts: [String?] = []
            for _ in 0..<4 { texts.append(try await host.hear(.barrage).text) }
            #expect(texts == ["other", "slow", "second", "third"])
        }
    }

    @Test func `a sender with too many messages under review is throttled`() async throws {
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
            let sent = try await viewer.send((1...3).map { Wish.say("\($0)") })
            #expect(try await viewer.reply(to: sent[2]).dropped != nil)
            open.yield()
            for accepted in sent.prefix(2) { try await viewer.reply(to: accepted) }
        }
    }

    @Test func `the backend is asked who may enter, and later commands wait for its answer`() async throws {
        let behaviour: Answering = { request in
            switch request.json["Member_Account"] as? String {
            case "stranger": .code(1, "members only")
            case "guest": .code(10_150, "buy a ticket")
            default: .yes
            }
        }
        try await CallbackWorld.run([Self.join], behaviour: behaviour) { world async throws in
            _ = try await world.create("r1", by: "host")
            #expect(world.backend.requests.isEmpty, "the backend is not asked about the creator of a live")
            let viewer = try await Robot.logIn("viewer", world.server)
            let (join, said) = (try await viewer.send(.join), try await viewer.send(.say("hi")))
            try await viewer.reply(to: join)
            try await viewer.reply(to: said)
            let asked = try #require(world.backend.requests.first).json
            #expect(asked["CallbackCommand"] as? String == Self.join)
            #expect(asked["RoomId"] as? String == "r1")
            #expect(asked["Member_Account"] as? String == "viewer")
            #expect(asked["Operator_Account"] as? String == "viewer")
            #expect((asked["EventTime"] as? NSNumber) != nil)

            for (user, code) in [("stranger", 100_006), ("guest", 10_150)] {
                let robot = try await Robot.logIn(user, world.server)
                #expect(try await robot.code(.join) == code)
                #expect(try await robot.code(.say("hi")) == 100_005)
            }
            #expect(try await viewer.code(.join, in: "nowhere") == 100_004)
            #expect(world.backend.requests.count == 3)
        }
    }

    /// Resumes with a place in `r1`, and returns what became of it.
    private func resume(
        _ user: String, _ resume: SessionOpen.Resume, over robot: Robot
    ) async throws -> SessionOpened.Room {
        try #require(try await robot.ask(.open(user, resuming: resume)).rooms.first)
    }

    @Test func `a user who was away has to be let in again, and a user who only lost the connection does not`()
        async throws
    {
        let behaviour: Answering = { request in
            request.json["Member_Account"] as? String == "stranger" ? .code(1, "members only") : .yes
        }
        try await CallbackWorld.run([Self.join], behaviour: behaviour) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = try await Robot.connect(world.server)
            let session = try await viewer.ask(.open("viewer")).session
            let joined = try await viewer.ask(.join)
            await viewer.cut()
            let again = try await Robot.connect(world.server)
            #expect(try await resume("viewer", joined.resume(session), over: again).joined)
            #expect(world.backend.requests.count == 1, "a lost connection does not end a membership")

            // A session that has ended counts for nothing, so the user has to be let into the live again.
            let nowhere = joined.resume(Samples.id("gone"), epoch: "old", seq: 1, durable: 0)
            let stranger = try await Robot.connect(world.server)
            let refused = try await resume("stranger", nowhere, over: stranger)
            #expect(!refused.joined)
            #expect(refused.error?.code == .permissionDenied)
            #expect(refused.error?.message == "members only")
            #expect(try await stranger.code(.say("hi")) == 100_005)

            let regular = try await Robot.connect(world.server)
            #expect(try await resume("regular", nowhere, over: regular).joined)
            #expect(
                world.backend.requests.map { $0.json["Member_Account"] as? String } == [
                    "viewer", "stranger", "regular",
                ])

            let host = try await Robot.connect(world.server)
            #expect(try await resume("host", nowhere, over: host).joined)
            #expect(world.backend.requests.count == 3, "the backend is not asked about an owner who comes back")
        }
    }

    @Test(arguments: [true, false])
    func `a callback has the client's address behind a trusted proxy, and otherwise the connection's`(
        isTrusted: Bool
    )
        async throws
    {
        let proxies = isTrusted ? [try #require(CIDRBlock("127.0.0.0/8"))] : []
        let updated = "Live.CallbackAfterUpdateRoomInfo"
        try await CallbackWorld.run([Self.join, updated], trustedProxies: proxies) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = Robot(
                try await RawClient.open(
                    port: world.server.port,
                    headers: [
                        "Sec-WebSocket-Protocol: ovation.v1.json", "X-Forwarded-For: 6.6.6.6, 203.0.113.7",
                        "User-Agent: Mozilla/5.0 (X11; Linux x86_64)",
                    ]))
            try await viewer.ask(.open("viewer"))
            try await viewer.ask(.join)
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

    @Test(arguments: [true, false]) func `the configuration says whether users may enter when the backend is away`(
        passes: Bool
    )
        async throws
    {
        try await CallbackWorld.run(
            [Self.join], joinsPass: passes, behaviour: { _ in .answer(status: 503, "") }
        ) { world async throws in
            _ = try await world.create("r1", by: "host")
            let viewer = try await Robot.logIn("viewer", world.server)
            #expect(try await viewer.code(.join) == (passes ? 0 : 100_006))
        }
    }
}
