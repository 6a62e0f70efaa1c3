import HTTPTypes
import Hummingbird

/// Answers a scrape of Prometheus.
struct MetricsRoute: HTTPRouteGroup {
    let registry: PrometheusRegistry

    func addRoutes(to router: Router<HTTPRequestContext>) {
        router.get("/metrics") { [registry] _, _ in
            Response(
                status: .ok, headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: registry.render())))
        }
    }
}
