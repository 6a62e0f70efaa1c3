import HTTPTypes
import OvationMedia
import OvationModel
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// A Janus that is away, hangs, lies or forgets costs the picture by WebRTC, and nothing else.
@Suite(.timeLimit(.minutes(5)))
struct JanusLinkTests {
    @Test func `a Janus that was started again interrupts the picture, and the next publisher finds a new room`()
        async throws
    {
        try await RTCWorld.run { world async throws in
            let (path, _) = try await world.publishAndSend()
            try await world.picture(is: .live)
            world.janus.restart()
            try await world.picture(is: .interrupted)
            #expect(try await world.send(.delete, path, bearer: world.key).status == 404)
            await world.janus.when("a second session") { asked in
                asked.last?.what == "events" && asked.count { $0.what == "create" } >= 3
            }
            _ = try await world.publishAndSend()
            try await world.picture(is: .live)
            #expect(world.janus.rooms.count == 1)
        }
    }

    @Test func `a room that Janus lost alone is made again`() async throws {
        try await RTCWorld.run { world async throws in
            let first = try #require(try await world.publish().headers[.location])
            _ = try await world.send(.delete, first, bearer: world.key)
            world.janus.forgetRooms()
            #expect(try await world.publish().status == 201)
            #expect(world.janus.rooms.count == 1)
        }
    }

    @Test func `a publisher whose connection breaks off leaves the picture interrupted`() async throws {
        for what in ["hangup", "detached"] {
            try await RTCWorld.run { world async throws in
                let (_, handle) = try await world.publishAndSend()
                try await world.picture(is: .live)
                world.janus.tell(what, of: handle)
                try await world.picture(is: .interrupted)
            }
        }
    }

    @Test(arguments: [JanusTestServer.Mood.silent, .nonsense, .neverMore])
    func `a Janus that does not answer as it should costs a publisher a wait and a 503`(
        mood: JanusTestServer.Mood
    ) async throws {
        try await RTCWorld.run(change: { $0.answerMilliseconds = 200 }) { world async throws in
            world.janus.be(mood)
            let refused = try await world.publish()
            #expect(refused.status == 503)
            #expect(try refused.failure("code") == "110314")
            #expect(refused.headers[.retryAfter] != nil)
            #expect(world.desk.state.withLock { $0.places.all.isEmpty && $0.resources.isEmpty && $0.handles.isEmpty })
            #expect(try await world.media.state() == nil)
        }
    }

    @Test func `an offer that Janus cannot negotiate is refused with 406`() async throws {
        try await RTCWorld.run { world async throws in
            world.janus.be(.refusesOffers)
            let refused = try await world.publish()
            #expect(refused.status == 406)
            #expect(try refused.failure("code") == "110311")
        }
    }

    @Test(arguments: [JanusTestServer.Mood.old, .withoutVideoRoom])
    func `a Janus that is too old or lacks VideoRoom is not used, and the log says why`(
        mood: JanusTestServer.Mood
    ) async throws {
        try await RTCWorld.run(isOpen: false, mood: mood) { world async throws in
            let wait = Patience.begin("a line of the log")
            defer { wait.end() }
            while !world.media.log.lines.contains(where: { $0.contains("no session with Janus") }) {
                await Task.yield()
            }
            let line = world.media.log.lines.first { $0.contains("no session with Janus") } ?? ""
            #expect(line.contains(mood == .old ? "1.0 or newer" : "VideoRoom"))
            #expect(try await world.publish().status == 503)
            #expect(world.janus.sessions.isEmpty)
        }
    }

    @Test func `another secret is said in the log once, without the secret`() async throws {
        try await RTCWorld.run(isOpen: false, change: { $0.janusSecret = "a wrong one" }) { world async throws in
            let wait = Patience.begin("a line of the log")
            defer { wait.end() }
            while !world.media.log.lines.contains(where: { $0.contains("api_secret") }) { await Task.yield() }
            #expect(!world.media.log.lines.contains { $0.contains("a wrong one") })
            #expect(try await world.publish().status == 503)
        }
    }

    @Test func `what is asked of Janus at a time is bounded`() async throws {
        try await RTCWorld.run(change: { rtc in
            rtc.requestsMax = 1
            rtc.answerMilliseconds = 500
        }) { world async throws in
            world.janus.be(.neverMore)
            async let first = world.publish()
            await world.janus.asked("joinandconfigure")
            let second = try await world.publish()
            #expect(second.status == 503)
            #expect(world.registry.render().contains(#"ovation_rtc_janus_requests_total{outcome="busy"}"#))
            _ = try await first
        }
    }

    @Test func `rooms that a killed server left are ended, and no room of anybody else or with somebody in it`()
        async throws
    {
        try await RTCWorld.run { world async throws in
            let (_, handle) = try await world.publishAndSend()
            let own = try #require(world.janus.rooms.first)
            let strange = JanusTestServer.strangeRoom
            world.janus.keep([101: 0, 102: 1, strange: 0])
            await world.desk.tidyRooms()
            #expect(world.janus.left == [102, strange])
            #expect(world.janus.rooms == [own], "a room of a live that is on stays, however empty it looks")
            // Janus has noticed that the last one of the killed server's is gone.
            world.janus.keep([102: 0])
            await world.desk.tidyRooms()
            #expect(world.janus.left.isEmpty)
            // Nothing that the tidying made is left, and the publisher goes on.
            #expect(world.janus.handles == [handle])
            #expect(try await world.media.state() == .live)
        }
    }

    @Test func `a hundred rooms are ended at a time`() async throws {
        try await RTCWorld.run { world async throws in
            world.janus.keep(Dictionary(uniqueKeysWithValues: (1_000..<1_150).map { (UInt64($0), 0) }))
            await world.desk.tidyRooms()
            #expect(world.janus.left.count == 50)
            await world.desk.tidyRooms()
            #expect(world.janus.left.isEmpty)
        }
    }
}
