import Logging

/// A value of log metadata, with what must not be printed taken out.
enum LogValue: Equatable {
    case text(String)
    /// A number or a truth value, as JSON writes it.
    case literal(String)
    case list([LogValue])
    case object([LogField])

    /// Metadata as a flat list in the order of its keys: `["room": ["id": "r1"]]` is `room.id`.
    static func fields(of metadata: Logger.Metadata) -> [LogField] {
        var fields: [LogField] = []
        flatten(metadata, under: "", into: &fields)
        return fields.sorted { $0.key < $1.key }
    }

    private static func flatten(_ metadata: Logger.Metadata, under prefix: String, into fields: inout [LogField]) {
        for (key, value) in metadata {
            let key = prefix.isEmpty ? key : "\(prefix).\(key)"
            if LogRedaction.covers(key) {
                fields.append(LogField(key: key, value: .text(LogRedaction.placeholder)))
            } else if case .dictionary(let nested) = value {
                flatten(nested, under: key, into: &fields)
            } else {
                fields.append(LogField(key: key, value: LogValue(value)))
            }
        }
    }

    private init(_ value: Logger.MetadataValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .stringConvertible(let value): self = Self.value(of: value)
        case .dictionary(let nested): self = .object(Self.fields(of: nested))
        case .array(let elements): self = .list(elements.map { LogValue($0) })
        }
    }

    private static func value(of value: any CustomStringConvertible) -> LogValue {
        switch value {
        case let flag as Bool: .literal(flag ? "true" : "false")
        case let number as any BinaryInteger: .literal("\(number)")
        case let number as Double where number.isFinite: .literal("\(number)")
        default: .text(value.description)
        }
    }
}

/// A key of log metadata with its value.
struct LogField: Equatable {
    let key: String
    let value: LogValue
}
