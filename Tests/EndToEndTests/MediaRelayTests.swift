import Foundation
import OvationMedia
import OvationMediaSamples
import OvationModel
import OvationWire
import Testing

@testable import OvationPictures

/// A real server relays pictures from one socket to others.
@Suite(.timeLimit(.minutes(5)))
struct MediaRelayTests {
    private let stream = SampleStream()

    @Test func `a published picture is played byte by byte over WebSockets, and the room hears of it`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            let player = try await MediaClient.player(server)
            #expect(try await player.state() == .none)
            let publisher = try await MediaClient.publisher(for: host, server)
            // The cuts ignore the boundaries of boxes.
            let bytes = stream.initialisation() + stream.second(0)
            for start in stride(from: 0, to: bytes.count, by: 701) {
                try await publisher.send(Array(bytes[start..<min(start + 701, bytes.count)]))
            }
            let told = try await host.hear(.picture)
            #expect(told.media.state == .live)
            #expect(told.media.codecs == "avc1.42C01F,opus")
            #expect(told.media.width == 160)
            #expect(told.media.push == "/v1/media/r1/play")
            #expect(told.media.hls == "/v1/media/r1/main.m3u8")
            #expect(told.position?.seq != nil, "the event has a number, so a viewer who comes back gets it")
            #expect(try await player.state() == .live)
            let beginning = try await player.beginning()
            #expect(beginning.mimeType == #"video/mp4; codecs="avc1.42C01F,opus""#)
            #expect(beginning.hasVideo)
            #expect(beginning.hasAudio)
            #expect(beginning.height == 120)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            try await publisher.send(stream.second(1))
            #expect(try await player.binary() == stream.second(1))
            // A later player starts at the newest key frame.
            let later = try await MediaClient.player(server)
            #expect(try await later.binary() == stream.initialisation())
            #expect(try await later.binary() == stream.second(1))
            #expect(try await host.ask(.info).info.media?.state == .live)
            try await publisher.finish()
            #expect(try await host.hear(.picture).media.state == RoomMedia.State.none)
            #expect(try await player.state() == .none)
        }
    }

    @Test func `a player that nobody looks at is sent the sound alone, and another everything`() async throws {
        let alone = SampleStream([.opus()])
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            try await publisher.send(stream.initialisation() + stream.second(0))
            let listener = try await MediaClient.player(query: "?tracks=sound", server)
            let beginning = try await listener.beginning()
            #expect(beginning.mimeType == #"audio/mp4; codecs="opus""#)
            #expect(!beginning.hasVideo)
            #expect(beginning.hasAudio)
            #expect(try await listener.binary().count < stream.initialisation().count)
            #expect(try await listener.binary() == alone.second(0))
            let watcher = try await MediaClient.player(query: "?tracks=all", server)
            #expect(try await watcher.binary() == stream.initialisation())
            #expect(try await watcher.binary() == stream.second(0))
            try await publisher.send(stream.second(1))
            #expect(try await listener.binary() == alone.second(1))
            #expect(try await watcher.binary() == stream.second(1))
            // What has no other track is sent as it is.
            let voice = SampleStream([.opus(id: 1)])
            try await publisher.send(voice.initialisation() + voice.second(2))
            #expect(try await listener.binary() == voice.initialisation())
            #expect(try await listener.binary() == voice.second(2))
        }
    }

    @Test func `a large fragment comes in several frames, and a ping gets through between them`() async throws {
        var media = MediaConfiguration()
        media.limits.turnBytesMax = 1
        try await TestServer.run(media: media) { server in
            var track = SampleTrack.h264()
            track.sampleBytes = 30_000
            let stream = SampleStream([track])
            let host = try await Robot.host(server)
            let player = try await MediaClient.player(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            try await publisher.send(stream.initialisation() + stream.second(0))
            #expect(try await player.binary() == stream.initialisation())
            try await player.raw.send([1, 2, 3], opcode: 0x9)
            var (content, opcodes, isPonged) = ([UInt8](), [UInt8](), false)
            while content.count < stream.second(0).count || !isPonged {
                let frame = try #require(await player.raw.next())
                if frame.opcode == 0xA {
                    isPonged = true
                } else {
                    opcodes.append(frame.opcode)
                    content += frame.payload
                }
            }
            #expect(content == stream.second(0))
            #expect(opcodes == [2, 0, 0, 0, 0])
        }
    }

    @Test func `when an interrupted publisher comes back, its player continues with a new beginning`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            let first = try await MediaClient.publisher(for: host, server)
            try await first.send(stream.initialisation() + stream.second(0))
            let player = try await MediaClient.player(server)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            await first.raw.cut()
            #expect(try await player.state() == .interrupted)
            let wide = SampleStream([.h264(width: 320), .opus()])
            let second = try await MediaClient.publisher(for: host, server)
            try await second.send(wide.initialisation() + wide.second(0) + wide.second(1))
            #expect(try await player.beginning().width == 320)
            #expect(try await player.binary() == wide.initialisation())
            #expect(try await player.binary() == wide.second(0))
            #expect(try await player.binary() == wide.second(1))
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.text.contains("#EXT-X-DISCONTINUITY\n"), "\(list.text)")
        }
    }

    @Test func `the newest publisher wins, and the previous one is told not to come back`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            let old = try await MediaClient.publisher(for: host, server)
            try await old.send(stream.initialisation() + stream.second(0))
            let player = try await MediaClient.player(server)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            let new = try await MediaClient.publisher(for: host, server)
            try await new.send(stream.initialisation())
            #expect(await old.raw.closeCode() == 3_506)
            try await new.send(stream.second(5))
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(5))
        }
    }

    @Test func `the end of a live ends its picture, and its last seconds can be watched to the end`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await publisher.send(stream.initialisation() + stream.second(0))
            #expect(try await player.binary() == stream.initialisation())
            try await host.ask(.end)
            #expect(await publisher.raw.closeCode() == 3_508)
            #expect(await player.raw.closeCode() == 3_508)
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.text.hasSuffix("#EXT-X-ENDLIST\n"), "\(list.text)")
            let refused = try await MediaClient.refusal("/v1/media/r1/publish?ticket=x", server)
            #expect(refused.code == 110_300)
        }
    }

    @Test func `when a publisher finishes, its playlist ends, new players get nothing old, and the memory is freed`()
        async throws
    {
        var media = MediaConfiguration()
        media.limits.windowSeconds = 1
        try await TestServer.run(media: media) { [stream] server in
            let host = try await Robot.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await publisher.send(stream.initialisation() + stream.second(0))
            #expect(try await player.binaries(2) == [stream.initialisation(), stream.second(0)])
            try await publisher.finish()
            #expect(try await player.state() == .none)
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.text.hasSuffix("#EXT-X-ENDLIST\n"), "\(list.text)")
            let newcomer = try await MediaClient.player(server)
            #expect(try await newcomer.state() == .none)
            var metrics = ""
            while !metrics.contains("\novation_media_ring_bytes 0\n") {
                metrics = try await PlainHTTP.get("/metrics", port: server.port)
            }
            let again = try await MediaClient.publisher(for: host, server)
            try await again.send(stream.initialisation() + stream.second(7))
            for viewer in [player, newcomer] {
                #expect(try await viewer.binaries(2) == [stream.initialisation(), stream.second(7)])
            }
        }
    }

    @Test func `an unacceptable stream is closed with a code and a reason`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await Robot.host(server)
            func close(_ bytes: [UInt8]) async throws -> (code: UInt16, reason: String) {
                let publisher = try await MediaClient.publisher(for: host, server)
                try await publisher.send(bytes)
                let close = try #require(await publisher.close())
                await publisher.raw.cut()
                return close
            }
            let rubbish = try await close(Array("This is no picture at all.".utf8))
            #expect(rubbish.code == 3_509)
            #expect(rubbish.reason == "The stream is no MP4. A browser's recorder needs the type video/mp4.")
            let foreign = SampleStream([.video("mp4v", "esds", SampleTrack.esds(object: 0x20, specific: []))])
            let codec = try await close(foreign.initialisation())
            #expect(codec.code == 3_509)
            #expect(codec.reason.hasPrefix("The stream has a codec that players are not sent."))
            let fast = try await close(stream.bytes(fragments: 20))
            #expect(fast.code == 3_510)
            #expect(fast.reason.hasPrefix("The stream runs ahead of the clock"))
            var metrics = ""
            // The server counts a connection when it has noticed the close, a moment later.
            while !metrics.contains(#"ovation_media_closes_total{code="3509"} 2"#) {
                metrics = try await PlainHTTP.get("/metrics", port: server.port)
            }
            #expect(metrics.contains(#"ovation_media_refusals_total{code="110304"} 3"#))
            for reason in ["notMP4", "codecUnsupported", "tooFast"] {
                #expect(
                    metrics.contains(#"ovation_media_publishers_refused_total{reason="\#(reason)"} 1"#), "\(reason)")
            }
        }
    }

    @Test func `a player that reads too slowly skips ahead, and one that never reads is closed`() async throws {
        var media = MediaConfiguration()
        media.limits.bitRateMax = 0
        media.limits.fragmentsPerSecondMax = 0
        media.limits.aheadSecondsMax = 86_400
        media.limits.ringBytesMax = 1 << 20
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server, media: media) { server in
            var track = SampleTrack.h264()
            track.sampleBytes = 10_000
            let stream = SampleStream([track])
            let host = try await Robot.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let deaf = try await MediaClient.player(server)
            let slow = try await MediaClient.player(server)
            let lively = try await MediaClient.player(server)
            for player in [deaf, slow] { try await player.raw.setReading(false) }
            try await publisher.send(stream.initialisation())
            // This is more than the socket buffers of both ends hold.
            for number in 0..<200 {
                try await publisher.send(stream.second(number))
                if number == 0 { #expect(try await lively.binary() == stream.initialisation()) }
                #expect(try await lively.binary() == stream.second(number))
            }
            #expect(try await PlainHTTP.metric("ovation_media_ring_bytes", port: server.port) <= 1 << 20)
            try await slow.raw.setReading(true)
            #expect(try await slow.skippedMilliseconds() > 3_000)
            let next = try await slow.binary()
            #expect((197..<200).contains { stream.second($0) == next })
            clock.advance(seconds: 29)
            var isClosed = false
            while !isClosed {
                clock.advance(seconds: 1)
                isClosed = try await PlainHTTP.get("/metrics", port: server.port)
                    .contains(#"ovation_media_closes_total{code="3006"} 1"#)
            }
        }
    }
}
