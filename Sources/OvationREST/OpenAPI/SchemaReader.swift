import OvationModel

/// Finds out the shape of a type's JSON: it has the type decode itself, and notes what it asks for.
///
/// So the description of a command cannot differ from what the command reads. A new field of a request is in the document at once, and the
/// document has no field that nobody reads.
enum SchemaReader {
    /// The schema of a type.
    ///
    /// - Throws: if the type decodes in a way that shows nothing. It must conform to ``RESTDescribed`` then.
    static func schema(of type: any Decodable.Type) throws -> RESTSchema {
        do {
            return try read(type).schema
        } catch let refusal as RefusedExample {
            // Only the type knows which texts or numbers it takes. The schema says that it is a text or a number.
            return refusal.schema
        }
    }

    /// A type has refused the value that was made up for it, but has shown what it asks for.
    private struct RefusedExample: Error {
        let schema: RESTSchema
    }

    /// The schema of a type, and a value of it with which the decoding around it goes on.
    fileprivate static func read<Value: Decodable>(_ type: Value.Type) throws -> (schema: RESTSchema, value: Value) {
        if let described = type as? any RESTDescribed.Type, let value = described.restExample as? Value {
            return (described.restSchema, value)
        }
        if let id = type as? any Identifier.Type, let value = id.init(unchecked: "x") as? Value {
            return (.id(rule: id.rule), value)
        }
        if let list = type as? any (CaseIterable & RawRepresentable).Type, let (schema, first) = cases(of: list),
            let value = first as? Value
        {
            return (schema, value)
        }
        if let collection = type as? any SchemaCollection.Type, let value = collection.empty as? Value {
            return (try collection.schema(), value)
        }
        let notes = Notes()
        do {
            let value = try Value(from: NotingDecoder(notes: notes, codingPath: []))
            return (notes.scalar ?? .object(notes.properties), value)
        } catch let error as DecodingError {
            throw notes.scalar.map { RefusedExample(schema: $0) as any Error } ?? error
        }
    }

    /// The values of an enumeration, which a decoder cannot make up.
    private static func cases<Enumeration: CaseIterable & RawRepresentable>(
        of type: Enumeration.Type
    ) -> (schema: RESTSchema, first: Any)? {
        guard let first = type.allCases.first else { return nil }
        let names = type.allCases.compactMap { $0.rawValue as? String }
        if names.count == type.allCases.count { return (.oneOf(names), first) }
        return first.rawValue is Int ? (.integer, first) : nil
    }

    /// The notes about what a type asked for.
    fileprivate final class Notes {
        var scalar: RESTSchema?
        private(set) var properties: [RESTProperty] = []

        /// Notes a field. A field that is read twice is optional if either reading says so.
        func add(_ name: String, _ schema: RESTSchema, isRequired: Bool) {
            guard let place = properties.firstIndex(where: { $0.name == name }) else {
                return properties.append(RESTProperty(name: name, schema: schema, isRequired: isRequired))
            }
            let both = properties[place].isRequired && isRequired
            properties[place] = RESTProperty(name: name, schema: schema, isRequired: both)
        }
    }
}

// MARK: - The decoder

private struct NotingDecoder: Decoder {
    let notes: SchemaReader.Notes
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NotingContainer<Key>(notes: notes, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw SchemaReaderFailure(codingPath) }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        NotingValue(notes: notes, codingPath: codingPath)
    }
}

private struct SchemaReaderFailure: Error, CustomStringConvertible {
    let description: String

    init(_ path: [any CodingKey]) {
        let names = path.map(\.stringValue).joined(separator: ".")
        description =
            "\(names.isEmpty ? "The type" : names) decodes in a way that shows no schema; make it RESTDescribed."
    }
}

