/// A layout of the hosts of connected lives. The number is the layout's id.
public enum CoHostLayoutTemplate: Int, JSONCodable, Sendable {
    /// Voice lives beside each other.
    case hostVoiceConnection = 2
    /// Two hosts beside each other on a landscape picture.
    case hostVideoLandscapeFixed2Seats = 400
    /// A grid that grows with the hosts.
    case hostDynamicGrid = 600
    /// A large picture of one host, with up to six others in small windows.
    case hostDynamic1v6 = 601
    /// A large picture of one host on the left, for up to nine hosts.
    case hostVideoLeftFocus9Seats = 602
    /// A grid of up to nine pictures of the same size.
    case hostVideoUniformGrid9Seats = 603
}
