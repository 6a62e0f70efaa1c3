/// The quality of a network, best first after ``unknown``.
public enum NetworkQuality: UInt, JSONCodable, Sendable {
    /// The quality is not known.
    case unknown = 0
    /// The network is excellent.
    case excellent = 1
    /// The network is good.
    case good = 2
    /// The network is poor.
    case poor = 3
    /// The network is bad.
    case bad = 4
    /// The network is very bad.
    case veryBad = 5
    /// There is no connection.
    case down = 6
}
