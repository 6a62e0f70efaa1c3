import HTTPTypes
import Hummingbird
package import Logging
import OvationHTTP
import OvationObservability
import Synchronization

/// Serves the description of the API: `/openapi.yaml`, and `/openapi.json` for the page at `/docs`.
///
/// A document is made when it is first asked for: most servers are never asked, and it is a quarter of what a start would take.
package final class OpenAPIRoutes: HTTPRouteGroup {
    private enum Document: String, CaseIterable {
        case yaml = "openapi.yaml"
        case json = "openapi.json"
    }

    private let yamlOfJSON: @Sendable (_ json: String) throws -> String
    private let logger: Logger
    private let files = Mutex<[Document: PageFile]>([:])

    /// Makes the routes.
    ///
    /// - Parameters:
    ///   - yamlOfJSON: writes JSON as YAML. Called on any thread, once.
    ///   - logger: told if the API cannot be described, which a test rules out.
    package init(yamlOfJSON: @escaping @Sendable (_ json: String) throws -> String = { $0 }, logger: Logger) {
        self.yamlOfJSON = yamlOfJSON
        self.logger = logger
    }

    func addRoutes(to router: Router<HTTPRequestContext>) {
        for document in Document.allCases {
            router.get(RouterPath(document.rawValue)) { request, _ in try self.file(document).response(to: request) }
        }
    }

    /// The document, which the first request makes and others meanwhile wait for.
    private func file(_ document: Document) throws -> PageFile {
        try files.withLock { files in
            if let file = files[document] { return file }
            do {
                let text = document == .json ? try OpenAPIDocument.json() : try OpenAPIDocument.yaml(yamlOfJSON)
                let file = PageFile(name: document.rawValue, bytes: Array(text.utf8))
                files[document] = file
                return file
            } catch {
                logger.error("the API cannot be described", metadata: [LogKeys.error: "\(error)"])
                throw error
            }
        }
    }
}
