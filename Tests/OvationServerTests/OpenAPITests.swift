import Foundation
import Hummingbird
import Logging
import OvationModel
import Testing

@testable import OvationObservability
@testable import OvationREST
@testable import OvationServer

/// The API's description agrees with the commands and the routes in both directions.
@Suite struct OpenAPITests {
    /// The document as a client reads it.
    private static func document() throws -> [String: Any] {
        let data = Data(try OpenAPIDocument.json().utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func paths() throws -> [String: [String: Any]] {
        try #require(try document()["paths"] as? [String: [String: Any]])
    }

    /// The documented schema of a command's body.
    private static func body(_ path: String) throws -> [String: Any] {
        let post = try #require(try paths()[path]?["post"] as? [String: Any])
        let content = (post["requestBody"] as? [String: Any])?["content"] as? [String: Any]
        return try #require((content?["application/json"] as? [String: Any])?["schema"] as? [String: Any])
    }

    @Test func `exactly the existing commands are documented`() throws {
        // The upload of a file and the test of an uplink are no commands; FileUploadTests and UplinkTestTests cover them.
        let plain: Set = ["/v1/files", "/v1/media/test"]
        let documented = try Self.paths().filter { $0.value["post"] != nil && !plain.contains($0.key) }.keys
        #expect(Set(documented) == Set(RESTCommand.all.map(\.path)))
        #expect(RESTCommand.all.count == Set(RESTCommand.all.map(\.path)).count, "each path belongs to one command")
    }

    @Test func `exactly the routes that are not files are documented`() throws {
        let documented = Set(try Self.paths().filter { $0.value["get"] != nil }.keys)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let page = ["index.html": [UInt8](), "docs/index.html": []]
        let router = HTTPRoutes(
            sdkAppID: 1, isDevelopment: false, registry: PrometheusRegistry(), allowsOrigin: { _, _ in true },
            readiness: { [] }, logger: logger, groups: [OpenAPIRoutes(logger: logger)], page: { page }
        ).makeRouter()
        let routes = Set(router.routes.filter { $0.method == .get }.map(\.path.description))
        // These routes need a node; MediaHTTPTests, FileUploadTests and RecordingHTTPTests cover them.
        let ofNodes: Set = [
            "/v1/media/{live}/index.m3u8", "/v1/media/{live}/main.m3u8", "/v1/files/{name}", "/v1/recordings",
        ]
        let found = documented.subtracting(ofNodes)
        #expect(found.isSubset(of: routes), "\(found.subtracting(routes))")
        let files: Set = [
            "/", "/index.html", "/docs/index.html", "/w/**", "/feed", "/live/**", "/me", "/studio", "/studio/**",
            "/docs/**",
        ]
        #expect(routes.subtracting(files) == found)
    }

    @Test(arguments: RESTCommand.all.map(\.path))
    func `the required fields are exactly those that the command needs`(
        path: String
    ) throws {
        let command = try #require(RESTCommand.all.first { $0.path == path })
        let schema = try Self.body(path)
        let required = Set(schema["required"] as? [String] ?? [])
        let properties = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
        #expect(required.isSubset(of: properties))
        let whole = try Self.example(of: schema)
        // The command reads a body with all of them. It refuses one without any of them and names the missing field.
        #expect(throws: Never.self) { try Self.decode(command, whole) }
        for field in required {
            var body = whole
            body[field] = nil
            let refusal = try #require(Self.refusal(command, body), "\(field)")
            #expect(refusal.code == .illegalParameter)
            #expect(refusal.message.contains(field), "\(refusal)")
        }
        for field in properties {
            var body = whole
            body[field] = ["an": ["object": ["of": ["no": "use"]]]]
            let schema = (schema["properties"] as? [String: [String: Any]])?[field]
            if schema?["type"] as? String == "object" { body[field] = "text" }
            #expect(Self.refusal(command, body) != nil, "the command must read \(field)")
        }
    }

    @Test func `every service, parameter and field is described, and every command has a valid sample`() throws {
        for command in RESTCommand.all {
            #expect(OpenAPIWords.services[command.service.rawValue] != nil, "\(command.service.rawValue)")
            var names = Self.names(in: try SchemaReader.schema(of: command.requestType))
            func add<Answer: RESTAnswer>(_: Answer.Type) throws {
                for type in [Answer.Top.self, Answer.Response.self] as [Any.Type] {
                    #expect(type is any Decodable.Type, "\(type) must be Codable so that its fields can be listed")
                    if let schema = try OpenAPIDocument.payload(type) { names += Self.names(in: schema) }
                }
            }
            try add(command.answerType)
            for name in names { #expect(OpenAPIWords.fields[name] != nil, "\(command.name): \(name)") }
            let words = try #require(OpenAPIWords.commands[command.name], "\(command.name)")
            let sample = try #require(words.sample, "\(command.name)")
            #expect(throws: Never.self, "\(command.name)") { try Self.decode(command, json: sample.json) }
        }
        let names = Set(RESTCommand.all.map(\.name))
        for name in OpenAPIWords.commands.keys { #expect(names.contains(name), "\(name) is not a command") }
    }

    @Test func `the names of the document's JSON keep their order, and its texts are escaped`() throws {
        let text = "x: \"y\" \\ #z\n\t\u{0}\u{7f}\u{2028}é"
        let tree: DocumentTree = [
            "z": 1, "yes": true, "a b": .text(text), "empty": .list([]), "none": .object([]),
            "list": [["a": 1, "b": [1, "2"]], "three", [4]],
        ]
        #expect(
            tree.json
                == #"{"z":1,"yes":true,"a b":"x: \"y\" \\ #z\n\t\u0000\u007f\u2028é","empty":[],"none":{},"#
                + #""list":[{"a":1,"b":[1,"2"]},"three",[4]]}"#)
        let read = try JSONSerialization.jsonObject(with: Data(tree.json.utf8)) as? [String: Any]
        #expect(read?["a b"] as? String == text)
        #expect(read?["yes"] as? Bool == true)
    }

    @Test func `a schema is derived by decoding, whatever a type consists of`() throws {
        enum Own: String, Codable { case one, two }
        struct Inner: Codable {
            let id: UserID
            let at: Timestamp?
        }
        struct Outer: Codable {
            let text: String
            let list: [Inner]
            let map: [String: Int]?
            let action: FilterAction
            let maybe: Bool?
            let ratio: Double
            let own: Own?
            let owns: [Own]
        }
        let inner = RESTSchema.object([
            RESTProperty(name: "id", schema: .id(rule: UserID.rule), isRequired: true),
            RESTProperty(name: "at", schema: .integer, isRequired: false),
        ])
        #expect(
            try SchemaReader.schema(of: Outer.self)
                == .object([
                    RESTProperty(name: "text", schema: .string, isRequired: true),
                    RESTProperty(name: "list", schema: .array(inner), isRequired: true),
                    RESTProperty(name: "map", schema: .map(.integer), isRequired: false),
                    RESTProperty(name: "action", schema: .oneOf(["refuse", "mask", "log"]), isRequired: true),
                    RESTProperty(name: "maybe", schema: .boolean, isRequired: false),
                    RESTProperty(name: "ratio", schema: .number, isRequired: true),
                    RESTProperty(name: "own", schema: .string, isRequired: false),
                    RESTProperty(name: "owns", schema: .array(.string), isRequired: true),
                ]))
        #expect(try SchemaReader.schema(of: RESTNothing.self) == .object([]))
    }

    // MARK: - Helpers

    private static func decode(_ command: RESTCommand, _ body: [String: Any]) throws {
        try decode(command, json: String(decoding: JSONSerialization.data(withJSONObject: body), as: UTF8.self))
    }

    private static func decode(_ command: RESTCommand, json: String) throws {
        func read<Request: Decodable>(_ type: Request.Type) throws { _ = try RESTBody.decode(type, Data(json.utf8)) }
        try read(command.requestType)
    }

    private static func refusal(_ command: RESTCommand, _ body: [String: Any]) -> Rejection? {
        do {
            try decode(command, body)
            return nil
        } catch {
            return error as? Rejection
        }
    }

    /// An example for a schema, with every required field.
    private static func example(of schema: [String: Any]) throws -> [String: Any] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var body: [String: Any] = [:]
        for name in schema["required"] as? [String] ?? [] {
            body[name] = try value(of: try #require(properties[name]))
        }
        return body
    }

    private static func value(of schema: [String: Any]) throws -> Any {
        if let values = schema["enum"] as? [String] { return values[0] }
        if let shapes = schema["anyOf"] as? [[String: Any]] { return try value(of: shapes[0]) }
        switch schema["type"] as? String {
        case "array": return [try value(of: try #require(schema["items"] as? [String: Any]))]
        case "integer", "number": return schema["minimum"] as? Int ?? 1
        case "boolean": return true
        case "object": return try example(of: schema)
        default: return "x"
        }
    }

    private static func names(in schema: RESTSchema) -> [String] {
        switch schema {
        case .object(let properties): properties.flatMap { [$0.name] + names(in: $0.schema) }
        case .array(let inner), .map(let inner): names(in: inner)
        case .either(let shapes): shapes.flatMap(names)
        case .string, .integer, .number, .boolean, .oneOf, .id: []
        }
    }
}
