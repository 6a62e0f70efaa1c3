/// A playback of a sound within the movie.
public struct SVGAAudio: Sendable, Equatable {
    /// The key of the sound.
    public var audioKey: String
    /// The frame at which the sound starts.
    public var startFrame: Int
    /// The frame at which the sound ends.
    public var endFrame: Int
    /// The offset into the sound at which it starts, in milliseconds.
    public var startTimeMilliseconds: Int
    /// The length of the sound, in milliseconds.
    public var totalTimeMilliseconds: Int

    /// Makes an audio entry.
    public init(
        audioKey: String, startFrame: Int, endFrame: Int, startTimeMilliseconds: Int = 0, totalTimeMilliseconds: Int
    ) {
        self.audioKey = audioKey
        self.startFrame = startFrame
        self.endFrame = endFrame
        self.startTimeMilliseconds = startTimeMilliseconds
        self.totalTimeMilliseconds = totalTimeMilliseconds
    }
}
