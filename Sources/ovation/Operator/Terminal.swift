/// What a command writes for people.
struct Terminal {
    /// Whether there are colours.
    let isColorful: Bool

    /// A colour of text.
    enum Color: Int {
        case red = 31
        case green = 32
        case yellow = 33
        case faint = 90
    }

    /// A text in a colour, where there are any.
    func colored(_ text: String, _ color: Color) -> String {
        isColorful ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Writes a line.
    func print(_ line: String) { Swift.print(line) }

    /// The lines of a table: a head, then rows whose columns stand below each other. Columns of numbers are right-aligned.
    func table(_ head: [String], _ rows: [[String]], numbers: Set<Int> = []) -> [String] {
        let cells = ([head] + rows).map { row in row.map(Self.printable) }
        let widths = head.indices.map { column in cells.map { Self.width($0[column]) }.max() ?? 0 }
        let lines = cells.map { row in
            let padded = row.enumerated().map { column, text in
                let padding = String(repeating: " ", count: widths[column] - Self.width(text))
                return numbers.contains(column) ? padding + text : text + padding
            }
            return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }
        return [colored(lines[0], .faint)] + lines.dropFirst()
    }

    /// A text of somebody else without what would move the cursor or change its colour.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
    }

    /// How many columns a text takes: East Asian characters and emoji take two.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { width, scalar in
            if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.isVariationSelector {
                return width
            }
            switch scalar.value {
            case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
                0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
                return width + 2
            default: return width + 1
            }
        }
    }
}
