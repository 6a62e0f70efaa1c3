/// The reason why a publisher's stream is refused.
public struct MediaError: Error, Equatable, Sendable {
    /// The kind of error. Raw values are stable, because logs, metrics and answers to publishers contain them.
    public enum Code: String, Sendable, CaseIterable {
        /// Samples are addressed relative to the beginning of the file.
        case absoluteAddresses
        /// A box is damaged or occurs too often.
        case badBox
        /// The stream exceeds the allowed bit rate.
        case bitRateExceeded
        /// A box occurs where it is not allowed.
        case boxOutOfOrder
        /// A box is too large.
        case boxTooLarge
        /// Players do not support a codec of the stream.
        case codecUnsupported
        /// Samples lie outside their fragment.
        case dataOutsideFragment
        /// A fragment has no decode time.
        case decodeTimeMissing
        /// The stream does not describe its codec.
        case descriptionMissing
        /// A fragment has no samples.
        case emptyFragment
        /// Samples are encrypted.
        case encrypted
        /// A fragment comes before the initialisation segment.
        case fragmentBeforeMovie
        /// A fragment has too many bytes.
        case fragmentTooLarge
        /// A fragment lasts too long.
        case fragmentTooLong
        /// The initialisation segment has too many bytes.
        case initialisationTooLarge
        /// A frame that is marked as a key frame depends on earlier frames, or the stream has no key frames.
        case keyFrameMissing
        /// The interval between key frames is too long.
        case keyFramesTooFar
        /// The stream is MP4 but is not fragmented.
        case notFragmented
        /// The bytes are not MP4.
        case notMP4
        /// A box has no length and would extend to the end of the file.
        case openEndedBox
        /// The width or height of the video is zero or too large.
        case pictureSizeRefused
        /// No complete fragment came for a while.
        case silent
        /// A timestamp or a duration is too large.
        case timeOutOfBounds
        /// The stream advances faster than real time.
        case tooFast
        /// There are too many fragments a second.
        case tooManyFragments
        /// The stream restarted too often.
        case tooManyRestarts
        /// A fragment has too many samples.
        case tooManySamples
        /// There are several video or sound tracks, or a track of another kind.
        case tracksRefused
        /// The stream ends in the middle of a box.
        case truncated
        /// A fragment refers to a track that does not exist.
        case unknownTrack
    }

    /// The kind of error.
    public let code: Code
    /// The four-character type of the box in which the error was found; nil if it concerns no box.
    public let box: String?
    /// Advice that depends on the stream; nil if the code says enough.
    public let advice: Advice?

    /// Advice for a publisher that completes no fragment, or whose fragments are too long.
    public enum Advice: String, Sendable, CaseIterable {
        /// Send key frames more often. A fragment ends before the next key frame.
        case keyFrames
        /// Set a fragment duration. Sound has no key frames that could end a fragment.
        case fragmentDuration

        /// The advice as a sentence.
        public var sentence: String {
            switch self {
            case .keyFrames:
                "A fragment ends at the next key frame: in OBS, set the keyframe interval to 1 or 2 s; with ffmpeg, -g 30 gives one a "
                    + "second at 30 frames."
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
    /// A sentence that says what is wrong, and what to change at the publisher if that is known.
    public var description: String {
        if let advice { return "\(code.sentence) \(advice.sentence)" }
        guard let box else { return code.sentence }
        return "\(code.sentence) (box \"\(box)\")"
    }
}

extension MediaError.Code {
    /// A sentence that says what is wrong.
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
            "No key frame that stands alone (IDR) came within media.fragmentSecondsMax, so players never begin. In OBS, set the keyframe "
                + "interval to 1 or 2 s; leave out intra-refresh and open-gop; with ffmpeg, give -g 30."
        case .keyFramesTooFar:
            "Key frames are further apart than media.fragmentSecondsMax allows. In OBS, set the keyframe interval to 1 or 2 s; with "
                + "ffmpeg, -g 30 gives one a second at 30 frames."
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
