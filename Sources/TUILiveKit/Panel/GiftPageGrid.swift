/// Where the gifts of a panel lie: pages beside each other, rows on each page, each row from the leading edge on.
///
/// Lengths are points.
struct GiftPageGrid: Equatable, Sendable {
    /// Where something lies.
    struct Frame: Equatable, Sendable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// The rows of a page, at least 1.
    let rows: Int
    /// How many fit into a row, at least 1.
    let columns: Int
    private let item: (width: Double, height: Double)
    private let page: (width: Double, height: Double)
    private let isRightToLeft: Bool

    /// Makes a grid for a panel of a size.
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

    /// How many gifts a page has.
    var perPage: Int { rows * columns }

    /// How many pages a number of gifts takes.
    func pageCount(of count: Int) -> Int { count > 0 ? (count - 1) / perPage + 1 : 0 }

    /// How wide all pages are together.
    func width(of count: Int) -> Double { Double(pageCount(of: count)) * page.width }

    /// Where a gift lies, counted from 0. Gifts of a row share what the row has too much.
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
