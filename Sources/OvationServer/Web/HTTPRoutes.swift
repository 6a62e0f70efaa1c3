import Hummingbird
import Logging
import OvationHTTP
import OvationMedia
import OvationModel
import OvationNode
import OvationObservability
import OvationPictures
import OvationWeb

/// Everything that the server answers over plain HTTP.
///
/// | Path | Answer |
/// | --- | --- |
/// | `/health/live`, `/health/ready` | how the server is |
/// | `/metrics` | metrics for Prometheus |
/// | `/v1/web-config` | what the page needs before it logs in |
/// | `/v1/ws`, in development also `/v1/echo` | what was wrong with a handshake that did not become a WebSocket |
/// | `/v1/media/<live>/…` | pictures of lives |
/// | `/v1/media/test` | takes bytes that test an uplink, and throws them away |
/// | `/v1/rtc/<live>/…` | pictures of lives by WebRTC: WHIP and WHEP |
/// | `/v1/media-hooks/<server>` | what media servers of one's own ask |
/// | `/v1/files`, `/v1/files/<name>` | uploaded files |
/// | `/v4/<service>/<command>` | the REST API |
/// | `/openapi.yaml`, `/openapi.json` | the description of the REST API; `/docs` is it as a page |
/// | `/`, `/feed`, `/live/<live>`, `/studio`, `/studio/<live>`, `/me` | the page, which reads the path |
/// | `/embed/<live>` | the page with nothing but a live, for a frame; only with `web.embedOrigins` |
/// | `/console`, `/console/lives`, … | the page of operators |
/// | `/app.js`, … | the page's files |
/// | `/w/<hash>/app.js`, … | the page's files, under addresses that browsers keep for a year |
/// | any other | 404: for a browser the page, which says so, and for a program JSON |
struct HTTPRoutes: Sendable {
    private let metrics: HTTPMetrics
    private let allowsHost: @Sendable (_ host: String?) -> Bool
    private let groups: [any HTTPRouteGroup]
    /// What a browser gets for a path at which there is nothing; nil without the page.
    private let missing: PageFile?

    /// Makes the routes and reads the page into memory. Without the page it says so in the log and goes on.
    ///
    /// - Parameters:
    ///   - sdkAppID: the app that the server serves.
    ///   - isDevelopment: whether the page may log in with the UserSig `dev`, and the echo is there.
    ///   - registry: what `/metrics` shows, and where requests are counted.
    ///   - allowsOrigin: whether a page may connect, by its `Origin` and the request's host.
    ///   - allowsHost: whether a request is answered at all, by its host.
    ///   - readiness: names what is missing before the server is ready; empty when it is. Called on any thread.
    ///   - degradation: names what does not work although the server is ready. Called on any thread.
    ///   - logger: told where the page is missing.
    ///   - media: how the pictures of lives are carried, as the page is told.
    ///   - groups: further routes. They come before the page's files.
    ///   - categories: the categories of lives that the page offers.
    ///   - embedOrigins: origins of pages that may show a live in a frame.
    ///   - recharge: where users buy coins.
    ///   - sharedLive: what a link to a live shows; nil for a live that is not on or not public. Called on any thread.
    ///   - page: reads the page's files, by path.
    init(
        sdkAppID: Int, isDevelopment: Bool, registry: PrometheusRegistry,
        allowsOrigin: @escaping @Sendable (_ origin: String?, _ host: String?) -> Bool,
        allowsHost: @escaping @Sendable (_ host: String?) -> Bool = { _ in true },
        readiness: @escaping @Sendable () -> [String], degradation: @escaping @Sendable () -> [String] = { [] },
        logger: Logger, media: MediaConfiguration = MediaConfiguration(), groups: [any HTTPRouteGroup] = [],
        categories: [LiveCategory] = [], embedOrigins: [String] = [], recharge: RechargeAddress? = nil,
        sharedLive: @escaping @Sendable (LiveID) -> SharedLive? = { _ in nil },
        page: () throws -> [String: [UInt8]] = { try OvationWeb.files() }
    ) {
        metrics = HTTPMetrics(factory: registry)
        self.allowsHost = allowsHost
        let rtc = media.rtc.engine == .none ? "" : "rtc=\(media.rtc.engine.rawValue), "
        let tree = Self.tree(
            page, "dev=\(isDevelopment), media=\(media.mode.rawValue), \(rtc)sdkAppID=\(sdkAppID)", categories,
            recharge,
            pictures: media.mode == .external ? media.playURL?.origin : nil, logger)
        missing = tree?.missing
        self.groups =
            [
                HealthRoutes(readiness: readiness, degradation: degradation),
                MetricsRoute(registry: registry),
                WebConfigRoute(sdkAppID: sdkAppID, isDevelopment: isDevelopment, media: media),
                WebSocketRoutes(allowsOrigin: allowsOrigin, hasEcho: isDevelopment),
            ] + groups
            + [PageRoutes(tree: tree, sharedLive: sharedLive, embedOrigins: embedOrigins)]
    }

    /// Makes a router with all routes.
    func makeRouter() -> Router<HTTPRequestContext> {
        let router = Router(context: HTTPRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestObservation(metrics: metrics))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: FailureResponses(missing: missing))
        router.add(middleware: HostCheck(allows: allowsHost))
        for group in groups { group.addRoutes(to: router) }
        router.refuseOtherMethods()
        return router
    }

    private static func tree(
        _ page: () throws -> [String: [UInt8]], _ configuration: String, _ categories: [LiveCategory],
        _ recharge: RechargeAddress?, pictures: String?, _ logger: Logger
    ) -> PageTree? {
        do {
            return PageTree(
                try page(), configuration: configuration, categories: categories, recharge: recharge,
                pictures: pictures)
        } catch {
            logger.warning("the server runs without the page", metadata: [LogKeys.error: "\(error)"])
            return nil
        }
    }
}
