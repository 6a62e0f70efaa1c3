import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import OvationWire

/// Single requests to Janus over HTTP, each bounded in time and bytes.
struct JanusClient: Sendable {
    /// Bytes of an answer at most. A batch of events is ten messages with a description each.
    static let answerBytesMax = 2 * 1_024 * 1_024
    /// Events of one answer.
    static let eventsMax = 10
    /// How long Janus lets a question for events wait (30 s), and some.
    static let pollMilliseconds = 40_000

    private let http: HTTPClient
    /// Janus's address, without a slash at its end.
    private let root: String
    private let secret: String?
    private let milliseconds: Int

    init(_ http: HTTPClient, url: String, secret: String?, milliseconds: Int) {
        self.http = http
        var root = url
        while root.hasSuffix("/") { root.removeLast() }
        self.root = root
        self.secret = secret
        self.milliseconds = milliseconds
    }

    /// What Janus says of itself.
    func info() async throws(JanusFailure) -> JanusInfo {
        let bytes = try await send(HTTPClientRequest(url: root + "/info"), milliseconds: milliseconds)
        guard let info = try? WireJSON.decode(JanusInfo.self, from: Data(bytes)), info.janus == "server_info" else {
            throw .nonsense
        }
        return info
    }

    /// Makes sure that Janus is new enough and has VideoRoom.
    func requireFit() async throws(JanusFailure) -> JanusInfo {
        let info = try await info()
        guard let version = info.version, version >= JanusInfo.versionMin else {
            throw .unfit("Janus is too old (\(info.versionText ?? "unknown")). It has to be 1.0 or newer.")
        }
        guard info.plugins?[JanusInfo.videoRoom] != nil else {
            throw .unfit("Janus has no VideoRoom. Let janus.jcfg load libjanus_videoroom.so.")
        }
        return info
    }

    /// Posts a request.
    ///
    /// - Parameter path: the session and the handle: `/1234/5678`.
    func post(_ request: JanusRequest, _ path: String = "") async throws(JanusFailure) -> JanusMessage {
        var request = request
        request.apisecret = secret
        var call = HTTPClientRequest(url: root + path)
        call.method = .POST
        call.headers.add(name: "content-type", value: "application/json")
        call.body = .bytes(ByteBuffer(bytes: WireJSON.bytes(request)))
        let bytes = try await send(call, milliseconds: milliseconds)
        guard let message = try? WireJSON.decode(JanusMessage.self, from: Data(bytes)) else { throw .nonsense }
        return try Self.checked(message)
    }

    /// Waits for events of a session, at most half a minute.
    func events(of session: UInt64) async throws(JanusFailure) -> [JanusMessage] {
        var url = "\(root)/\(session)?maxev=\(Self.eventsMax)"
        if let secret {
            url += "&apisecret=" + (secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
        }
        let bytes = try await send(HTTPClientRequest(url: url), milliseconds: Self.pollMilliseconds)
        let data = Data(bytes)
        if let many = try? WireJSON.decode([JanusMessage].self, from: data) { return many }
        guard let one = try? WireJSON.decode(JanusMessage.self, from: data) else { throw .nonsense }
        return [try Self.checked(one)]
    }

    /// A message that is no refusal.
    static func checked(_ message: JanusMessage) throws(JanusFailure) -> JanusMessage {
        if let failure = message.error {
            // 403: the secret is another one.
            throw failure.code == 403 ? .unauthorized : .refused(failure.code, failure.reason ?? "")
        }
        if let content = message.plugindata?.data, let code = content.errorCode {
            throw .refused(code, content.error ?? "")
        }
        return message
    }

    private func send(_ request: HTTPClientRequest, milliseconds: Int) async throws(JanusFailure) -> [UInt8] {
        do {
            let response = try await http.execute(request, timeout: .milliseconds(Int64(milliseconds)))
            guard response.status == .ok else {
                throw response.status == .forbidden ? JanusFailure.unauthorized : .nonsense
            }
            return Array(try await response.body.collect(upTo: Self.answerBytesMax).readableBytesView)
        } catch let failure as JanusFailure {
            throw failure
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            throw .late
        } catch is NIOTooManyBytesError {
            throw .nonsense
        } catch {
            throw .unreachable(Self.words(error))
        }
    }

    /// The error without the address, which has the secret.
    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: error.shortDescription
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is CancellationError: "given up"
        case NIOSSLError.handshakeFailed(.sslError(let stack)):
            stack.contains { "\($0)".contains("CERTIFICATE_VERIFY_FAILED") }
                ? "this machine does not trust its certificate" : "it speaks no TLS there"
        case is NIOSSLExtraError: "its certificate is for another name"
        case is NIOSSLError: "it speaks no TLS there"
        default: "\(type(of: error))"
        }
    }
}
