import Foundation

/// A language that the kit's own words are in, by the name that the catalogue of gifts has for it.
enum KitLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case japanese = "ja"
    case arabic = "ar"

    /// The language for a user who prefers these, best first: the first of them that the kit has, else English.
    ///
    /// - Parameter preferred: As the system names them, for instance `zh-Hant-HK`, `ja-JP` or `en_GB`.
    init(preferred: [String]) { self = preferred.lazy.compactMap(Self.init(name:)).first ?? .english }

    /// The language of a name; nil for one that the kit does not have.
    private init?(name: String) {
        let parts = name.replacingOccurrences(of: "_", with: "-").lowercased().split(separator: "-")
        switch parts.first {
        case "en": self = .english
        case "ja": self = .japanese
        case "ar": self = .arabic
        case "zh":
            let isTraditional = parts.dropFirst().contains { ["hant", "tw", "hk", "mo"].contains($0) }
            self = isTraditional && !parts.dropFirst().contains("hans") ? .traditionalChinese : .simplifiedChinese
        default: return nil
        }
    }
}
