/// The layout of a gift's cell: the image at the top, two lines of text below.
///
/// While the gift is chosen, the lines are its price and the send button. Otherwise they are its name and its price. With large text sizes
/// the cell must grow by ``growth(textLine:)``, so that nothing overlaps. Lengths are in points.
struct GiftCellLayout: Equatable, Sendable {
    /// The heights of a text line and of the button at the default text size.
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
    ///   - textLine: The height of a line of text.
    ///   - hasButton: True if the button replaces the name.
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

    /// Returns how much higher a cell must be for this line height.
    static func growth(textLine: Double) -> Double {
        let (line, button) = lines(textLine)
        return line - Self.textLine + button - Self.buttonLine
    }

    private static func lines(_ textLine: Double) -> (text: Double, button: Double) {
        let line = textLine.isFinite ? max(Self.textLine, textLine.rounded(.up)) : Self.textLine
        return (line, max(buttonLine, line + 10))
    }
}
