/// Where the parts of a gift lie in its cell: the picture above, two lines of text below it.
///
/// While the gift is chosen the lines are its price and the button that sends it, else its name and its price. Nothing covers anything
/// else, however large the reader has chosen the text: then the cell has to be higher, by ``growth(textLine:)``. Lengths are points.
struct GiftCellLayout: Equatable, Sendable {
    /// How high a line of text and the button are where the reader has chosen no larger text.
    private static let (textLine, buttonLine) = (18.0, 28.0)
    private static let (edge, gap) = (8.0, 4.0)

    let picture: GiftPageGrid.Frame
    let name: GiftPageGrid.Frame
    let price: GiftPageGrid.Frame
    let button: GiftPageGrid.Frame
    let badge: GiftPageGrid.Frame
    let countdown: GiftPageGrid.Frame

    /// Lays out a cell.
    ///
    /// - Parameters:
    ///   - textLine: how high a line of its text is.
    ///   - hasButton: whether the button takes the place of the name.
    init(width: Double, height: Double, textLine: Double, hasButton: Bool) {
        let (line, button) = Self.lines(textLine)
        let side = max(0, min(width - 2 * Self.edge, height - Self.edge - Self.gap - line - button - 2))
        let first = Self.edge + side + Self.gap
        func row(_ y: Double, _ height: Double) -> GiftPageGrid.Frame {
            GiftPageGrid.Frame(x: 2, y: y, width: max(0, width - 4), height: height)
        }
        picture = GiftPageGrid.Frame(x: (width - side) / 2, y: Self.edge, width: side, height: side)
        name = row(first, line)
        price = row(hasButton ? first : first + line, line)
        self.button = row(first + line, button)
        badge = row(2, line)
        countdown = row(first + line - 3, 2)
    }

    /// By how much a cell has to be higher than it was set to, for text whose lines are so high.
    static func growth(textLine: Double) -> Double {
        let (line, button) = lines(textLine)
        return line - Self.textLine + button - Self.buttonLine
    }

    private static func lines(_ textLine: Double) -> (text: Double, button: Double) {
        let line = textLine.isFinite ? max(Self.textLine, textLine.rounded(.up)) : Self.textLine
        return (line, max(buttonLine, line + 10))
    }
}
