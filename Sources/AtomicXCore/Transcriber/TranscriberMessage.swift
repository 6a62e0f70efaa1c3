/// A part of what somebody said, in writing.
public struct TranscriberMessage: Sendable {
    /// The id of the part. While somebody speaks, the message with this id changes.
    public let segmentId: String
    /// The id of the user who spoke.
    public var speakerUserId: String
    /// The name of the user who spoke.
    public var speakerUserName: String
    /// What was said, in the language in which it was said.
    public var sourceText: String
    /// The translations, by language.
    public var translationTexts: [TranslationLanguage: String]
    /// When it was said, in seconds since 1970.
    public var timestamp: Int64
    /// Whether the part is complete, so that the message does not change any more.
    public var isCompleted: Bool

    /// Makes a message. The defaults make one without text.
    public init(
        segmentId: String, speakerUserId: String = "", speakerUserName: String = "", sourceText: String = "",
        translationTexts: [TranslationLanguage: String] = [:], timestamp: Int64 = 0, isCompleted: Bool = false
    ) {
        self.segmentId = segmentId
        self.speakerUserId = speakerUserId
        self.speakerUserName = speakerUserName
        self.sourceText = sourceText
        self.translationTexts = translationTexts
        self.timestamp = timestamp
        self.isCompleted = isCompleted
    }
}
