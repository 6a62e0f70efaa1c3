import Foundation
import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@testable import OvationServer

/// Pictures through a real server: published over one socket, played over others.
@Suite(.timeLimit(.minutes(5)))
struct MediaRelayTests {
    private let stream = SampleStream()

    @Test func `what is published by WebSocket is played by WebSocket byte by byte, and the room is told`() async throws
    {
        try await TestServer.run { [stream] server in
            let host = try await RawClient.host(server)
            let player = try await MediaClient.player(server)
            #expect(try await player.text("state")["state"] as? String == "none")
            let publisher = try await MediaClient.publisher(for: host, server)
            // In cuts that have nothing to do with the boxes.
            let bytes = stream.initialisation() + stream.second(0)
            for start in stride(from: 0, to: bytes.count, by: 701) {
                try await publisher.send(Array(bytes[start..<min(start + 701, bytes.count)]))
            }
            let told = try await host.event("media.changed")
            let media = (told["data"] as? [String: Any])?["media"] as? [String: Any]
            #expect(media?["state"] as? String == "live")
            #expect(media?["codecs"] as? String == "avc1.42C01F,opus")
            #expect(media?["width"] as? Int == 160)
            #expect(media?["push"] as? String == "/v1/media/r1/play")
            #expect(media?["hls"] as? String == "/v1/media/r1/index.m3u8")
            #expect(told["seq"] != nil, "who comes back is told what they missed")
            #expect(try await player.text("state")["state"] as? String == "live")
            let beginning = try await player.text("init")
            #expect(beginning["mimeType"] as? String == #"video/mp4; codecs="avc1.42C01F,opus""#)
            #expect(beginning["hasVideo"] as? Bool == true)
            #expect(beginning["hasAudio"] as? Bool == true)
            #expect(beginning["height"] as? Int == 120)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            try await publisher.send(stream.second(1))
            #expect(try await player.binary() == stream.second(1))
            // Who comes later begins at the newest key frame.
            let later = try await MediaClient.player(server)
            #expect(try await later.binary() == stream.initialisation())
            #expect(try await later.binary() == stream.second(1))
            try await host.send(#"{"id":5,"op":"room.info","room":"r1"}"#)
            let info = (try await host.reply(to: 5)["ok"] as? [String: Any])?["info"] as? [String: Any]
            #expect((info?["media"] as? [String: Any])?["state"] as? String == "live")
            try await publisher.finish()
            let over = try await host.event("media.changed")
            #expect(((over["data"] as? [String: Any])?["media"] as? [String: Any])?["state"] as? String == "none")
            #expect(try await player.text("state")["state"] as? String == "none")
        }
    }

    @Test func `a large fragment comes in several frames, and a ping gets in between`() async throws {
        var media = MediaConfiguration()
        media.limits.turnBytesMax = 1
        try await TestServer.run(media: media) { server in
            var track = SampleTrack.h264()
            track.sampleBytes = 30_000
            let stream = SampleStream([track])
            let host = try await RawClient.host(server)
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

    @Test func `an interrupted publisher comes back, and the player goes on behind a new beginning`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await RawClient.host(server)
            let first = try await MediaClient.publisher(for: host, server)
            try await first.send(stream.initialisation() + stream.second(0))
            let player = try await MediaClient.player(server)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await player.binary() == stream.second(0))
            await first.raw.cut()
            #expect(try await player.text("state")["state"] as? String == "interrupted")
            let wide = SampleStream([.h264(width: 320), .opus()])
            let second = try await MediaClient.publisher(for: host, server)
            try await second.send(wide.initialisation() + wide.second(0) + wide.second(1))
            let beginning = try await player.text("init")
            #expect(beginning["width"] as? Int == 320)
            #expect(try await player.binary() == wide.initialisation())
            #expect(try await player.binary() == wide.second(0))
            #expect(try await player.binary() == wide.second(1))
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.text.contains("#EXT-X-DISCONTINUITY\n"), "\(list.text)")
        }
    }

    @Test func `the newest publisher wins, and the one before it is told not to come back`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await RawClient.host(server)
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

    @Test func `the end of a live ends its picture, and what is kept can be watched to the end`() async throws {
        try await TestServer.run { [stream] server in
            let host = try await RawClient.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let player = try await MediaClient.player(server)
            try await publisher.send(stream.initialisation() + stream.second(0))
            #expect(try await player.binary() == stream.initialisation())
            try await host.send(#"{"id":5,"op":"room.end","room":"r1"}"#)
            #expect(try await host.reply(to: 5)["ok"] != nil)
            #expect(await publisher.raw.closeCode() == 3_508)
            #expect(await player.raw.closeCode() == 3_508)
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.text.hasSuffix("#EXT-X-ENDLIST\n"), "\(list.text)")
            let refused = try await MediaClient.refusal("/v1/media/r1/publish?ticket=x", server)
            #expect(refused.code == 110_300)
        }
    }

    @Test func `a stream that cannot be taken is closed with a code and a sentence`() async throws {
        var media = MediaConfiguration()
        media.limits.silenceSecondsMax = 1
        try await TestServer.run(media: media) { [stream] server in
            let host = try await RawClient.host(server)
            func close(_ bytes: [UInt8]) async throws -> (code: UInt16?, reason: String) {
                let publisher = try await MediaClient.publisher(for: host, server)
                if !bytes.isEmpty { try await publisher.send(bytes) }
                while let frame = await publisher.raw.next() {
                    if frame.opcode == 0x8 {
                        return (frame.closeCode, String(decoding: frame.payload.dropFirst(2), as: UTF8.self))
                    }
                }
                return (nil, "")
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
            let silent = try await close([])
            #expect(silent.code == 3_005)
            let nearlySilent = try await close(Array(stream.initialisation().prefix(20)))
            #expect(nearlySilent.code == 3_005)
            let metrics = try await PlainHTTP.get("/metrics", port: server.port)
            #expect(metrics.contains(#"ovation_media_closes_total{code="3509"} 2"#))
            #expect(metrics.contains(#"ovation_media_refusals_total{code="110304"} 5"#))
        }
    }

    @Test func `a player that never reads is moved on, costs the others nothing, and is closed at last`() async throws {
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
            let host = try await RawClient.host(server)
            let publisher = try await MediaClient.publisher(for: host, server)
            let deaf = try await MediaClient.player(server)
            let slow = try await MediaClient.player(server)
            let lively = try await MediaClient.player(server)
            for player in [deaf, slow] { try await player.raw.setReading(false) }
            try await publisher.send(stream.initialisation())
            // More than the sockets of both ends take.
            for number in 0..<200 {
                try await publisher.send(stream.second(number))
                if number == 0 { #expect(try await lively.binary() == stream.initialisation()) }
                #expect(try await lively.binary() == stream.second(number))
            }
            let metrics = try await PlainHTTP.get("/metrics", port: server.port)
            let kept = try #require(metrics.split(separator: "\n").first { $0.hasPrefix("ovation_media_ring_bytes ") })
            #expect(try #require(Int(kept.split(separator: " ")[1])) <= 1 << 20)
            try await slow.raw.setReading(true)
            let skipped = try await slow.text("skipped")
            #expect(try #require(skipped["milliseconds"] as? Int) > 3_000)
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
