public import Foundation

/// The quality of a network, from 1 (best) to 6 (down); 0 means unknown.
#if canImport(ObjectiveC)
    @objc
#endif
public enum TUINetworkQuality: UInt, Sendable {
    /// The quality is not known.
    case unknown = 0
    /// No packets are lost.
    case excellent = 1
    /// Few packets are lost.
    case good = 2
    /// The loss is noticeable.
    case poor = 3
    /// Many packets are lost.
    case bad = 4
    /// Most packets are lost.
    case veryBad = 5
    /// No packets arrive.
    case down = 6
}

/// The network state of a user.
#if canImport(ObjectiveC)
    @objc @objcMembers
#endif
open class TUINetworkInfo: NSObject {
    /// The user's id.
    open var userId: String?
    /// The quality of the network.
    open var quality = TUINetworkQuality.unknown
    /// The loss of the packets that the user sends, in percent.
    open var upLoss: UInt32 = 0
    /// The loss of the packets that are sent to the user, in percent.
    open var downLoss: UInt32 = 0
    /// The round-trip time, in milliseconds.
    open var delay: UInt32 = 0
}
