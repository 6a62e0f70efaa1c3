/// How a picture is recorded: its size, its frames and its bits.
struct RecordedPicture: Equatable, Sendable {
    /// Pixels from left to right.
    let width: Int
    /// Pixels from top to bottom.
    let height: Int
    /// Bits a second.
    let bitRate: Int
    /// Whether it is wider than high.
    var isWide: Bool { width > height }
    /// Frames a second.
    static let framesPerSecond = 30
    /// Seconds between two key frames, with each of which a fragment begins.
    static let fragmentSeconds = 1.0
    /// Bits a second of the voice.
    static let voiceBitRate = 96_000

    /// The recording of a quality: upright, or on its side for a layout that is wider than high.
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
