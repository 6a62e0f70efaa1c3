import Logging
import OvationBroker
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import OvationWire
import ServiceLifecycle
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationServer
@testable import OvationSupport

/// Two servers of one process: the picture of a live that one of them runs is published at the other.
@Suite(.timeLimit(.minutes(5)))
struct PictureHandingTests {
    private static let homeRun = NodeRun(slot: 1, incarnation: 1)
    private static let edgeRun = NodeRun(slot: 2, incarnation: 1)
    private static let current = "ovation_media_handed_on"

    private let stream = SampleStream()

    /// Clients that outlive a server.
    private final class Clients: Sendable {
        let all = Mutex<[MediaClient]>([])
    }

    /// Runs two servers over one storage. The first is the home of every live.
    ///
    /// - Parameters:
    ///   - address: where the home says that it is; its own address where it is nil.
    ///   - find: who runs a live, as the other one finds out.
    private func run(
        _ media: MediaConfiguration = MediaConfiguration(), limits: Limits = Limits(), address: String? = nil,
        find: @escaping @Sendable () -> NodeRun? = { homeRun }, trustedProxies: [CIDRBlock] = [],
        _ body: @escaping @Sendable (_ home: TestServer, _ edge: TestServer) async throws -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(Self.homeRun, at: broker, address: address) { nil }
        let second = try ClusterPlace.inMemory(Self.edgeRun, at: broker, findHome: find)
        try await TestServer.run(limits: limits, storage: storage, media: media, cluster: first) { home in
            try await TestServer.run(
                storage: storage, trustedProxies: trustedProxies, media: media, cluster: second
            ) { edge in
                try await body(home, edge)
            }
        }
    }

    /// Waits until a metric has a value.
    private static func wait(_ server: TestServer, until metric: String, is value: Int) async throws {
        while try await PlainHTTP.metric(metric, port: server.port) != value { await Task.yield() }
    }

