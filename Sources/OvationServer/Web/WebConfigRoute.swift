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
            media: Configuration.Media(
                mode: media.mode.rawValue, bitRateMax: media.limits.bitRateMax,
                rtc: media.rtc.engine == .none ? nil : media.rtc.engine.rawValue),
            sdkAppID: sdkAppID)
        router.get("/v1/web-config") { _, _ in Response.json(configuration) }
    }

    private struct Configuration: Encodable {
        struct Media: Encodable {
            /// Who carries pictures.
            let mode: String
            /// Bits a second that may be published; 0 for any number.
            let bitRateMax: Int
            /// Who carries WebRTC, so that the studio can publish by WHIP; left out where nobody does.
            let rtc: String?
        }

        /// Whether the UserSig `dev` logs in.
        let dev: Bool
        let media: Media
        let sdkAppID: Int
    }
}
