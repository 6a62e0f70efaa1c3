import Foundation
import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@testable import OvationPictures

/// Access to a picture: publishing it and watching it.
@Suite(.timeLimit(.minutes(5)))
struct MediaAccessTests {
    @Test func `a ticket admits one connection, to its own live only`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let host = try await Robot.host(server)
            let other = try await Robot.host(of: "r2", as: "other", server)
            let address = try await MediaClient.address(forPublishing: "r1", host)
            let elsewhere = address.replacingOccurrences(of: "/r1/", with: "/r2/")
            #expect(try await MediaClient.refusal(elsewhere, server).code == 110_300)
            #expect(
                try await MediaClient.refusal(address, server).code == 110_300,
                "a refused attempt uses up the ticket too")
            let second = try await MediaClient.address(forPublishing: "r1", host)
            let publisher = try await MediaClient.open(second, server)
            let again = try await MediaClient.refusal(second, server)
            #expect(again.status == 403)
            #expect(again.code == 110_300)
            for path in ["/v1/media/r1/publish", "/v1/media/r1/publish?key=wrong", "/v1/media/r1/publish?key=%20"] {
                #expect(try await MediaClient.refusal(path, server).code == 110_300)
            }
            let bearer = try await MediaClient.refusal(
                "/v1/media/r1/publish", server, headers: ["Authorization: Bearer wrong"])
            #expect(
                bearer
                    == MediaClient.Refusal(
                        status: 403, code: 110_300, message: "The stream key is not that of this live."))
            #expect(try await other.refusal(of: .publishPicture).code == .ownerRequired)
            await publisher.raw.cut()
        }
    }

    @Test func `a picture can be neither published nor watched before its live begins`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            #expect(try await MediaClient.refusal("/v1/media/r1/play", server).code == 110_301)
            #expect(try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server).errorCode == 110_301)
            // A publisher with a wrong key does not learn whether the live exists.
            #expect(try await MediaClient.refusal("/v1/media/r1/publish?key=wrong", server).code == 110_300)
            let host = try await Robot.host(server)
            let list = try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server)
            #expect(list.status == 404)
            #expect(list.errorCode == 110_308)
            #expect(list.headers["retry-after"] == "1")
            for path in ["/v1/media/r1/x.m4s", "/v1/media/r1/01.m4s", "/v1/media/r1/1.m4s", "/v1/media/r1/init-1.mp4"] {
                #expect(try await HTTPConnection.ask(path, server).status == 404)
            }
            await host.cut()
        }
    }

    @Test func `a server that carries no pictures says so`() async throws {
        var media = MediaConfiguration()
        media.mode = .none
        try await TestServer.run(clock: StoppedClock().server, media: media) { server in
            let host = try await Robot.host(server)
            #expect(try await MediaClient.refusal("/v1/media/r1/play", server).code == 110_302)
            #expect(try await MediaClient.refusal("/v1/media/r1/publish?key=x", server).code == 110_302)
            #expect(try await host.code(.publishPicture) == 110_302)
            let config = try await HTTPConnection.ask("/v1/web-config", server)
            #expect(config.text.contains(#""media":{"bitRateMax":12000000,"mode":"none"}"#), "\(config.text)")
        }
    }

    @Test func `an unlisted live is watched with a signed address, until the address expires`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let stream = SampleStream()
            let host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.isPublicVisible = false })
            try await host.hear(.snapshot)
            let publisher = try await MediaClient.publisher(for: host, server)
            try await publisher.send(stream.initialisation() + stream.second(0) + stream.second(1))
            let told = try await host.hear(.picture).media
            #expect(told.state == .live)
            #expect(told.push == nil)
            #expect(told.hls == nil)
            let viewer = try await Robot.logIn("viewer", server)
            #expect(try await viewer.code(.info) == 110_036, "only members learn of the picture and get an address")
            try await viewer.ask(.join)
            #expect(
                try await viewer.hear(.snapshot).info.media?.push == nil,
                "a snapshot goes to everybody, so it has no viewer's address")
            let given = try #require(try await viewer.ask(.info).info.media)
            let push = try #require(given.push)
            let hls = try #require(given.hls)
            let player = try await MediaClient.open(push, server)
            #expect(try await player.binary() == stream.initialisation())
            let query = try #require(hls.split(separator: "?").last)
            for address in [hls, "/v1/media/r1/index.m3u8?\(query)"] {
                let list = try await HTTPConnection.ask(address, server)
                #expect(list.status == 200)
                for line in list.text.split(separator: "\n") where !line.hasPrefix("#") {
                    #expect(line.hasSuffix("?\(query)"))
                    #expect(try await HTTPConnection.ask("/v1/media/r1/\(line)", server).status == 200)
                }
            }
            for path in ["/v1/media/r1/play", "/v1/media/r1/play?t=1.0.viewer.\(String(repeating: "0", count: 64))"] {
                let refused = try await MediaClient.refusal(path, server)
                #expect(refused.status == 403)
                #expect(refused.code == 110_303)
            }
            #expect(try await HTTPConnection.ask("/v1/media/r1/index.m3u8", server).errorCode == 110_303)
            clock.advance(seconds: 3_700)
            let expired = try await MediaClient.refusal(push, server)
            #expect(expired.code == 110_303)
            #expect(expired.message.contains("expired"))
        }
    }

    @Test func `a plain request to a path of a WebSocket is answered with 426`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            for name in ["publish", "play"] {
                let answer = try await HTTPConnection.ask("/v1/media/r1/\(name)", server)
                #expect(answer.status == 426)
            }
            let foreign = try await MediaClient.refusal(
                "/v1/media/r1/play", server, headers: ["Origin: https://elsewhere.example"])
            #expect(foreign.status == 403)
        }
    }
}
