public import SVGA

/// The gifts of the demo that fill the screen.
public enum GrandGift: String, Sendable, CaseIterable {
    case castle, rocket, fireworks, dragon

    /// How many bytes the file of an effect may have.
    public static let fileBytesMax = 200_000

    /// Draws the effect. This takes seconds.
    public var movie: SVGAMovie {
        switch self {
        case .castle: CastleEffect.movie
        case .rocket: RocketEffect.movie
        case .fireworks: FireworksEffect.movie
        case .dragon: DragonEffect.movie
        }
    }
}
