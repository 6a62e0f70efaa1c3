import HTTPTypes
import Hummingbird

/// Refuses requests for a name that is none of the server's.
package struct HostCheck: RouterMiddleware {
    typealias Context = HTTPRequestContext

    /// Whether a request is answered, by its `Host`; nil where it has none.
    let allows: @Sendable (_ host: String?) -> Bool

    package init(allows: @escaping @Sendable (_ host: String?) -> Bool) {
        self.allows = allows
    }

    func handle(
        _ request: Request, context: HTTPRequestContext,
        next: (Request, HTTPRequestContext) async throws -> Response
    ) async throws -> Response {
        guard allows(request.head.authority) else {
            throw HTTPFailure(
                status: .forbidden, name: "hostRefused",
                message: """
                    A developer's server answers to the names of its own machine only: 127.0.0.1, [::1] and localhost. Its \
                    operator can add another one to app.allowedOrigins, for instance https://dev.example.com.
                    """)
        }
        return try await next(request, context)
    }
}
