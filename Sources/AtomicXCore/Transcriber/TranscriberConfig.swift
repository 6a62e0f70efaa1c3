/// The languages of a transcription.
public struct TranscriberConfig: Sendable {
    /// The language that is spoken.
    public var sourceLanguage: SourceLanguage
    /// The languages into which it is translated; empty for none.
    public var translationLanguages: [TranslationLanguage]

    /// Makes a configuration. The defaults write down Chinese and English, and translate nothing.
    public init(sourceLanguage: SourceLanguage = .chineseEnglish, translationLanguages: [TranslationLanguage] = []) {
        self.sourceLanguage = sourceLanguage
        self.translationLanguages = translationLanguages
    }
}
