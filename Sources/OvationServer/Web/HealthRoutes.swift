import Hummingbird

/// Tells whoever supervises the process how it is.
///
/// `/health/live` answers 200 as long as the process runs: anything else means "restart me". `/health/ready` answers
/// 503 while the server should get no new connections: at its start, at its end, and while its storage fails.
struct HealthRoutes: HTTPRouteGroup {
    /// Names what is missing before the server is ready; empty when it is. Called on any thread.
    let readiness: @Sendable () -> [String]

    func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get("/health/live") { _, _ in Response.json(Liveness(live: true)) }
        router.get("/health/ready") { [readiness] _, _ in
            let missing = readiness()
            return Response.json(
                Readiness(missing: missing, ready: missing.isEmpty), status: missing.isEmpty ? .ok : .serviceUnavailable
            )
        }
    }

    private struct Liveness: Encodable {
        let live: Bool
    }

    private struct Readiness: Encodable {
        let missing: [String]
        let ready: Bool
    }
}
