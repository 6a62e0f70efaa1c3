import Foundation

public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
    public init(_ value: String) {}
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: StringInterpolation) {}
    public struct StringInterpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ string: String) {}
        public mutating func appendInterpolation(_ text: Text) {}
        public mutating func appendInterpolation(_ image: Image) {}
        public mutating func appendInterpolation<T>(_ value: T) where T: FixedWidthInteger {}
        public mutating func appendInterpolation<T>(_ value: T, specifier: String) {}
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatOutput == String {}
    }
}

public struct Text: Equatable, View, Sendable {
    nonisolated public init(verbatim content: String) {}
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) {}
    nonisolated public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {}
    nonisolated public init(_ attributedContent: AttributedString) {}
    nonisolated public init(_ image: Image) {}
    nonisolated public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {}

    nonisolated public func font(_ font: Font?) -> Text { self }
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> Text { self }
    nonisolated public func foregroundColor(_ color: Color?) -> Text { self }
    nonisolated public func bold() -> Text { self }
    nonisolated public func italic() -> Text { self }
    nonisolated public func monospacedDigit() -> Text { self }
    nonisolated public static func + (one: Text, other: Text) -> Text { one }
    public var body: Never { fatalError() }

    public enum TruncationMode: Sendable { case head, tail, middle }
}

public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }
