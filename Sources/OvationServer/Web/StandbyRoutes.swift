import Hummingbird
import OvationHTTP
import OvationObservability

/// What a server answers while it waits for another to end: how it is, and to everything else that it does not serve.
struct StandbyRoutes: Sendable {
    private let registry: PrometheusRegistry
    private let metrics: HTTPMetrics

    init(registry: PrometheusRegistry) {
        self.registry = registry
        metrics = HTTPMetrics(factory: registry)
    }

    /// Makes a router with all routes.
    func makeRouter() -> Router<HTTPRequestContext> {
        let router = Router(context: HTTPRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestObservation(metrics: metrics))
        router.add(middleware: SecurityHeaders())
        router.add(middleware: FailureResponses())
        router.add(middleware: Refusal())
        HealthRoutes(readiness: { ["standby"] }, degradation: { [] }).addRoutes(to: router)
        MetricsRoute(registry: registry).addRoutes(to: router)
        return router
    }

    /// Refuses what only the other server can do.
    private struct Refusal: RouterMiddleware {
        typealias Context = HTTPRequestContext

        func handle(
            _ request: Request, context: HTTPRequestContext,
            next: (Request, HTTPRequestContext) async throws -> Response
        ) async throws -> Response {
            guard HealthRoutes.answers(request.uri.path) else {
                throw HTTPFailure(
                    status: .serviceUnavailable, name: "standby",
                    message: "This server waits for another to end. Connect through the load balancer.")
            }
            return try await next(request, context)
        }
    }
}