    private static func ends(_ end: String, _ server: TestServer) async throws -> Int? {
        try await PlainHTTP.metric(#"ovation_media_handed_on_ends_total{end="\#(end)"}"#, port: server.port)
    }

    @Test func `a publisher at another server is one of its live, byte by byte, to the end`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, edge)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(home)
            #expect(try await player.state() == .live)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            try await publisher.send(stream.second(1))
            #expect(try await player.binary() == stream.second(1))
            #expect(try await PlainHTTP.metric(Self.current, port: edge.port) == 1)
            #expect(try await PlainHTTP.metric(Self.current, port: home.port) == 0)
            #expect(try await PlainHTTP.metric("ovation_media_publishers", port: home.port) == 1)
            #expect(try await PlainHTTP.metric("ovation_media_publishers", port: edge.port) == 0)
            // A ping goes to the home, and its answer comes back.
            try await publisher.ping()
            try await publisher.finish()
            #expect(try await player.state() == RoomMedia.State.none)
            try await Self.wait(edge, until: Self.current, is: 0)
            #expect(try await Self.ends("finished", edge) == 1)
        }
    }

    @Test func `a publisher at another server that is cut leaves a picture that broke off, and may come again`()
        async throws
    {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, edge)
            try await publisher.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(home)
            #expect(try await player.state() == .live)
            await publisher.raw.cut()
            #expect(try await player.state() == .interrupted)
            let again = try await MediaClient.publisher(for: host, edge)
            try await again.send(stream.initialisation() + stream.second(0))
            #expect(try await player.state() == .live)
        }
    }

    @Test func `a stream in the body of a request is handed on, and the home's answer comes back`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await HTTPConnection.publisher(for: host, edge)
            let bytes = stream.initialisation() + stream.second(0)
            try await publisher.send(chunk: bytes)
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(home)
            #expect(try await player.binary() == stream.initialisation())
            try await publisher.send(chunk: stream.second(1))
            try await publisher.endChunks()
            let answer = try #require(await publisher.answer())
            #expect(answer.status == 200)
            let count = bytes.count + stream.second(1).count
            #expect(answer.text.contains("\"bytes\":\(count)"), "\(answer.text)")
            try await Self.wait(edge, until: Self.current, is: 0)
            #expect(try await Self.ends("finished", edge) == 1)
        }
    }

    @Test func `a body that is cut at another server counts as broken off, and not as finished`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let publisher = try await HTTPConnection.publisher(for: host, edge)
            try await publisher.send(chunk: stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let player = try await MediaClient.player(home)
            #expect(try await player.state() == .live)
            await publisher.raw.cut()
            #expect(try await player.state() == .interrupted)
            try await Self.wait(edge, until: Self.current, is: 0)
        }
    }

    @Test func `a stream that the home refuses is refused with its words at the other server`() async throws {
        try await run { [stream] home, edge in
            let host = try await Robot.host(home)
            let body = try await HTTPConnection.publisher(for: host, edge)
            try await body.send(chunk: [UInt8](repeating: 7, count: 64))
            let answer = try #require(await body.answer())
            #expect(answer.errorCode == ErrorCode.mediaInvalid.rawValue)
            let socket = try await MediaClient.publisher(for: host, edge)
            try await socket.send([UInt8](repeating: 7, count: 64))
            #expect(await socket.close()?.code == CloseCode.mediaInvalid.rawValue)
            // A newer publisher takes over from an older one, whichever server each came to.
            let first = try await MediaClient.publisher(for: host, edge)
            try await first.send(stream.initialisation() + stream.second(0))
            _ = try await host.hear(.picture)
            let second = try await MediaClient.publisher(for: host, home)
            try await second.send(stream.initialisation() + stream.second(0))
            #expect(await first.close()?.code == CloseCode.publisherReplaced.rawValue)
            try await Self.wait(edge, until: Self.current, is: 0)
        }
    }

    @Test func `a ticket is good once among all servers, and who shows none asks no other server`() async throws {
        try await run { _, edge in
            #expect(try await MediaClient.refusal("/v1/media/r1/publish", edge).status == 403)
            let nothing = try await HTTPConnection.ask("/v1/media/r1/publish", edge, method: "PUT")
            #expect(nothing.status == 403)
            #expect(try await Self.ends("refused", edge) == 0)
        }
        try await run { home, edge in
            let host = try await Robot.host(home)
            let path = try await MediaClient.address(forPublishing: "r1", host)
            let publisher = try await MediaClient.open(path, edge)
            try await publisher.ping()
            let again = try await MediaClient.refusal(path, edge)
            #expect(again.status == 403)
            #expect(again.code == ErrorCode.streamKeyInvalid.rawValue)
            let body = try await HTTPConnection.ask(path, edge, method: "PUT")
            #expect(body.status == 403)
            #expect(body.errorCode == ErrorCode.streamKeyInvalid.rawValue)
            #expect(try await Self.ends("refused", edge) == 2)
        }
    }

    @Test func `a live that nobody knows is refused at once, and no server is asked`() async throws {
        try await run(find: { nil }) { home, edge in
            let refusal = try await MediaClient.refusal("/v1/media/r9/publish?ticket=made-up", edge)
            #expect(refusal.code == ErrorCode.streamKeyInvalid.rawValue)
            let answer = try await HTTPConnection.ask("/v1/media/r9/publish?ticket=made-up", edge, method: "PUT")
            #expect(answer.errorCode == ErrorCode.streamKeyInvalid.rawValue)
            for end in ["finished", "refused", "unreachable"] { #expect(try await Self.ends(end, edge) == 0) }
        }
    }

    @Test func `a publisher whose live's home does not answer is told to come again, with 110388`() async throws {
        // Nothing listens on this port.
        try await run(address: "127.0.0.1:1") { home, edge in
            let host = try await Robot.host(home)
            let path = try await MediaClient.address(forPublishing: "r1", host)
            let refusal = try await MediaClient.refusal(path, edge)
            #expect(refusal.status == 503)
            #expect(refusal.code == ErrorCode.liveUnreachable.rawValue)
            let answer = try await HTTPConnection.ask(path, edge, method: "PUT")
            #expect(answer.status == 503)
            #expect(answer.errorCode == ErrorCode.liveUnreachable.rawValue)
            #expect(answer.headers["retry-after"] == "1")
            #expect(try await PlainHTTP.metric(Self.current, port: edge.port) == 0)
            #expect(try await Self.ends("unreachable", edge) == 2)
            // The ticket was shown to nobody.
            let publisher = try await MediaClient.open(path, home)
            try await publisher.ping()
        }
    }

    @Test func `a server that stops tells a publisher that it hands on to come again, and the picture breaks off`()
        async throws
    {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(Self.homeRun, at: broker) { nil }
        try await TestServer.run(storage: storage, cluster: first) { [stream] home in
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let (ports, running) = AsyncStream.makeStream(of: Int.self)
            var server = Server(
                configuration: NodeConfiguration(
                    port: 0, eventLoops: 1, sdkAppID: 1_400_000_001, secret: TestServer.secret, isDevelopment: true,
                    ledger: TestServer.policy), storage: storage, logger: logger
            ) { running.yield($0) }
            server.cluster = try ClusterPlace.inMemory(Self.edgeRun, at: broker) { Self.homeRun }
            let services = ServiceGroup(configuration: .init(services: [.init(service: server)], logger: logger))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await services.run() }
                var iterator = ports.makeAsyncIterator()
                let edge = TestServer(port: try #require(await iterator.next()), storage: storage)
                let host = try await Robot.host(home)
                let other = try await Robot.host(of: "r2", as: "other", home)
                let player = try await MediaClient.player(home)
                let publisher = try await MediaClient.publisher(for: host, edge)
                try await publisher.send(stream.initialisation() + stream.second(0))
                while try await player.state() != .live {}
                let body = try await HTTPConnection.publisher(of: "r2", for: other, edge)
                try await body.send(chunk: stream.initialisation() + stream.second(0))
                let watcher = try await MediaClient.player(of: "r2", home)
                #expect(try await watcher.binary() == stream.initialisation())
                await services.triggerGracefulShutdown()
                #expect(await publisher.raw.closeCode() == CloseCode.shutdown.rawValue)
                let answer = try #require(await body.answer())
                #expect(answer.status == 503)
                #expect(answer.errorCode == ErrorCode.serverShuttingDown.rawValue)
                while try await player.state() != .interrupted {}
                for client in [publisher.raw, body.raw] { await client.cut() }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a publisher whose live's home is gone is told to come again`() async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let second = try ClusterPlace.inMemory(Self.edgeRun, at: broker) { Self.homeRun }
        try await TestServer.run(storage: storage, cluster: second) { [stream] edge in
            let clients = Clients()
            let first = try ClusterPlace.inMemory(Self.homeRun, at: broker) { nil }
            try await TestServer.run(storage: storage, cluster: first) { home in
                let host = try await Robot.host(home)
                let publisher = try await MediaClient.publisher(for: host, edge)
                try await publisher.send(stream.initialisation() + stream.second(0))
                _ = try await host.hear(.picture)
                clients.all.withLock { $0.append(publisher) }
            }
            let publisher = try #require(clients.all.withLock { $0.first })
            let code = await publisher.close()?.code
            // The home says so where it has the time to.
            #expect([CloseCode.shutdown.rawValue, CloseCode.serviceRestart.rawValue].contains(code))
            try await Self.wait(edge, until: Self.current, is: 0)
        }
    }
}
