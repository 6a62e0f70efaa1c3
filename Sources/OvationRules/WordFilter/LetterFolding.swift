/// What a scalar of a text is to the word filter.
enum FoldedScalar: Equatable {
    /// A letter or a digit, as all its forms are folded into.
    case letter(UInt32)
    /// Two or three letters, as of a ligature.
    case letters([UInt32])
    /// Changes the letter before it: a sound mark of kana, a vowel or a final of Hangul.
    case joining(UInt32)
    /// Nothing: it cannot be seen, or only decorates the letter before it.
    case nothing
    /// A mark that may stand between letters: punctuation, a symbol, a picture.
    case mark
    /// A space.
    case space
    /// The end of a line or of a sentence: no word goes on behind it.
    case end
}

/// Folds the many forms of a letter into one: case, accents, width, and the styled alphabets of Unicode.
///
/// The part of NFKC and of case folding that matters for words, made of what the standard library knows of scalars. It gives no
/// decomposition; which letters are another one with an accent is found by asking it which strings are canonically equal.
enum LetterFolding {
    /// What a scalar is.
    static func fold(_ scalar: Unicode.Scalar) -> FoldedScalar {
        let value = scalar.value
        if value < 0x80 { return foldASCII(value) }
        if let plain = plainForm(of: value) {
            return plain < 0x80 ? foldASCII(plain) : fold(lowercase: plain)
        }
        switch value {
        case 0x3001, 0x3002, 0xFF0C, 0xFF61, 0xFF64, 0x2028, 0x2029, 0x85: return .end
        case 0x2800: return .space
        case 0x3099, 0x309A: return .joining(value)
        case 0xFF9E: return .joining(0x3099)
        case 0xFF9F: return .joining(0x309A)
        case 0x1161...0x1175, 0x11A8...0x11C2: return .joining(value)
        default: break
        }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || isDecoration(value) { return .nothing }
        if properties.isWhitespace { return .space }
        switch properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned: return .nothing
        case .decimalNumber:
            // Digits of other scripts count like ours.
            if let digit = properties.numericValue, (0...9).contains(digit) { return .letter(0x30 + UInt32(digit)) }
            return .letter(value)
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter:
            let lower = properties.lowercaseMapping.unicodeScalars
            if let only = lower.first, lower.count == 1 { return fold(lowercase: only.value) }
            let parts = lower.compactMap { part -> UInt32? in
                if case .letter(let letter) = fold(part) { letter } else { nil }
            }
            return .letters(parts)
        case .modifierLetter, .otherLetter, .letterNumber, .otherNumber: return fold(lowercase: value)
        // Vowel signs of Indic and other scripts are letters of their words.
        case .nonspacingMark, .spacingMark: return .letter(value)
        default: return .mark
        }
    }

    /// Whether words of a script are written without spaces between them: Han, kana, Thai, Lao, Khmer, Burmese.
    static func isUnspaced(_ letter: UInt32) -> Bool {
        switch letter {
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
            0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF, 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF:
            true
        default: false
        }
    }

    /// What a mark that joins makes of the letter before it; nil where the two stay two.
    static func join(_ letter: UInt32, _ mark: UInt32) -> UInt32? {
        switch mark {
        case 0x3099:
            if letter == 0x3046 { return 0x3094 }
            let isVoiceable = (0x304B...0x3062).contains(letter) && letter % 2 == 1
            let isVoiceableT = [0x3064, 0x3066, 0x3068].contains(letter)
            let isH = (0x306F...0x307B).contains(letter) && letter % 3 == 0
            return isVoiceable || isVoiceableT || isH ? letter + 1 : nil
        case 0x309A: return (0x306F...0x307B).contains(letter) && letter % 3 == 0 ? letter + 2 : nil
        case 0x1161...0x1175:
            guard (0x1100...0x1112).contains(letter) else { return nil }
            return 0xAC00 + ((letter - 0x1100) * 21 + (mark - 0x1161)) * 28
        case 0x11A8...0x11C2:
            guard (0xAC00...0xD7A3).contains(letter), (letter - 0xAC00) % 28 == 0 else { return nil }
            return letter + mark - 0x11A7
        default: return nil
        }
    }

    private static func foldASCII(_ value: UInt32) -> FoldedScalar {
        switch value {
        case 0x61...0x7A, 0x30...0x39: .letter(value)
        case 0x41...0x5A: .letter(value + 0x20)
        case 0x0A, 0x0B, 0x0C, 0x0D: .end
        case 0x09, 0x20: .space
        case 0x00...0x1F, 0x7F: .nothing
        default: .mark
        }
    }

    /// Folds a letter that has no capital form any more.
    private static func fold(lowercase value: UInt32) -> FoldedScalar {
        if let base = LetterTables.unaccented[value] { return .letter(base) }
        if let parts = LetterTables.ligatures[value] { return .letters(parts) }
        // Hiragana and katakana are two ways to write one sound.
        if (0x30A1...0x30F6).contains(value) { return .letter(value - 0x60) }
        return .letter(value)
    }

    /// Marks that are put above, below or through letters of any script, as "Zalgo" text does; accents are among them.
    private static func isDecoration(_ value: UInt32) -> Bool {
        switch value {
        case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05C7, 0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x0640,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
            0x1F3FB...0x1F3FF:
            true
        default: false
        }
    }

    /// The plain character behind a styled one; nil where it is none.
    private static func plainForm(of value: UInt32) -> UInt32? {
        switch value {
        case 0xFF01...0xFF0B, 0xFF0D...0xFF5E: value - 0xFEE0
        case 0x3000, 0x00A0: 0x20
        // The mathematical alphabets: thirteen of 52 letters, then five of ten digits.
        case 0x1D400...0x1D6A3: letter(value - 0x1D400)
        case 0x1D7CE...0x1D7FF: 0x30 + (value - 0x1D7CE) % 10
        case 0x249C...0x24B5: 0x61 + value - 0x249C
        case 0x24B6...0x24CF: 0x61 + value - 0x24B6
        case 0x24D0...0x24E9: 0x61 + value - 0x24D0
        case 0x1F110...0x1F129: 0x61 + value - 0x1F110
        case 0x1F130...0x1F149: 0x61 + value - 0x1F130
        case 0x1F150...0x1F169: 0x61 + value - 0x1F150
        case 0x1F170...0x1F189: 0x61 + value - 0x1F170
        case 0x1F1E6...0x1F1FF: 0x61 + value - 0x1F1E6
        case 0x2460...0x2468: 0x31 + value - 0x2460
        case 0x2776...0x277E: 0x31 + value - 0x2776
        case 0x2080...0x2089: 0x30 + value - 0x2080
        case 0x2070, 0x2074...0x2079: 0x30 + value - 0x2070
        case 0xFF66...0xFF9D: LetterTables.halfWidthKana[Int(value - 0xFF66)]
        default: LetterTables.styled[value]
        }
    }

    private static func letter(_ place: UInt32) -> UInt32 { 0x61 + place % 26 }
}
