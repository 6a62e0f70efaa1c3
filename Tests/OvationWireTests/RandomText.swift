import OvationTestKit

extension SeededGenerator {
    /// A text that tends to break encoders: control characters, NUL, quotes, emoji of several scalars, right-to-left letters.
    mutating func nastyText(partsMax: Int = 12) -> String {
        let parts: [String] = [
            "", "a", "\"", "\\", "\\\"", "/", "</script>", "\u{0}", "\u{1}", "\u{8}", "\t", "\n", "\u{B}", "\u{C}",
            "\r",
            "\r\n", "\u{1F}", "\u{7F}", "\u{80}", "\u{A0}", "é", "e\u{301}", "ß", "\u{2028}", "\u{2029}",
            "\u{202E}שלום",
            "\u{200F}", "\u{200D}", "👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "𝄞", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}",
            "\u{10FFFF}", "你好",
            "\\u0000", "%00", "{}", "[", ",", ":", "\u{212A}", "null",
        ]
        return (0..<Int.random(in: 0...partsMax, using: &self)).map { _ in
            if Bool.random(using: &self) { return parts[Int(next() % UInt64(parts.count))] }
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) else { return "?" }
            return String(Character(scalar))
        }.joined()
    }

    /// Random extension fields of an app.
    mutating func nastyFields() -> [String: String] {
        var fields: [String: String] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &self) { fields[nastyText(partsMax: 3)] = nastyText(partsMax: 3) }
        return fields
    }
}
