import HTTPTypes
import OvationMedia
import OvationModel
import OvationSupport
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationObservability
@testable import OvationPictures

/// What users in seats send to Janus and take from it, against a Janus of the tests' own words.
@Suite(.timeLimit(.minutes(5)))
struct RTCSeatTests {
    /// A world in which ada and bob sit with open devices.
    private static func run(
        change: @escaping (inout RTCConfiguration) -> Void = { _ in }, _ body: @escaping (RTCWorld) async throws -> Void
    ) async throws {
        try await RTCWorld.run(change: change) { world async throws in
            world.sit("ada", "bob")
            try await body(world)
        }
    }

    @Test func `who sits sends once, and is taken by another who sits`() async throws {
        try await Self.run { world async throws in
            let sent = try await world.sendFromSeat("ada")
            #expect(sent.status == 201, "\(sent.text)")
            #expect(sent.headers[.location]?.hasPrefix("/v1/rtc/r1/seats/") == true)
            #expect(sent.text.contains("a=recvonly"))
            let joined = await world.janus.asked("joinandconfigure")
            #expect(joined?.body.contains(#""ptype":"publisher""#) == true)
            #expect(!world.janus.asked.contains { $0.what == "moderate" })
            let taken = try await world.take("ada", as: "bob")
            #expect(taken.status == 406, "\(taken.text)")
            #expect(taken.text.contains("a=sendonly"))
            let path = try #require(taken.headers[.location])
            #expect(try await world.seat(.patch, path, as: "bob").status == 204)
            await world.janus.asked("start")
            #expect(try await world.seat(.patch, path, as: "bob").status == 409)
            let trickled = try await world.seat(
                .patch, path, as: "bob", type: "application/trickle-ice-sdpfrag", SDPSample.fragment(candidates: 1))
            #expect(trickled.status == 204)
            await world.janus.asked("trickle")
            #expect(try await world.seat(.delete, path, as: "bob").status == 200)
            await world.janus.asked("detach")
            #expect(try await world.seat(.delete, path, as: "bob").status == 404)
        }
    }

    @Test func `who has no ticket, another's, or one of another live is refused before Janus is asked`() async throws {
        try await Self.run { world async throws in
            let offer = SDPSample().text
            let missing = try await world.send(.post, "/v1/rtc/r1/seats", offer)
            #expect(missing.status == 401)
            #expect(missing.headers[.wwwAuthenticate] == "Bearer")
            let strange = try await world.send(.post, "/v1/rtc/r1/seats", bearer: world.key, offer)
            #expect(strange.status == 403)
            #expect(try strange.failure("code") == "110370")
            let elsewhere = try await world.send(
                .post, "/v1/rtc/r2/seats", bearer: world.ticket("ada"), offer)
            #expect(elsewhere.status == 403)
            let standing = try await world.sendFromSeat("zoe")
            #expect(standing.status == 403)
            #expect(try standing.failure("code") == "100206")
            #expect(!world.janus.asked.contains { $0.what == "attach" })
            let path = try #require(try await world.sendFromSeat("ada").headers[.location])
            #expect(try await world.seat(.delete, path, as: "bob").status == 403)
            world.media.clock.advance(seconds: 3_700)
            let expired = try await world.send(.delete, path, bearer: world.ticket("ada", ago: 3_700))
            #expect(expired.status == 403)
            #expect(try expired.failure("code") == "110370")
        }
    }

    @Test func `who sends nothing yet is not taken, with 110371`() async throws {
        try await Self.run { world async throws in
            let early = try await world.take("ada", as: "bob")
            #expect(early.status == 404)
            #expect(try early.failure("code") == "110371")
            #expect(early.headers[.retryAfter] != nil)
            _ = try await world.sendFromSeat("ada")
            let own = try await world.take("ada", as: "ada")
            #expect(own.status == 404)
            #expect(try await world.take("no user at all", as: "bob").status == 400)
        }
    }

