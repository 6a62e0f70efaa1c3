import AsyncHTTPClient
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import OvationHTTP
import OvationMedia
import OvationModel

/// Requests that are handed on, with the answer of the home.
extension HandingDesk {
    /// The most bytes of an answer that are passed on: a description of a session is the longest.
    private static let answerBytesMax = 1_024 * 1_024

    /// How the body of a request is handed on.
    enum Body {
        /// As a stream, for as long as it comes.
        case stream
        /// As a whole, of so many bytes at most.
        case whole(bytesMax: Int)
        /// As it was read already.
        case bytes([UInt8])
    }

    /// Hands a request on, and returns the home's answer.
    ///
    /// - Parameters:
    ///   - subject: what it is about: the path as it is asked at the home.
    ///   - address: the client's.
    /// - Throws: a temporary refusal where the home cannot be reached, or is lost before it answers.
    func answer(
        to request: Request, _ context: HTTPRequestContext, _ body: Body, _ subject: String, of live: LiveID,
        from address: String, at origin: PictureOrigin
    ) async throws(MediaRefusal) -> Response {
        let place = try take(for: address)
        defer { give(place) }
        let query = (request.head.path ?? "").firstIndex(of: "?").map { (request.head.path ?? "")[$0...] } ?? ""
        var asked = HTTPClientRequest(url: origin.address + subject + query)
        asked.method = HTTPMethod(rawValue: request.method.rawValue)
        asked.headers = Self.headers(of: request)
        asked.headers.add(
            name: FetchProof.handedOnHeader, value: proof(request.method.rawValue, subject, of: address, at: origin))
        var stream: HandedBody?
        if request.headers[.expect] != nil { context.askForBody() }
        switch body {
        case .stream:
            context.streamBody(silence: Self.silence(pictures.configuration.limits))
            let handed = HandedBody(request.body, context) { [metrics] in metrics.handedOn(bytes: $0) }
            let length = request.headers[.contentLength].flatMap { Int64($0) }
            asked.body = .stream(handed, length: length.map { .known($0) } ?? .unknown)
            stream = handed
        case .whole(let bytesMax):
            let bytes = try await whole(request.body, bytesMax: bytesMax)
            metrics.handedOn(bytes: bytes.readableBytes)
            if bytes.readableBytes > 0 { asked.body = .bytes(bytes) }
        case .bytes(let bytes):
            metrics.handedOn(bytes: bytes.count)
            asked.body = .bytes(ByteBuffer(bytes: bytes))
        }
        let outcome: Result<Response, any Error>
        do {
            outcome = .success(try await ask(asked))
        } catch {
            outcome = .failure(error)
        }
        await stream?.close()
        switch outcome {
        case .success(let response):
            metrics.ended(response.status.code < 400 ? .finished : .refused)
            return response
        case .failure(let error): throw lost(error, stream, live, origin)
        }
    }

    private func ask(_ asked: HTTPClientRequest) async throws -> Response {
        // Its connection has times of its own.
        let answer = try await http.execute(asked, deadline: .distantFuture)
        let body = try await answer.body.collect(upTo: Self.answerBytesMax)
        var headers = HTTPFields()
        for (name, value) in answer.headers where !Self.ofConnection.contains(name.lowercased()) {
            // The server writes its own.
            guard !["date", "server"].contains(name.lowercased()), let field = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: field, value: value))
        }
        return Response(
            status: HTTPResponse.Status(code: Int(answer.status.code)), headers: headers,
            body: ResponseBody(byteBuffer: body))
    }

    /// Why there is no answer.
    private func lost(
        _ error: any Error, _ stream: HandedBody?, _ live: LiveID, _ origin: PictureOrigin
    ) -> MediaRefusal {
        let failure = stream?.failure
        if isStopping || failure == .streamEnded {
            metrics.ended(.stopped)
            return MediaRefusal(.serverShuttingDown)
        }
        if failure == .timedOut {
            metrics.ended(.silent)
            return MediaRefusal(.liveUnreachable)
        }
        if error is HandedBody.Ended || failure != nil {
            // Nobody reads the answer.
            metrics.ended(.finished)
            return MediaRefusal(.liveUnreachable)
        }
        metrics.ended(stream?.hasBegun == true ? .lost : .unreachable)
        noteUnreachable(live, origin)
        return MediaRefusal(.liveUnreachable)
    }

    private func whole(_ body: RequestBody, bytesMax: Int) async throws(MediaRefusal) -> ByteBuffer {
        do {
            return try await body.collect(upTo: bytesMax)
        } catch is NIOTooManyBytesError {
            throw MediaRefusal(.uploadTooLarge, "The body has at most \(bytesMax) bytes here.")
        } catch {
            throw MediaRefusal(.illegalParameter, "The body ended too early.")
        }
    }

    /// What is between two servers, and not between the client and the home (RFC 9110, 7.6.1); with what is said of the client's way here.
    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te", "trailer",
        "transfer-encoding", "upgrade", "expect", "content-length", "x-forwarded-for",
    ]

    private static func headers(of request: Request) -> HTTPHeaders {
        var headers = HTTPHeaders()
        // The home compares it with the page's origin.
        if let authority = request.head.authority { headers.add(name: "Host", value: authority) }
        for field in request.headers where !ofConnection.contains(field.name.canonicalName) {
            headers.add(name: field.name.rawName, value: field.value)
        }
        return headers
    }
}
