import HTTPTypes
import Hummingbird

/// Puts onto every answer what keeps a browser from doing more with it than was meant.
package struct SecurityHeaders: RouterMiddleware {

    package init() {
    }
    typealias Context = HTTPRequestContext

    func handle(
        _ request: Request, context: HTTPRequestContext,
        next: (Request, HTTPRequestContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for field in Self.always where response.headers[field.name] == nil || field.name == .xContentTypeOptions {
            response.headers[field.name] = field.value
        }
        // What a page loads is no document. Opened by itself it is bound by the policy of data, and there are twenty to a page.
        if response.headers[.cacheControl] != PageFile.immutableCaching {
            for field in Self.ofDocuments { response.headers[field.name] = field.value }
        }
        if let policy = response.headers[.contentSecurityPolicy], !policy.contains(Self.noAncestors) {
            // It names who may frame it, which this header cannot, and a page that isolates itself may be one of them.
            response.headers[.xFrameOptions] = nil
            response.headers[.crossOriginResourcePolicy] = "cross-origin"
        }
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = Self.policyOfData
        }
        return response
    }

    private static let always: HTTPFields = [
        // A file is what its type says, whatever its bytes look like.
        .xContentTypeOptions: "nosniff",
        .crossOriginResourcePolicy: "same-origin",
    ]

    private static let ofDocuments: HTTPFields = [
        // The address of a live is nobody else's business. `no-referrer` would also blank the `Origin` of requests.
        .referrerPolicy: "same-origin",
        .xFrameOptions: "DENY",
        .crossOriginOpenerPolicy: "same-origin",
        // Going live takes the camera, the microphone or the screen.
        .permissionsPolicy:
            "camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()",
    ]

    /// Nothing may run, load or be framed: for answers that are no page.
    static let policyOfData = "default-src 'none'; \(noAncestors)"

    /// No page may show it in a frame.
    private static let noAncestors = "frame-ancestors 'none'"

    /// A worker of the page may load the page's modules, and do nothing else with the network.
    static let policyOfWorker = "default-src 'none'; script-src 'self'; \(noAncestors)"

    /// What the page may do: its own scripts and styles, pictures from anywhere over TLS, and connections to the
    /// server that it came from. Text never becomes markup: the page has no use for `innerHTML`, so browsers are told
    /// to refuse it. The one exception is the address of the worker that decodes effects, which the page names by a policy called `svga`.
    ///
    /// - Parameter authority: host and port as the browser named them. `'self'` includes `ws:` in new browsers only,
    ///   so they are named beside it; what is not plainly a host is left out.
    /// - Parameter pictures: The origin of the media server that the configuration names. Without it, a page could not play from a
    ///   media server without TLS, nor load the playlist itself where the browser has no HLS. Nil where there is none.
    /// - Parameter ancestors: The origins of pages that may show this one in a frame; none may if there are none.
    static func policyOfPage(authority: String?, pictures: String? = nil, ancestors: [String] = []) -> String {
        var connect = "'self'"
        if let authority, isHost(authority) { connect += " ws://\(authority) wss://\(authority)" }
        if let pictures { connect += " \(pictures)" }
        let framing = ancestors.isEmpty ? noAncestors : "frame-ancestors " + ancestors.joined(separator: " ")
        let media = "'self' blob: https:" + (pictures.map { " \($0)" } ?? "")
        return """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https: data:; font-src 'self'; \
            media-src \(media); manifest-src 'self'; connect-src \(connect); base-uri 'none'; form-action 'none'; \
            \(framing); worker-src 'self'; require-trusted-types-for 'script'; trusted-types svga seats
            """
    }

    /// A name or an address with an optional port, of the characters that these have: nothing that could end a
    /// directive.
    private static func isHost(_ authority: String) -> Bool {
        (1...255).contains(authority.utf8.count)
            && authority.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
                default: false
                }
            }
    }
}
