import OvationBroker
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationStorage
import OvationTestKit
import Testing

@testable import OvationNode
@testable import OvationPictures
@testable import OvationSupport

/// What strangers and a crowd may do to two servers of which one hands publishers on to the other.
@Suite(.timeLimit(.minutes(5)))
struct PictureHandingFaultTests {
    private static let homeRun = NodeRun(slot: 1, incarnation: 1)
    private static let home = FetchingServer(slot: 1, incarnation: 1)
    private static let edge = FetchingServer(slot: 2, incarnation: 1)

    /// Runs two servers over one storage. The first is the home of every live.
    private func run(
        _ media: MediaConfiguration = MediaConfiguration(), homeLimits: Limits = Limits(),
        trustedProxies: [CIDRBlock] = [],
        _ body: @escaping @Sendable (_ home: TestServer, _ edge: TestServer) async throws -> Void
    ) async throws {
        let broker = MemoryBrokerServer()
        let storage = try TestServer.emptyStorage()
        let first = try ClusterPlace.inMemory(Self.homeRun, at: broker) { nil }
        let second = try ClusterPlace.inMemory(NodeRun(slot: 2, incarnation: 1), at: broker) { Self.homeRun }
        let clock = StoppedClock().server
        try await TestServer.run(
            limits: homeLimits, storage: storage, clock: clock, media: media, cluster: first
        ) { home in
            try await TestServer.run(
                storage: storage, clock: clock, trustedProxies: trustedProxies, media: media, cluster: second
            ) { edge in
                try await body(home, edge)
            }
        }
    }

    /// A header that a server of the cluster could have written.
    private static func header(
        _ live: String, method: String = "PUT", client: String = "192.0.2.7", secret: String = ClusterPlace.testSecret,
        nonce: String,
        at server: TestServer
    ) async throws -> String {
        // The servers' clock stands still.
        let request = FetchProof.HandedRequest(
            method: method, subject: "/v1/media/\(live)/publish", client: client, server: edge, home: home,
            at: StoppedClock().server.wall(), nonce: String(repeating: nonce, count: 32))
        return "Ovation-Handed-On: \(FetchProof(secret: secret).text(of: request))"
    }

    @Test func `nobody without the secret hands anything on, and what was handed on is never handed on again`()
        async throws
    {
        try await run { home, edge in
            let path = "/v1/media/r1/publish?ticket=made-up"
            let refused = #"ovation_media_handed_on_refusals_total"#
            for header in [
                "Ovation-Handed-On: 2 1 0 00 192.0.2.7 00",
                try await Self.header("r1", secret: "another secret, as long as it", nonce: "1", at: home),
                // It was meant for another request.
                try await Self.header("r2", nonce: "2", at: home),
                try await Self.header("r1", method: "POST", nonce: "3", at: home),
            ] {
                let answer = try await HTTPConnection.ask(path, home, method: "PUT", headers: [header])
                #expect(answer.status == 403)
                #expect(answer.errorCode == ErrorCode.clusterProofInvalid.rawValue)
                let socket = try await MediaClient.refusal(path, home, headers: [header])
                #expect(socket.code == ErrorCode.clusterProofInvalid.rawValue)
            }
            // The live is on nowhere: who handed this on did not know better, and it goes no further.
            let header = try await Self.header("r1", nonce: "4", at: home)
            let answer = try await HTTPConnection.ask(path, home, method: "PUT", headers: [header])
            #expect(answer.status == 503)
            #expect(answer.errorCode == ErrorCode.liveUnreachable.rawValue)
            let repeated = try await HTTPConnection.ask(path, home, method: "PUT", headers: [header])
            #expect(repeated.errorCode == ErrorCode.clusterProofInvalid.rawValue)
            #expect(try await PlainHTTP.metric(refused + #"{reason="elsewhere"}"#, port: home.port) == 1)
            #expect(try await PlainHTTP.metric(refused + #"{reason="repeated"}"#, port: home.port) == 1)
        }
    }

    @Test func `the home counts the address of the client, and not that of the server that hands it on`() async throws {
        var limits = Limits()
        (limits.addressHandshakesPerSecond, limits.addressHandshakesBurst) = (1, 3)
        let loopback = try #require(CIDRBlock("127.0.0.0/8"))
        try await run(homeLimits: limits, trustedProxies: [loopback]) { home, edge in
            // At the home, this takes one of three.
            let host = try await Robot.host(home)
            let ticket = try await MediaClient.address(forPublishing: "r1", host)
            // Each has three of its own there, though all come over one server.
            for number in 1...8 {
                let headers = ["X-Forwarded-For: 192.0.2.\(number)"]
                let answer = try await HTTPConnection.ask(
                    "/v1/media/r1/publish?ticket=made-up", edge, method: "PUT", headers: headers)
                #expect(answer.status == 403, "address \(number)")
            }
            for number in 1...3 {
                let headers = ["X-Forwarded-For: 192.0.2.99"]
                let answer = try await MediaClient.refusal(
                    "/v1/media/r1/publish?ticket=made-up", edge, headers: headers)
                #expect(answer.status == 403, "request \(number)")
            }
            let fourth = try await MediaClient.refusal(ticket, edge, headers: ["X-Forwarded-For: 192.0.2.99"])
            #expect(fourth.status == 429)
            #expect(fourth.code == ErrorCode.handshakesTooFrequent.rawValue)
        }
    }

    @Test func `one address holds no more than its places, and leaves room for others`() async throws {
        var media = MediaConfiguration()
        (media.limits.handedOnMax, media.limits.handedOnAddressMax) = (3, 1)
        let loopback = try #require(CIDRBlock("127.0.0.0/8"))
        try await run(media, trustedProxies: [loopback]) { home, edge in
            let host = try await Robot.host(home)
            let publisher = try await MediaClient.publisher(for: host, edge)
            try await publisher.ping()
            let path = try await MediaClient.address(forPublishing: "r1", host)
            let refusal = try await MediaClient.refusal(path, edge)
            #expect(refusal.status == 503)
            #expect(refusal.code == ErrorCode.mediaBusy.rawValue)
            #expect(refusal.message.contains("media.handedOnAddressMax"))
            let other = try await MediaClient.refusal(
                "/v1/media/r1/publish?ticket=made-up", edge, headers: ["X-Forwarded-For: 192.0.2.1"])
            #expect(other.status == 403)
            let full = #"ovation_media_handed_on_ends_total{end="full"}"#
            #expect(try await PlainHTTP.metric(full, port: edge.port) == 1)
        }
    }

    @Test func `a client that leaves while its live's home is asked leaves nothing behind`() async throws {
        try await run { home, edge in
            let host = try await Robot.host(home)
            for _ in 0..<10 {
                let path = try await MediaClient.address(forPublishing: "r1", host)
                let client = try await RawClient.connect(port: edge.port)
                try await client.send(
                    bytes: Array(RawClient.handshake(port: edge.port, path: path, headers: []).utf8))
                await client.cut()
            }
            let publisher = try await MediaClient.publisher(for: host, edge)
            try await publisher.ping()
            while try await PlainHTTP.metric("ovation_media_handed_on", port: edge.port) != 1 { await Task.yield() }
            while try await PlainHTTP.metric("ovation_media_publishers", port: home.port) != 1 { await Task.yield() }
        }
    }
}
