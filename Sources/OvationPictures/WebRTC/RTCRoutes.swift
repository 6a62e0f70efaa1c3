import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import OvationBackend
package import OvationHTTP
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import Synchronization

/// WHIP (RFC 9725) and WHEP: `/v1/rtc/<live>/whip`, `/v1/rtc/<live>/whep`, and the sessions behind them; and what users in seats do in the
/// same manner, `/v1/rtc/<live>/seats`.
///
/// The methods that a path does not answer are refused with 405 by the router, as the RFC wants it of GET, HEAD and PUT.
package struct RTCRoutes: HTTPRouteGroup {
    static let description = "application/sdp"
    static let fragment = "application/trickle-ice-sdpfrag"

    private let access: PictureAccess
    private let origins: OriginPolicy
    /// Nil where this server carries no WebRTC.
    private let desk: RTCDesk?
    private let metrics: RTCMetrics
    private let lines: RefusalLines

    /// Makes the routes.
    package init(_ access: PictureAccess, desk: RTCDesk?, metrics: RTCMetrics, origins: OriginPolicy) {
        self.access = access
        self.origins = origins
        self.desk = desk
        self.metrics = metrics
        lines = RefusalLines(access)
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        for name in ["whip", "whep", "seats"] {
            let endpoint = "/v1/rtc/:live/\(name)"
            router.post(RouterPath(endpoint)) { try await answer($0, $1, begin) }
            router.on(RouterPath(endpoint), method: .options) { request, _ in options(request, "POST, OPTIONS") }
            let session = endpoint + "/:session"
            router.patch(RouterPath(session)) { try await answer($0, $1, patch) }
            router.delete(RouterPath(session)) { try await answer($0, $1, end) }
            router.on(RouterPath(session), method: .options) { request, _ in
                options(request, "PATCH, DELETE, OPTIONS")
            }
        }
    }

    /// What a request is about, looked at before anything else.
    struct Call {
        let request: Request
        let context: HTTPRequestContext
        let path: RTCPath
        let desk: RTCDesk
        let sender: PictureSender

        var bearer: String? { BearerToken.of(request.headers[.authorization]).flatMap { $0.isEmpty ? nil : $0 } }
        var signature: String? { MediaQuery(ofTarget: request.head.path ?? "")["t"] }
    }

    private func answer(
        _ request: Request, _ context: HTTPRequestContext, _ work: (Call) async throws(RTCRefusal) -> Response
    ) async throws -> Response {
        let path = RTCPath(request.uri.path)
        do {
            guard let desk else { throw RTCRefusal.notConfigured }
            guard let path else { throw RTCRefusal.gone }
            let sender = try admit(request, context, path)
            let call = Call(request: request, context: context, path: path, desk: desk, sender: sender)
            // With the fields of the home, which knows the page by the same headers.
            if let response = try await handedOn(call) { return response }
            var response = try await work(call)
            for field in crossOrigin(request) { response.headers.append(field) }
            return response
        } catch let refusal as RTCRefusal {
            metrics.refused(refusal.reason)
            if path?.name == .whip { note(refusal, of: path?.live, isBeginning: request.method == .post) }
            throw refusal.failure(crossOrigin(request))
        }
    }

    private func note(_ refusal: RTCRefusal, of live: LiveID?, isBeginning: Bool) {
        lines.note(refusal, of: live)
        // A session that is there has an event when it ends.
        guard isBeginning, let live, desk != nil else { return }
        access.pictures.note(StreamEvent(refusal, at: access.pictures.clock.wall()), of: live)
    }

    /// Origin and rate, as for every way to a picture.
    private func admit(
        _ request: Request, _ context: HTTPRequestContext, _ path: RTCPath
    ) throws(RTCRefusal) -> PictureSender {
        guard origins.allows(origin: request.headers[.origin], host: request.head.authority) else {
            throw RTCRefusal(.originRefused, status: 403)
        }
        let sender: PictureSender
        do throws(MediaRefusal) {
            sender = try access.sender(of: request, context, path.text)
        } catch {
            throw RTCRefusal(error)
        }
        if let milliseconds = access.rates.refusal(ofHandshakeFrom: AddressKey(sender.address)) {
            throw RTCRefusal(
                .handshakesTooFrequent, status: 429, headers: [.retryAfter: "\((milliseconds + 999) / 1_000)"])
        }
        return sender
    }

    /// The answer of the home of a live, where that is another server with a media server of its own.
    private func handedOn(_ call: Call) async throws(RTCRefusal) -> Response? {
        switch call.path.name {
        case .whep: guard call.desk.configuration.latency == .low else { return nil }
        // What shows nothing is refused here.
        case .whip, .seats: guard call.bearer != nil else { return nil }
        }
        do throws(MediaRefusal) {
            return try await access.handedOn(
                call.request, call.context, .whole(bytesMax: call.desk.configuration.sdpBytesMax), call.path.text,
                of: call.path.live, for: call.sender)
        } catch {
            switch error.rejection.code {
            case .uploadTooLarge: throw RTCRefusal(PublishOffer.Mistake.tooLarge)
            case .illegalParameter:
                throw RTCRefusal(.sessionDescriptionRefused, status: 400, "The body ended too early.")
            default: throw RTCRefusal(error)
            }
        }
    }

    // MARK: - The beginning

    private func begin(_ call: Call) async throws(RTCRefusal) -> Response {
        switch call.path.name {
        case .whip: try await publish(call)
        case .whep: try await watch(call)
        case .seats: try await beginSeat(call)
        }
    }

    private func publish(_ call: Call) async throws(RTCRefusal) -> Response {
        guard let bearer = call.bearer else { throw .bearerMissing }
        // Before the bearer is looked up, because a ticket is good once, and a mistake in the offer shall not cost it.
        let offer = try readOffer(try await body(call, of: Self.description)) { text throws(PublishOffer.Mistake) in
            try PublishOffer.read(text, call.desk.configuration.offerRules)
        }
        if let refusal = await access.pictures.refusal(ofPublishing: call.path.live, bearer: bearer) {
            throw RTCRefusal(refusal)
        }
        guard let start = access.pictures.start(of: call.path.live) else { throw RTCRefusal(MediaRefusal(.liveNotOn)) }
        let begun = try await call.desk.publish(call.path.live, start, offer: offer, bearer: bearer)
        return response(call, begun, status: .created)
    }

    private func watch(_ call: Call) async throws(RTCRefusal) -> Response {
        guard call.desk.configuration.latency == .low else {
            throw RTCRefusal(
                .rtcNotConfigured, status: 501,
                "This server offers no WHEP to viewers. Its operator sets media.latency: low.")
        }
        let (live, signature) = (call.path.live, call.signature)
        if let refusal = access.pictures.refusal(ofPlaying: live, signature: signature) { throw RTCRefusal(refusal) }
        guard let start = access.pictures.start(of: live) else { throw RTCRefusal(MediaRefusal(.liveNotOn)) }
        let offer = try readOffer(try await body(call, of: Self.description)) { text throws(PublishOffer.Mistake) in
            try PublishOffer.readViewer(text, call.desk.configuration.offerRules)
        }
        let begun = try await call.desk.watch(
            live, start, offer: offer, signature: signature, from: AddressKey(call.sender.address))
        // VideoRoom offers to its subscribers, so the viewer's offer is answered with another one, which the viewer answers by PATCH.
        return response(call, begun, status: .notAcceptable)
    }

    func response(_ call: Call, _ begun: RTCBeginning, status: HTTPResponse.Status) -> Response {
        var headers: HTTPFields = [
            .contentType: Self.description, .cacheControl: "no-store", .eTag: begun.tag,
            .location: RTCPath(call.path.live, call.path.name, session: begun.name).text,
        ]
        for link in call.desk.ice.links(at: call.desk.clock.wall()) {
            headers.append(HTTPField(name: .link, value: link))
        }
        return Response(
            status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: begun.description)))
    }

    // MARK: - Later

    private func patch(_ call: Call) async throws(RTCRefusal) -> Response {
        if call.path.name == .seats { return try await patchSeat(call) }
        let (desk, name) = (call.desk, call.path.session ?? "")
        let resource = try desk.resource(name, kind(call), of: call.path.live, bearer: call.bearer)
        if resource.kind == .viewer, isType(Self.description, call.request) {
            let answer = try readOffer(try await body(call, of: Self.description)) {
                text throws(PublishOffer.Mistake) in
                try PublishOffer.readViewer(text, desk.configuration.offerRules)
            }
            try await desk.answer(name, with: answer)
            return Response(status: .noContent)
        }
        let text = try await body(call, of: Self.fragment)
        guard let ifMatch = call.request.headers[.ifMatch] else {
            throw RTCRefusal(.rtcPreconditionRequired, status: 428)
        }
        let fragment = try readFragment(text, desk)
        guard let restarted = try await desk.patch(name, fragment, ifMatch: ifMatch) else {
            return Response(status: .noContent)
        }
        return Response(
            status: .ok, headers: [.contentType: Self.fragment, .eTag: restarted.tag, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: restarted.fragment)))
    }

    private func end(_ call: Call) async throws(RTCRefusal) -> Response {
        if call.path.name == .seats { return try endSeat(call) }
        let name = call.path.session ?? ""
        let resource = try call.desk.resource(name, kind(call), of: call.path.live, bearer: call.bearer)
        call.desk.end(resource.number, .deleted)
        return Response(status: .ok)
    }

    private func kind(_ call: Call) -> RTCPlaces.Kind { call.path.name == .whip ? .publisher : .viewer }

    // MARK: - Parts

    private func options(_ request: Request, _ methods: String) -> Response {
        var headers = crossOrigin(request)
        headers.append(methods.hasPrefix("POST") ? Self.takenByPost : Self.takenByPatch(request))
        headers[.allow] = methods
        if headers[.accessControlAllowOrigin] != nil {
            headers[.accessControlAllowMethods] = methods
            headers[.accessControlAllowHeaders] = "Authorization, Content-Type, If-Match"
            headers[.accessControlMaxAge] = "86400"
        }
        return Response(status: .ok, headers: headers)
    }

    func isType(_ type: String, _ request: Request) -> Bool {
        let given = request.headers[.contentType]?.prefix { $0 != ";" } ?? ""
        return given.lowercased().filter { $0 != " " } == type
    }

    /// Which bodies the endpoint of a path takes (W3C LDP).
    private static let takenByPost = HTTPField(name: .acceptPost, value: description)

    /// Which bodies a session takes (RFC 5789).
    private static func takenByPatch(_ request: Request) -> HTTPField {
        let types =
            switch RTCPath(request.uri.path)?.name {
            case .whip, nil: [fragment]
            case .whep: [fragment, description]
            case .seats: [fragment, description, "application/json"]
            }
        return HTTPField(name: .acceptPatch, value: types.joined(separator: ", "))
    }

    func body(_ call: Call, of type: String) async throws(RTCRefusal) -> String {
        guard isType(type, call.request) else {
            let taken = call.request.method == .post ? Self.takenByPost : Self.takenByPatch(call.request)
            throw RTCRefusal(.rtcContentTypeWrong, status: 415, headers: [taken.name: taken.value])
        }
        if call.request.headers[.expect] != nil { call.context.askForBody() }
        let bytes: ByteBuffer
        do {
            bytes = try await call.request.body.collect(upTo: call.desk.configuration.sdpBytesMax)
        } catch is NIOTooManyBytesError {
            throw RTCRefusal(PublishOffer.Mistake.tooLarge)
        } catch {
            throw RTCRefusal(.sessionDescriptionRefused, status: 400, "The body ended too early.")
        }
        guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else {
            throw RTCRefusal(PublishOffer.Mistake.malformed)
        }
        return text
    }

    func readOffer(
        _ text: String, _ read: (String) throws(PublishOffer.Mistake) -> SessionDescription
    ) throws(RTCRefusal) -> SessionDescription {
        do throws(PublishOffer.Mistake) {
            return try read(text)
        } catch {
            throw RTCRefusal(error)
        }
    }

    func readFragment(_ text: String, _ desk: RTCDesk) throws(RTCRefusal) -> ICEFragment {
        do throws(ICEFragment.Mistake) {
            return try ICEFragment(text, candidatesMax: desk.configuration.candidatesMax)
        } catch {
            throw error == .malformed
                ? RTCRefusal(.sessionDescriptionRefused, status: 400, "The body is no fragment of RFC 8840.")
                : RTCRefusal(PublishOffer.Mistake.tooManyCandidates)
        }
    }

    /// Which other pages may read the answer.
    private func crossOrigin(_ request: Request) -> HTTPFields {
        guard let origin = request.headers[.origin],
            origins.allows(origin: origin, host: request.head.authority)
        else { return [.vary: "Origin"] }
        return [
            .accessControlAllowOrigin: origin, .vary: "Origin",
            .accessControlExposeHeaders: "ETag, Link, Location", .crossOriginResourcePolicy: "cross-origin",
        ]
    }
}

