import HTTPTypes
import Hummingbird
import OvationBackend
import OvationHTTP
import OvationMedia
import OvationModel

/// How the routes find who asks, and hand on what is about a live of another server.
extension PictureAccess {
    /// Who sent a request.
    ///
    /// - Parameter subject: what it is about: its path as it is written here, without the query.
    /// - Throws: `clusterProofInvalid` where it says that a server of the cluster handed it on, and none has.
    func sender(
        of request: Request, _ context: HTTPRequestContext, _ subject: String
    ) throws(MediaRefusal) -> PictureSender {
        let text = request.headers[.ovationHandedOn]
        if let sender = try pictures.handing?.sender(text, request.method.rawValue, subject) { return sender }
        return PictureSender(
            address: ClientAddress.of(
                peer: context.peerAddress, forwardedFor: request.headers[values: .xForwardedFor],
                trustedProxies: trustedProxies),
            isHandedOn: false)
    }

    /// The answer to a request of the home of its live, where that is another server; nil where it is answered here.
    ///
    /// - Throws: a temporary refusal where the home cannot be reached, or too many are handed on.
    func handedOn(
        _ request: Request, _ context: HTTPRequestContext, _ body: HandingDesk.Body, _ subject: String, of live: LiveID,
        for sender: PictureSender
    ) async throws(MediaRefusal) -> Response? {
        guard let desk = pictures.handing, let origin = try await desk.home(of: live, for: sender) else { return nil }
        return try await desk.answer(
            to: request, context, body, subject, of: live, from: sender.address, at: origin)
    }
}

extension Pictures {
    /// Whether what a client shows may be a ticket or a key. What can be none is asked of no other server.
    static func mayPublish(ticket: String?, key: String?) -> Bool {
        ticket != nil || key.flatMap { StreamKey($0) } != nil
    }
}

extension HTTPField.Name {
    /// Says whose request it is that another server hands on.
    static let ovationHandedOn: HTTPField.Name = {
        guard let name = HTTPField.Name(FetchProof.handedOnHeader) else { preconditionFailure("it is a name") }
        return name
    }()
}