private struct NotingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: SchemaReader.Notes
    let codingPath: [any CodingKey]
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let (schema, value) = try SchemaReader.read(type)
        notes.add(key.stringValue, schema, isRequired: !(type is any OptionalValue.Type))
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        notes.add(key.stringValue, try SchemaReader.schema(of: type), isRequired: false)
        return nil
    }

    func decode(_ type: Bool.Type, forKey key: Key) -> Bool { required(key, .boolean, false) }
    func decode(_ type: String.Type, forKey key: Key) -> String { required(key, .string, "") }
    func decode(_ type: Double.Type, forKey key: Key) -> Double { required(key, .number, 0) }
    func decode(_ type: Float.Type, forKey key: Key) -> Float { required(key, .number, 0) }
    func decode(_ type: Int.Type, forKey key: Key) -> Int { required(key, .integer, 0) }
    func decode(_ type: Int8.Type, forKey key: Key) -> Int8 { required(key, .integer, 0) }
    func decode(_ type: Int16.Type, forKey key: Key) -> Int16 { required(key, .integer, 0) }
    func decode(_ type: Int32.Type, forKey key: Key) -> Int32 { required(key, .integer, 0) }
    func decode(_ type: Int64.Type, forKey key: Key) -> Int64 { required(key, .integer, 0) }
    func decode(_ type: UInt.Type, forKey key: Key) -> UInt { required(key, .integer, 0) }
    func decode(_ type: UInt8.Type, forKey key: Key) -> UInt8 { required(key, .integer, 0) }
    func decode(_ type: UInt16.Type, forKey key: Key) -> UInt16 { required(key, .integer, 0) }
    func decode(_ type: UInt32.Type, forKey key: Key) -> UInt32 { required(key, .integer, 0) }
    func decode(_ type: UInt64.Type, forKey key: Key) -> UInt64 { required(key, .integer, 0) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(key, .boolean) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(key, .string) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(key, .number) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(key, .number) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(key, .integer) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(key, .integer) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(key, .integer) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(key, .integer) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(key, .integer) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(key, .integer) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(key, .integer) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(key, .integer) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(key, .integer) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(key, .integer) }

    private func required<Value>(_ key: Key, _ schema: RESTSchema, _ value: Value) -> Value {
        notes.add(key.stringValue, schema, isRequired: true)
        return value
    }

    private func optional<Value>(_ key: Key, _ schema: RESTSchema) -> Value? {
        notes.add(key.stringValue, schema, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw SchemaReaderFailure(codingPath + [key]) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SchemaReaderFailure(codingPath + [key])
    }

    func superDecoder() throws -> any Decoder { throw SchemaReaderFailure(codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw SchemaReaderFailure(codingPath + [key]) }
}

private struct NotingValue: SingleValueDecodingContainer {
    let notes: SchemaReader.Notes
    let codingPath: [any CodingKey]

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try SchemaReader.read(type)
        notes.scalar = schema
        return value
    }

    func decode(_ type: Bool.Type) -> Bool { scalar(.boolean, false) }
    func decode(_ type: String.Type) -> String { scalar(.string, "") }
    func decode(_ type: Double.Type) -> Double { scalar(.number, 0) }
    func decode(_ type: Float.Type) -> Float { scalar(.number, 0) }
    func decode(_ type: Int.Type) -> Int { scalar(.integer, 0) }
    func decode(_ type: Int8.Type) -> Int8 { scalar(.integer, 0) }
    func decode(_ type: Int16.Type) -> Int16 { scalar(.integer, 0) }
    func decode(_ type: Int32.Type) -> Int32 { scalar(.integer, 0) }
    func decode(_ type: Int64.Type) -> Int64 { scalar(.integer, 0) }
    func decode(_ type: UInt.Type) -> UInt { scalar(.integer, 0) }
    func decode(_ type: UInt8.Type) -> UInt8 { scalar(.integer, 0) }
    func decode(_ type: UInt16.Type) -> UInt16 { scalar(.integer, 0) }
    func decode(_ type: UInt32.Type) -> UInt32 { scalar(.integer, 0) }
    func decode(_ type: UInt64.Type) -> UInt64 { scalar(.integer, 0) }

    private func scalar<Value>(_ schema: RESTSchema, _ value: Value) -> Value {
        notes.scalar = schema
        return value
    }
}

// MARK: - Types whose values cannot be made up by decoding

private protocol SchemaCollection {
    static var empty: Any { get }
    static func schema() throws -> RESTSchema
}

extension Array: SchemaCollection where Element: Decodable {
    fileprivate static var empty: Any { [Element]() }
    fileprivate static func schema() throws -> RESTSchema { .array(try SchemaReader.schema(of: Element.self)) }
}

extension Dictionary: SchemaCollection where Key == String, Value: Decodable {
    fileprivate static var empty: Any { [String: Value]() }
    fileprivate static func schema() throws -> RESTSchema { .map(try SchemaReader.schema(of: Value.self)) }
}

private protocol OptionalValue {}

extension Optional: OptionalValue {}

extension Optional: SchemaCollection where Wrapped: Decodable {
    fileprivate static var empty: Any { Wrapped?.none as Any }
    fileprivate static func schema() throws -> RESTSchema { try SchemaReader.schema(of: Wrapped.self) }
}
