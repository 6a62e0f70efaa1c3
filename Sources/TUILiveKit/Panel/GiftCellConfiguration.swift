/// The timing of the kit's cells.
public enum GiftCellConfiguration {
    /// How long a combo continues after the last tap, in seconds.
    public static let comboDuration = 5.0
    /// How long a press on a batch cell takes before it counts automatically, in seconds.
    public static let longPressSeconds = 0.3
    /// The interval of automatic counting, in seconds.
    public static let repeatSeconds = 0.1
}
