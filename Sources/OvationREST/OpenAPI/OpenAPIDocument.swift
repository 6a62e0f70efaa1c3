import OvationModel

/// The description of everything that the server answers over HTTP, as OpenAPI 3.1.
///
/// It is made from the commands. Paths, rates and summaries are theirs, and ``SchemaReader`` finds out which fields they read and write.
/// Only the words are elsewhere, in ``OpenAPIWords``.
public enum OpenAPIDocument {
    /// The document as YAML, as it is committed in `Protocol/openapi.yaml`.
    ///
    /// - Parameter yamlOfJSON: writes JSON as YAML.
    /// - Throws: if the types of a command show no schema, and what `yamlOfJSON` throws.
    public static func yaml(_ yamlOfJSON: (_ json: String) throws -> String) throws -> String {
        "# Made by scripts/generate-openapi. Do not edit.\n" + (try yamlOfJSON(try json()))
    }

    /// The document as JSON, for the page. It is the same for every server, so a process makes it once.
    static func json() throws -> String { try made.get() }

    private static let made = Result { try tree().json }

    /// The document of some commands.
    static func tree(_ commands: [RESTCommand] = RESTCommand.all) throws -> DocumentTree {
        var paths: [(name: String, value: DocumentTree)] = []
        for command in commands { paths.append((command.path, ["post": try operation(command)])) }
        paths += OpenAPIWords.plainPaths
        let services = commands.reduce(into: [RESTService]()) { list, command in
            if !list.contains(command.service) { list.append(command.service) }
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Ovation", "version": "1", "description": .text(OpenAPIWords.introduction),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "security": [["identifier": [], "usersig": []], ["session": []]],
            "tags": .list(
                services.map {
                    ["name": .text($0.rawValue), "description": .text(OpenAPIWords.services[$0.rawValue] ?? "")]
                } + [["name": "server", "description": "How the server is, and what it is."]]),
            "paths": .object(paths),
            "components": [
                "securitySchemes": [
                    "identifier": apiKey("identifier", "An account of `app.administrators`."),
                    "usersig": apiKey("usersig", "Its UserSig."),
                    "session": [
                        "type": "http", "scheme": "bearer", "description": "The token of a session of the console.",
                    ],
                ],
                "parameters": .object(OpenAPIWords.parameters.map { ($0.name, $0.value) }),
                "schemas": ["Envelope": envelope],
            ],
        ]
    }

    private static func apiKey(_ name: String, _ description: String) -> DocumentTree {
        ["type": "apiKey", "in": "query", "name": .text(name), "description": .text(description)]
    }

    private static func operation(_ command: RESTCommand) throws -> DocumentTree {
        let words = OpenAPIWords.commands[command.name] ?? OpenAPIWords.Command()
        let request = try SchemaReader.schema(of: command.requestType)
        var content: [(name: String, value: DocumentTree)] = [
            ("schema", schema(request, ofRequest: true))
        ]
        if let sample = words.sample { content.append(("example", sample)) }
        var operation: [(name: String, value: DocumentTree)] = [
            ("operationId", .text("\(command.service.rawValue).\(command.name)")),
            ("tags", [.text(command.service.rawValue)]), ("summary", .text(command.summary)),
        ]
        if let details = words.details { operation.append(("description", .text(details))) }
        operation += [
            ("x-ovation-effect", command.effect == .reads ? "reads" : "changes"),
            ("x-ovation-rate", rate(command.rate)),
        ]
        switch command.caller {
        case .inQuery:
            let parameters = OpenAPIWords.parameters.map { DocumentTree.text("#/components/parameters/\($0.name)") }
            operation.append(("parameters", .list(parameters.map { ["$ref": $0] })))
        case .inBody: operation.append(("security", []))
        }
        operation += [
            ("requestBody", ["required": true, "content": ["application/json": .object(content)]]),
            (
                "responses",
                [
                    "200": [
                        "description": "Whatever became of the call; `ErrorCode` says what.",
                        "content": ["application/json": ["schema": try answer(command.answerType)]],
                    ]
                ]
            ),
        ]
        if !words.errors.isEmpty {
            operation.append(
                (
                    "x-ovation-errors",
                    .list(
                        words.errors.map {
                            ["code": .number($0.rawValue), "name": .text($0.name), "meaning": .text($0.defaultMessage)]
                        })
                ))
        }
        return .object(operation)
    }

