import Hummingbird
import OvationHTTP
import OvationMedia
import OvationPictures

/// Tells the page what it needs to know before it can log in.
struct WebConfigRoute: HTTPRouteGroup {
    let sdkAppID: Int
    let isDevelopment: Bool
    let media: MediaConfiguration

    func addRoutes(to router: Router<HTTPRequestContext>) {
        let configuration = Configuration(
            dev: isDevelopment,
            media: Configuration.Media(mode: media.mode.rawValue, bitRateMax: media.limits.bitRateMax),
            sdkAppID: sdkAppID)
        router.get("/v1/web-config") { _, _ in Response.json(configuration) }
    }

    private struct Configuration: Encodable {
        struct Media: Encodable {
            /// Who carries pictures.
            let mode: String
            /// Bits a second that may be published; 0 for any number.
            let bitRateMax: Int
        }

        /// Whether the UserSig `dev` logs in.
        let dev: Bool
        let media: Media
        let sdkAppID: Int
    }
}
