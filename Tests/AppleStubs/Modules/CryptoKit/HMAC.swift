import Foundation

public struct SymmetricKey: Sendable {
    public init<D: ContiguousBytes>(data: D) {}
    public var bitCount: Int { fatalError() }
}

public struct HMAC<H: HashFunction>: Sendable {
    public typealias MAC = HashedAuthenticationCode<H>

    public init(key: SymmetricKey) {}
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { fatalError() }
    public static func isValidAuthenticationCode<D: DataProtocol>(
        _ authenticationCode: MAC, authenticating authenticatedData: D, using key: SymmetricKey
    ) -> Bool { fatalError() }
    public mutating func update<D: DataProtocol>(data: D) {}
    public func finalize() -> MAC { fatalError() }
}

public struct HashedAuthenticationCode<H: HashFunction>: Sequence, Sendable {
    public var byteCount: Int { fatalError() }
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}
