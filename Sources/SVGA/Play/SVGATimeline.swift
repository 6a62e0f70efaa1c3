/// Maps elapsed time to frames. It has no clock of its own.
public struct SVGATimeline: Sendable, Equatable {
    /// A player's position.
    public struct Position: Sendable, Equatable {
        /// The visible frame.
        public var frame: Int
        /// How many loops are complete.
        public var loopsDone: Int
        /// True if all loops are complete. The frame is then the last one.
        public var isFinished: Bool

        /// Makes a position.
        public init(frame: Int, loopsDone: Int, isFinished: Bool) {
            self.frame = frame
            self.loopsDone = loopsDone
            self.isFinished = isFinished
        }
    }

    /// The frames to play, at least one.
    public let frames: Range<Int>
    /// The frame rate, at least 1 a second.
    public let framesPerSecond: Int
    /// How many times to play the frames; 0 for endlessly.
    public let loops: Int
    /// True if the frames are played from last to first.
    public let isReversed: Bool

    /// Makes the timeline of a movie or a part of it. A range is clipped to the movie; an empty range becomes the first frame.
    public init(_ movie: SVGAMovie, frames: Range<Int>? = nil, loops: Int = 0, isReversed: Bool = false) {
        let all = 0..<max(1, movie.frameCount)
        let part = (frames ?? all).clamped(to: all)
        self.frames = part.isEmpty ? 0..<1 : part
        framesPerSecond = max(1, movie.framesPerSecond)
        self.loops = max(0, loops)
        self.isReversed = isReversed
    }

    /// The duration of one loop, in seconds.
    public var loopSeconds: Double { Double(frames.count) / Double(framesPerSecond) }

    /// Returns the position at a time after the start, in seconds. Frames that are already over are skipped.
    public func position(atSeconds seconds: Double) -> Position {
        // The epsilon keeps a rounding error from showing the previous frame.
        let steps = (max(0, seconds.isNaN ? 0 : seconds) * Double(framesPerSecond) + 1e-6).rounded(.down)
        let loopsDone = (steps / Double(frames.count)).rounded(.down)
        if loops > 0, loopsDone >= Double(loops) {
            return Position(frame: frame(at: frames.count - 1), loopsDone: loops, isFinished: true)
        }
        // A number beyond this limit would not fit into an `Int`.
        guard loopsDone < 1e15 else { return Position(frame: frame(at: 0), loopsDone: Int(1e15), isFinished: false) }
        let step = Int(steps - loopsDone * Double(frames.count))
        return Position(frame: frame(at: step), loopsDone: Int(loopsDone), isFinished: false)
    }

    /// Returns when a frame begins within a loop, in seconds; nil if it is not one of the frames.
    public func seconds(ofFrame frame: Int) -> Double? {
        guard frames.contains(frame) else { return nil }
        return Double(isReversed ? frames.upperBound - 1 - frame : frame - frames.lowerBound) / Double(framesPerSecond)
    }

    private func frame(at step: Int) -> Int {
        let step = min(max(0, step), frames.count - 1)
        return isReversed ? frames.upperBound - 1 - step : frames.lowerBound + step
    }
}

extension SVGAMovie {
    /// Returns the audio entries that play during a frame, as indices of ``audios``.
    public func audios(at frame: Int) -> [Int] {
        audios.indices.filter { audios[$0].startFrame <= frame && frame < audios[$0].endFrame }
    }
}
