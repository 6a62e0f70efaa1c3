/// The version that ffmpeg says of itself.
public struct FFmpegVersion: Sendable, Hashable {
    /// The oldest version that listens on one address only, which forwarding needs.
    public static let majorMin = 5

    /// As ffmpeg writes it: `5.1.9-0+deb12u1`.
    public let text: String
    /// The first number; nil for a build that was made between versions, and counts as new.
    public let major: Int?

    /// Reads the output of `ffmpeg -version`; nil where it is not that of ffmpeg.
    public init?(output: String) {
        let words = output.prefix(200).split(separator: " ", maxSplits: 3)
        guard words.count >= 3, words[0] == "ffmpeg", words[1] == "version" else { return nil }
        text = String(words[2].prefix(60))
        // Builds of a release begin with its number, those of others with n or N.
        let digits = text.drop { $0 == "n" }.prefix { $0.isASCII && $0.isNumber }
        major = text.hasPrefix("N") || text.hasPrefix("git") ? nil : Int(digits)
    }

    /// Whether it is new enough.
    public var isFit: Bool { major.map { $0 >= Self.majorMin } ?? true }
}
