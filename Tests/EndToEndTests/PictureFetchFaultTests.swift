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

/// What goes wrong between two servers of which one fetches pictures from the other, and what strangers cost them.
@Suite(.timeLimit(.minutes(5)))
struct PictureFetchFaultTests {
    private static let homeRun = NodeRun(slot: 1, incarnation: 1)
    private static let unreachable = ErrorCode.pictureUnreachable.rawValue

    private let stream = SampleStream()

    /// How often the edge looked for the home of a live.
    private final class Lookups: Sendable {
        let count = Mutex(0)
    }

    /// Runs two servers over one storage.
    ///
    /// - Parameters:
    ///   - address: where the home says that its pictures are; its own address where it is nil.
    ///   - find: who runs a live, as the edge finds out.
    private func run(
        address: String? = nil, limits: Limits = Limits(), clock: ServerClock = .system,
        find: @escaping @Sendable () -> NodeRun? = { homeRun },
        _ body: @escaping @Sendable (_ home: TestServer, _ edge: TestServer) async throws -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(Self.homeRun, at: broker, address: address) { nil }
        let second = try ClusterPlace.inMemory(NodeRun(slot: 2, incarnation: 1), at: broker, findHome: find)
        try await TestServer.run(storage: storage, clock: clock, cluster: first) { home in
            try await TestServer.run(limits: limits, storage: storage, clock: clock, cluster: second) { edge in
                try await body(home, edge)
            }
        }
    }

    /// Waits until a metric has a value.
    private static func wait(_ server: TestServer, until metric: String, is value: Int) async throws {
        while try await PlainHTTP.metric(metric, port: server.port) != value { await Task.yield() }
    }

    @Test func `a picture whose home does not listen where it says is refused with 110386, and nothing is left of it`()
        async throws
    {
        // Nothing listens on this port.
        try await run(address: "127.0.0.1:1") { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            let answer = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
            #expect(answer.status == 503)
            #expect(answer.errorCode == Self.unreachable)
            #expect(try await MediaClient.refusal("/v1/media/r1/play", edge).code == Self.unreachable)
            try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            #expect(try await PlainHTTP.metric(#"ovation_media_fetches_total{end="unreachable"}"#, port: edge.port) > 0)
            // Who is at the home is served.
            let player = try await MediaClient.player(home)
            #expect(try await player.binary() == stream.initialisation())
        }
    }

    @Test func `what somebody else sends in the place of a home is shown to nobody`() async throws {
        let answer: CallbackTestServer.Behaviour = .bytes(
            Array("HTTP/1.1 200 OK\r\nContent-Length: 64\r\n\r\n".utf8) + [0, 0, 0, 60]
                + [UInt8](repeating: 7, count: 60))
        try await CallbackTestServer.run({ _ in answer }) { stranger in
            try await run(address: "127.0.0.1:\(stranger.port)") { [stream] home, edge in
                let host = try await Robot.host(home)
                let publisher = try await MediaClient.publisher(for: host, home)
                try await publisher.send(stream.initialisation() + stream.second(0))
                let answer = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge)
                #expect(answer.status == 503)
                #expect(answer.errorCode == Self.unreachable)
                let strangers = #"ovation_media_fetches_total{end="stranger"}"#
                #expect(try await PlainHTTP.metric(strangers, port: edge.port) == 1)
                try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            }
            // It learns which live is wanted, and no secret that is good for more than that.
            #expect(stranger.requests.map(\.target).allSatisfy { $0.hasPrefix("/v1/cluster/pictures/r1?start=") })
        }
    }

    @Test func `viewers wait for one fetch of a home that says nothing, and are refused together when it is given up`()
        async throws
    {
        let clock = StoppedClock()
        try await CallbackTestServer.run({ _ in .silence }) { silent in
            try await run(address: "127.0.0.1:\(silent.port)", clock: clock.server) { home, edge in
                _ = try await Robot.host(home)
                try await withThrowingTaskGroup(of: Int?.self) { group in
                    for _ in 0..<20 {
                        group.addTask { try await HTTPConnection.ask("/v1/media/r1/index.m3u8", edge).errorCode }
                    }
                    _ = await silent.requests(1)
                    // Longer than `media.fetchIdleSeconds`: nobody can have watched meanwhile.
                    clock.advance(seconds: 31)
                    for try await code in group { #expect(code == Self.unreachable) }
                }
                // One who comes just when it is given up may begin another.
                #expect(silent.connectionCount <= 2)
                try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            }
        }
    }

    @Test func `viewers who leave before they see anything hold no picture`() async throws {
        let clock = StoppedClock()
        try await run(clock: clock.server) { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, home)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            for _ in 0..<20 {
                let client = try await RawClient.connect(port: edge.port)
                try await client.send(
                    bytes: Array(RawClient.handshake(port: edge.port, path: "/v1/media/r1/play", headers: []).utf8))
                await client.cut()
            }
            // One who stays shows that those before have been dealt with.
            let player = try await MediaClient.player(edge)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await PlainHTTP.metric("ovation_media_followers", port: home.port) == 1)
            await player.raw.cut()
            try await Self.wait(edge, until: "ovation_media_players", is: 0)
            clock.advance(seconds: 31)
            try await Self.wait(edge, until: "ovation_media_fetched_lives", is: 0)
            try await Self.wait(home, until: "ovation_media_followers", is: 0)
        }
    }

    @Test func `names that somebody made up are looked for at the rate of one address, and fetch nothing`() async throws
    {
        var limits = Limits()
        (limits.addressHandshakesPerSecond, limits.addressHandshakesBurst) = (1, 10)
        let lookups = Lookups()
        let find: @Sendable () -> NodeRun? = {
            lookups.count.withLock { $0 += 1 }
            return nil
        }
        try await run(limits: limits, clock: StoppedClock().server, find: find) { _, edge in
            var refused = 0
            for number in 0..<30 {
                let answer = try await HTTPConnection.ask("/v1/media/made-up-\(number)/index.m3u8", edge)
                guard answer.status == 429 else {
                    #expect(answer.errorCode == ErrorCode.liveNotOn.rawValue)
                    continue
                }
                refused += 1
                #expect(answer.errorCode == ErrorCode.handshakesTooFrequent.rawValue)
                #expect(answer.headers["retry-after"] != nil)
            }
            #expect(refused == 20)
            #expect(lookups.count.withLock { $0 } <= 10)
            #expect(try await PlainHTTP.metric("ovation_media_fetched_lives", port: edge.port) == 0)
        }
    }
}
