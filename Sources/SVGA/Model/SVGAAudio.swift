/// When a sound is played.
public struct SVGAAudio: Sendable, Equatable {
    /// The key of the sound.
    public var audioKey: String
    /// The frame that it starts with.
    public var startFrame: Int
    /// The frame that it ends with.
    public var endFrame: Int
    /// Where in the sound it starts, in milliseconds.
    public var startTimeMilliseconds: Int
    /// The length of the sound, in milliseconds.
    public var totalTimeMilliseconds: Int

    /// Makes an entry.
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