    @Test func `what a seat keeps closed is closed at Janus before its user is answered or can be taken`() async throws
    {
        try await Self.run { world async throws in
            world.sit("bob", closed: ["ada"])
            world.janus.hold("moderate")
            async let sending = world.sendFromSeat("ada")
            while world.janus.heldCount == 0 { await Task.yield() }
            #expect(try await world.take("ada", as: "bob").status == 404)
            world.janus.goOn()
            #expect(try await sending.status == 201)
            let asked = world.janus.asked.filter { $0.what == "moderate" }.map(\.body)
            #expect(asked.count == 1)
            #expect(asked[0].contains(#""mid":"0""#) && asked[0].contains(#""mute":true"#))
            #expect(try await world.take("ada", as: "bob").status == 406)
        }
    }

    @Test func `who is muted while they send is closed at Janus, and opened again`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            world.sit("bob", closed: ["ada"])
            #expect(await world.janus.asked("moderate")?.body.contains(#""mute":true"#) == true)
            world.sit("ada", "bob")
            #expect(await world.janus.asked("moderate", times: 2)?.body.contains(#""mute":false"#) == true)
            // What did not change is asked for by nobody.
            world.sit("bob", "ada", "cy")
            #expect(world.janus.asked.count { $0.what == "moderate" } == 2)
            #expect(world.registry.render().contains(#"ovation_rtc_seat_moderations_total{change="closed"} 1"#))
        }
    }

    @Test func `where Janus does not close what is to be closed, nothing of the user is passed on`() async throws {
        try await Self.run { world async throws in
            world.janus.refuseToModerate()
            let path = try #require(try await world.sendFromSeat("ada").headers[.location])
            world.sit("bob", closed: ["ada"])
            let gone = await world.janus.asked("detach")
            #expect(gone?.handle == world.janus.asked.first { $0.what == "joinandconfigure" }?.handle)
            #expect(try await world.seat(.delete, path, as: "ada").status == 404)
            #expect(try await world.take("ada", as: "bob").status == 404)
            #expect(try await world.sendFromSeat("ada").status == 503)
            #expect(world.registry.render().contains(#"ovation_rtc_seat_ends_total{reason="notClosed"} 1"#))
        }
    }

    @Test func `who leaves the seat is ended at Janus on both sides, and the others stay`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            let bobs = try #require(try await world.sendFromSeat("bob").headers[.location])
            _ = try await world.take("ada", as: "bob")
            _ = try await world.take("bob", as: "ada")
            world.sit("bob")
            // Ada's own, hers of bob, and bob's of her.
            await world.janus.asked("detach", times: 3)
            #expect(world.janus.asked.count { $0.what == "detach" } == 3)
            #expect(world.seats.state.withLock { $0.resources.count } == 1)
            #expect(try await world.seat(.delete, bobs, as: "bob").status == 200)
        }
    }

    @Test func `who sends anew replaces what they sent, and a user has no more connections than there are others`()
        async throws
    {
        try await Self.run { world async throws in
            let first = try #require(try await world.sendFromSeat("ada").headers[.location])
            _ = try await world.take("ada", as: "bob")
            _ = try await world.take("ada", as: "bob")
            #expect(world.seats.state.withLock { $0.resources.count } == 2)
            _ = try await world.sendFromSeat("ada")
            #expect(world.seats.state.withLock { $0.resources.count } == 1)
            #expect(try await world.seat(.delete, first, as: "ada").status == 404)
            await world.janus.asked("detach", times: 3)
            #expect(world.registry.render().contains("ovation_rtc_seat_takers 0"))
        }
    }

    @Test func `connections beyond rtc.seatConnectionsMax are refused with 110313`() async throws {
        try await Self.run(change: { $0.seatConnectionsMax = 1 }) { world async throws in
            _ = try await world.sendFromSeat("ada")
            let refused = try await world.sendFromSeat("bob")
            #expect(refused.status == 503)
            #expect(try refused.failure("code") == "110313")
            #expect(try await world.sendFromSeat("ada").status == 201)
        }
    }

    @Test func `a picture that is not shown is not sent, and a voice goes on`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            let path = try #require(try await world.take("ada", as: "bob").headers[.location])
            let json = "application/json"
            let hidden = try await world.seat(.patch, path, as: "bob", type: json, #"{"video": false}"#)
            #expect(hidden.status == 204)
            let asked = await world.janus.asked("configure")
            #expect(asked?.body.contains(#""mid":"1""#) == true && asked?.body.contains(#""send":false"#) == true)
            #expect(try await world.seat(.patch, path, as: "bob", type: json, #"{"video": 1}"#).status == 400)
            let own = try #require(try await world.sendFromSeat("bob").headers[.location])
            #expect(try await world.seat(.patch, own, as: "bob", type: json, #"{"video": false}"#).status == 404)
        }
    }

    @Test func `the end of the live, and a Janus that forgets, end everything; the seats begin again`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            let (desk, seats) = (world.desk, world.seats)
            world.janus.restart()
            await world.reach { _, _ in seats.state.withLock { $0.resources.isEmpty } }
            await world.reach { _, _ in desk.link.isOpen }
            let again = try await world.sendFromSeat("ada")
            #expect(again.status == 201, "\(again.text)")
            #expect(world.janus.rooms.count == 1)
            try await world.media.end("r1")
            await world.janus.asked("destroy")
            #expect(world.seats.state.withLock { $0.resources.isEmpty })
            #expect(try await world.sendFromSeat("ada").status == 409)
        }
    }

    @Test func `rooms of seats that are in use are not tidied away`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            await world.desk.tidyRooms()
            #expect(world.janus.rooms.count == 1)
        }
    }

    @Test func `who is never connected is ended in time`() async throws {
        try await Self.run { world async throws in
            _ = try await world.sendFromSeat("ada")
            let path = try #require(try await world.sendFromSeat("bob").headers[.location])
            world.janus.tell(
                "webrtcup", of: try #require(await world.janus.asked("joinandconfigure", times: 2)?.handle))
            let seats = world.seats
            await world.reach { _, _ in
                seats.state.withLock { state in state.seats.all.contains { state.seats[$0]?.state == .connected } }
            }
            world.media.clock.advance(seconds: 15)
            world.desk.tick()
            await world.janus.asked("detach")
            #expect(world.seats.state.withLock { $0.resources.count } == 1)
            #expect(try await world.seat(.delete, path, as: "bob").status == 200)
        }
    }

    @Test func `where users in seats send to each other, the address answers 501`() async throws {
        try await RTCWorld.run(change: { $0.seats = .mesh }) { world async throws in
            let answer = try await world.send(.post, "/v1/rtc/r1/seats", bearer: "x", SDPSample().text)
            #expect(answer.status == 501)
            #expect(answer.text.contains("rtc.seats"))
        }
    }
}

