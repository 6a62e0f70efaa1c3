/// A point in time: milliseconds since 1970 in UTC. Callers pass it in wherever time matters, so that every rule can be replayed.
public struct Timestamp: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    /// Makes a point in time from Unix milliseconds.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whole seconds since 1970, as the REST API uses them.
    public var seconds: Int64 { milliseconds / 1000 }

    /// Compares two points in time.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.milliseconds < rhs.milliseconds }

    /// Adds milliseconds. The result stops at the limits of the range instead of trapping.
    public func adding(milliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// Adds seconds. The result stops at the limits of the range instead of trapping.
    public func adding(seconds delta: Int64) -> Timestamp {
        let (product, overflow) = delta.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return Timestamp(milliseconds: delta < 0 ? .min : .max) }
        return adding(milliseconds: product)
    }

    /// The milliseconds from another point in time to this one; negative if the other one is later.
    public func milliseconds(since other: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        return overflow ? (milliseconds < other.milliseconds ? .min : .max) : difference
    }

    /// Decodes a number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The number of milliseconds.
    public var description: String { "\(milliseconds)" }
}
