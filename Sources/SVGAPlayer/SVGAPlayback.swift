import SVGA

/// The state machine of a player, without a clock and without a screen.
///
/// Times are in seconds of any monotonic clock.
struct SVGAPlayback: Equatable {
    /// What the player must do, in this order.
    enum Action: Equatable {
        /// Show this frame.
        case show(frame: Int)
        /// Show nothing.
        case clear
        /// Tell the delegate that all loops are complete.
        case finish
    }

    /// The frame that stays visible after the last loop if nothing is cleared.
    enum FillMode: Equatable { case forward, backward }

    private enum State: Equatable {
        case stopped
        case playing(since: Double)
        case paused(after: Double)
    }

    /// True if the view becomes empty at the end.
    var clearsAfterStop = true
    /// The frame that stays otherwise.
    var fillMode = FillMode.forward
    /// The visible frame; nil for none.
    private(set) var frame: Int?
    private var timeline: SVGATimeline
    private var state = State.stopped

    /// Makes a stopped state machine for a movie.
    init(_ movie: SVGAMovie) { timeline = SVGATimeline(movie) }

    /// True while time advances.
    var isPlaying: Bool { if case .playing = state { true } else { false } }

    /// Starts a timeline from its beginning. If the same timeline is paused, it resumes.
    mutating func start(_ timeline: SVGATimeline, at now: Double) -> [Action] {
        if case .paused(let seconds) = state, timeline == self.timeline {
            state = .playing(since: now - seconds)
        } else {
            self.timeline = timeline
            state = .playing(since: now)
        }
        return tick(at: now)
    }

    /// Returns what to do now. A frame that is already visible is not shown again.
    mutating func tick(at now: Double) -> [Action] {
        guard case .playing(let since) = state else { return [] }
        let position = timeline.position(atSeconds: now - since)
        guard position.isFinished else { return show(position.frame) }
        state = .stopped
        if clearsAfterStop {
            frame = nil
            return [.clear, .finish]
        }
        let first = timeline.isReversed ? timeline.frames.upperBound - 1 : timeline.frames.lowerBound
        return show(fillMode == .forward ? position.frame : first) + [.finish]
    }

    /// Stops time. The frame stays visible.
    mutating func pause(at now: Double) {
        guard case .playing(let since) = state else { return }
        state = .paused(after: now - since)
    }

    /// Stops before the end. The delegate is not told.
    mutating func stop() -> [Action] {
        state = .stopped
        return clearsAfterStop ? clear() : []
    }

    /// Clears the view. Time goes on.
    mutating func clear() -> [Action] {
        frame = nil
        return [.clear]
    }

    /// Jumps to a frame. It stays there, or plays on from it until all loops are complete.
    mutating func step(to frame: Int, _ timeline: SVGATimeline, andPlay: Bool, at now: Double) -> [Action] {
        self.timeline = timeline
        let seconds = timeline.seconds(ofFrame: frame) ?? 0
        state = andPlay ? .playing(since: now - seconds) : .paused(after: seconds)
        return show(timeline.position(atSeconds: seconds).frame)
    }

    private mutating func show(_ frame: Int) -> [Action] {
        guard frame != self.frame else { return [] }
        self.frame = frame
        return [.show(frame: frame)]
    }
}
