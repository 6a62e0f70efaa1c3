import Foundation
import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationPictures

/// Seats over Janus on a real server: what the rules of seats say reaches a Janus of the tests' own words.
@Suite(.timeLimit(.minutes(5)))
struct SeatMediaServerTests {
    private static let offer = [
        "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "m=audio 9 UDP/TLS/RTP/SAVPF 96", "c=IN IP4 0.0.0.0",
        "a=mid:0",
        "a=sendonly", "a=setup:actpass", "a=rtpmap:96 opus/48000/2", "a=rtcp-mux", "a=ice-ufrag:abcd",
        "a=ice-pwd:a+password+of+22+letters", "a=fingerprint:sha-256 AA:BB:CC",
    ].map { $0 + "\r\n" }.joined()

    private static func run(_ body: @escaping @Sendable (TestServer, JanusTestServer) async throws -> Void) async throws
    {
        try await JanusTestServer.run { janus async throws in
            var rtc = RTCConfiguration()
            rtc.engine = .janus
            rtc.janusURL = janus.url
            rtc.janusSecret = janus.secret
            rtc.forwardsMax = 0
            try await TestServer.run(media: MediaConfiguration(rtc: rtc)) { server in
                await janus.asked("events")
                try await body(server, janus)
            }
        }
    }

    private static func post(_ place: SeatMediaServer, _ server: TestServer) async throws -> HTTPConnection.Answer {
        let connection = try await HTTPConnection.open(server)
        try await connection.send(
            place.address, method: "POST",
            headers: [
                "Authorization: Bearer \(place.ticket)", "Content-Type: application/sdp",
                "Content-Length: \(offer.utf8.count)", "Connection: close",
            ])
        // A server may refuse by the head alone, and close before it has the body.
        try? await connection.raw.send(bytes: Array(offer.utf8))
        let answer = await connection.answer()
        await connection.raw.cut()
        return try #require(answer)
    }

    /// A live in which bob sits with an open microphone, and the place where he sends.
    private static func seated(_ server: TestServer) async throws -> (host: Robot, bob: Robot, place: SeatMediaServer) {
        let host = try await Robot.logIn("host", server)
        try await host.ask(.create("r1") { $0.seatMode = .free })
        let bob = try await Robot.viewer(as: "bob", server)
        let early = try await bob.ask(.seats)
        #expect(early.mediaServer == nil)
        let taken = try await bob.ask(.takeSeat())
        let place = try #require(taken.mediaServer)
        #expect(place.address == "/v1/rtc/r1/seats")
        try await bob.ask(.devices(microphone: true))
        return (host, bob, place)
    }

    /// Waits until Janus was asked to close or open a voice, which is the medium 0 there.
    private static func voice(isClosed: Bool, times: Int, _ janus: JanusTestServer) async {
        await janus.when("a voice that is \(isClosed ? "closed" : "opened")") { asked in
            asked.count { asked in
                asked.what == "moderate" && asked.body.contains(#""mid":"0""#)
                    && asked.body.contains(#""mute":\#(isClosed)"#)
            } == times
        }
    }

    @Test func `who sits sends to Janus, is closed there by the host, and ended there when taken off`() async throws {
        try await Self.run { server, janus in
            let (host, bob, place) = try await Self.seated(server)
            let sent = try await Self.post(place, server)
            #expect(sent.status == 201, "\(sent.text)")
            try await host.ask(.allow("bob", microphone: false))
            await Self.voice(isClosed: true, times: 1, janus)
            try await host.ask(.allow("bob", microphone: true))
            try await bob.ask(.devices(microphone: true))
            await Self.voice(isClosed: false, times: 1, janus)
            try await host.ask(.unseat("bob"))
            await janus.asked("detach")
            let refused = try await Self.post(place, server)
            #expect(refused.status == 403 && refused.errorCode == ErrorCode.notSeated.rawValue)
        }
    }

    @Test func `who is banned or leaves sends no more, and the end of the live ends its rooms`() async throws {
        try await Self.run { server, janus in
            let (host, bob, place) = try await Self.seated(server)
            #expect(try await Self.post(place, server).status == 201)
            try await bob.ask(.leave)
            await janus.asked("detach")
            #expect(try await Self.post(place, server).status == 403)
            #expect(janus.rooms.count == 1)
            try await host.ask(.end)
            await janus.asked("destroy")
            #expect(try await Self.post(place, server).status == 409)
        }
    }

    @Test func `a ticket is given to who sits, in the list too, and is of one live`() async throws {
        try await Self.run { server, _ in
            let (_, bob, place) = try await Self.seated(server)
            let listed = try await bob.ask(.seats)
            #expect(listed.mediaServer?.address == place.address)
            let other = SeatMediaServer(address: "/v1/rtc/r2/seats", ticket: place.ticket)
            let refused = try await Self.post(other, server)
            #expect(refused.status == 403 && refused.errorCode == ErrorCode.seatTicketInvalid.rawValue)
        }
    }
}
