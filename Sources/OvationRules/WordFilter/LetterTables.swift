/// The letters that no rule folds, and those that stand for others.
enum LetterTables {
    /// Letters with accents, by the letter below them. Lowercase only.
    ///
    /// Found by comparing: a `Character` equals each canonically equivalent one, so "á" is found under "a" and an acute accent.
    static let unaccented: [UInt32: UInt32] = {
        let accents: [Unicode.Scalar] = [
            0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313,
            0x314, 0x31B, 0x323, 0x324, 0x325, 0x326, 0x327, 0x328, 0x32D, 0x32E, 0x330, 0x331, 0x342, 0x345,
        ].compactMap { (value: UInt32) in Unicode.Scalar(value) }
        let latin: ClosedRange<UInt32> = 0x61...0x7A
        let bases = [latin, 0x3B1...0x3C9, 0x430...0x44F, 0x456...0x456].joined()
        var letters = bases.compactMap { base in Unicode.Scalar(base).map { (letter: $0, base: base) } }
        let blocks: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x3FF, 0x400...0x4FF, 0x1E00...0x1FFF]
        let composed = blocks.joined().compactMap { Unicode.Scalar($0) }
        var found: [UInt32: UInt32] = [:]
        // Twice, for letters with two accents.
        for _ in 1...2 {
            var spelled: [Character: UInt32] = [:]
            for (letter, base) in letters {
                for accent in accents {
                    var text = String(letter)
                    text.unicodeScalars.append(accent)
                    if text.count == 1, let character = text.first { spelled[character] = base }
                }
            }
            letters = []
            for scalar in composed where found[scalar.value] == nil {
                guard let base = spelled[Character(scalar)] else { continue }
                found[scalar.value] = base
                letters.append((scalar, base))
            }
        }
        // Strokes are no accents to Unicode.
        for (stroked, base) in zip("łøđħŧıſςƀɨꝑ".unicodeScalars, "lodhtisσbip".unicodeScalars) {
            found[stroked.value] = base.value
        }
        return found
    }()

    /// Letters that are two or three.
    static let ligatures: [UInt32: [UInt32]] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl",
        "ﬅ": "st", "ﬆ": "st", "ŉ": "n", "ǆ": "dz", "ǉ": "lj", "ǌ": "nj", "ǳ": "dz",
    ].reduce(into: [:]) { table, entry in
        table[scalar(entry.key)] = entry.value.unicodeScalars.map(\.value)
    }

    /// Styled letters that lie scattered: letterlike symbols, small capitals, raised and lowered letters.
    static let styled: [UInt32: UInt32] = pairs(
        "ℂℊℋℌℍℎℐℑℒℓℕℙℚℛℜℝℤℨℬℭℯℰℱℳℴℹ" + "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "ªºⁿⁱ¹²³ˢʰˡʳʷʸˣᵃᵇᶜᵈᵉᶠᵍʲᵏᵐᵒᵖᵗᵘᵛᶻ"
            + "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
        "cghhhhiillnpqrrrzzbceefmoi" + "abcdefghijklmnoprstuvwyz" + "aoni123shlrwyxabcdefgjkmoptuvz"
            + "aehijklmnoprstuvx")

    /// Katakana of half width, from U+FF66 on, as wide ones.
    static let halfWidthKana = "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars.map(\.value)

    /// Letters of other alphabets that look like Latin ones.
    static let lookalikes: [UInt32: UInt32] = pairs(
        "асеіјорԛѕтухԝһӏкмвнбдԁ" + "αβεικνορτυχγηω", "aceijopqstyxwhlkmbhbdd" + "abeikvoptuxynw")

    /// Digits and signs that stand for letters. Those in `ambiguous` stand for either of two.
    static let substitutes: [UInt32: UInt32] = pairs("0134578926@$!+|€£¢", "oieastbgzgasitieec")

    /// Signs that are read as `i` or as `l`.
    static let ambiguous: Set<UInt32> = Set("1!|".unicodeScalars.map(\.value))

    private static func pairs(_ from: String, _ to: String) -> [UInt32: UInt32] {
        precondition(from.unicodeScalars.count == to.unicodeScalars.count, "each letter has one that it stands for")
        return Dictionary(
            zip(from.unicodeScalars.map(\.value), to.unicodeScalars.map(\.value)),
            uniquingKeysWith: { first, _ in first })
    }

    private static func scalar(_ text: String) -> UInt32 { text.unicodeScalars.first?.value ?? 0 }
}
