/// The name of a method, as `#selector` gives it. The compiler asks for one field that holds a pointer.
public struct Selector: Hashable, ExpressibleByStringLiteral {
    var ptr: OpaquePointer

    public init(_ name: String) { fatalError() }
    public init(stringLiteral name: String) { fatalError() }
}

/// Sound as `Sendable`: Apple's is one, since a name never changes.
extension Selector: @unchecked Sendable {}
