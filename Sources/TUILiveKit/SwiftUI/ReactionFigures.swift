/// How reactions fly over a live: how many there are, how long they are seen and how far they go.
public struct ReactionFigures: Hashable, Sendable {
    /// How many copies of a reaction rise at once.
    public var copiesPerReaction = 8
    /// How many are seen at a time; where there are more, the oldest go.
    public var visibleMax = 13
    /// How long each is seen, in milliseconds: somewhere between the two.
    public var lifeMilliseconds: ClosedRange<Int64> = 2_500...3_500
    /// How long the way up takes at the speed 1, in milliseconds.
    public var riseMilliseconds: Int64 = 2_500
    /// How long one waits at most before it begins to rise, in milliseconds.
    public var delayMillisecondsMax: Int64 = 500
    /// How fast one rises, as a factor: somewhere between the two.
    public var speed: ClosedRange<Double> = 0.8...1.2
    /// Where one begins, in points beside the middle: somewhere between the two.
    public var startPoints: ClosedRange<Double> = -50...50
    /// How far one drifts to the side on its way, in points: somewhere between the two.
    public var driftPoints: ClosedRange<Double> = -150...150
    /// How long one takes to fade at its end, in milliseconds.
    public var fadeMilliseconds: Int64 = 300
    /// How many characters of a reaction are shown.
    public var charactersMax = 4

    /// Makes the figures that apps know.
    public init() {}
}
