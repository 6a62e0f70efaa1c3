/// The levels of the beauty filter.
///
/// Not yet: the levels are kept here and change no picture.
public struct BaseBeautyState: JSONCodable, Sendable {
    /// How much the skin is smoothed, 0 (not at all) to 9.
    public var smoothLevel: Float = 0
    /// How much the skin is whitened, 0 (not at all) to 9.
    public var whitenessLevel: Float = 0
    /// How ruddy the skin becomes, 0 (no change) to 9.
    public var ruddyLevel: Float = 0

    /// Makes the state without a filter.
    public init() {}
}
