import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel
import OvationObservability
import OvationSupport
import OvationWire
import Synchronization

/// Answers what media servers of one's own ask and tell, `POST /v1/media-hooks/<server>?secret=…`.
///
/// Each call shows the secret of `media.hooksSecret`, since the answers say which keys are good. Each server is answered as it wants to
/// be: nginx by the status, with a redirect for a new name of the stream; SRS by a body of `0`; MediaMTX by the status, of which 401 has
/// it ask the publisher for a password.
package final class MediaHookRoutes: HTTPRouteGroup {
    /// No hook has a larger body.
    private static let bodyBytesMax = 16 * 1_024

    private let access: PictureAccess
    private let door: MediaServerDoor
    private let metrics: MediaHookMetrics
    /// Who may ask.
    private let servers: Set<MediaServer>
    /// The hash of the secret; nil where no media server may ask.
    private let secret: [UInt8]?
    private let clock: ServerClock
    /// How much is logged of calls that anybody can make.
    private let refusals: Mutex<LogThrottle>

    /// Makes the routes.
    package init(_ access: PictureAccess, metrics: MediaHookMetrics) {
        self.access = access
        door = MediaServerDoor(access)
        self.metrics = metrics
        clock = access.pictures.clock
        let configuration = access.pictures.configuration
        // With the relay, nginx alone asks, and hands pictures on.
        servers =
            switch configuration.mode {
            case .external: Set(MediaServer.allCases)
            case .relay where configuration.rtmpURL != nil: [.nginx]
            case .relay, .none: []
            }
        secret = access.hooksSecret.map { Digest.sha256(Array($0.utf8)) }
        let lines = access.limits.refusedCallsLoggedPerSecond
        refusals = Mutex(LogThrottle(perSecond: lines, burst: lines, at: clock.monotonic()))
    }

    func addRoutes(to router: Router<HTTPRequestContext>) {
        for server in MediaServer.allCases {
            router.post(RouterPath("/v1/media-hooks/\(server.rawValue)")) { request, context in
                try await self.answer(request, context, server)
            }
        }
    }

    private func answer(
        _ request: Request, _ context: HTTPRequestContext, _ server: MediaServer
    ) async throws -> Response {
        guard let secret, servers.contains(server) else {
            throw HTTPFailure(
                status: .conflict, name: "mediaNotExternal",
                message:
                    "This server answers no such media server. Set media.mode to external, or media.rtmpURL for nginx, "
                    + "and media.hooksSecret.")
        }
        // Hashes have one length, so that the time of the comparison tells nothing.
        let shown = request.uri.queryParameters["secret"].map { Digest.sha256(Array($0.utf8)) }
        guard let shown, Digest.isEqual(shown, secret) else {
            metrics.refusedStranger()
            noteStranger(context)
            throw HTTPFailure(
                status: .forbidden, name: "hookSecretInvalid",
                message: "The address of the hook needs ?secret= with the value of media.hooksSecret.")
        }
        if request.headers[.expect] != nil { context.askForBody() }
        let body = Array(try await request.body.collect(upTo: Self.bodyBytesMax).readableBytesView)
        guard let hook = Self.hook(body, of: server) else {
            metrics.refusedUnreadable()
            throw HTTPFailure(
                status: .badRequest, name: "hookInvalid",
                message: "The body is not what this media server sends, or it names no stream.")
        }
        if let answer = try await handedOn(request, context, body, hook, server) { return answer }
        let verdict = await door.verdict(on: hook, from: server)
        metrics.answered(verdict)
        return Self.response(verdict, to: server, hook, context)
    }

    /// The answer of the home of the live that a hook is about, where that is another server; nil where it is answered here.
    private func handedOn(
        _ request: Request, _ context: HTTPRequestContext, _ body: [UInt8], _ hook: MediaServerHook,
        _ server: MediaServer
    ) async throws -> Response? {
        guard access.pictures.handing != nil else { return nil }
        do throws(MediaRefusal) {
            let subject = request.uri.path
            let sender = try access.sender(of: request, context, subject)
            for live in await door.livesElsewhere(of: hook) {
                let answer = try await access.handedOn(
                    request, context, .bytes(body), subject, of: live, for: sender)
                if let answer { return answer }
            }
            return nil
        } catch {
            metrics.notHandedOn()
            // A publisher who was let in stays, as when keys cannot be read.
            guard [.update, .publishDone].contains(hook.event), error.rejection.code.isTemporary else {
                throw HTTPFailure(error)
            }
            return Self.response(.allowed, to: server, hook, context)
        }
    }

    /// Reads a body.
    static func hook(_ body: [UInt8], of server: MediaServer) -> MediaServerHook? {
        switch server {
        case .nginx: return MediaServerHook(nginxForm: body)
        case .srs: return texts(body).flatMap { MediaServerHook(.srs, texts: $0) }
        case .mediamtx:
            // Its commands at the beginning and end of a stream send a form.
            if body.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") { return MediaServerHook(.mediaMTX, form: body) }
            return texts(body).flatMap { MediaServerHook(.mediaMTX, texts: $0) }
        }
    }

    /// The texts at the top level of an object; nil where it is none. Numbers count as texts: some versions of SRS send them as ids.
    private static func texts(_ body: [UInt8]) -> [String: String]? {
        guard let values = try? WireJSON.decode([String: Text].self, from: Data(body)) else { return nil }
        return values.compactMapValues(\.text)
    }

    private static func response(
        _ verdict: MediaServerVerdict, to server: MediaServer, _ hook: MediaServerHook, _ context: HTTPRequestContext
    ) -> Response {
        switch verdict {
        case .allowed:
            // SRS takes anything else for a refusal; the others ignore the body.
            return Response(
                status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "0")))
        case .push(let path):
            return Response(
                status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: path)))
        case .renamed(let live):
            return Response(status: .found, headers: [.location: live.rawValue, .cacheControl: "no-store"])
        case .refused(let refusal):
            let status: HTTPResponse.Status =
                switch refusal {
                case .tooFrequent, .storageUnavailable: .serviceUnavailable
                // A player or a publisher of RTSP gives a password only when it is asked for one.
                case .keyMissing where server == .mediamtx: .unauthorized
                default: .forbidden
                }
            return HTTPFailure(status: status, name: refusal.rawValue, message: refusal.sentence)
                .response(requestID: context.requestID)
        }
    }

    private func noteStranger(_ context: HTTPRequestContext) {
        guard let leftOut = refusals.withLock({ $0.admit(at: clock.monotonic()) }) else { return }
        var metadata: Logger.Metadata = [LogKeys.connectionAddress: "\(context.peerAddress ?? "unknown")"]
        if leftOut > 0 { metadata[LogKeys.linesLeftOut] = .stringConvertible(leftOut) }
        context.logger.warning("a media server asked without the secret of media.hooksSecret", metadata: metadata)
    }
}

/// A value of an object whose texts alone are of interest.
private struct Text: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.text = text
        } else {
            text = (try? container.decode(Int64.self)).map { String($0) }
        }
    }
}
