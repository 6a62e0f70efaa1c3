import OvationBroker
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import OvationWire
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// Two servers of one process: the picture of a live that one of them runs is watched at the other.
@Suite(.timeLimit(.minutes(5)))
struct PictureFetchTests {
    private static let edgeRun = NodeRun(slot: 2, incarnation: 1)

    /// Which process runs the live, as the edge finds out; nil where it is on nowhere.
    private final class Home: Sendable {
        private let run = Mutex<NodeRun?>(NodeRun(slot: 1, incarnation: 1))

        var current: NodeRun? { run.withLock { $0 } }

        func move(to new: NodeRun?) { run.withLock { $0 = new } }
    }

    /// Players that outlive a server.
    private final class Players: Sendable {
        let all = Mutex<[MediaClient]>([])
    }

    private let stream = SampleStream()

    /// Runs two servers over one storage. The first is the home of every live.
    private func run(
        _ media: MediaConfiguration = MediaConfiguration(), home: Home = Home(),
        _ body: @escaping @Sendable (_ home: TestServer, _ edge: TestServer) async throws -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(NodeRun(slot: 1, incarnation: 1), at: broker) { nil }
        let second = try ClusterPlace.inMemory(Self.edgeRun, at: broker) { home.current }
        try await TestServer.run(storage: storage, media: media, cluster: first) { home in
            try await TestServer.run(storage: storage, media: media, cluster: second) { edge in
                try await body(home, edge)
            }
        }
    }

    /// Waits until a metric has a value.
    private static func wait(_ server: TestServer, until metric: String, is value: Int) async throws {
        while try await PlainHTTP.metric(metric, port: server.port) != value { await Task.yield() }
    }

    @Test func `twenty viewers at another server are shown a picture byte by byte, which is fetched once`() async throws
    {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let players = try await withThrowingTaskGroup(of: MediaClient.self) { group in
                for _ in 0..<20 { group.addTask { try await MediaClient.player(edge) } }
                return try await group.reduce(into: [MediaClient]()) { $0.append($1) }
            }
            for player in players {
                #expect(try await player.state() == .live)
                #expect(try await player.binary() == stream.initialisation())
                #expect(try await player.binary() == stream.second(0))
            }
            try await publisher.send(stream.second(1))
            for player in players { #expect(try await player.binary() == stream.second(1)) }
            #expect(try await PlainHTTP.metric("ovation_media_followers", port: home.port) == 1)
            #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 1)
            try await Self.wait(edge, until: "ovation_media_fetched_fragments_total", is: 2)
            try await publisher.finish()
            #expect(try await players[0].state() == RoomMedia.State.none)
        }
    }

