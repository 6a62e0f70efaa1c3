/// A language of the gift panel. It is recognised under all names that apps and backends commonly use.
public struct GiftLanguage: Hashable, Sendable, CustomStringConvertible {
    /// The canonical name: `en`, `zh-Hans`, `zh-Hant`, `pt-BR`.
    ///
    /// Chinese is named by script: `zh-CN` and `zh` become `zh-Hans`; `zh-TW`, `zh-HK` and `zh-MO` become `zh-Hant`. English loses its
    /// region. All other languages keep theirs.
    public let name: String

    /// The rule for valid names, in words.
    public static let rule =
        "A language is a tag such as en, zh-Hans, zh-Hant or pt-BR: a language of 2 to 8 letters, then parts of 1 to 8 "
        + "letters and digits, 35 characters at most."

    /// Returns true if the text is a valid name of a language.
    public static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let parts = text.utf8.split(omittingEmptySubsequences: false, whereSeparator: Self.isSeparator)
        guard let first = parts.first, (2...8).contains(first.count), first.allSatisfy(Self.isLetter) else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { Self.isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    /// Makes a language from any of its names. An invalid name matches nothing.
    public init(_ name: String) {
        let parts = name.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        switch parts.first {
        case "zh":
            let isTraditional =
                parts.contains("hant") || (!parts.contains("hans") && !Set(parts).isDisjoint(with: ["tw", "hk", "mo"]))
            self.name = isTraditional ? "zh-Hant" : "zh-Hans"
        case "en": self.name = "en"
        default: self.name = parts.enumerated().map { Self.spelled($1, isFirst: $0 == 0) }.joined(separator: "-")
        }
    }

    /// The name in lower case, for comparisons.
    public var normalized: String { name.lowercased() }

    /// The canonical name.
    public var description: String { name }

    /// The normalised language without its region. Chinese keeps its script.
    public var base: String {
        let normalized = normalized
        return normalized.hasPrefix("zh") ? normalized : String(normalized.prefix { $0 != "-" })
    }

    /// Finds the value for this language, or for the same language without a region (`pt-BR` finds `pt`).
    public func match<Value>(in values: [String: Value]) -> Value? {
        if let key = key(in: values) { return values[key] }
        let base = base
        return values.keys.filter { GiftLanguage($0).normalized == base }.min().flatMap { values[$0] }
    }

    /// Finds the key whose language is exactly this one. Returns nil if there is none.
    public func key<Value>(in values: [String: Value]) -> String? {
        if values[name] != nil { return name }
        return values.keys.filter { GiftLanguage($0) == self }.min()
    }

    /// Formats a subtag: `BR` for a region, `Latn` for a script, lower case for the rest.
    private static func spelled(_ part: String, isFirst: Bool) -> String {
        guard !isFirst else { return part }
        switch part.utf8.count {
        case 2: return part.uppercased()
        case 4: return part.prefix(1).uppercased() + part.dropFirst()
        default: return part
        }
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