    private static func rate(_ rate: RESTRate) -> DocumentTree {
        let name = Limits.definitions.first { $0.field as AnyKeyPath == rate.limit as AnyKeyPath }?.name ?? ""
        return [
            "limit": .text("limits.\(name)"), "perSecond": .number(Limits()[keyPath: rate.limit]),
            "code": .number(rate.code.rawValue),
        ]
    }

    /// The fields of every answer.
    private static let envelope: DocumentTree = [
        "type": "object",
        "properties": [
            "ActionStatus": ["type": "string", "enum": ["OK", "FAIL"]],
            "ErrorCode": ["type": "integer", "description": "0, or why the call was refused; Protocol/ERRORS.md."],
            "ErrorInfo": ["type": "string", "description": "Why, in a sentence; empty where nothing is wrong."],
            "RequestId": ["type": "string", "description": "Names the call in the server's log."],
        ],
        "required": ["ActionStatus", "ErrorCode", "ErrorInfo", "RequestId"],
    ]

    private static func answer(_ type: any RESTAnswer.Type) throws -> DocumentTree {
        func shape<Answer: RESTAnswer>(_: Answer.Type) throws -> (top: RESTSchema?, response: RESTSchema?) {
            (try payload(Answer.Top.self), try payload(Answer.Response.self))
        }
        let (top, response) = try shape(type)
        var properties: [(name: String, value: DocumentTree)] = []
        if case .object(let fields)? = top {
            properties += fields.map { ($0.name, schema($0.schema, ofRequest: false, field: $0.name)) }
        }
        if let response { properties.append(("Response", schema(response, ofRequest: false))) }
        guard !properties.isEmpty else { return ["$ref": "#/components/schemas/Envelope"] }
        // A refused call is answered with the envelope alone.
        return [
            "allOf": [
                ["$ref": "#/components/schemas/Envelope"], ["type": "object", "properties": .object(properties)],
            ]
        ]
    }

    /// The schema of a command's answer; nil if it answers nothing.
    ///
    /// A type that cannot be decoded shows no fields. A test makes sure that every answer can be.
    static func payload(_ type: Any.Type) throws -> RESTSchema? {
        if type == Never.self { return nil }
        guard let readable = type as? any Decodable.Type else { return .object([]) }
        return try SchemaReader.schema(of: readable)
    }

    private static func schema(_ schema: RESTSchema, ofRequest: Bool, field: String? = nil) -> DocumentTree {
        var tree: [(name: String, value: DocumentTree)]
        switch schema {
        case .string: tree = [("type", "string")]
        case .integer: tree = [("type", "integer")]
        case .number: tree = [("type", "number")]
        case .boolean: tree = [("type", "boolean")]
        case .oneOf(let values): tree = [("type", "string"), ("enum", .list(values.map { .text($0) }))]
        case .id(let rule): tree = [("type", "string"), ("minLength", 1), ("x-ovation-rule", .text(rule))]
        case .array(let element):
            tree = [("type", "array"), ("items", self.schema(element, ofRequest: ofRequest))]
        case .either(let shapes):
            tree = [("anyOf", .list(shapes.map { self.schema($0, ofRequest: ofRequest) }))]
        case .map(let value):
            tree = [("type", "object"), ("additionalProperties", self.schema(value, ofRequest: ofRequest))]
        case .object(let properties):
            tree = [("type", "object")]
            if !properties.isEmpty {
                let fields = properties.map { ($0.name, self.schema($0.schema, ofRequest: ofRequest, field: $0.name)) }
                tree.append(("properties", .object(fields.map { (name: $0.0, value: $0.1) })))
            }
            let required = properties.filter(\.isRequired).map { DocumentTree.text($0.name) }
            if !required.isEmpty { tree.append(("required", .list(required))) }
        }
        if let field, let words = OpenAPIWords.fields[field] {
            tree.append(("description", .text(words.text)))
            if ofRequest { tree += words.bounds(schema) }
        }
        return .object(tree)
    }
}