    @Test func `the playlist and the segments of a picture are the same at both servers`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await HTTPConnection.publisher(for: host, home)
            try await publisher.send(chunk: stream.initialisation())
            for number in 0..<4 { try await publisher.send(chunk: stream.second(number)) }
            _ = try await host.hear(.picture)
            var here = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", home)
            while !here.text.contains(".m4s") { here = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", home) }
            // The first question begins the fetch, and its answer has everything.
            var there = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
            #expect(there.status == 200)
            while there.body != here.body || !here.text.hasSuffix("\n") {
                here = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", home)
                there = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
            }
            #expect(here.headers["etag"] == there.headers["etag"])
            let map = try #require(here.text.firstMatch(of: /URI="(init-\d+\.mp4)"/)?.1)
            let names = here.text.split(separator: "\n").filter { !$0.hasPrefix("#") } + [map]
            #expect(names.count >= 3)
            for name in names {
                let one = try await HTTPConnection.ask("/v1/media/r1/\(name)", home)
                let other = try await HTTPConnection.ask("/v1/media/r1/\(name)", edge)
                #expect(one.status == 200)
                #expect(one.body == other.body)
                #expect(one.headers["etag"] == other.headers["etag"])
            }
            let main = try await HTTPConnection.ask("/v1/media/r1/main.m3u8", home)
            #expect(try await HTTPConnection.ask("/v1/media/r1/main.m3u8", edge).body == main.body)
            #expect(try await PlainHTTP.metric("ovation_media_followers", port: home.port) == 1)
        }
    }

    @Test func `a picture whose server dies is interrupted for viewers elsewhere, and goes on with the new one`()
        async throws
    {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let clock = StoppedClock()
        let home = Home()
        let second = try ClusterPlace.inMemory(Self.edgeRun, at: broker) { home.current }
        try await TestServer.run(storage: storage, clock: clock.server, cluster: second) { [stream] edge in
            let players = Players()
            let first = try ClusterPlace.inMemory(NodeRun(slot: 1, incarnation: 1), at: broker) { nil }
            try await TestServer.run(storage: storage, clock: clock.server, cluster: first) { server in
                let host = try await Robot.host(server)
                let publisher = try await MediaClient.publisher(for: host, server)
                try await publisher.send(stream.initialisation() + stream.second(0))
                _ = try await host.hear(.picture)
                let player = try await MediaClient.player(edge)
                #expect(try await player.binary() == stream.initialisation())
                #expect(try await player.binary() == stream.second(0))
                players.all.withLock { $0.append(player) }
            }
            home.move(to: NodeRun(slot: 1, incarnation: 2))
            let player = try #require(players.all.withLock { $0.first })
            #expect(try await player.state() == .interrupted)
            clock.advance(seconds: 10)
            let again = try ClusterPlace.inMemory(NodeRun(slot: 1, incarnation: 2), at: broker) { nil }
            try await TestServer.run(storage: storage, clock: clock.server, cluster: again) { server in
                let host = try await Robot.viewer(as: "host", server)
                let publisher = try await MediaClient.publisher(for: host, server)
                try await publisher.send(stream.initialisation() + stream.second(0))
                // It may be told once more that the picture is interrupted: by the stream that was lost, and by the live that moved.
                while try await player.state() != .live {}
                #expect(try await player.binary() == stream.initialisation())
                #expect(try await player.binary() == stream.second(0))
            }
        }
    }

    @Test func `a live that is over ends for viewers at another server`() async throws {
        let over = Home()
        try await run(home: over) { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(edge)
            #expect(try await player.binary() == stream.initialisation())
            over.move(to: nil)
            try await host.ask(.end)
            #expect(await player.close()?.code == CloseCode.liveEnded.rawValue)
            // What is kept of it is shown as at its home.
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
            #expect(list.text.hasSuffix("#EXT-X-ENDLIST\n"))
        }
    }

    @Test func `an unlisted live is watched at another server with its home's address, and not by who was removed`()
        async throws
    {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            try await host.ask(.update { $0.isPublicVisible = false })
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            let viewer = try await Robot.viewer(as: "viewer", edge)
            let other = try await Robot.viewer(as: "other", edge)
            // A stranger is refused before anything is fetched.
            let stranger = try await MediaClient.refusal("/v1/media/r1/play", edge)
            #expect(stranger.status == 403)
            #expect(stranger.code == ErrorCode.playSignatureInvalid.rawValue)
            let forged = try await HTTPConnection.ask("/v1/media/r1/index.m3u8?t=1.0.viewer.00", edge)
            #expect(forged.status == 403)
            #expect(try await PlainHTTP.metric("ovation_media_followers", port: home.port) == 0)
            let path = try #require(try await viewer.ask(.info).info.media?.push)
            let otherPath = try #require(try await other.ask(.info).info.media?.push)
            let player = try await MediaClient.open(path, edge)
            let kept = try await MediaClient.open(otherPath, edge)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await kept.binary() == stream.initialisation())
            try await host.ask(.kick("viewer"))
            #expect(await player.close()?.code == CloseCode.playAddressOver.rawValue)
            #expect(try await MediaClient.refusal(path, edge).code == ErrorCode.playSignatureInvalid.rawValue)
            try await publisher.send(stream.second(1))
            #expect(try await kept.binary() == stream.second(0))
            #expect(try await kept.binary() == stream.second(1))
        }
    }

    @Test func `a picture that nobody watches is fetched no more, and again for the next viewer`() async throws {
        var media = MediaConfiguration()
        media.limits.fetchIdleSeconds = 1
        try await run(media) { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(edge)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 1)
            await player.raw.cut()
            try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            try await Self.wait(home, until: "ovation_media_followers", is: 0)
            let next = try await MediaClient.player(edge)
            #expect(try await next.binary() == stream.initialisation())
            #expect(try await next.binary() == stream.second(0))
        }
    }

    @Test func `a picture that was asked for and never played is let go soon, and unsigned questions do not hold one`()
        async throws
    {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let clock = StoppedClock()
        let first = try ClusterPlace.inMemory(NodeRun(slot: 1, incarnation: 1), at: broker) { nil }
        let second = try ClusterPlace.inMemory(Self.edgeRun, at: broker) { NodeRun(slot: 1, incarnation: 1) }
        try await TestServer.run(storage: storage, clock: clock.server, cluster: first) { [stream] home in
            try await TestServer.run(storage: storage, clock: clock.server, cluster: second) { edge in
                let host = try await Robot.host(home)
                let publisher = try await MediaClient.publisher(for: host, home)
                try await publisher.send(stream.initialisation() + stream.second(0))
                _ = try await host.hear(.picture)
                _ = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
                #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 1)
                // Far less than `media.fetchIdleSeconds`.
                clock.advance(seconds: 6)
                try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
                try await host.ask(.update { $0.isPublicVisible = false })
                let viewer = try await Robot.viewer(as: "viewer", edge)
                let path = try #require(try await viewer.ask(.info).info.media?.hls)
                #expect(try await HTTPConnection.ask(path, edge).status != 403)
                #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 1)
                clock.advance(seconds: 6)
                #expect(try await HTTPConnection.ask("/v1/media/r1/main.m3u8", edge).status == 403)
                try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            }
        }
    }

    @Test func `what is no part of a picture, and a cover, begin no fetch`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            for name in ["anything", "00.m4s", "cover"] {
                #expect(try await HTTPConnection.ask("/v1/media/r1/\(name)", edge).status == 404)
            }
            #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 0)
            #expect(try await PlainHTTP.metric("ovation_media_followers", port: home.port) == 0)
        }
    }

    @Test func `a server fetches no more pictures than its limit, and says so`() async throws {
        var media = MediaConfiguration()
        media.limits.fetchedLivesMax = 0
        try await run(media) { home, edge in
            _ = try await Robot.host(home)
            let answer = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
            #expect(answer.status == 503)
            #expect(answer.errorCode == ErrorCode.mediaBusy.rawValue)
            #expect(answer.text.contains("media.fetchedLivesMax"))
        }
    }

    @Test func `who has not the cluster's secret is given no picture, and no request is good twice`() async throws {
        try await run { home, edge in
            let host = try await Robot.host(home)
            let session = try await host.ask(.info).info.sessionID
            let path = FetchRoutes.path(of: LiveID(unchecked: "r1"), session)
            func header(_ secret: String, live: String = "r1", nonce: String, hours: Int64 = 0, at slot: UInt16 = 1)
                -> String
            {
                let ask = FetchProof.Ask(
                    live: LiveID(unchecked: live), session: session, server: FetchingServer(slot: 2, incarnation: 1),
                    home: FetchingServer(slot: slot, incarnation: 1),
                    at: ServerClock.system.wall().adding(seconds: hours * 3_600), nonce: nonce)
                return "Authorization: " + FetchProof(secret: secret).text(of: ask)
            }
            let nonce = String(repeating: "a", count: 32)
            let wrong: [[String]] = [
                [], ["Authorization: Bearer \(ClusterPlace.testSecret)"], [header("another secret", nonce: nonce)],
                [header(ClusterPlace.testSecret, live: "r2", nonce: nonce)],
                [header(ClusterPlace.testSecret, nonce: nonce, hours: -1)],
                [header(ClusterPlace.testSecret, nonce: nonce, at: 2)],
            ]
            for headers in wrong {
                let answer = try await HTTPConnection.ask(path, home, headers: headers)
                #expect(answer.status == 403)
                #expect(answer.errorCode == ErrorCode.clusterProofInvalid.rawValue)
            }
            let good = try await HTTPConnection.open(home)
            try await good.send(path, headers: [header(ClusterPlace.testSecret, nonce: nonce)])
            #expect(await good.raw.readHead()?.hasPrefix("HTTP/1.1 200") == true)
            #expect(
                try await HTTPConnection.ask(path, home, headers: [header(ClusterPlace.testSecret, nonce: nonce)])
                    .status == 403)
            // A live that runs elsewhere is not handed on.
            let fresh = header(ClusterPlace.testSecret, nonce: String(repeating: "b", count: 32), at: 2)
            #expect(try await HTTPConnection.ask(path, edge, headers: [fresh]).status == 503)
            await good.raw.cut()
        }
    }
}
