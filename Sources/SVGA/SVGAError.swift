public import Foundation

/// Why a file is not read, or a movie not written.
public struct SVGAError: Error, Equatable, Sendable {
    /// What is wrong. The raw values are stable: logs and the page use them.
    public enum Code: String, Sendable, CaseIterable {
        /// The sounds take more bytes, or are more, than they may.
        case audioTooLarge
        /// What should be a sound is none.
        case badAudio
        /// The compressed part is damaged.
        case badCompression
        /// What should be a picture is no PNG file.
        case badImage
        /// The protobuf message is damaged.
        case badMessage
        /// A number is none, or is out of all bounds.
        case badNumber
        /// There is no usable size, frame rate or number of frames.
        case badParameters
        /// The description of a 1.x file is damaged.
        case badSpec
        /// The archive is damaged, or of a kind that is not read.
        case badZip
        /// The file is larger than it may be.
        case fileTooLarge
        /// A picture has a longer side than it may.
        case imageTooLarge
        /// The pictures have more pixels, or are more, than they may.
        case imagesTooLarge
        /// The file is inflated to more bytes than it may.
        case inflatedTooLarge
        /// Mattes cover each other in a circle.
        case matteCycle
        /// Mattes cover each other's mattes too often.
        case mattesTooDeep
        /// The archive has no movie.
        case movieMissing
        /// A key or a file's name is longer than it may be.
        case nameTooLong
        /// The bytes are no SVGA file.
        case notSVGA
        /// A path is longer than it may be, or all are together.
        case pathTooLong
        /// The description of a 1.x file is nested more deeply than it may be.
        case specTooDeep
        /// The description of a 1.x file has more bytes than it may.
        case specTooLarge
        /// There are more frames than there may be.
        case tooManyFrames
        /// There are more shapes than there may be.
        case tooManyShapes
        /// There are more sprites than there may be.
        case tooManySprites
    }

    /// Which limit a file passes, and by how much.
    public struct Excess: Equatable, Sendable {
        /// The name of the limit in ``SVGALimits``.
        public let limit: String
        /// Its value.
        public let limitValue: Int
        /// The value of the file; where reading it ended early, what was read of it.
        public let fileValue: Int

        /// Makes an excess.
        public init(limit: String, limitValue: Int, fileValue: Int) {
            self.limit = limit
            self.limitValue = limitValue
            self.fileValue = fileValue
        }
    }

    /// What is wrong.
    public let code: Code
    /// Which limit is passed; nil where the file is damaged.
    public let excess: Excess?

    /// Makes an error.
    public init(_ code: Code, _ excess: Excess? = nil) {
        self.code = code
        self.excess = excess
    }
}

extension SVGAError {
    /// Refuses what passes a limit.
    static func check(
        _ value: Int, atMost limitValue: Int, _ limit: String, _ code: Code
    ) throws(SVGAError) {
        guard value > limitValue else { return }
        throw SVGAError(code, Excess(limit: limit, limitValue: limitValue, fileValue: value))
    }
}

extension SVGAError: CustomStringConvertible, LocalizedError {
    /// What is wrong, in a sentence; where a limit is passed, with the limit and both values.
    public var description: String {
        guard let excess else { return sentence }
        return "\(sentence) \(excess.limit) is \(excess.limitValue), the file has \(excess.fileValue) or more."
    }

    private var sentence: String {
        switch code {
        case .audioTooLarge: "The sounds of the effect take more bytes, or are more, than they may."
        case .badAudio: "A sound of the effect is no MP3 file."
        case .badCompression: "The compressed part of the effect is damaged."
        case .badImage: "A picture of the effect is no PNG file."
        case .badMessage: "The movie in the effect is damaged."
        case .badNumber: "A number of the effect is none, or is out of all bounds."
        case .badParameters: "The effect has no usable size, frame rate or number of frames."
        case .badSpec: "The description of the effect is damaged."
        case .badZip: "The archive of the effect is damaged, or of a kind that is not read."
        case .fileTooLarge: "The file of the effect is larger than it may be."
        case .imageTooLarge: "A picture of the effect is larger than it may be."
        case .imagesTooLarge: "The pictures of the effect take more memory, or are more, than they may."
        case .inflatedTooLarge: "The effect inflates to more bytes than it may."
        case .matteCycle: "Mattes of the effect cover each other in a circle."
        case .mattesTooDeep: "Mattes of the effect cover each other's mattes too often."
        case .movieMissing: "The archive has no movie."
        case .nameTooLong: "A name in the effect is longer than it may be."
        case .notSVGA: "The file is no SVGA file."
        case .pathTooLong: "A path of the effect is longer than it may be, or all are together."
        case .specTooDeep: "The description of the effect is nested more deeply than it may be."
        case .specTooLarge: "The description of the effect has more bytes than it may."
        case .tooManyFrames: "The effect has more frames than it may."
        case .tooManyShapes: "The effect has more shapes than it may."
        case .tooManySprites: "The effect has more sprites than it may."
        }
    }

    /// The same sentence, for code that shows a `LocalizedError`.
    public var errorDescription: String? { description }
}
