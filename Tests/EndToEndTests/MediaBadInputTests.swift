import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@testable import OvationPictures

/// Invalid publishers and players over real sockets. They get a documented close code or error, cost a bounded amount, and harm no other
/// live.
@Suite(.timeLimit(.minutes(5)))
struct MediaBadInputTests {
    /// A healthy live with a picture, a player and a viewer who sends gifts. The invalid input goes to another live.
    private struct Neighbour {
        private let stream = SampleStream()
        private let host: Robot
        private let fan: Robot
        private let publisher: MediaClient
        private let player: MediaClient
        private var fragments = 0

        init(_ server: TestServer) async throws {
            host = try await Robot.host(of: "beside", as: "neighbour", server)
            fan = try await Robot.viewer(of: "beside", as: "fan", server)
            publisher = try await MediaClient.publisher(of: "beside", for: host, server)
            player = try await MediaClient.player(of: "beside", server)
            try await publisher.send(stream.initialisation())
        }

        /// Checks that the next fragment reaches the player whole, and that a gift is charged and shown.
        mutating func goesOn(after what: String) async throws {
            let fragment = stream.fragment(
                number: fragments + 1, startMilliseconds: fragments * 100, milliseconds: 100)
            try await publisher.send(fragment)
            if fragments == 0 { #expect(try await player.binary() == stream.initialisation()) }
            #expect(try await player.binary() == fragment, "after \(what)")
            try await fan.ask(.give("o\(fragments)"), in: "beside")
            #expect(try await host.hear(.gift).sender.userID == UserID(unchecked: "fan"), "after \(what)")
            fragments += 1
        }
    }

    /// A stream that the server must refuse, and the error.
    private struct Case {
        let name: String
        let code: MediaError.Code
        let bytes: [UInt8]

        init(_ name: String, _ code: MediaError.Code, _ bytes: [UInt8]) {
            (self.name, self.code, self.bytes) = (name, code, bytes)
        }
    }

    /// One case of each kind: sizes, order, nesting, contents of the movie and contents of a fragment. `BadStreamTests` has all cases.
    private static let cases: [Case] = {
        func head(_ type: String, _ size: Int) -> [UInt8] { BoxWriter.number32(size) + Array(type.utf8) }
        let stream = SampleStream()
        let (beginning, fragment) = (stream.initialisation(), stream.second(0))
        let fileType = Array(beginning.prefix(28))
        let header = BoxTree.read(fragment[...])[0].bytes
        // Thousands of tracks, each inside another one.
        var nested: [UInt8] = []
        for _ in 0..<4_000 { nested = head("trak", nested.count + 8) + nested }
        var (deep, full) = (BoxTree.read(beginning[...])[1], BoxTree.read(beginning[...])[1])
        deep.children[1] = BoxTree("trak", content: nested)
        full.children.insert(contentsOf: repeatElement(BoxTree("trak"), count: 6_000), at: 1)
        return [
            Case("WebM", .notMP4, [0x1A, 0x45, 0xDF, 0xA3] + BoxWriter.zeros(20)),
            Case("a moov of gigabytes", .initialisationTooLarge, fileType + head("moov", 0x7FFF_FFFF)),
            Case(
                "a moov of more bytes than a number holds", .initialisationTooLarge,
                fileType + head("moov", 1) + BoxWriter.number64(-1)),
            Case("a moov of tracks in tracks", .badBox, fileType + deep.bytes),
            Case("a moov full of tracks", .tracksRefused, fileType + full.bytes),
            Case("a box without a length", .openEndedBox, beginning + head("moof", 0)),
            Case("a box shorter than its head", .badBox, beginning + head("moof", 7)),
            Case("a header of megabytes", .boxTooLarge, beginning + head("moof", 1_000_000)),
            Case("samples of gigabytes", .fragmentTooLarge, beginning + header + head("mdat", 0x7FFF_FFFF)),
            Case("a skipped box of gigabytes", .boxTooLarge, beginning + head("free", 0x7FFF_FFFF)),
            Case("a fragment first", .fragmentBeforeMovie, fragment),
            Case("samples without a header", .boxOutOfOrder, beginning + BoxWriter.box("mdat", BoxWriter.zeros(9))),
            Case("a file for download", .notFragmented, fileType + BoxWriter.box("mdat", BoxWriter.zeros(9))),
            Case(
                "another codec", .codecUnsupported,
                SampleStream([.video("mp4v", "esds", SampleTrack.esds(object: 0x20, specific: []))]).initialisation()),
            Case("an encrypted stream", .encrypted, SampleStream([.video("encv", "avcC", [])]).initialisation()),
            Case(
                "a fragment of three seconds", .fragmentTooLong,
                beginning + stream.fragment(startMilliseconds: 0, milliseconds: 3_000)),
        ]
    }()

