/// How a panel of gifts is laid out. Lengths are points.
public final class TUIGiftPanelConfig: Sendable {
    /// How many rows a page has.
    public let rows: Int
    /// How wide the place of a gift is.
    public let itemWidth: Double
    /// How high the place of a gift is.
    public let itemHeight: Double

    /// Makes a layout.
    public init(rows: Int = 2, itemWidth: Double = 74, itemHeight: Double = 127) {
        self.rows = rows
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
    }

    /// The same layout with places that are high enough for text whose lines are so high, in points.
    func scaled(textLine: Double) -> TUIGiftPanelConfig {
        TUIGiftPanelConfig(
            rows: rows, itemWidth: itemWidth, itemHeight: itemHeight + GiftCellLayout.growth(textLine: textLine))
    }
}
