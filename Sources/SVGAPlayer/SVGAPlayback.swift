import SVGA

/// What a player does at which time: the part of it that has neither a clock nor a screen.
///
/// Times are seconds of any clock that only goes forwards.
struct SVGAPlayback: Equatable {
    /// What is to be done, in this order.
    enum Action: Equatable {
        /// This frame is to be seen.
        case show(frame: Int)
        /// Nothing is to be seen any more.
        case clear
        /// The delegate is to be told that all loops are over.
        case finish
    }

    /// What is seen when the loops are over and nothing is cleared.
    enum FillMode: Equatable { case forward, backward }

    private enum State: Equatable {
        case stopped
        case playing(since: Double)
        case paused(after: Double)
    }

    /// Whether the screen goes empty at the end.
    var clearsAfterStop = true
    /// What is seen at the end otherwise.
    var fillMode = FillMode.forward
    /// The frame that is seen; nil for none.
    private(set) var frame: Int?
    private var timeline: SVGATimeline
    private var state = State.stopped

    /// Makes a player's mind for a movie, standing on nothing.
    init(_ movie: SVGAMovie) { timeline = SVGATimeline(movie) }

    /// Whether time goes on.
    var isPlaying: Bool { if case .playing = state { true } else { false } }

    /// Starts from the beginning of a timeline; what was paused goes on where it is the same one.
    mutating func start(_ timeline: SVGATimeline, at now: Double) -> [Action] {
        if case .paused(let seconds) = state, timeline == self.timeline {
            state = .playing(since: now - seconds)
        } else {
            self.timeline = timeline
            state = .playing(since: now)
        }
        return tick(at: now)
    }

    /// What is to be done now. A frame that is seen already is not shown again.
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

    /// Lets time stand still. The frame stays.
    mutating func pause(at now: Double) {
        guard case .playing(let since) = state else { return }
        state = .paused(after: now - since)
    }

    /// Ends before the end; nobody is told.
    mutating func stop() -> [Action] {
        state = .stopped
        return clearsAfterStop ? clear() : []
    }

    /// Empties the screen. Time is not touched.
    mutating func clear() -> [Action] {
        frame = nil
        return [.clear]
    }

    /// Goes to a frame, and stays there or plays on from it to the end of all loops.
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
