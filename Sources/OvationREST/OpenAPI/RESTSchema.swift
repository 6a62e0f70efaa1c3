/// The shape of a JSON value.
indirect enum RESTSchema: Equatable, Sendable {
    case string
    case integer
    case number
    case boolean
    /// A text that is one of these.
    case oneOf([String])
    /// A text that is an id; `rule` says in words which texts are.
    case id(rule: String)
    case array(RESTSchema)
    /// An object whose names the caller chooses.
    case map(RESTSchema)
    case object([RESTProperty])
    /// A value that has one of these shapes.
    case either([RESTSchema])
}

/// A field of an object.
struct RESTProperty: Equatable, Sendable {
    let name: String
    let schema: RESTSchema
    let isRequired: Bool
}

/// A type that describes its JSON itself, because ``SchemaReader`` cannot find out: it reads a field in two ways, or refuses every value
/// that could be made up.
protocol RESTDescribed: Decodable {
    static var restSchema: RESTSchema { get }
    /// A valid value, whichever it is.
    static var restExample: Self { get }
}
