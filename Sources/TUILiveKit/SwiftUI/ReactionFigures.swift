/// The parameters of floating reactions: their number, their lifetime and their motion.
public struct ReactionFigures: Hashable, Sendable {
    /// The number of copies that rise for one reaction.
    public var copiesPerReaction = 8
    /// The most visible reactions. If there are more, the oldest disappear.
    public var visibleMax = 13
    /// How long a reaction is visible, in milliseconds, chosen at random from this range.
    public var lifeMilliseconds: ClosedRange<Int64> = 2_500...3_500
    /// How long the way up takes at a speed of 1, in milliseconds.
    public var riseMilliseconds: Int64 = 2_500
    /// The longest delay before a reaction starts to rise, in milliseconds.
    public var delayMillisecondsMax: Int64 = 500
    /// The speed factor, chosen at random from this range.
    public var speed: ClosedRange<Double> = 0.8...1.2
    /// The horizontal start position, in points from the middle, chosen at random from this range.
    public var startPoints: ClosedRange<Double> = -50...50
    /// The horizontal drift on the way up, in points, chosen at random from this range.
    public var driftPoints: ClosedRange<Double> = -150...150
    /// How long a reaction takes to fade out, in milliseconds.
    public var fadeMilliseconds: Int64 = 300
    /// The most characters of a reaction that are shown.
    public var charactersMax = 4

    /// Makes the default parameters, which match the vendor's component.
    public init() {}
}
