public import Foundation

/// How good a network is, from 1 on; 0 says that it is not known.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUINetworkQuality: UInt, Sendable {
    /// It is not known.
    case unknown = 0
    /// Nothing is lost.
    case excellent = 1
    /// Little is lost.
    case good = 2
    /// One notices what is lost.
    case poor = 3
    /// Much is lost.
    case bad = 4
    /// Most is lost.
    case veryBad = 5
    /// Nothing comes through.
    case down = 6
}

/// What is known of a user's network.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUINetworkInfo: NSObject {
    /// Whose.
    open var userId: String?
    /// How good it is.
    open var quality = TUINetworkQuality.unknown
    /// How much of what the user sends is lost, in percent.
    open var upLoss: UInt32 = 0
    /// How much of what the user receives is lost, in percent.
    open var downLoss: UInt32 = 0
    /// How long a packet takes there and back, in milliseconds.
    open var delay: UInt32 = 0
}
