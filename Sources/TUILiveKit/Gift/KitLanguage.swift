import Foundation

/// A language of the kit's own texts, with its name in the gift catalogue.
enum KitLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case japanese = "ja"
    case arabic = "ar"

    /// Picks the first supported language of a list, or English if there is none.
    ///
    /// - Parameter preferred: Language tags as the system gives them, best first; for instance `zh-Hant-HK`, `ja-JP` or `en_GB`.
    init(preferred: [String]) { self = preferred.lazy.compactMap(Self.init(name:)).first ?? .english }

    /// Finds the language for a tag; nil if it is not supported.
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
