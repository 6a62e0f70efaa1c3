/// An amount of coins: an integer from -(2^53-1) to 2^53-1, the range that JavaScript represents exactly.
///
/// Arithmetic never rounds and never wraps. It returns nil if the result is out of range.
public struct Coins: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The amount.
    public let amount: Int64

    /// The largest amount, 2^53-1.
    public static let max = Coins(unchecked: 9_007_199_254_740_991)
    /// No coins.
    public static let zero = Coins(unchecked: 0)

    private init(unchecked amount: Int64) { self.amount = amount }

    /// Makes an amount. Returns nil if it is out of range.
    public init?(_ amount: Int64) {
        guard amount.magnitude <= Coins.max.amount.magnitude else { return nil }
        self.amount = amount
    }

    /// Returns the sum, or nil if it is out of range.
    public func adding(_ other: Coins) -> Coins? { Coins(amount + other.amount) }

    /// Returns the difference, or nil if it is out of range.
    public func subtracting(_ other: Coins) -> Coins? { Coins(amount - other.amount) }

    /// Returns the product, or nil if it is out of range.
    public func multiplied(by count: Int) -> Coins? {
        let (product, overflow) = amount.multipliedReportingOverflow(by: Int64(count))
        return overflow ? nil : Coins(product)
    }

    /// Divides the amount among `count` receivers, rounded down. Fewer than two receivers get all of it.
    public func each(of count: Int) -> Coins { Coins(unchecked: amount / Int64(Swift.max(count, 1))) }

    /// Returns a percentage of the amount, rounded down.
    ///
    /// - Parameter percent: 0 to 100.
    public func share(percent: Int) -> Coins {
        precondition((0...100).contains(percent), "a share is 0 to 100 percent")
        let (quotient, remainder) = amount.quotientAndRemainder(dividingBy: 100)
        return Coins(unchecked: quotient * Int64(percent) + remainder * Int64(percent) / 100)
    }

    /// The amount with its sign reversed.
    public var negated: Coins { Coins(unchecked: -amount) }

    /// Compares two amounts.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.amount < rhs.amount }

    /// Decodes an integer and checks its range.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let coins = Coins(try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Coins are whole numbers up to 2^53-1.")
        }
        self = coins
    }

    /// Encodes the amount.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(amount)
    }

    /// The amount as decimal digits.
    public var description: String { "\(amount)" }
}
