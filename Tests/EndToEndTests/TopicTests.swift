import Foundation
import OvationClient
import OvationModel
import OvationServer
import OvationTestKit
import OvationWire
import Testing

/// Topics, as clients at real sockets have them.
@Suite(.timeLimit(.minutes(5)))
struct TopicTests {
    private static func ask(
        _ client: RawClient, _ op: String, _ data: String, id: Int = 9, room: String = "r1"
    ) async throws -> [String: Any] {
        try await client.send(#"{"id":\#(id),"op":"pubsub.\#(op)","room":"\#(room)","data":\#(data)}"#)
        return try await client.reply(to: id)
    }

    private static func code(_ reply: [String: Any]) -> Int? { (reply["error"] as? [String: Any])?["code"] as? Int }

    /// The messages of the next event of a topic.
    private static func messages(_ client: RawClient) async throws -> [[String: Any]] {
        let event = try await client.event("pubsub.published")
        #expect(event["seq"] == nil && event["durable"] == nil)
        return (event["data"] as? [String: Any])?["messages"] as? [[String: Any]] ?? []
    }

    private static func texts(_ messages: [[String: Any]]) -> [String?] { messages.map { $0["message"] as? String } }

    private static func page(_ reply: [String: Any]) throws -> (texts: [String?], last: Int?, next: Int?) {
        let ok = try #require(reply["ok"] as? [String: Any], "\(reply)")
        return (texts(try #require(ok["messages"] as? [[String: Any]])), ok["last"] as? Int, ok["next"] as? Int)
    }

    @Test func `who listens is told, the sender too, and who does not listen is not`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            // Who waits for an answer passes over events, so somebody publishes who listens to nothing.
            let publisher = try await RawClient.viewer(as: "ada", server)
            #expect(try Self.page(try await Self.ask(host, "subscribe", #"{"topic":"REACTION"}"#)).last == 0)
            #expect(try await Self.ask(publisher, "publish", #"{"topic":"REACTION","message":"🔥"}"#)["ok"] != nil)
            let told = try await Self.messages(host)
            #expect(Self.texts(told) == ["🔥"])
            #expect((told.first?["sender"] as? [String: Any])?["userID"] as? String == "ada")
            // The viewer listens to another topic only: what it is told first is of that one.
            _ = try await Self.ask(viewer, "subscribe", #"{"topic":"OTHER"}"#)
            _ = try await Self.ask(publisher, "publish", #"{"topic":"REACTION","message":"no","payload":"{}"}"#)
            _ = try await Self.ask(publisher, "publish", #"{"topic":"OTHER","message":"yes","payload":"{}"}"#)
            #expect(Self.texts(try await Self.messages(viewer)) == ["yes"])
            #expect(Self.texts(try await Self.messages(host)) == ["no"])
            // Who publishes is told like everybody, before or after the answer.
            _ = try await Self.ask(viewer, "subscribe", #"{"topic":"OWN"}"#)
            try await viewer.send(
                #"{"id":8,"op":"pubsub.publish","room":"r1","data":{"topic":"OWN","message":"own","payload":"{}"}}"#)
            #expect(Self.texts(try await Self.messages(viewer)) == ["own"])
            // Who listens no more is told nothing more.
            #expect(try await Self.ask(host, "unsubscribe", #"{"topic":"REACTION"}"#)["ok"] != nil)
            _ = try await Self.ask(host, "subscribe", #"{"topic":"END"}"#)
            _ = try await Self.ask(publisher, "publish", #"{"topic":"REACTION","message":"no","payload":"{}"}"#)
            _ = try await Self.ask(publisher, "publish", #"{"topic":"END","message":"end","payload":"{}"}"#)
            #expect(Self.texts(try await Self.messages(host)) == ["end"])
        }
    }

    @Test func `a storm of taps is one event a tick, and the numbers add up`() async throws {
        let clock = StoppedClock()
        var limits = Limits()
        limits.connectionCommandsPerSecond = 0
        limits.userTopicMessagesPerSecond = 0
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            _ = try await Self.ask(host, "subscribe", #"{"topic":"REACTION"}"#)
            let taps = (1...500).map { id in
                RawClient.masked(
                    Array(
                        #"{"id":\#(id),"op":"pubsub.publish","room":"r1","data":{"topic":"REACTION","message":"🔥"}}"#
                            .utf8))
            }
            try await viewer.send(bytes: taps.flatMap { $0 })
            #expect(try await viewer.reply(to: 500)["ok"] != nil)
            _ = try await Self.ask(viewer, "publish", #"{"topic":"REACTION","message":"🔥","count":100}"#, id: 501)
            #expect(try await Self.messages(host).first?["count"] == nil, "the first tap is told at once")
            clock.advance(milliseconds: 100)
            let storm = try await Self.messages(host)
            #expect(storm.count == 1)
            #expect(storm.first?["count"] as? Int == 599)
            #expect((storm.first?["senders"] as? [[String: Any]])?.first?["count"] as? Int == 599)
        }
    }

    @Test func `late joiners are told what is kept, page by page, and nobody what is for others`() async throws {
        var limits = Limits()
        limits.topicMessagesPageMax = 3
        limits.topicMessagesKeptMax = 7
        limits.roomMessagesPerSecond = 0
        try await TestServer.run(limits: limits) { server in
            let host = try await RawClient.host(server)
            for number in 1...9 {
                let only = number == 5 ? #","sendOnly":["bob"]"# : ""
                let reply = try await Self.ask(
                    host, "publish", #"{"topic":"CHAT","message":"m\#(number)","persist":true\#(only)}"#)
                #expect((reply["ok"] as? [String: Any])?["number"] as? Int == number)
            }
            let late = try await RawClient.viewer(as: "late", server)
            let first = try Self.page(try await Self.ask(late, "subscribe", #"{"topic":"CHAT"}"#))
            #expect(first.texts == ["m3", "m4"] && first.last == 9 && first.next == 5)
            let second = try Self.page(try await Self.ask(late, "messages", #"{"topic":"CHAT","after":5}"#))
            #expect(second.texts == ["m6", "m7", "m8"] && second.next == 8)
            let third = try Self.page(try await Self.ask(late, "messages", #"{"topic":"CHAT","after":8}"#))
            #expect(third.texts == ["m9"] && third.next == nil)
            let bob = try await RawClient.viewer(as: "bob", server)
            #expect(
                try Self.page(try await Self.ask(bob, "messages", #"{"topic":"CHAT","after":4,"count":1}"#)).texts
                    == ["m5"])
            // What is for some only is told to these and the sender.
            _ = try await Self.ask(bob, "subscribe", #"{"topic":"CHAT","after":9}"#)
            _ = try await Self.ask(
                host, "publish", #"{"topic":"CHAT","message":"psst","persist":true,"sendOnly":["bob"]}"#)
            _ = try await Self.ask(host, "publish", #"{"topic":"CHAT","message":"all","persist":true}"#)
            #expect(Self.texts(try await Self.messages(bob)) == ["psst"])
            #expect(Self.texts(try await Self.messages(late)) == ["all"])
            #expect(Self.code(try await Self.ask(late, "messages", #"{"topic":"CHAT","count":4}"#)) == 100_002)
        }
    }

    @Test func `a mute is in force at once, and who is kicked hears nothing more`() async throws {
        try await TestServer.run { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            _ = try await Self.ask(viewer, "subscribe", #"{"topic":"T"}"#)
            try await host.send(#"{"id":3,"op":"audience.mute","room":"r1","data":{"userID":"viewer","muted":true}}"#)
            _ = try await host.reply(to: 3)
            #expect(Self.code(try await Self.ask(viewer, "publish", #"{"topic":"T","message":"a"}"#)) == 100_017)
            try await host.send(#"{"id":4,"op":"audience.kick","room":"r1","data":{"userID":"viewer"}}"#)
            _ = try await host.reply(to: 4)
            _ = try await viewer.event("audience.kicked")
            _ = try await Self.ask(host, "publish", #"{"topic":"T","message":"a","persist":true}"#)
            #expect(Self.code(try await Self.ask(viewer, "publish", #"{"topic":"T","message":"a"}"#)) == 100_005)
            #expect(Self.code(try await Self.ask(viewer, "subscribe", #"{"topic":"T"}"#)) == 100_005)
            #expect(Self.code(try await Self.ask(viewer, "messages", #"{"topic":"T"}"#)) == 100_005)
            try await viewer.send(#"{"id":5,"op":"session.ping"}"#)
            while let frame = await viewer.nextText() {
                #expect(frame.json["event"] as? String != "pubsub.published")
                if frame.json["id"] as? Int == 5 { break }
            }
        }
    }

    @Test func `a listener who never reads is cut off, and everybody else hears all of it`() async throws {
        var limits = Limits()
        limits.connectionPendingBytesMax = 65_536
        limits.connectionCommandsPerSecond = 0
        limits.userTopicMessagesPerSecond = 0
        limits.roomMessagesPerSecond = 0
        try await TestServer.run(limits: limits) { server in
            let host = try await RawClient.host(server)
            let viewer = try await RawClient.viewer(server)
            let stuck = try await RawClient.viewer(as: "stuck", server)
            for client in [viewer, stuck] { _ = try await Self.ask(client, "subscribe", #"{"topic":"CHAT"}"#) }
            try await stuck.setReading(false)
            // More than the buffers of two sockets take.
            let padding = String(repeating: "x", count: 4_000)
            var heard = 0
            for _ in 0..<40 {
                for id in 100..<150 {
                    try await host.send(
                        #"{"id":\#(id),"op":"pubsub.publish","room":"r1","data":{"topic":"CHAT","message":"m","#
                            + #""payload":"\#(padding)","persist":true}}"#)
                }
                for id in 100..<150 { #expect(try await host.reply(to: id)["ok"] != nil) }
                for _ in 0..<50 { heard += try await Self.messages(viewer).count }
            }
            #expect(heard == 2_000)
            try await stuck.setReading(true)
            var told = 0
            while let frame = await stuck.nextText() {
                if String(decoding: frame.payload, as: UTF8.self).contains("pubsub.published") { told += 1 }
            }
            #expect(told < 2_000)
        }
    }

    @Test func `of 10,000 topics a connection listens to fifty, and the others are served meanwhile`() async throws {
        var limits = Limits()
        limits.connectionCommandsPerSecond = 0
        try await TestServer.run(limits: limits) { server in
            let host = try await RawClient.host(server)
            let hostile = try await RawClient.viewer(server)
            let wishes = (1...10_000).map { id in
                RawClient.masked(
                    Array(#"{"id":\#(id),"op":"pubsub.subscribe","room":"r1","data":{"topic":"T\#(id)"}}"#.utf8))
            }
            try await hostile.send(bytes: wishes.flatMap { $0 })
            var refused = 0
            for id in 1...10_000 where Self.code(try await hostile.reply(to: id)) == 110_121 { refused += 1 }
            #expect(refused == 9_950)
            let publisher = try await RawClient.viewer(as: "ada", server)
            _ = try await Self.ask(host, "subscribe", #"{"topic":"T1"}"#)
            _ = try await Self.ask(publisher, "publish", #"{"topic":"T1","message":"on"}"#)
            #expect(Self.texts(try await Self.messages(host)) == ["on"])
            let long = String(repeating: "x", count: 2_049)
            #expect(Self.code(try await Self.ask(host, "publish", #"{"topic":"T1","message":"\#(long)"}"#)) == 100_002)
        }
    }

    @Test func `a meeting is made by who joins first, is in no list, and goes on without them`() async throws {
        try await TestServer.run { server in
            let clients = try await [0, 1, 2].asyncMap { _ in try await RawClient.open(port: server.port) }
            for (number, client) in clients.enumerated() { try await client.logIn("user\(number)") }
            // All at once: one makes it, the others enter it.
            for client in clients {
                try await client.send(#"{"id":2,"op":"room.create","data":{"liveID":"m 1","isMeeting":true}}"#)
            }
            var owner: Int?
            for (number, client) in clients.enumerated() {
                let ok = try #require(try await client.reply(to: 2)["ok"] as? [String: Any])
                if ok["created"] as? Bool == true {
                    #expect(owner == nil)
                    owner = number
                }
            }
            let first = clients[try #require(owner)]
            let other = clients[try #require(owner) == 0 ? 1 : 0]
            let third = clients[try #require(owner) == 2 ? 1 : 2]
            try await other.send(#"{"id":3,"op":"room.list"}"#)
            let list = try await other.reply(to: 3)["ok"] as? [String: Any]
            #expect((list?["rooms"] as? [Any])?.isEmpty == true)
            try await first.send(#"{"id":4,"op":"room.leave","room":"m 1"}"#)
            #expect(try await first.reply(to: 4)["ok"] != nil)
            #expect(try await Self.ask(other, "subscribe", #"{"topic":"T"}"#, room: "m 1")["ok"] != nil)
            _ = try await Self.ask(third, "publish", #"{"topic":"T","message":"still here"}"#, room: "m 1")
            #expect(Self.texts(try await Self.messages(other)) == ["still here"])
            try await first.send(#"{"id":5,"op":"room.create","data":{"liveID":"m 1","isMeeting":true}}"#)
            #expect(try await first.reply(to: 5)["ok"] != nil)
        }
    }

    @Test func `messages whose publishers were answered survive a kill, and are told once and in order`() async throws {
        let data = try ServerProcess.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: data) }
        let server = try await ServerProcess.start(data: data)
        func logIn(_ user: String) async throws -> OvationClient {
            var configuration = ClientConfiguration(serverURL: server.url)
            configuration.requestTimeoutSeconds = 30
            let client = OvationClient(configuration: configuration, orderJournal: InMemoryOrderJournal())
            _ = try await client.logIn(sdkAppID: 1_400_000_001, userID: try #require(UserID(user)), userSig: "dev")
            return client
        }
        let (meeting, topic) = (LiveID(unchecked: "m1"), TopicName(unchecked: "CHAT"))
        let (heard, hear) = AsyncStream.makeStream(of: TopicMessage.self)
        let (publisher, listener) = (try await logIn("ada"), try await logIn("bo"))
        _ = try await publisher.enterMeeting(meeting)
        _ = try await listener.enterMeeting(meeting)
        let subscription = try await listener.listen(to: topic, in: meeting) { hear.yield($0) }
        for number in 1...12 {
            let accepted = try await publisher.publish(
                PubSubPublish(topic: topic, message: "\(number)", persist: true), in: meeting)
            #expect(accepted.number == Int64(number))
        }
        await server.kill()
        let second = try await ServerProcess.start(data: data, port: server.port)
        // As soon as they are back in the meeting, they go on.
        while true {
            do {
                _ = try await publisher.publish(
                    PubSubPublish(topic: topic, message: "13", persist: true), in: meeting)
                break
            } catch let rejection as Rejection where rejection.code == .networkUnavailable {}
        }
        var texts: [String] = []
        for await message in heard {
            texts.append(message.message)
            if message.message == "13" { break }
        }
        #expect(texts == (1...13).map { "\($0)" })
        let late = try await logIn("cy")
        _ = try await late.enterMeeting(meeting)
        let page = try await late.messages(of: topic, after: 0, in: meeting)
        #expect(page.messages.map(\.message) == (1...13).map { "\($0)" })
        await subscription.cancel()
        for client in [publisher, listener, late] { await client.logOut() }
        _ = await second.terminate()
    }
}

extension Array {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
