/// The layout of a panel's gifts: pages side by side, with rows that start at the leading edge.
///
/// Lengths are in points.
struct GiftPageGrid: Equatable, Sendable {
    /// The position and size of an item.
    struct Frame: Equatable, Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// The number of rows on a page, at least 1.
    let rows: Int
    /// The number of items in a row, at least 1.
    let columns: Int
    private let item: (width: Double, height: Double)
    private let page: (width: Double, height: Double)
    private let isRightToLeft: Bool

    /// Makes a grid for a panel of this size.
    init(
        rows: Int, itemWidth: Double, itemHeight: Double, pageWidth: Double, pageHeight: Double,
        isRightToLeft: Bool = false
    ) {
        self.rows = max(1, rows)
        let width = itemWidth.isFinite && itemWidth > 0 ? itemWidth : 1
        let height = itemHeight.isFinite && itemHeight > 0 ? itemHeight : 1
        item = (width, height)
        page = (pageWidth.isFinite ? max(pageWidth, 0) : 0, pageHeight.isFinite ? max(pageHeight, 0) : 0)
        columns = Int(min(10_000, max(1, (page.width / width).rounded(.down))))
        self.isRightToLeft = isRightToLeft
    }

    /// The number of gifts on a page.
    var perPage: Int { rows * columns }

    /// Returns the number of pages for a number of gifts.
    func pageCount(of count: Int) -> Int { count > 0 ? (count - 1) / perPage + 1 : 0 }

    /// Returns the width of all pages together.
    func width(of count: Int) -> Double { Double(pageCount(of: count)) * page.width }

    /// Returns the frame of a gift by its index. Spare width is distributed over the row.
    func frame(of index: Int) -> Frame {
        let (number, place) = index.quotientAndRemainder(dividingBy: perPage)
        let (row, column) = place.quotientAndRemainder(dividingBy: columns)
        let gap = max(0, page.width - Double(columns) * item.width) / Double(columns + 1)
        let line = max(0, page.height - Double(rows) * item.height) / Double(rows + 1)
        let seen = isRightToLeft ? columns - 1 - column : column
        return Frame(
            x: Double(number) * page.width + gap + Double(seen) * (item.width + gap),
            y: line + Double(row) * (item.height + line), width: item.width, height: item.height)
    }

    static func == (one: Self, other: Self) -> Bool {
        one.rows == other.rows && one.columns == other.columns && one.item == other.item && one.page == other.page
            && one.isRightToLeft == other.isRightToLeft
    }
}
