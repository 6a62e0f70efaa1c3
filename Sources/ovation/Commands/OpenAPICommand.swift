import ArgumentParser
import OvationREST

/// `ovation openapi`: the description of the REST API.
struct OpenAPICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the description of the REST API, OpenAPI 3.1 as YAML.",
        discussion: "A running server has the same at /openapi.yaml, and at /docs as a page.")

    func run() async throws { print(try Self.text(), terminator: "") }

    /// What it prints.
    static func text() throws -> String { try OpenAPIDocument.yaml(ReadableYAML.of) }
}
