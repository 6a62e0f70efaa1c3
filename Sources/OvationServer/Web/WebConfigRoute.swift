import Hummingbird

/// Tells the page what it needs to know before it can log in.
struct WebConfigRoute: HTTPRouteGroup {
    let sdkAppID: Int
    let isDevelopment: Bool

    func addRoutes(to router: Router<HTTPRequestContext>) {
        let configuration = Configuration(dev: isDevelopment, sdkAppID: sdkAppID)
        router.get("/v1/web-config") { _, _ in Response.json(configuration) }
    }

    private struct Configuration: Encodable {
        /// Whether the UserSig `dev` logs in.
        let dev: Bool
        let sdkAppID: Int
    }
}
