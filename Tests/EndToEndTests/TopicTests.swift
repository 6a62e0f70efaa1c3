import Foundation
import OvationClient
import OvationModel
import OvationTestKit
import OvationWire
import Testing

/// Topics over real sockets.
@Suite(.timeLimit(.minutes(5)))
struct TopicTests {
    /// The messages in the next topic event.
    private static func messages(_ robot: Robot) async throws -> [TopicMessage] {
        let heard = try await robot.hear(.topic)
        #expect(heard.position?.seq == nil && heard.durable == nil)
        return heard.messages
    }

    private static func texts(_ robot: Robot) async throws -> [String] { try await messages(robot).map(\.message) }

    @Test func `every listener of a topic gets its messages, the publisher too, and nobody else does`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            // A robot skips events while it waits for an answer, so the publisher is a robot that does not listen.
            let publisher = try await Robot.viewer(as: "ada", server)
            #expect(try await host.ask(.subscribe("REACTION")).last == 0)
            try await publisher.ask(.publish("REACTION", "🔥"))
            let told = try await Self.messages(host)
            #expect(told.map(\.message) == ["🔥"])
            #expect(told.first?.sender.userID.rawValue == "ada")
            // The viewer listens to another topic only, so its first message is of that one.
            try await viewer.ask(.subscribe("OTHER"))
            try await publisher.ask(.publish("REACTION", "no", payload: "{}"))
            try await publisher.ask(.publish("OTHER", "yes", payload: "{}"))
            #expect(try await Self.texts(viewer) == ["yes"])
            #expect(try await Self.texts(host) == ["no"])
            // The publisher gets its own message too, before or after the answer.
            try await viewer.ask(.subscribe("OWN"))
            try await viewer.send(.publish("OWN", "own", payload: "{}"))
            #expect(try await Self.texts(viewer) == ["own"])
            // After unsubscribing, the host gets no more messages of the topic.
            try await host.ask(.unsubscribe("REACTION"))
            try await host.ask(.subscribe("END"))
            try await publisher.ask(.publish("REACTION", "no", payload: "{}"))
            try await publisher.ask(.publish("END", "end", payload: "{}"))
            #expect(try await Self.texts(host) == ["end"])
        }
    }

    @Test func `stored messages count against their user's rate of changes, even an owner's, and others do not`()
        async throws
    {
        let clock = StoppedClock()
        var limits = Limits()
        limits.userControlsBurst = 4
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let host = try await Robot.host(server)  // The creation of the live used one of the four.
            let viewer = try await Robot.viewer(server)
            for _ in 1...3 { try await host.ask(.publish("CHAT", "kept", persist: true)) }
            for _ in 1...4 { try await viewer.ask(.publish("CHAT", "kept", persist: true)) }
            for robot in [host, viewer] {
                #expect(try await robot.code(.publish("CHAT", "kept", persist: true)) == 110_030)
                #expect(try await robot.code(.publish("CHAT", "not kept", payload: "{}")) == 0)
            }
            #expect(
                try await host.code(.update { $0.notice = "n" }) == 110_030,
                "stored messages and changes share one rate")
        }
    }

    @Test func `a storm of taps becomes one event for each tick, and the counts add up`() async throws {
        let clock = StoppedClock()
        var limits = Limits()
        limits.connectionCommandsPerSecond = 0
        limits.userTopicMessagesPerSecond = 0
        try await TestServer.run(limits: limits, clock: clock.server) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await host.ask(.subscribe("REACTION"))
            let taps = try await viewer.send(Array(repeating: Wish.publish("REACTION", "🔥"), count: 500))
            try await viewer.reply(to: taps[499])
            try await viewer.ask(.publish("REACTION", "🔥", count: 100))
            #expect(try await Self.messages(host).first?.count == nil, "the first tap is sent at once")
            clock.advance(milliseconds: 100)
            let storm = try await Self.messages(host)
            #expect(storm.map(\.count) == [599])
            #expect(storm.first?.senders?.first?.count == 599)
        }
    }

    @Test func `late participants get the stored messages page by page, and nobody gets those for others`() async throws
    {
        var limits = Limits()
        limits.topicMessagesPageMax = 3
        limits.topicMessagesKeptMax = 7
        limits.roomMessagesPerSecond = 0
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.host(server)
            for number in 1...9 {
                let kept = Wish.publish("CHAT", "m\(number)", persist: true, sendOnly: number == 5 ? ["bob"] : nil)
                #expect(try await host.ask(kept).number == Int64(number))
            }
            let late = try await Robot.viewer(as: "late", server)
            let first = try await late.ask(.subscribe("CHAT"))
            #expect(first.messages.map(\.message) == ["m3", "m4"] && first.last == 9 && first.next == 5)
            let second = try await late.ask(.messages("CHAT", after: 5))
            #expect(second.messages.map(\.message) == ["m6", "m7", "m8"] && second.next == 8)
            let third = try await late.ask(.messages("CHAT", after: 8))
            #expect(third.messages.map(\.message) == ["m9"] && third.next == nil)
            let bob = try await Robot.viewer(as: "bob", server)
            #expect(try await bob.ask(.messages("CHAT", after: 4, count: 1)).messages.map(\.message) == ["m5"])
            // A message for some users reaches only them and its publisher.
            try await bob.ask(.subscribe("CHAT", after: 9))
            try await host.ask(.publish("CHAT", "psst", persist: true, sendOnly: ["bob"]))
            try await host.ask(.publish("CHAT", "all", persist: true))
            #expect(try await Self.texts(bob) == ["psst"])
            #expect(try await Self.texts(late) == ["all"])
            #expect(try await late.code(.messages("CHAT", count: 4)) == 100_002)
        }
    }

    @Test func `a mute applies at once, and a kicked listener gets no more messages`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            try await viewer.ask(.subscribe("T"))
            try await host.ask(.mute("viewer"))
            #expect(try await viewer.code(.publish("T", "a")) == 100_017)
            try await host.ask(.kick("viewer"))
            _ = try await viewer.hear(.kicked)
            try await host.ask(.publish("T", "a", persist: true))
            #expect(try await viewer.code(.publish("T", "a")) == 100_005)
            #expect(try await viewer.code(.subscribe("T")) == 100_005)
            #expect(try await viewer.code(.messages("T")) == 100_005)
            let ping = try await viewer.send(.ping)
            while let frame = try await viewer.next(), frame.repliesTo != ping.id {
                #expect(frame.heard(.topic) == nil)
            }
        }
    }

    @Test func `a listener who never reads is cut off, and everybody else gets every message`() async throws {
        var limits = Limits()
        limits.connectionPendingBytesMax = 65_536
        limits.connectionCommandsPerSecond = 0
        limits.userTopicMessagesPerSecond = 0
        limits.roomMessagesPerSecond = 0
        limits.userControlsPerSecond = 0
        limits.topicPayloadBytesMax = 16_000
        limits.userTopicBytesKeptMax = 16_000_000
        // The others answer no pings.
        limits.silenceSeconds = 3_600
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.host(server)
            let viewer = try await Robot.viewer(server)
            let stuck = try await Robot.viewer(as: "stuck", server)
            for robot in [viewer, stuck] { try await robot.ask(.subscribe("CHAT")) }
            try await stuck.raw.setReading(false)
            // This is more than the buffers of both sockets hold.
            let padding = String(repeating: "x", count: 16_000)
            var heard = 0
            for _ in 0..<10 {
                let message = Wish.publish("CHAT", "m", payload: padding, persist: true)
                for sent in try await host.send(Array(repeating: message, count: 50)) {
                    try await host.reply(to: sent)
                }
                for _ in 0..<50 { heard += try await Self.messages(viewer).count }
            }
            #expect(heard == 500)
            try await stuck.raw.setReading(true)
            var told = 0
            while let frame = try await stuck.next() { if frame.heard(.topic) != nil { told += 1 } }
            #expect(told < 500)
        }
    }

    @Test func `a connection may listen to fifty topics at most, and refusing 10,000 does not stop the others`()
        async throws
    {
        var limits = Limits()
        limits.connectionCommandsPerSecond = 0
        try await TestServer.run(limits: limits) { server in
            let host = try await Robot.host(server)
            let hostile = try await Robot.viewer(server)
            var refused = 0
            for sent in try await hostile.send((1...10_000).map { Wish.subscribe("T\($0)") }) {
                if try await hostile.code(of: sent) == 110_121 { refused += 1 }
            }
            #expect(refused == 9_950)
            let publisher = try await Robot.viewer(as: "ada", server)
            try await host.ask(.subscribe("T1"))
            try await publisher.ask(.publish("T1", "on"))
            #expect(try await Self.texts(host) == ["on"])
            #expect(try await host.code(.publish("T1", String(repeating: "x", count: 2_049))) == 100_002)
        }
    }

    @Test func `the first to join creates a meeting, which is on no list and continues without them`() async throws {
        try await TestServer.run { server in
            var robots: [Robot] = []
            for number in 0..<3 { robots.append(try await Robot.logIn("user\(number)", server)) }
            // All join at once. One creates the meeting, and the others enter it.
            let meeting = Wish.create("m 1", isMeeting: true)
            var entries: [Robot.Sent<RoomJoined>] = []
            for robot in robots { entries.append(try await robot.send(meeting)) }
            var owners: [Int] = []
            for (number, robot) in robots.enumerated() {
                if try await robot.reply(to: entries[number]).created { owners.append(number) }
            }
            #expect(owners.count == 1)
            let first = robots.remove(at: try #require(owners.first))
            let (other, third) = (robots[0], robots[1])
            #expect(try await other.ask(.lives()).rooms.isEmpty)
            try await first.ask(.leave, in: "m 1")
            try await other.ask(.subscribe("T"), in: "m 1")
            try await third.ask(.publish("T", "still here"), in: "m 1")
            #expect(try await Self.texts(other) == ["still here"])
            try await first.ask(meeting)
        }
    }

    @Test func `acknowledged messages survive a kill and arrive once and in order`() async throws {
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
        // The loop retries until the publisher is back in the meeting.
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
