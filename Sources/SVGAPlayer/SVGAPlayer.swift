#if canImport(UIKit)
    public import Foundation
    import QuartzCore
    import SVGA
    public import UIKit

    /// A view that plays an effect.
    ///
    /// Set ``videoItem`` and call ``startAnimation()``. The effect plays at its own frame rate on every screen. If the system is slow,
    /// frames are skipped. The effect plays only while the view is in a window.
    open class SVGAPlayer: UIView {
        /// Receives the progress, and learns when all loops are complete.
        public weak var delegate: (any SVGAPlayerDelegate)?
        /// How many times the effect plays; 0 for endlessly.
        public var loops: Int32 = 0
        /// True if the view becomes empty when the effect ends or is stopped.
        public var clearsAfterStop = true {
            didSet { playback?.clearsAfterStop = clearsAfterStop }
        }
        /// The frame that stays visible at the end if nothing is cleared: "Forward" for the last frame, "Backward" for the first.
        public var fillMode = "Forward" {
            didSet { playback?.fillMode = fillMode == "Backward" ? .backward : .forward }
        }
        /// True to silence the effect's sounds.
        public var isMuted = false {
            didSet { if isMuted { sounds?.stop() } }
        }

        private var playback: SVGAPlayback?
        private var stage: StageLayer?
        private var sounds: SoundBox?
        private var clock: DisplayClock? {
            didSet { oldValue?.stop() }
        }

        /// The effect. Setting it stops the current effect and shows nothing until the next start.
        public var videoItem: SVGAVideoEntity? {
            didSet { change() }
        }

        /// Plays the whole effect from its beginning, or resumes it after a pause.
        public func startAnimation() { start(nil, isReversed: false) }

        /// Plays a range of frames.
        public func startAnimation(with range: NSRange, reverse: Bool) {
            guard range.location >= 0, range.length > 0 else { return }
            let (end, exceeds) = range.location.addingReportingOverflow(range.length)
            start(range.location..<(exceeds ? Int.max : end), isReversed: reverse)
        }

        /// Pauses the effect.
        public func pauseAnimation() {
            playback?.pause(at: CACurrentMediaTime())
            clock = nil
            sounds?.stop()
        }

        /// Stops the effect. The delegate is not told.
        public func stopAnimation() {
            clock = nil
            sounds?.stop()
            perform(playback?.stop() ?? [])
        }

        /// Clears the view and keeps the effect.
        public func clear() { perform(playback?.clear() ?? []) }

        /// Jumps to a frame. The effect stays there, or plays on from it.
        public func step(toFrame frame: Int, andPlay: Bool) {
            guard let movie = videoItem?.movie else { return }
            let timeline = SVGATimeline(movie, loops: Int(loops))
            perform(playback?.step(to: frame, timeline, andPlay: andPlay, at: CACurrentMediaTime()) ?? [])
            clock = andPlay ? makeClock() : nil
        }

        /// Jumps to a position from 0 to 1. The effect stays there, or plays on from it.
        public func step(toPercentage percentage: CGFloat, andPlay: Bool) {
            guard let movie = videoItem?.movie, percentage.isFinite else { return }
            let frame = Double(min(1, max(0, percentage))) * Double(movie.frameCount)
            step(toFrame: min(movie.frameCount - 1, Int(frame)), andPlay: andPlay)
        }

        open override func layoutSubviews() {
            super.layoutSubviews()
            fit()
        }

        open override func didMoveToWindow() {
            super.didMoveToWindow()
            if window == nil { pauseAnimation() }
        }

        private func change() {
            clock = nil
            sounds?.stop()
            stage?.removeFromSuperlayer()
            guard let item = videoItem else { return (playback, stage, sounds) = (nil, nil, nil) }
            var playback = SVGAPlayback(item.movie)
            playback.clearsAfterStop = clearsAfterStop
            playback.fillMode = fillMode == "Backward" ? .backward : .forward
            self.playback = playback
            let stage = StageLayer(item)
            stage.isHidden = true
            layer.addSublayer(stage)
            self.stage = stage
            sounds = SoundBox(item.movie)
            fit()
        }

        private func start(_ frames: Range<Int>?, isReversed: Bool) {
            guard let movie = videoItem?.movie else { return }
            let timeline = SVGATimeline(movie, frames: frames, loops: Int(loops), isReversed: isReversed)
            perform(playback?.start(timeline, at: CACurrentMediaTime()) ?? [])
            if playback?.isPlaying == true { clock = makeClock() }
        }

        private func makeClock() -> DisplayClock {
            DisplayClock { [weak self] in
                guard let self else { return false }
                perform(playback?.tick(at: CACurrentMediaTime()) ?? [])
                return true
            }
        }

        private func perform(_ actions: [SVGAPlayback.Action]) {
            for action in actions {
                switch action {
                case .show(let frame): show(frame)
                case .clear: stage?.isHidden = true
                case .finish:
                    clock = nil
                    sounds?.stop()
                    delegate?.svgaPlayerDidFinishedAnimation(self)
                }
            }
        }

        private func show(_ frame: Int) {
            stage?.isHidden = false
            stage?.show(frame)
            if !isMuted, playback?.isPlaying == true { sounds?.play(frame) }
            guard let delegate, let movie = videoItem?.movie else { return }
            delegate.svgaPlayer(self, didAnimatedToFrame: frame)
            delegate.svgaPlayer(self, didAnimatedToPercentage: CGFloat(frame + 1) / CGFloat(movie.frameCount))
        }

        private func fit() {
            guard let stage, let size = videoItem?.videoSize else { return }
            let fit: SVGAFit =
                switch contentMode {
                case .scaleAspectFill: .aspectFill
                case .scaleAspectFit: .aspectFit
                default: .fill
                }
            // `scaleToFill` is the default of every view. An app that has not chosen a mode gets the whole effect, undistorted.
            let chosen = contentMode == .scaleToFill ? .aspectFit : fit
            guard let transform = chosen.transform(canvas: size, view: bounds.size) else { return }
            stage.place(transform)
        }
    }
#endif