    @Test func `a stream that is refused is closed with the reason, and other lives are not affected`() async throws {
        try await TestServer.run { server in
            let host = try await Robot.host(server)
            var neighbour = try await Neighbour(server)
            for one in Self.cases {
                let publisher = try await MediaClient.publisher(for: host, server)
                try await publisher.send(one.bytes)
                let close = try #require(await publisher.close(), "\(one.name)")
                #expect(close.code == 3_509, "\(one.name)")
                #expect(close.reason.hasPrefix(one.code.sentence.prefix(100)), "\(one.name): \(close.reason)")
                await publisher.raw.cut()
                let body = try await HTTPConnection.publisher(for: host, server)
                try await body.send(chunk: one.bytes)
                let answer = try #require(await body.answer(), "\(one.name)")
                #expect(answer.status == 400 || answer.status == 413, "\(one.name): \(answer.status)")
                let error = try #require(ErrorAnswer.read(answer.body))
                #expect(error.code.rawValue == 110_304 && error.message.hasPrefix(one.code.sentence), "\(error)")
                await body.raw.cut()
                try await neighbour.goesOn(after: one.name)
            }
            #expect(try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server).errorCode == 110_308)
            #expect(try await host.ask(.info).info.media.map { $0.state == .none } != false, "nobody saw a picture")
            // Only the healthy live's publisher is left.
            while try await PlainHTTP.metric("ovation_media_publishers", port: server.port) != 1 {}
        }
    }

    @Test func `a publisher that sends nothing, or a byte now and then, is closed as silent`() async throws {
        var media = MediaConfiguration()
        // A request's body measures its silence in real time, so it is far longer than a round of this test.
        media.limits.silenceSecondsMax = 8
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server, media: media) { server in
            var neighbour = try await Neighbour(server)
            var hosts: [Robot] = []
            for live in ["r1", "r2", "r3", "r4"] { hosts.append(try await Robot.host(of: live, as: live, server)) }
            let silent = try await MediaClient.publisher(of: "r1", for: hosts[0], server)
            let dripping = try await MediaClient.publisher(of: "r2", for: hosts[1], server)
            let silentBody = try await HTTPConnection.publisher(of: "r3", for: hosts[2], server)
            let drippingBody = try await HTTPConnection.publisher(of: "r4", for: hosts[3], server)
            // An answer to a ping shows that the server has begun to measure the silence.
            for client in [silent, dripping] { try await client.ping() }
            try await neighbour.goesOn(after: "nothing")
            // The server receives each byte before the clock advances, so a publisher does not write at the moment it is closed.
            for byte in SampleStream().initialisation().prefix(5) {
                try await neighbour.goesOn(after: "a byte")
                let before = try await PlainHTTP.metric("ovation_media_received_bytes_total", port: server.port)
                try await dripping.send([byte])
                try await drippingBody.send(chunk: [byte])
                while try await PlainHTTP.metric("ovation_media_received_bytes_total", port: server.port) < before + 2 {
                }
                clock.advance(milliseconds: 1_600)
            }
            for client in [silent, dripping] {
                let close = try #require(await client.close())
                #expect(close.code == 3_005)
                #expect(close.reason.hasPrefix("No complete fragment came"), "\(close.reason)")
            }
            for body in [silentBody, drippingBody] {
                let answer = try #require(await body.answer())
                #expect(answer.status == 408)
                #expect(answer.errorCode == 110_304)
            }
            try await neighbour.goesOn(after: "the end of all of them")
        }
    }

