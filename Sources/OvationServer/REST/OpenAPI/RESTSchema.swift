/// What a JSON value looks like.
indirect enum RESTSchema: Equatable, Sendable {
    case string
    case integer
    case number
    case boolean
    /// A text that is one of some.
    case oneOf([String])
    /// An id: a text with rules of its own, in words.
    case id(rule: String)
    case array(RESTSchema)
    /// An object with names of the caller's own.
    case map(RESTSchema)
    case object([RESTProperty])
    /// A value of one of some shapes.
    case either([RESTSchema])
}

/// A field of an object.
struct RESTProperty: Equatable, Sendable {
    let name: String
    let schema: RESTSchema
    let isRequired: Bool
}

/// A type that describes its JSON itself, because a decoder cannot find out: it reads the same field in two ways, or refuses every value
/// that could be made up for it.
protocol RESTDescribed: Decodable {
    static var restSchema: RESTSchema { get }
    /// Any valid value.
    static var restExample: Self { get }
}
