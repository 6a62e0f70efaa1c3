/// The layout settings of a gift panel. Lengths are in points.
public final class TUIGiftPanelConfig: Sendable {
    /// The number of rows on a page.
    public let rows: Int
    /// The width of a gift's cell.
    public let itemWidth: Double
    /// The height of a gift's cell.
    public let itemHeight: Double

    /// Makes layout settings.
    public init(rows: Int = 2, itemWidth: Double = 74, itemHeight: Double = 127) {
        self.rows = rows
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
    }

    /// Returns the same settings with cells that are high enough for this line height, in points.
    func scaled(textLine: Double) -> TUIGiftPanelConfig {
        TUIGiftPanelConfig(
            rows: rows, itemWidth: itemWidth, itemHeight: itemHeight + GiftCellLayout.growth(textLine: textLine))
    }
}
