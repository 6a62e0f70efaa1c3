package import Hummingbird

/// Tells a supervisor of the process how it is.
///
/// `/health/live` answers 200 as long as the process runs: anything else means "restart me". `/health/ready` answers
/// 503 while the server should get no new connections: at its start, at its end, and while its storage fails. What does not
/// work although the rest does (`gifting`, while the ledger does not balance) is named in `degraded`, with 200.
package struct HealthRoutes: HTTPRouteGroup {
    /// Names what is missing before the server is ready; empty when it is. Called on any thread.
    let readiness: @Sendable () -> [String]
    /// Names what does not work although the server is ready. Called on any thread.
    let degradation: @Sendable () -> [String]

    package init(readiness: @escaping @Sendable () -> [String], degradation: @escaping @Sendable () -> [String]) {
        self.readiness = readiness
        self.degradation = degradation
    }

    /// Whether a path tells how the server is, by the way of Prometheus included: what is answered when nothing else can be.
    package static func answers(_ path: String) -> Bool { path.hasPrefix("/health/") || path == "/metrics" }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get("/health/live") { _, _ in Response.json(Liveness(live: true)) }
        router.get("/health/ready") { [readiness, degradation] _, _ in
            let missing = readiness()
            let degraded = degradation()
            return Response.json(
                Readiness(degraded: degraded.isEmpty ? nil : degraded, missing: missing, ready: missing.isEmpty),
                status: missing.isEmpty ? .ok : .serviceUnavailable)
        }
    }

    private struct Liveness: Encodable {
        let live: Bool
    }

    private struct Readiness: Encodable {
        let degraded: [String]?
        let missing: [String]
        let ready: Bool
    }
}
