import Hummingbird
import OvationBackend
import OvationHTTP
import OvationModel
import OvationNode
import OvationSupport

/// What every request with a body passes before its ticket is read: where its page is from, and how often its address asks.
struct UploadAdmission: Sendable {
    private let node: Node
    private let origins: OriginPolicy

    /// - Parameter origins: whose pages may upload.
    init(node: Node, origins: OriginPolicy) {
        self.node = node
        self.origins = origins
    }

    /// Lets a request in.
    ///
    /// - Returns: its address as it is counted, nil where it is not known; and the ticket that it shows, nil where it shows none.
    /// - Throws: `originRefused`, `handshakesTooFrequent`.
    func admit(
        _ request: Request, _ context: HTTPRequestContext
    ) throws(Rejection) -> (address: AddressKey?, ticket: String?) {
        guard origins.allows(origin: request.headers[.origin], host: request.head.authority) else {
            throw Rejection(.originRefused)
        }
        let address = AddressKey(
            ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: node.configuration.trustedProxies))
        if let wait = node.rates.refusal(ofHandshakeFrom: address) {
            throw Rejection(.handshakesTooFrequent, retryAfterMilliseconds: wait)
        }
        let ticket = request.uri.queryParameters["ticket"].map(String.init)
        return (address, ticket ?? BearerToken.of(request.headers[.authorization]))
    }
}
