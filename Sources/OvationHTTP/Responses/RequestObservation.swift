import HTTPTypes
import Hummingbird
import Logging
package import OvationObservability

/// Names each request, counts it by the route that it matched, and tells the log.
///
/// The outermost layer, so that what it sees is what the client gets.
package struct RequestObservation: RouterMiddleware {
    typealias Context = HTTPRequestContext

    /// What counts as the route of a request that matched none.
    static let noRoute = "unmatched"

    let metrics: HTTPMetrics

    package init(metrics: HTTPMetrics) {
        self.metrics = metrics
    }

    func handle(
        _ request: Request, context: HTTPRequestContext,
        next: (Request, HTTPRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let offered = request.headers[.xRequestID] { context.adopt(requestID: offered) }
        let started = ContinuousClock.now
        do {
            var response = try await next(request, context)
            response.headers[.xRequestID] = context.requestID
            answered(request, context, status: response.status, since: started)
            return response
        } catch {
            // Only what breaks the connection gets this far. The owner of the connection answers 400.
            answered(request, context, status: .badRequest, since: started)
            throw error
        }
    }

    private func answered(
        _ request: Request, _ context: HTTPRequestContext, status: HTTPResponse.Status,
        since started: ContinuousClock.Instant
    ) {
        let duration = ContinuousClock.now - started
        let route = Self.route(of: context)
        let isDefined = HTTPRequest.Method.defined.contains(request.method)
        metrics.answered(
            route: route, method: isDefined ? request.method.rawValue : "other", status: status.code, duration: duration
        )
        context.logger.debug(
            "request answered",
            metadata: [
                LogKeys.httpMethod: "\(request.method.rawValue)",
                LogKeys.httpPath: "\(request.uri.path.prefix(128))",
                LogKeys.httpRoute: "\(route)",
                LogKeys.httpStatus: .stringConvertible(status.code),
                LogKeys.durationMilliseconds: .stringConvertible(Self.milliseconds(duration)),
            ])
    }

    /// The pattern that a request matched. `NotFound` is what Hummingbird calls none.
    private static func route(of context: HTTPRequestContext) -> String {
        guard let path = context.endpointPath, path != "NotFound" else { return noRoute }
        return path
    }

    private static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1_000 + (Double(attoseconds) / 1e12).rounded() / 1_000
    }
}