    @Test func `a publisher of a hundred megabits a second is closed as too fast, and none of its bytes are kept`()
        async throws
    {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let host = try await Robot.host(server)
            var neighbour = try await Neighbour(server)
            try await neighbour.goesOn(after: "nothing")
            let kept = try await PlainHTTP.metric("ovation_media_ring_bytes", port: server.port)
            // The clock stands still, so all of it arrives in one moment. The boxes are of a kind that is skipped, so only their bytes
            // count.
            let limits = MediaLimits()
            let allowed = limits.bitRateMax / 8 * limits.burstSeconds
            let (beginning, whole) = (SampleStream().initialisation(), BoxWriter.box("free", BoxWriter.zeros(1 << 20)))
            let wholes = (allowed - beginning.count) / whole.count
            let rest = allowed - beginning.count - wholes * whole.count
            let last = BoxWriter.box("free", BoxWriter.zeros(max(rest - 8, 0) + 8))

            let publisher = try await MediaClient.publisher(for: host, server)
            let frame = RawClient.masked(whole, opcode: 0x2)
            try await publisher.send(beginning)
            for _ in 0..<wholes { try await publisher.raw.send(bytes: frame) }
            try await neighbour.goesOn(after: "a burst")
            try await publisher.send(last)
            let close = try #require(await publisher.close())
            #expect(close.code == 3_510)
            #expect(close.reason == MediaError(.bitRateExceeded).description)

            let body = try await HTTPConnection.publisher(for: host, server)
            try await body.send(chunk: beginning)
            for _ in 0..<wholes { try await body.send(chunk: whole) }
            try await body.send(chunk: last)
            let answer = try #require(await body.answer())
            #expect(answer.status == 429)
            #expect(answer.errorCode == 110_304)

            #expect(try await PlainHTTP.metric("ovation_media_ring_bytes", port: server.port) - kept < 1 << 16)
            try await neighbour.goesOn(after: "a hundred megabits")
        }
    }

    @Test func `a second publisher without a picture costs the first one nothing`() async throws {
        try await TestServer.run { server in
            let stream = SampleStream()
            let host = try await Robot.host(server)
            let first = try await MediaClient.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await first.send(stream.initialisation() + stream.second(0))
            #expect(try await player.binaries(2) == [stream.initialisation(), stream.second(0)])
            let second = try await MediaClient.publisher(for: host, server)
            try await second.ping()
            let third = try await MediaClient.publisher(for: host, server)
            // Only the newest of the waiting publishers stays, so that they do not pile up.
            #expect(await second.close()?.code == 3_506)
            try await third.send(Array("This is no picture at all.".utf8))
            #expect(await third.close()?.code == 3_509)
            try await first.send(stream.second(1))
            #expect(try await player.binary() == stream.second(1))
        }
    }

    @Test func `keys and signatures of one live do not open another`() async throws {
        try await TestServer.run { server in
            let backend = RESTCaller(server)
            var (hosts, keys, signed) = ([Robot](), [String](), [String]())
            for live in ["r1", "r2"] {
                let host = try await Robot.logIn(live, server)
                try await host.ask(.create(live) { $0.isPublicVisible = false }, in: live)
                hosts.append(host)
                keys.append(
                    try #require(try await backend.response("get_stream_key", ["RoomId": live])["StreamKey"] as? String)
                )
                let publisher = try await MediaClient.open(
                    "/v1/media/\(live)/publish?key=\(keys[keys.count - 1])", server)
                try await publisher.send(SampleStream().initialisation() + SampleStream().second(0))
                try await host.hear(.picture)
                signed.append(try #require(try await host.ask(.info, in: live).info.media?.push))
            }
            let player = try await MediaClient.open(signed[0], server)
            #expect(try await player.binary() == SampleStream().initialisation())
            // The other live's key, as a parameter, as a header, and in a request with a body.
            let bearer = "Authorization: Bearer \(keys[1])"
            let refusals = [
                try await MediaClient.refusal("/v1/media/r1/publish?key=\(keys[1])", server),
                try await MediaClient.refusal("/v1/media/r1/publish", server, headers: [bearer]),
            ]
            for refusal in refusals {
                #expect(refusal.status == 403)
                #expect(refusal.code == 110_300)
            }
            let put = try await HTTPConnection.ask(
                "/v1/media/r1/publish", server, method: "PUT", headers: [bearer, "Content-Length: 0"])
            #expect(put.status == 403)
            #expect(put.errorCode == 110_300)
            // The other live's signature, for a WebSocket and for a playlist.
            let query = try #require(signed[1].split(separator: "?").last)
            let play = try await MediaClient.refusal("/v1/media/r1/play?\(query)", server)
            #expect(play.status == 403)
            #expect(play.code == 110_303)
            #expect(try await HTTPConnection.ask("/v1/media/r1/index.m3u8?\(query)", server).errorCode == 110_303)
            #expect(try await hosts[0].ask(.info).info.media?.state == .live)
        }
    }

    @Test func `a player that sends a message is closed, and the others keep watching`() async throws {
        try await TestServer.run { server in
            var neighbour = try await Neighbour(server)
            try await neighbour.goesOn(after: "nothing")
            for opcode in [UInt8(0x1), 0x2] {
                let player = try await MediaClient.player(of: "beside", server)
                try await player.raw.send(Array("hello".utf8), opcode: opcode)
                #expect(await player.close()?.code == 1_003)
                try await neighbour.goesOn(after: "a word")
            }
        }
    }
}
