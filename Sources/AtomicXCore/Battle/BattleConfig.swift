public import Foundation

/// The settings of a battle.
public struct BattleConfig: JSONCodable, Equatable, Sendable {
    /// The duration, in seconds, up to the server's maximum, which is 300 by default; 0 for that maximum.
    public var duration: TimeInterval
    /// Whether the invited hosts are asked. If not, the battle starts at once.
    public var needResponse: Bool
    /// The app's own text.
    public var extensionInfo: String

    /// Makes settings.
    public init(duration: TimeInterval = 0, needResponse: Bool = false, extensionInfo: String = "") {
        self.duration = duration
        self.needResponse = needResponse
        self.extensionInfo = extensionInfo
    }
}
