import HTTPTypes
import Hummingbird
import NIOCore
import OvationHTTP
import OvationMedia
import OvationModel

extension MediaRoutes {
    /// Takes a small frame of a running picture from who may publish it: the body is a JPEG or a WebP.
    ///
    /// The page that publishes by WebSocket sends covers on it. A picture by WHIP or RTMP has no such way, and encoders draw none, so the
    /// page of the live's owner sends them here. They come at the rate of the other way, and go with the picture as those do.
    func takeCover(_ request: Request, _ context: HTTPRequestContext) async throws -> Response {
        let path = MediaPath(request.uri.path)
        let sender = try admit(request, context, path)
        guard let path else { throw HTTPFailure(MediaRefusal(.liveNotOn)) }
        let query = MediaQuery(ofTarget: request.head.path ?? "")
        let key = query["key"] ?? BearerToken.of(request.headers[.authorization])
        if Pictures.mayPublish(ticket: query["ticket"], key: key) {
            do throws(MediaRefusal) {
                let body = HandingDesk.Body.whole(bytesMax: pictures.configuration.limits.coverBytesMax)
                let answer = try await access.handedOn(request, context, body, path.text, of: path.live, for: sender)
                if let answer { return answer }
            } catch {
                pictures.metrics.refused(error.rejection.code)
                throw HTTPFailure(error)
            }
        }
        if let refusal = await pictures.refusal(ofCoverOf: path.live, ticket: query["ticket"], key: key) {
            throw HTTPFailure(refusal)
        }
        guard let picture = pictures.picture(of: path.live) else { throw HTTPFailure(MediaRefusal(.liveNotOn)) }
        // Before the body is read, so that what comes too often costs little.
        if picture.isCoverEarly { throw tooEarly() }
        let bytesMax = pictures.configuration.limits.coverBytesMax
        let bytes: ByteBuffer
        do {
            if request.headers[.expect] != nil { context.askForBody() }
            bytes = try await request.body.collect(upTo: bytesMax)
        } catch is NIOTooManyBytesError {
            pictures.metrics.cover(.invalid)
            throw HTTPFailure(
                MediaRefusal(.uploadTooLarge, "A cover has at most \(bytesMax) bytes (media.coverBytesMax)."))
        }
        guard let image = CoverImage(Array(bytes.readableBytesView)) else {
            pictures.metrics.cover(.invalid)
            let side = CoverImage.sideMax
            throw HTTPFailure(
                MediaRefusal(.uploadTypeRefused, "A cover is a still JPEG or WebP of at most \(side) pixels a side."))
        }
        switch try await picture.take(image) {
        case .taken:
            pictures.metrics.cover(.taken)
            return Response(status: .noContent)
        case .early: throw tooEarly()
        case .noPicture: throw HTTPFailure(MediaRefusal(.mediaNotThere))
        }
    }

    private func tooEarly() -> HTTPFailure {
        pictures.metrics.cover(.early)
        let seconds = pictures.configuration.limits.coverSecondsMin
        return HTTPFailure(
            MediaRefusal(.uploadsTooFrequent, "A live has a cover each \(seconds) seconds (media.coverSecondsMin)."),
            headers: [.retryAfter: "\(seconds)"])
    }
}
