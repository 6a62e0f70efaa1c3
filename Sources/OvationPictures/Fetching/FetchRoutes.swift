import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import OvationHTTP
import OvationMedia
import OvationModel
import OvationSupport

/// The pictures of lives that run here, for the other servers of the cluster: `GET /v1/cluster/pictures/<live>?start=<session>`.
///
/// The answer goes on for as long as the live does: everything that is kept of the picture, then each change, in ``FetchFrame``s. One
/// server has one such answer of a live, however many of its viewers watch. Only servers that prove to be of the cluster are answered.
package struct FetchRoutes: HTTPRouteGroup {
    private let pictures: Pictures
    private let proof: FetchProof
    private let server: FetchingServer
    private let asks = FetchAsks()

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - proof: of the cluster's secret.
    ///   - server: this one.
    package init(_ pictures: Pictures, proof: FetchProof, server: FetchingServer) {
        self.pictures = pictures
        self.proof = proof
        self.server = server
    }

    private static let path = "/v1/cluster/pictures/:live"
    private static let root = "/v1/cluster/pictures/"

    /// The path of a picture's answer, with its query.
    static func path(of live: LiveID, _ session: LiveSessionID) -> String {
        "\(root)\(MediaPath.escaped(live))?start=\(session)"
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get(RouterPath(Self.path)) { request, _ in try answer(request) }
    }

    private func answer(_ request: Request) throws -> Response {
        let id = request.uri.path.dropFirst(Self.root.count)
        let start = MediaQuery(ofTarget: request.head.path ?? "")["start"]
        guard let live = String(id).removingPercentEncoding.flatMap({ LiveID($0) }),
            let session = start.flatMap({ LiveSessionID($0) }),
            let ask = request.headers[.authorization].flatMap({ proof.ask($0, for: live, session, at: server) })
        else { throw refusal(.stranger) }
        switch asks.take(ask, at: pictures.clock.wall()) {
        case .taken: break
        case .stale: throw refusal(.stale)
        case .repeated: throw refusal(.repeated)
        }
        guard pictures.start(of: live)?.session == session, let picture = pictures.picture(of: live),
            picture.elsewhere == nil
        else { throw refusal(.elsewhere) }
        guard pictures.mayBeFollowed else { throw refusal(.full) }
        let wakes = picture.follow(from: ask.server.slot)
        return Response(
            status: .ok, headers: [.contentType: "application/octet-stream", .cacheControl: "no-store"],
            body: ResponseBody { [pictures, proof] writer in
                var stream = FollowedPicture(picture, of: pictures, for: ask, proof: proof)
                for await wake in wakes {
                    for frame in stream.frames(isBeat: wake == .beat) {
                        let bytes = stream.bytes(of: frame)
                        pictures.fetchMetrics.sent(bytes: bytes.readableBytes)
                        try await writer.write(bytes)
                    }
                    if stream.isOver { break }
                }
                try await writer.finish(nil)
            })
    }

    private func refusal(_ reason: FetchMetrics.Refusal) -> HTTPFailure {
        pictures.fetchMetrics.refused(reason)
        switch reason {
        case .stranger, .stale, .repeated: return HTTPFailure(MediaRefusal(.clusterProofInvalid))
        case .elsewhere: return HTTPFailure(MediaRefusal(.pictureUnreachable))
        case .full:
            let max = pictures.configuration.limits.followersMax
            return HTTPFailure(
                MediaRefusal(.mediaBusy, "As many servers fetch pictures here as may (media.followersMax: \(max))."))
        }
    }
}
