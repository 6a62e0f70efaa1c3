/// Why a publisher's stream is not taken.
public struct MediaError: Error, Equatable, Sendable {
    /// What is wrong. The raw values are stable: logs, metrics and answers to publishers use them.
    public enum Code: String, Sendable, CaseIterable {
        /// Samples are addressed from the beginning of the file.
        case absoluteAddresses
        /// A box is damaged, or is there more often than it may be.
        case badBox
        /// More bits a second come than may.
        case bitRateExceeded
        /// A box stands where it may not.
        case boxOutOfOrder
        /// A box is larger than it may be.
        case boxTooLarge
        /// A codec is none of those that players are sent.
        case codecUnsupported
        /// Samples lie outside the bytes of their fragment.
        case dataOutsideFragment
        /// A fragment does not say when it begins.
        case decodeTimeMissing
        /// The stream does not describe its codec.
        case descriptionMissing
        /// A fragment has no samples.
        case emptyFragment
        /// The samples are encrypted.
        case encrypted
        /// A fragment comes before what describes it.
        case fragmentBeforeMovie
        /// A fragment has more bytes than it may.
        case fragmentTooLarge
        /// A fragment takes longer than it may.
        case fragmentTooLong
        /// The initialisation segment has more bytes than it may.
        case initialisationTooLarge
        /// A fragment that is marked as a key frame needs pictures before it, or no key frame comes.
        case keyFrameMissing
        /// A key frame is longer ago than it may be.
        case keyFramesTooFar
        /// The stream is MP4, but not cut into fragments.
        case notFragmented
        /// The bytes are no MP4.
        case notMP4
        /// A box has no length: it would go on to the end of the file.
        case openEndedBox
        /// The picture has no size, or one that is too large.
        case pictureSizeRefused
        /// Nothing of use came for a while.
        case silent
        /// A time is out of all bounds.
        case timeOutOfBounds
        /// More is published than time passes.
        case tooFast
        /// More fragments a second come than may.
        case tooManyFragments
        /// The stream began anew too often.
        case tooManyRestarts
        /// A fragment has more samples than it may.
        case tooManySamples
        /// There is more than one video or sound track, or one that is neither.
        case tracksRefused
        /// The stream ends in the middle of a box.
        case truncated
        /// A fragment names a track that the movie does not have.
        case unknownTrack
    }

    /// What is wrong.
    public let code: Code
    /// The box in which it was found, as four characters; nil where it is about none.
    public let box: String?
    /// What helps, where it depends on the stream; nil where the code says enough.
    public let advice: Advice?

    /// What helps a publisher of whom nothing complete came, or whose fragments are too long.
    public enum Advice: String, Sendable, CaseIterable {
        /// More key frames: a fragment ends before the next one.
        case keyFrames
        /// Fragments of a length: sound has no key frames at which they end.
        case fragmentDuration

        /// What helps, in a sentence.
        public var sentence: String {
            switch self {
            case .keyFrames:
                "A fragment ends at the next key frame: with ffmpeg, -g 30 gives one a second at 30 frames."
            case .fragmentDuration:
                "Sound alone has no key frames at which a fragment ends: with ffmpeg, -frag_duration 1000000 gives one a second."
            }
        }
    }

    /// Makes an error.
    public init(_ code: Code, box: String? = nil, advice: Advice? = nil) {
        self.code = code
        self.box = box
        self.advice = advice
    }

    init(_ code: Code, in box: FourCC) { self.init(code, box: box.description) }
}

extension MediaError: CustomStringConvertible {
    /// What is wrong, in a sentence, with what to change at the publisher where that is known.
    public var description: String {
        if let advice { return "\(code.sentence) \(advice.sentence)" }
        guard let box else { return code.sentence }
        return "\(code.sentence) (box \"\(box)\")"
    }
}

extension MediaError.Code {
    /// What is wrong, in a sentence.
    public var sentence: String {
        switch self {
        case .absoluteAddresses:
            "The fragments address their samples from the beginning of the file. ffmpeg needs -movflags +default_base_moof."
        case .badBox: "A box of the stream is damaged."
        case .bitRateExceeded: "The stream has more bits a second than media.bitRateMax allows."
        case .boxOutOfOrder: "A box of the stream stands where it may not."
        case .boxTooLarge: "A box of the stream is larger than it may be."
        case .codecUnsupported:
            "The stream has a codec that players are not sent. H.264 with AAC or Opus plays nearly everywhere."
        case .dataOutsideFragment: "Samples lie outside the bytes of their fragment."
        case .decodeTimeMissing: "A fragment does not say when it begins (tfdt)."
        case .descriptionMissing:
            "The stream does not describe its codec. ffmpeg needs -movflags +delay_moov with some encoders."
        case .emptyFragment: "A fragment has no samples."
        case .encrypted: "The stream is encrypted."
        case .fragmentBeforeMovie: "A fragment came before the initialisation segment (ftyp and moov)."
        case .fragmentTooLarge: "A fragment has more bytes than media.fragmentBytesMax allows."
        case .fragmentTooLong:
            "A fragment is longer than media.fragmentSecondsMax allows."
        case .initialisationTooLarge:
            "The initialisation segment has more bytes than media.initialisationBytesMax allows."
        case .keyFrameMissing:
            "No key frame stands alone (IDR), so players never begin. Leave out intra-refresh and open-gop; with ffmpeg, give -g 30."
        case .keyFramesTooFar:
            "Key frames are further apart than media.fragmentSecondsMax allows. With ffmpeg, -g 30 gives one a second at 30 frames."
        case .notFragmented:
            "The stream is MP4 without fragments. ffmpeg needs -movflags frag_keyframe+empty_moov+default_base_moof."
        case .notMP4: "The stream is no MP4. A browser's recorder needs the type video/mp4."
        case .openEndedBox: "A box of the stream has no length."
        case .pictureSizeRefused: "The picture has no size, or its longer side is over media.pictureSideMax."
        case .silent: "No complete fragment came for media.silenceSecondsMax."
        case .timeOutOfBounds: "A time of the stream is out of all bounds."
        case .tooFast:
            "The stream runs ahead of the clock by more than media.aheadSecondsMax. ffmpeg needs -re to send a file at its own pace."
        case .tooManyFragments: "The stream has more fragments a second than media.fragmentsPerSecondMax allows."
        case .tooManyRestarts: "The stream began anew more often than media.restartsPerMinuteMax allows."
        case .tooManySamples: "A fragment has more samples than media.fragmentSamplesMax allows."
        case .tracksRefused: "The stream needs one video track, one sound track, or one of each, and nothing else."
        case .truncated: "The stream ended in the middle of a box."
        case .unknownTrack: "A fragment has a track that the initialisation segment does not have."
        }
    }
}
