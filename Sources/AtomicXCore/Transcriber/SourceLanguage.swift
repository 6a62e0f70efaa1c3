/// A language that is spoken in a live. The raw value is its code.
public enum SourceLanguage: String, Sendable {
    /// Chinese.
    case chinese = "zh"
    /// Chinese and English, mixed.
    case chineseEnglish = "zh_en"
    /// English.
    case english = "en"
}
