import OvationMediaSamples
import OvationModel
import OvationWire
import Testing

@testable import OvationPictures

/// Signed addresses open a picture only as long as their user may watch it.
@Suite(.timeLimit(.minutes(5)))
struct MediaPassTests {
    private static let addressOver: UInt16 = 3_007
    private static let liveEnded: UInt16 = 3_508

    /// A live with a picture, and a viewer who watches it.
    private struct Watched {
        let host: Robot
        let viewer: Robot
        let publisher: MediaClient
        let player: MediaClient
        let push: String
        let hls: String

        init(isListed: Bool, _ server: TestServer) async throws {
            let stream = SampleStream()
            host = try await Robot.logIn("host", server)
            try await host.ask(.create("r1") { $0.isPublicVisible = isListed })
            try await host.hear(.snapshot)
            publisher = try await MediaClient.publisher(for: host, server)
            try await publisher.send(stream.initialisation() + stream.second(0) + stream.second(1))
            try await host.hear(.picture)
            viewer = try await Robot.logIn("viewer", server)
            try await viewer.ask(.join)
            (push, hls) = try await Self.addresses(for: viewer)
            player = try await MediaClient.open(push, server)
            #expect(try await player.binary() == stream.initialisation())
            #expect(try await HTTPConnection.ask(hls, server).status == 200)
        }

        static func addresses(for robot: Robot) async throws -> (push: String, hls: String) {
            let media = try #require(try await robot.ask(.info).info.media)
            return (try #require(media.push), try #require(media.hls))
        }

        /// Expects that the viewer's addresses open nothing any more.
        func expectRefusal(_ code: Int, _ server: TestServer) async throws {
            #expect(try await MediaClient.refusal(push, server).code == code)
            #expect(try await HTTPConnection.ask(hls, server).errorCode == code)
        }
    }

    /// A configuration in which every picture needs a signed address.
    private static var signed: MediaConfiguration { MediaConfiguration(playAuthorization: true) }

    @Test(arguments: [true, false])
    func `a ban closes the banned viewer's picture at once, and nobody else's`(isListed: Bool) async throws {
        try await TestServer.run(clock: StoppedClock().server, media: Self.signed) { server in
            let live = try await Watched(isListed: isListed, server)
            let other = try await Robot.logIn("other", server)
            try await other.ask(.join)
            let addresses = try await Watched.addresses(for: other)
            let player = try await MediaClient.open(addresses.push, server)
            try await live.host.ask(.ban("viewer", seconds: 600))
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
            if isListed {
                let told = try await live.viewer.ask(.info).info.media
                #expect(told?.push == nil && told?.hls == nil, "a banned viewer gets no address")
            } else {
                #expect(
                    try await live.viewer.code(.info) == 100_016, "a banned user cannot read about an unlisted live")
            }
            #expect(try await HTTPConnection.ask(addresses.hls, server).status == 200)
            try await player.ping()
        }
    }

    @Test func `a banned user cannot watch from outside the live either`() async throws {
        try await TestServer.run(clock: StoppedClock().server, media: Self.signed) { server in
            let live = try await Watched(isListed: true, server)
            try await live.viewer.ask(.leave)
            #expect(try await HTTPConnection.ask(live.hls, server).status == 200, "everybody may watch a listed live")
            try await live.host.ask(.ban("viewer", seconds: 600))
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
        }
    }

    @Test func `a viewer who was kicked and came back can watch by a new address only`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let live = try await Watched(isListed: false, server)
            try await live.host.ask(.kick("viewer"))
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
            try await live.viewer.ask(.join)
            let (push, hls) = try await Watched.addresses(for: live.viewer)
            #expect(push != live.push)
            #expect(try await MediaClient.open(push, server).state() == .live)
            #expect(try await HTTPConnection.ask(hls, server).status == 200)
            try await live.expectRefusal(110_303, server)
        }
    }

    @Test func `a viewer who leaves an unlisted live can no longer watch it`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let live = try await Watched(isListed: false, server)
            try await live.viewer.ask(.leave)
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
        }
    }

    @Test func `the signed addresses of a live end with it`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let live = try await Watched(isListed: false, server)
            try await live.host.ask(.end)
            #expect(await live.player.close()?.code == Self.liveEnded)
            try await live.expectRefusal(110_301, server)
        }
    }

    @Test func `an open picture is closed when its address expires`() async throws {
        let clock = StoppedClock()
        try await TestServer.run(clock: clock.server) { server in
            let live = try await Watched(isListed: false, server)
            clock.advance(seconds: 3_700)
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
        }
    }

    @Test func `when a live becomes unlisted, pictures opened without a signature are closed`() async throws {
        try await TestServer.run(clock: StoppedClock().server) { server in
            let live = try await Watched(isListed: true, server)
            #expect(!live.push.contains("?"))
            try await live.host.ask(.update { $0.isPublicVisible = false })
            #expect(await live.player.close()?.code == Self.addressOver)
            try await live.expectRefusal(110_303, server)
            let (push, _) = try await Watched.addresses(for: live.viewer)
            #expect(try await MediaClient.open(push, server).state() == .live)
        }
    }
}
