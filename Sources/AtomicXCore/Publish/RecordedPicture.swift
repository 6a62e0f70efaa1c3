/// The size, the frame rate and the bit rate of a recording.
struct RecordedPicture: Equatable, Sendable {
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// The bit rate of the picture, in bits a second.
    let bitRate: Int
    /// Whether the picture is wider than high.
    var isWide: Bool { width > height }
    /// The frame rate, in frames a second.
    static let framesPerSecond = 30
    /// The length of a fragment, in seconds. Each fragment begins with a key frame.
    static let fragmentSeconds = 1.0
    /// The bit rate of the voice, in bits a second.
    static let voiceBitRate = 96_000

    /// Makes the format for a quality, in portrait or in landscape.
    init(_ quality: VideoQuality, isWide: Bool) {
        let (short, long, rate) =
            switch quality {
            case .quality360P: (360, 640, 900_000)
            case .quality540P: (540, 960, 1_400_000)
            case .quality720P: (720, 1_280, 2_000_000)
            case .quality1080P: (1_080, 1_920, 3_500_000)
            }
        (width, height) = isWide ? (long, short) : (short, long)
        bitRate = rate
    }
}
