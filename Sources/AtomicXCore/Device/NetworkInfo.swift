/// The quality of the user's network.
public struct NetworkInfo: JSONCodable, Equatable, Sendable {
    /// The user's id.
    public var userID: String
    /// The quality as a whole.
    public var quality: NetworkQuality
    /// The share of packets that are lost on the way to the server, in per cent, 0 to 100.
    public var upLoss: UInt32
    /// The share of packets that are lost on the way from the server, in per cent, 0 to 100.
    public var downLoss: UInt32
    /// The time for the way to the server and back, in milliseconds.
    public var delay: UInt32

    /// Makes the quality of a network. The defaults stand for one without loss and delay.
    public init(
        userID: String = "", quality: NetworkQuality = .excellent, upLoss: UInt32 = 0, downLoss: UInt32 = 0,
        delay: UInt32 = 0
    ) {
        self.userID = userID
        self.quality = quality
        self.upLoss = upLoss
        self.downLoss = downLoss
        self.delay = delay
    }
}
