/// Which frame is seen when: the clock of a player, without one.
public struct SVGATimeline: Sendable, Equatable {
    /// Where a player is.
    public struct Position: Sendable, Equatable {
        /// The frame that is seen.
        public var frame: Int
        /// How often the frames have been gone through completely.
        public var loopsDone: Int
        /// Whether all loops are over; the frame is the last one then.
        public var isFinished: Bool

        /// Makes a position.
        public init(frame: Int, loopsDone: Int, isFinished: Bool) {
            self.frame = frame
            self.loopsDone = loopsDone
            self.isFinished = isFinished
        }
    }

    /// The frames that are gone through, at least one.
    public let frames: Range<Int>
    /// Frames a second, at least one.
    public let framesPerSecond: Int
    /// How often they are gone through; 0 for without end.
    public let loops: Int
    /// Whether they are gone through from the last to the first.
    public let isReversed: Bool

    /// Makes the timeline of a movie, or of a part of it. A part that lies beyond the movie is cut; an empty one is its first frame.
    public init(_ movie: SVGAMovie, frames: Range<Int>? = nil, loops: Int = 0, isReversed: Bool = false) {
        let all = 0..<max(1, movie.frameCount)
        let part = (frames ?? all).clamped(to: all)
        self.frames = part.isEmpty ? 0..<1 : part
        framesPerSecond = max(1, movie.framesPerSecond)
        self.loops = max(0, loops)
        self.isReversed = isReversed
    }

    /// How long one loop takes, in seconds.
    public var loopSeconds: Double { Double(frames.count) / Double(framesPerSecond) }

    /// Where the player is so many seconds after its start. Frames that nobody had time to show are left out.
    public func position(atSeconds seconds: Double) -> Position {
        // A step of a clock that does not come out even must not show the frame before.
        let steps = (max(0, seconds.isNaN ? 0 : seconds) * Double(framesPerSecond) + 1e-6).rounded(.down)
        let loopsDone = (steps / Double(frames.count)).rounded(.down)
        if loops > 0, loopsDone >= Double(loops) {
            return Position(frame: frame(at: frames.count - 1), loopsDone: loops, isFinished: true)
        }
        // Beyond this nobody counts, and a number has no room for it.
        guard loopsDone < 1e15 else { return Position(frame: frame(at: 0), loopsDone: Int(1e15), isFinished: false) }
        let step = Int(steps - loopsDone * Double(frames.count))
        return Position(frame: frame(at: step), loopsDone: Int(loopsDone), isFinished: false)
    }

    /// After how many seconds of a loop a frame begins to be seen; nil where it is not among the frames.
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
    /// The sounds that are heard in a frame, as indices of ``audios``.
    public func audios(at frame: Int) -> [Int] {
        audios.indices.filter { audios[$0].startFrame <= frame && frame < audios[$0].endFrame }
    }
}
