import Foundation
import NIOHTTP1
import OvationSupport

/// Decides whether a request is a handshake for one of our sockets, by RFC 6455 and by where it comes from. Pure.
package struct WebSocketHandshake: Sendable {
    /// The protocol of this version.
    static let subprotocol = "ovation.v1.json"

    /// Where the socket is.
    let path: Path
    /// The protocol that is spoken there.
    var subprotocol = Self.subprotocol
    /// Whether a client must offer our protocol.
    let requiresSubprotocol: Bool
    /// Which pages may open it.
    let origins: OriginPolicy
    /// Whether compression is agreed to where a client offers it.
    let compresses: Bool

    package init(
        path: Path, subprotocol: String = Self.subprotocol, requiresSubprotocol: Bool, origins: OriginPolicy,
        compresses: Bool
    ) {
        self.path = path
        self.subprotocol = subprotocol
        self.requiresSubprotocol = requiresSubprotocol
        self.origins = origins
        self.compresses = compresses
    }

    /// The path of a socket.
    package enum Path: Sendable {
        /// One path.
        case exactly(String)
        /// The paths that a test accepts. It is called on any thread.
        case every(@Sendable (_ path: Substring) -> Bool)

        func matches(_ path: Substring) -> Bool {
            switch self {
            case .exactly(let own): path == own
            case .every(let accepts): accepts(path)
            }
        }
    }

    /// Whether a request is to be upgraded.
    func accepts(_ request: HTTPRequestHead) -> Bool {
        guard request.method == .GET, request.version != .http1_0, path.matches(request.uri.prefix { $0 != "?" })
        else { return false }
        guard request.headers[canonicalForm: "Upgrade"].contains(where: { $0.lowercased() == "websocket" }),
            request.headers[canonicalForm: "Connection"].contains(where: { $0.lowercased() == "upgrade" })
        else { return false }
        guard request.headers["Sec-WebSocket-Version"] == ["13"] else { return false }
        let keys = request.headers["Sec-WebSocket-Key"]
        guard keys.count == 1, Data(base64Encoded: keys[0])?.count == 16 else { return false }
        guard origins.allows(origin: request.headers.first(name: "Origin"), host: request.headers.first(name: "Host"))
        else {
            return false
        }
        // A client that asks for other protocols only would not understand us.
        let offered = request.headers[canonicalForm: "Sec-WebSocket-Protocol"]
        return offered.contains(Substring(subprotocol)) || (!requiresSubprotocol && offered.isEmpty)
    }

    /// What is agreed on compression; nil for none.
    func deflate(for request: HTTPRequestHead) -> DeflateExtension? {
        compresses ? DeflateExtension.accept(request.headers["Sec-WebSocket-Extensions"]) : nil
    }

    /// The headers of the answer to a request that was accepted.
    func responseHeaders(for request: HTTPRequestHead) -> HTTPHeaders {
        var headers: HTTPHeaders = ["Connection": "upgrade", "Upgrade": "websocket"]
        let key = request.headers.first(name: "Sec-WebSocket-Key") ?? ""
        let digest = Digest.sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
        headers.add(name: "Sec-WebSocket-Accept", value: Data(digest).base64EncodedString())
        if request.headers[canonicalForm: "Sec-WebSocket-Protocol"].contains(Substring(subprotocol)) {
            headers.add(name: "Sec-WebSocket-Protocol", value: subprotocol)
        }
        if let deflate = deflate(for: request) { headers.add(name: "Sec-WebSocket-Extensions", value: deflate.header) }
        return headers
    }
}
