import Foundation
import HTTPTypes
package import Hummingbird

/// Answers requests for a WebSocket that did not become one, with what was wrong.
///
/// A rightful handshake never gets here: the gateway takes it before the routes see it.
package struct WebSocketRoutes: HTTPRouteGroup {
    /// Whether a page may connect, by its `Origin` and the request's host; nil where the request has none.
    let allowsOrigin: @Sendable (_ origin: String?, _ host: String?) -> Bool
    /// Whether there is an echo at `/v1/echo`.
    let hasEcho: Bool

    package init(allowsOrigin: @escaping @Sendable (_ origin: String?, _ host: String?) -> Bool, hasEcho: Bool) {
        self.allowsOrigin = allowsOrigin
        self.hasEcho = hasEcho
    }

    /// The protocol of this version.
    private static let subprotocol = "ovation.v1.json"

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get("/v1/ws") { [self] request, _ -> Response in
            throw failure(of: request, subprotocol: Self.subprotocol)
        }
        for name in ["publish", "play"] {
            router.get(RouterPath("/v1/media/:live/\(name)")) { [self] request, _ -> Response in
                throw failure(of: request, subprotocol: nil)
            }
        }
        guard hasEcho else { return }
        router.get("/v1/echo") { [self] request, _ -> Response in throw failure(of: request, subprotocol: nil) }
    }

    /// The first thing that is wrong with a handshake.
    private func failure(of request: Request, subprotocol: String?) -> HTTPFailure {
        let origin = request.headers[.origin]
        if !allowsOrigin(origin, request.head.authority) {
            return HTTPFailure(
                status: .forbidden, name: "originRefused",
                message: """
                    Pages from \(origin.map { String($0.prefix(128)) } ?? "nowhere") may not connect to this server. \
                    Its operator can add the origin to app.allowedOrigins.
                    """)
        }
        guard has("upgrade", in: request.headers[.connection]), has("websocket", in: request.headers[.upgrade]) else {
            let offer = subprotocol.map { " and the subprotocol \($0)" } ?? ""
            return upgradeRequired(
                """
                This path is a WebSocket: connect with a WebSocket client\(offer). A proxy in front of the server must \
                pass on the headers Upgrade and Connection.
                """)
        }
        guard request.headers[.secWebSocketVersion] == "13" else {
            return upgradeRequired("The server speaks version 13 of the WebSocket protocol (RFC 6455).")
        }
        let key = request.headers[values: .secWebSocketKey]
        guard key.count == 1, Data(base64Encoded: key[0])?.count == 16 else {
            return badHandshake("Sec-WebSocket-Key must be there once: 16 bytes in Base64.")
        }
        guard let subprotocol, !has(subprotocol, in: request.headers[.secWebSocketProtocol], matchesCase: true) else {
            return badHandshake("The handshake could not be taken. It must be a GET over HTTP/1.1 without a body.")
        }
        return badHandshake("Offer the subprotocol \(subprotocol) in Sec-WebSocket-Protocol.")
    }

    private func upgradeRequired(_ message: String) -> HTTPFailure {
        HTTPFailure(
            status: .upgradeRequired, name: "upgradeRequired", message: message,
            headers: [.upgrade: "websocket", .connection: "Upgrade", .secWebSocketVersion: "13"])
    }

    private func badHandshake(_ message: String) -> HTTPFailure {
        HTTPFailure(status: .badRequest, name: "handshakeInvalid", message: message)
    }

    /// Whether a comma-separated header has a token.
    private func has(_ token: String, in header: String?, matchesCase: Bool = false) -> Bool {
        (header ?? "").split(separator: ",").contains { part in
            let part = part.trimmingCharacters(in: .whitespaces)
            return matchesCase ? part == token : part.lowercased() == token
        }
    }
}
