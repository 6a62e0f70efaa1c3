import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport
import OvationWire

/// What users in seats do: `/v1/rtc/<live>/seats`, in the manner of WHIP and WHEP, with the ticket of `seat.take` and `seat.list` as
/// bearer.
///
/// `POST` with an offer that sends publishes; with `?of=<user>` and an offer that receives it takes that user, and the answer has Janus's
/// offer, which `PATCH` answers. `PATCH` takes candidates, too, and `{"video": false}` for a picture that is not shown.
extension RTCRoutes {
    private static let json = "application/json"

    /// What a taker wants.
    private struct Shown: Decodable {
        let video: Bool
    }

    func beginSeat(_ call: Call) async throws(RTCRefusal) -> Response {
        let (seats, user) = try seat(call)
        let rules = call.desk.configuration.seatRules
        let other = try otherUser(call)
        let offer = try readOffer(try await body(call, of: Self.description)) { text throws(PublishOffer.Mistake) in
            other == nil ? try PublishOffer.read(text, rules) : try PublishOffer.readViewer(text, rules)
        }
        guard let start = call.desk.pictures.start(of: call.path.live) else {
            throw RTCRefusal(MediaRefusal(.liveNotOn))
        }
        guard let other else {
            let begun = try await seats.send(call.path.live, start, user, offer: offer)
            return response(call, begun, status: .created)
        }
        let begun = try await seats.take(other, call.path.live, start, user, offer: offer)
        // VideoRoom offers to its subscribers, as with WHEP here.
        return response(call, begun, status: .notAcceptable)
    }

    func patchSeat(_ call: Call) async throws(RTCRefusal) -> Response {
        let (seats, user) = try seat(call)
        let resource = try seats.resource(call.path.session ?? "", of: call.path.live, user)
        if isType(Self.json, call.request) {
            let text = try await body(call, of: Self.json)
            guard let shown = try? WireJSON.decode(Shown.self, from: Data(text.utf8)) else {
                throw RTCRefusal(.sessionDescriptionRefused, status: 400, "The body is {\"video\": true} or false.")
            }
            try await seats.show(resource.name, hasPicture: shown.video)
        } else if isType(Self.description, call.request) {
            let answer = try readOffer(try await body(call, of: Self.description)) {
                text throws(PublishOffer.Mistake) in
                try PublishOffer.readViewer(text, call.desk.configuration.seatRules)
            }
            try await seats.answer(resource.name, with: answer)
        } else {
            let fragment = try readFragment(try await body(call, of: Self.fragment), call.desk)
            try await seats.trickle(resource.name, fragment)
        }
        return Response(status: .noContent)
    }

    func endSeat(_ call: Call) throws(RTCRefusal) -> Response {
        let (seats, user) = try seat(call)
        let resource = try seats.resource(call.path.session ?? "", of: call.path.live, user)
        seats.end(resource.number, .deleted)
        return Response(status: .ok)
    }

    /// Who asks, by their ticket.
    private func seat(_ call: Call) throws(RTCRefusal) -> (RTCSeatDesk, UserID) {
        guard let seats = call.desk.seats, let tickets = call.desk.pictures.seatTickets else {
            throw RTCRefusal(
                .rtcNotConfigured, status: 501,
                "Users in seats send to each other here. Its operator sets rtc.seats: janus.")
        }
        guard let bearer = call.bearer else { throw .seatTicketMissing }
        guard let user = tickets.user(showing: bearer, in: call.path.live, at: call.desk.clock.wall()) else {
            throw RTCRefusal(.seatTicketInvalid, status: 403)
        }
        return (seats, user)
    }

    /// Whom a request is about; nil for one that sends.
    private func otherUser(_ call: Call) throws(RTCRefusal) -> UserID? {
        guard let text = MediaQuery(ofTarget: call.request.head.path ?? "")["of"] else { return nil }
        guard let user = UserID(text) else {
            throw RTCRefusal(.illegalParameter, status: 400, "\"of\" is the id of a user.")
        }
        return user
    }
}
