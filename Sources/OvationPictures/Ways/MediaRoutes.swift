import HTTPTypes
package import Hummingbird
import NIOCore
import OvationBackend
package import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport

/// The pictures of lives over plain HTTP: HLS for players (RFC 8216), and publishing with `PUT` or `POST`.
///
/// | Path | Answer |
/// | --- | --- |
/// | `GET /v1/media/<live>/main.m3u8` | the playlist that players open: what is in the picture, and where its segments are listed |
/// | `GET /v1/media/<live>/index.m3u8` | the playlist of the segments |
/// | `GET /v1/media/<live>/init-<n>.mp4`, `<n>.m4s` | what it lists |
/// | `GET /v1/media/<live>/cover` | a small frame of the picture, where the publisher sends any |
/// | `PUT /v1/media/<live>/cover` | takes such a frame from who may publish (`MediaRoutes+Cover.swift`) |
/// | `PUT`, `POST /v1/media/<live>/publish` | what was taken of the stream, at its end |
///
/// Segments never change, so a cache in front takes the load.
package struct MediaRoutes: HTTPRouteGroup {
    let access: PictureAccess
    /// Whose pages may play: those that may connect.
    private let origins: OriginPolicy

    /// Makes the routes.
    package init(_ access: PictureAccess, origins: OriginPolicy) {
        self.access = access
        self.origins = origins
    }

    var pictures: Pictures { access.pictures }

    private static let publishPath = "/v1/media/:live/publish"
    private static let coverPath = "/v1/media/:live/cover"
    private static let playPath = "/v1/media/:live/:name"

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.put(RouterPath(Self.publishPath)) { request, context in try await publish(request, context) }
        router.post(RouterPath(Self.publishPath)) { request, context in try await publish(request, context) }
        router.put(RouterPath(Self.coverPath)) { request, context in try await takeCover(request, context) }
        // The router looks no further than a path that somebody has named, so the cover's has all methods of its own.
        for path in [Self.playPath, Self.coverPath] { addPlaying(at: path, to: router) }
    }

    private func addPlaying(at path: String, to router: Router<HTTPRequestContext>) {
        router.get(RouterPath(path)) { request, context -> Response in
            let missing = liveToReach(request)
            // Each of these asks other servers.
            if missing != nil { try countAtRate(address(of: request, context), headers: crossOrigin(request)) }
            do throws(MediaRefusal) {
                if let missing { try await reach(missing, request) }
                return try play(request)
            } catch {
                // A page learns why only where it may read the answer.
                throw HTTPFailure(error, headers: crossOrigin(request))
            }
        }
        // What a page's browser asks before it asks for a part of a segment.
        router.on(RouterPath(path), method: .options) { request, _ -> Response in
            var headers = crossOrigin(request)
            if headers[.accessControlAllowOrigin] != nil {
                headers[.accessControlAllowMethods] = "GET, HEAD"
                headers[.accessControlAllowHeaders] = "Range, If-None-Match"
                headers[.accessControlMaxAge] = "86400"
            }
            return Response(status: .noContent, headers: headers)
        }
    }

    // MARK: - Playing

    /// The live whose picture has to be looked for at other servers for a request; nil where none has to. What has a name that nothing has
    /// is refused without that, and so is a cover.
    private func liveToReach(_ request: Request) -> LiveID? {
        guard let path = MediaPath(request.uri.path), HLSName(path.name) != nil, pictures.mustReach(path.live) else {
            return nil
        }
        return path.live
    }

    /// Has the picture of a live at another server be here.
    private func reach(_ live: LiveID, _ request: Request) async throws(MediaRefusal) {
        let signature = MediaQuery(ofTarget: request.head.path ?? "")["t"]
        if let refusal = await pictures.reach(live, signature: signature) { throw refusal }
    }

    private func play(_ request: Request) throws(MediaRefusal) -> Response {
        guard let path = MediaPath(request.uri.path) else {
            throw MediaRefusal(.mediaNotThere, "There is nothing of this name. The playlist is main.m3u8.")
        }
        if path.name == MediaPath.cover { return try cover(of: path.live, request) }
        guard let name = HLSName(path.name) else {
            throw MediaRefusal(.mediaNotThere, "There is nothing of this name. The playlist is main.m3u8.")
        }
        let target = request.head.path ?? ""
        let signature = MediaQuery(ofTarget: target)["t"]
        if let refusal = pictures.refusal(ofPlaying: path.live, signature: signature) { throw refusal }
        guard let picture = pictures.known(path.live) else { throw MediaRefusal(.mediaNotThere) }
        // Every line of a playlist repeats the signature, and no other part of the client's query.
        let query = signature.map { "t=\($0)" }
        switch name {
        case .main:
            guard let list = picture.mainPlaylist(query: query) else { throw MediaRefusal(.mediaNotThere) }
            // It is short, and its rates change with every segment, so it has no version that would be worth asking about.
            return answer(.playlist(list.bytes, tag: nil, segmentSeconds: list.segmentSeconds), to: request)
        case .playlist:
            guard let list = picture.playlist(query: query) else { throw MediaRefusal(.mediaNotThere) }
            return answer(.playlist(list.bytes, tag: list.tag, segmentSeconds: list.segmentSeconds), to: request)
        case .initialisation(let number):
            guard let part = picture.initialisation(number) else { throw MediaRefusal(.mediaNotThere) }
            picture.notePlayed()
            return answer(MediaFile(content: part.content, type: part.type, tag: "\"i\(number)\""), to: request)
        case .segment(let number):
            guard let part = picture.segment(number) else { throw MediaRefusal(.mediaNotThere) }
            picture.notePlayed()
            return answer(MediaFile(content: part.content, type: part.type, tag: "\"s\(number)\""), to: request)
        }
    }

    /// A small frame of the picture, for those who may watch it.
    private func cover(of live: LiveID, _ request: Request) throws(MediaRefusal) -> Response {
        let signature = MediaQuery(ofTarget: request.head.path ?? "")["t"]
        // It comes with a picture that somebody watches here.
        if pictures.mustReach(live) { throw MediaRefusal(.mediaNotThere) }
        if let refusal = pictures.refusal(ofPlaying: live, signature: signature, isCover: true) { throw refusal }
        guard let session = pictures.watchedStart(of: live)?.session, let cover = pictures.addresses.covers[session]
        else {
            throw MediaRefusal(.mediaNotThere)
        }
        // An address names one frame, but an earlier one is answered with the newest.
        return answer(
            MediaFile(
                content: [cover.content], type: cover.type, tag: "\"c\(cover.version)\"",
                caching: "public, max-age=10"),
            to: request)
    }

    private func answer(_ file: MediaFile, to request: Request) -> Response {
        let response = file.response(to: request, headers: crossOrigin(request))
        if request.method != .head { pictures.metrics.sent(bytes: response.body.contentLength ?? 0) }
        return response
    }

    /// Which other pages may read the answer.
    private func crossOrigin(_ request: Request) -> HTTPFields {
        guard let origin = request.headers[.origin] else {
            // A player that is no script sends no origin, and plays from wherever one is allowed.
            return origins.allowed.isEmpty ? [:] : [.crossOriginResourcePolicy: "cross-origin", .vary: "Origin"]
        }
        guard origins.allows(origin: origin, host: request.head.authority) else { return [.vary: "Origin"] }
        return [
            .accessControlAllowOrigin: origin, .vary: "Origin",
            .accessControlExposeHeaders: "Content-Length, Content-Range, Date, ETag",
            .crossOriginResourcePolicy: "cross-origin",
        ]
    }

    // MARK: - Publishing

    private func publish(_ request: Request, _ context: HTTPRequestContext) async throws -> Response {
        let path = MediaPath(request.uri.path)
        let sender = try admit(request, context, path)
        guard let path else { throw HTTPFailure(MediaRefusal(.liveNotOn)) }
        let query = MediaQuery(ofTarget: request.head.path ?? "")
        let key = query["key"] ?? BearerToken.of(request.headers[.authorization])
        if Pictures.mayPublish(ticket: query["ticket"], key: key) {
            do throws(MediaRefusal) {
                let answer = try await access.handedOn(request, context, .stream, path.text, of: path.live, for: sender)
                if let answer { return answer }
            } catch {
                pictures.refused(publisherOf: path.live, error, isStranger: true)
                throw HTTPFailure(error)
            }
        }
        if let refusal = await pictures.refusal(ofPublishing: path.live, ticket: query["ticket"], key: key) {
            throw HTTPFailure(refusal)
        }
        guard let picture = pictures.picture(of: path.live) else { throw HTTPFailure(MediaRefusal(.liveNotOn)) }
        if request.headers[.expect] != nil { context.askForBody() }
        // The program beside nginx says so; who lies has shown a ticket, and harms nobody else's picture.
        let way: StreamEvent.Way = query["via"] == MediaServer.nginx.rawValue ? .nginx : .relay
        do {
            let summary = try await MediaBodyPublisher(picture, of: pictures, context).publish(request.body)
            pictures.gone(publisherOf: path.live, isFinished: context.isConnected, way: way)
            return .json(summary)
        } catch let refusal as MediaRefusal {
            pictures.refused(publisherOf: path.live, refusal, way: way)
            if way == .nginx, refusal.isForGood { pictures.pushes.sentAway(path.live) }
            throw HTTPFailure(refusal)
        } catch {
            pictures.gone(publisherOf: path.live, isFinished: false, way: way)
            throw error
        }
    }

    /// Origin and rate of who sends something.
    ///
    /// - Returns: who that is, behind proxies and other servers.
    func admit(
        _ request: Request, _ context: HTTPRequestContext, _ path: MediaPath?
    ) throws(HTTPFailure) -> PictureSender {
        let origin = request.headers[.origin]
        guard origins.allows(origin: origin, host: request.head.authority) else {
            throw HTTPFailure(
                status: .forbidden, name: ErrorCode.originRefused.name, message: ErrorCode.originRefused.defaultMessage,
                code: ErrorCode.originRefused.rawValue)
        }
        let sender: PictureSender
        do throws(MediaRefusal) {
            sender = try access.sender(of: request, context, path?.text ?? "")
        } catch {
            throw HTTPFailure(error)
        }
        try countAtRate(sender.address)
        return sender
    }

    private func address(of request: Request, _ context: HTTPRequestContext) -> String {
        ClientAddress.of(
            peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
            trustedProxies: access.trustedProxies)
    }

    /// Counts a request at the rate of its address.
    private func countAtRate(_ address: String, headers more: HTTPFields = [:]) throws(HTTPFailure) {
        if let milliseconds = access.rates.refusal(ofHandshakeFrom: AddressKey(address)) {
            var headers = more
            headers[.retryAfter] = "\((milliseconds + 999) / 1_000)"
            throw HTTPFailure(
                status: .tooManyRequests, name: ErrorCode.handshakesTooFrequent.name,
                message: ErrorCode.handshakesTooFrequent.defaultMessage,
                headers: headers,
                code: ErrorCode.handshakesTooFrequent.rawValue)
        }
    }
}

