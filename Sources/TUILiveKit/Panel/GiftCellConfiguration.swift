/// How the kit's cells count.
public enum GiftCellConfiguration {
    /// How long a row of gifts goes on after the last tap, in seconds.
    public static let comboDuration = 5.0
    /// How long a finger rests on a cell that sends batches before it counts by itself, in seconds.
    public static let longPressSeconds = 0.3
    /// How often it counts then, in seconds.
    public static let repeatSeconds = 0.1
}