extension RTCWorld {
    /// The desk of the seats.
    var seats: RTCSeatDesk {
        guard let seats = desk.seats else { preconditionFailure("Janus carries the seats") }
        return seats
    }

    /// Has users sit with open devices, and others whose microphones are closed.
    func sit(_ users: String..., closed: [String] = []) {
        guard let session = media.node.services.pictures.start(of: media.live)?.session else { return }
        let seats = (users + closed).enumerated().map { index, user in
            var seat = Seat(index: index)
            seat.user = Samples.user(user)
            (seat.isMicrophoneOn, seat.isCameraOn) = (true, true)
            seat.isMicrophoneLocked = closed.contains(user)
            return seat
        }
        media.node.services.pictures.seatsChanged(session, seats)
    }

    /// The ticket of a user.
    func ticket(_ user: String, ago seconds: Int64 = 0) -> String {
        let now = media.clock.now.adding(seconds: -seconds)
        return media.node.services.pictures.seatTickets?.issue(for: Samples.id(user), in: media.live, at: now) ?? ""
    }

    func sendFromSeat(_ user: String) async throws -> HTTPProbe.Answer {
        try await send(.post, "/v1/rtc/r1/seats", bearer: ticket(user), SDPSample().text)
    }

    func take(_ other: String, as user: String) async throws -> HTTPProbe.Answer {
        let name = other.replacing(" ", with: "%20")
        return try await send(
            .post, "/v1/rtc/r1/seats?of=\(name)", bearer: ticket(user), SDPSample(direction: "recvonly").text)
    }

    /// Asks about a session; without a body with an answer to Janus's offer.
    func seat(
        _ method: HTTPRequest.Method, _ path: String, as user: String, type: String = "application/sdp",
        _ body: String? = nil
    ) async throws -> HTTPProbe.Answer {
        try await send(
            method, path, bearer: ticket(user), type: type, body ?? SDPSample(direction: "recvonly").text)
    }
}
