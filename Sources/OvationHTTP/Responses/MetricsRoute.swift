import HTTPTypes
package import Hummingbird
package import OvationObservability

/// Answers a scrape of Prometheus.
package struct MetricsRoute: HTTPRouteGroup {
    let registry: PrometheusRegistry

    package init(registry: PrometheusRegistry) {
        self.registry = registry
    }

    package func addRoutes(to router: Router<HTTPRequestContext>) {
        let desk = ScrapeDesk { [registry] in registry.render() }
        router.get("/metrics") { _, _ in
            Response(
                status: .ok, headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
                body: .init(byteBuffer: await desk.text()))
        }
    }
}
