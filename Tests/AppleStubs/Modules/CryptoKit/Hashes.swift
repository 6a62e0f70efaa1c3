import Foundation

public protocol HashFunction: Sendable {
    associatedtype Digest: CryptoKit.Digest
    init()
    mutating func update(bufferPointer: UnsafeRawBufferPointer)
    func finalize() -> Digest
}

extension HashFunction {
    public static func hash<D: DataProtocol>(data: D) -> Digest { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) {}
}

public protocol Digest: Hashable, Sendable, Sequence, CustomStringConvertible where Element == UInt8 {
    static var byteCount: Int { get }
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R
}

public struct SHA256: HashFunction {
    public init() {}
    public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
    public func finalize() -> SHA256Digest { fatalError() }
}

public struct SHA256Digest: Digest {
    public static var byteCount: Int { 32 }
    public var description: String { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
}

public enum Insecure {
    public struct SHA1: HashFunction {
        public init() {}
        public mutating func update(bufferPointer: UnsafeRawBufferPointer) {}
        public func finalize() -> SHA1Digest { fatalError() }
    }

    public struct SHA1Digest: Digest {
        public static var byteCount: Int { 20 }
        public var description: String { fatalError() }
        public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
        public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { fatalError() }
    }
}
