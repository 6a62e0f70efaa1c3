public import SVGA

/// The demo's full-screen gifts.
public enum GrandGift: String, Sendable, CaseIterable {
    case castle, rocket, fireworks, dragon

    /// The most bytes that an effect's file may have.
    public static let fileBytesMax = 200_000

    /// Renders the effect. This takes several seconds.
    public var movie: SVGAMovie {
        switch self {
        case .castle: CastleEffect.movie
        case .rocket: RocketEffect.movie
        case .fireworks: FireworksEffect.movie
        case .dragon: DragonEffect.movie
        }
    }
}