/// Lines of the log about refused publishers, in a bounded number.
private final class RefusalLines: Sendable {
    private let throttle: Mutex<LogThrottle>
    private let clock: ServerClock
    private let logger: Logger

    init(_ access: PictureAccess) {
        clock = access.pictures.clock
        logger = access.logger
        let lines = access.limits.refusedCallsLoggedPerSecond
        throttle = Mutex(LogThrottle(perSecond: lines, burst: lines, at: clock.monotonic()))
    }

    func note(_ refusal: RTCRefusal, of live: LiveID?) {
        guard let leftOut = throttle.withLock({ $0.admit(at: clock.monotonic()) }) else { return }
        var metadata: Logger.Metadata = [
            LogKeys.mediaServer: "janus", LogKeys.mediaReason: "\(refusal.reason)",
            LogKeys.httpStatus: "\(refusal.status)", LogKeys.error: "\(refusal.rejection.message)",
        ]
        if let live { metadata[LogKeys.roomID] = "\(live)" }
        if leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(leftOut) }
        logger.notice("a publisher by WHIP was refused", metadata: metadata)
    }
}

extension HTTPField.Name {
    /// Servers of ICE, among other links (RFC 8288).
    fileprivate static let link = known("Link")
    /// Which bodies an endpoint takes (W3C LDP).
    fileprivate static let acceptPost = known("Accept-Post")
    /// Which bodies a session takes (RFC 5789).
    fileprivate static let acceptPatch = known("Accept-Patch")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("\(name) is no name of a header") }
        return field
    }
}
