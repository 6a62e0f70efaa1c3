import HTTPTypes
import Hummingbird
package import Logging
import OvationHTTP
import OvationObservability

/// Serves the description of the API: `/openapi.yaml`, and `/openapi.json` for the page at `/docs`.
package struct OpenAPIRoutes: HTTPRouteGroup {
    private let files: [String: PageFile]

    /// Makes the documents. If that fails, which a test rules out, the server logs it and runs without them.
    ///
    /// - Parameter yamlOfJSON: writes JSON as YAML.
    package init(yamlOfJSON: (_ json: String) throws -> String = { $0 }, logger: Logger) {
        do {
            files = [
                "/openapi.yaml": PageFile(
                    name: "openapi.yaml", bytes: Array(try OpenAPIDocument.yaml(yamlOfJSON).utf8)),
                "/openapi.json": PageFile(name: "openapi.json", bytes: Array(try OpenAPIDocument.json().utf8)),
            ]
        } catch {
            logger.error("the API cannot be described", metadata: [LogKeys.error: "\(error)"])
            files = [:]
        }
    }

    func addRoutes(to router: Router<HTTPRequestContext>) {
        for (path, file) in files {
            router.get(RouterPath(path)) { request, _ in file.response(to: request) }
        }
    }
}
