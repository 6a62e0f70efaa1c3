public import Foundation

/// The reason why a file cannot be read or a movie cannot be written.
public struct SVGAError: Error, Equatable, Sendable {
    /// The kind of error. Raw values are stable, because logs and the web page use them.
    public enum Code: String, Sendable, CaseIterable {
        /// There are too many sounds, or they have too many bytes.
        case audioTooLarge
        /// A sound is missing or invalid.
        case badAudio
        /// The compressed data is damaged.
        case badCompression
        /// An image is not a valid PNG file.
        case badImage
        /// The protobuf message is damaged.
        case badMessage
        /// A number is not finite or is too large.
        case badNumber
        /// The canvas size, the frame rate or the frame count is unusable.
        case badParameters
        /// The JSON spec of a 1.x file is damaged.
        case badSpec
        /// The archive is damaged or of an unsupported kind.
        case badZip
        /// The file has too many bytes.
        case fileTooLarge
        /// A side of an image has too many pixels.
        case imageTooLarge
        /// There are too many images, or they have too many pixels.
        case imagesTooLarge
        /// The file inflates to too many bytes.
        case inflatedTooLarge
        /// Mattes mask each other in a circle.
        case matteCycle
        /// A chain of mattes is too long.
        case mattesTooDeep
        /// The archive contains no movie.
        case movieMissing
        /// A key or a file name is too long.
        case nameTooLong
        /// The bytes are not an SVGA file.
        case notSVGA
        /// A path is too long, or all paths together are.
        case pathTooLong
        /// The JSON spec of a 1.x file is nested too deeply.
        case specTooDeep
        /// The JSON spec of a 1.x file has too many bytes.
        case specTooLarge
        /// There are too many frames.
        case tooManyFrames
        /// There are too many shapes.
        case tooManyShapes
        /// There are too many sprites.
        case tooManySprites
    }

    /// The limit that a file exceeds, and its value.
    public struct Excess: Equatable, Sendable {
        /// The name of the limit in ``SVGALimits``.
        public let limit: String
        /// The value of the limit.
        public let limitValue: Int
        /// The file's value. If reading stopped early, it is the amount read so far.
        public let fileValue: Int

        /// Makes an excess.
        public init(limit: String, limitValue: Int, fileValue: Int) {
            self.limit = limit
            self.limitValue = limitValue
            self.fileValue = fileValue
        }
    }

    /// The kind of error.
    public let code: Code
    /// The exceeded limit; nil if the file is damaged.
    public let excess: Excess?

    /// Makes an error.
    public init(_ code: Code, _ excess: Excess? = nil) {
        self.code = code
        self.excess = excess
    }
}

extension SVGAError {
    /// Throws if a value exceeds its limit.
    static func check(
        _ value: Int, atMost limitValue: Int, _ limit: String, _ code: Code
    ) throws(SVGAError) {
        guard value > limitValue else { return }
        throw SVGAError(code, Excess(limit: limit, limitValue: limitValue, fileValue: value))
    }
}

extension SVGAError: CustomStringConvertible, LocalizedError {
    /// A sentence that says what is wrong. If a limit is exceeded, it names the limit and both values.
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

    /// The same sentence, for code that displays a `LocalizedError`.
    public var errorDescription: String? { description }
}
