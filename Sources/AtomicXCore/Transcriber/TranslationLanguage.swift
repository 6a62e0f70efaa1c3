/// A language into which speech is translated. The raw value is its code.
public enum TranslationLanguage: String, CaseIterable, Sendable {
    /// Chinese.
    case chinese = "zh"
    /// English.
    case english = "en"
    /// Vietnamese.
    case vietnamese = "vi"
    /// Japanese.
    case japanese = "ja"
    /// Korean.
    case korean = "ko"
    /// Indonesian.
    case indonesian = "id"
    /// Thai.
    case thai = "th"
    /// Portuguese.
    case portuguese = "pt"
    /// Arabic.
    case arabic = "ar"
    /// Spanish.
    case spanish = "es"
    /// French.
    case french = "fr"
    /// Malay.
    case malay = "ms"
    /// German.
    case german = "de"
    /// Italian.
    case italian = "it"
    /// Russian.
    case russian = "ru"
}