/// Something of a picture that is fetched over HTTP: a playlist or a segment.
struct MediaFile {
    /// Its bytes, in buffers that others share.
    let content: [ByteBuffer]
    let type: String
    /// Names these bytes, with the quotation marks of `ETag`; nil where nobody asks whether they changed.
    let tag: String?
    /// How long it may be kept. Names of segments are never used for other bytes.
    var caching = "public, max-age=86400, immutable"

    /// A playlist, which is old after half a segment.
    static func playlist(_ bytes: [UInt8], tag: String?, segmentSeconds: Int64) -> MediaFile {
        MediaFile(
            content: [ByteBuffer(bytes: bytes)], type: "application/vnd.apple.mpegurl", tag: tag,
            caching: "public, max-age=\(max(segmentSeconds / 2, 1))")
    }

    /// The answer to a GET or a HEAD.
    func response(to request: Request, headers more: HTTPFields) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .cacheControl: caching, .acceptRanges: "bytes",
        ]
        headers[.eTag] = tag
        for field in more { headers[field.name] = field.value }
        if let tag, let offered = request.headers[.ifNoneMatch], PageFile.names(tag, in: offered) {
            return Response(status: .notModified, headers: headers)
        }
        let byteCount = content.reduce(0) { $0 + $1.readableBytes }
        // A part of something else than the client has is of no use to it.
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        switch isSame ? ByteRange(request.headers[.range], byteCount: byteCount) : .whole {
        case .whole:
            headers[.contentLength] = "\(byteCount)"
            return Response(status: .ok, headers: headers, body: .init(contentsOf: content))
        case .part(let range):
            headers[.contentLength] = "\(range.count)"
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
            return Response(
                status: .partialContent, headers: headers,
                body: .init(contentsOf: ByteBuffer.slices(of: content, in: range)))
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(byteCount)"
            headers[.contentLength] = "0"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
    }
}

extension HTTPFailure {
    /// Refuses a publisher or a player.
    init(_ refusal: MediaRefusal, headers: HTTPFields = [:]) {
        var headers = headers
        if refusal.rejection.code.isTemporary { headers[.retryAfter] = "1" }
        self.init(
            status: HTTPResponse.Status(code: refusal.status), name: refusal.rejection.code.name,
            message: refusal.rejection.message, headers: headers, code: refusal.rejection.code.rawValue)
    }
}
