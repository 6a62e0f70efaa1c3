/// A text as the word filter reads it: its letters, folded, with what stands between them.
struct FoldedText {
    /// What stands before a letter. Higher values part words more.
    enum Gap: UInt8, Comparable {
        case none, mark, space, end
        static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// How signs and letters of other alphabets are read.
    enum Reading {
        /// As what they are.
        case plain
        /// Letters of other alphabets as the Latin ones that they look like.
        case lookalikes
        /// Besides, digits and signs as the letters that they stand for; an ambiguous one as this letter.
        case substitutes(ambiguous: UInt32)
    }

    struct Letter {
        var value: UInt32
        /// Where its scalar is among those of the text.
        let place: Int
        var gap: Gap
        /// Whether it was read as another letter than it is.
        let isSubstitute: Bool

        /// Whether it is one of a to z that was not read into something else.
        var isLatin: Bool { !isSubstitute && (0x61...0x7A).contains(value) }
    }

    /// Equal letters in a row, whatever stands between them but an end.
    struct Run {
        let value: UInt32
        let range: Range<Int>
    }

    private(set) var letters: [Letter] = []
    private(set) var runs: [Run] = []
    /// How many scalars the text has.
    let scalarCount: Int
    /// Whether another reading may find more.
    private(set) var hasSubstitutes = false
    /// Whether some of these can be read in two ways.
    private(set) var hasAmbiguous = false

    init(_ text: String, _ reading: Reading = .plain) {
        letters.reserveCapacity(text.utf8.count)
        scalarCount = text.unicodeScalars.count
        var gap = Gap.none
        for (place, scalar) in text.unicodeScalars.enumerated() {
            if let letter = read(scalar, as: reading) {
                append(letter, place, &gap, isSubstitute: true)
                continue
            }
            switch LetterFolding.fold(scalar) {
            case .letter(let value): appendRead(value, place, &gap, reading)
            case .letters(let values): for value in values { appendRead(value, place, &gap, reading) }
            case .joining(let mark): join(mark, place, &gap)
            case .nothing: break
            case .mark: gap = max(gap, .mark)
            case .space: gap = max(gap, .space)
            case .end: gap = .end
            }
        }
        gatherRuns()
    }

    /// Whether a part of the text begins at a letter: something stands before it, or its script has no spaces.
    func isBoundary(before index: Int) -> Bool {
        guard index > 0, index < letters.count else { return true }
        return letters[index].gap != .none || LetterFolding.isUnspaced(letters[index].value)
            || LetterFolding.isUnspaced(letters[index - 1].value)
    }

    /// The letter that a sign stands for in a reading; nil where it is what it is. Notes that there are such signs.
    private mutating func read(_ scalar: Unicode.Scalar, as reading: Reading) -> UInt32? {
        let value = Self.narrow(scalar.value)
        guard let letter = LetterTables.substitutes[value] else { return nil }
        hasSubstitutes = true
        let isAmbiguous = LetterTables.ambiguous.contains(value)
        if isAmbiguous { hasAmbiguous = true }
        guard case .substitutes(let ambiguous) = reading else { return nil }
        return isAmbiguous ? ambiguous : letter
    }

    private mutating func appendRead(_ value: UInt32, _ place: Int, _ gap: inout Gap, _ reading: Reading) {
        guard let latin = LetterTables.lookalikes[value] else {
            return append(value, place, &gap, isSubstitute: false)
        }
        hasSubstitutes = true
        if case .plain = reading { return append(value, place, &gap, isSubstitute: false) }
        append(latin, place, &gap, isSubstitute: true)
    }

    private mutating func append(_ value: UInt32, _ place: Int, _ gap: inout Gap, isSubstitute: Bool) {
        letters.append(Letter(value: value, place: place, gap: gap, isSubstitute: isSubstitute))
        gap = .none
    }

    private mutating func join(_ mark: UInt32, _ place: Int, _ gap: inout Gap) {
        if gap == .none, let last = letters.last, let joined = LetterFolding.join(last.value, mark) {
            letters[letters.count - 1].value = joined
        } else if mark != 0x3099, mark != 0x309A {
            append(mark, place, &gap, isSubstitute: false)
        }
    }

    private mutating func gatherRuns() {
        var start = 0
        while start < letters.count {
            var end = start + 1
            while end < letters.count, letters[end].value == letters[start].value, letters[end].gap < .end { end += 1 }
            runs.append(Run(value: letters[start].value, range: start..<end))
            start = end
        }
    }

    /// The sign of a full-width one.
    private static func narrow(_ value: UInt32) -> UInt32 { (0xFF01...0xFF5E).contains(value) ? value - 0xFEE0 : value }
}
