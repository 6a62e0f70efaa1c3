/// A language of the gift panel, found under any of the names that apps and backends have for it.
public struct GiftLanguage: Hashable, Sendable, CustomStringConvertible {
    /// The name under which it is kept and told: `en`, `zh-Hans`, `zh-Hant`, `pt-BR`.
    ///
    /// Chinese goes by its script (`zh-CN` and `zh` are `zh-Hans`; `zh-TW`, `zh-HK` and `zh-MO` are `zh-Hant`), English has
    /// no regions, and every other language keeps its own.
    public let name: String

    /// What a valid name looks like, in words.
    public static let rule =
        "A language is a tag such as en, zh-Hans, zh-Hant or pt-BR: a language of 2 to 8 letters, then parts of 1 to 8 "
        + "letters and digits, 35 characters at most."

    /// Whether a text can name a language.
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

    /// Understands the name of a language. One that is not valid finds nothing.
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

    /// The name in lower case, to compare by.
    public var normalized: String { name.lowercased() }

    /// The same as the name.
    public var description: String { name }

    /// The same language without its region, normalised; Chinese keeps its script.
    public var base: String {
        let normalized = normalized
        return normalized.hasPrefix("zh") ? normalized : String(normalized.prefix { $0 != "-" })
    }

    /// The value whose key names this language: the same one, else one that differs only in the region (`pt-BR` finds `pt`).
    public func match<Value>(in values: [String: Value]) -> Value? {
        if let key = key(in: values) { return values[key] }
        let base = base
        return values.keys.filter { GiftLanguage($0).normalized == base }.min().flatMap { values[$0] }
    }

    /// The key under which values have a text in exactly this language; nil where they have none.
    public func key<Value>(in values: [String: Value]) -> String? {
        if values[name] != nil { return name }
        return values.keys.filter { GiftLanguage($0) == self }.min()
    }

    /// A part of a tag in its usual spelling: `BR` for a region, `Latn` for a script, lower case for the rest.
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
