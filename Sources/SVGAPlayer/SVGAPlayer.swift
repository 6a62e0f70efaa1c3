#if canImport(UIKit)
    public import Foundation
    import QuartzCore
    import SVGA
    public import UIKit

    /// A view that plays an effect.
    ///
    /// Set ``videoItem`` and call ``startAnimation()``. It takes the frame rate of the effect, whatever the screen's is, and leaves
    /// out frames where the system is slow. It plays while it is in a window.
    open class SVGAPlayer: UIView {
        /// Is told when all loops are over.
        public weak var delegate: (any SVGAPlayerDelegate)?
        /// How often the effect is played; 0 for without end.
        public var loops: Int32 = 0
        /// Whether nothing is seen any more when it is over or stopped.
        public var clearsAfterStop = true {
            didSet { playback?.clearsAfterStop = clearsAfterStop }
        }
        /// What is seen at the end where nothing is cleared: "Forward" for the last frame, "Backward" for the first.
        public var fillMode = "Forward" {
            didSet { playback?.fillMode = fillMode == "Backward" ? .backward : .forward }
        }
        /// Whether the sounds of the effect are heard.
        public var isMuted = false {
            didSet { if isMuted { sounds?.stop() } }
        }

        private var playback: SVGAPlayback?
        private var stage: StageLayer?
        private var sounds: SoundBox?
        private var clock: DisplayClock? {
            didSet { oldValue?.stop() }
        }

        /// The effect. Setting it stops what plays, and shows nothing until the start.
        public var videoItem: SVGAVideoEntity? {
            didSet { change() }
        }

        /// Plays all of the effect from its beginning, or on from where it was paused.
        public func startAnimation() { start(nil, isReversed: false) }

        /// Plays a part of the effect.
        public func startAnimation(with range: NSRange, reverse: Bool) {
            guard range.location >= 0, range.length > 0 else { return }
            let (end, exceeds) = range.location.addingReportingOverflow(range.length)
            start(range.location..<(exceeds ? Int.max : end), isReversed: reverse)
        }

        /// Lets the effect stand still.
        public func pauseAnimation() {
            playback?.pause(at: CACurrentMediaTime())
            clock = nil
            sounds?.stop()
        }

        /// Ends the effect. The delegate is not told.
        public func stopAnimation() {
            clock = nil
            sounds?.stop()
            perform(playback?.stop() ?? [])
        }

        /// Shows nothing. The effect stays.
        public func clear() { perform(playback?.clear() ?? []) }

        /// Goes to a frame, and stays there or plays on from it.
        public func step(toFrame frame: Int, andPlay: Bool) {
            guard let movie = videoItem?.movie else { return }
            let timeline = SVGATimeline(movie, loops: Int(loops))
            perform(playback?.step(to: frame, timeline, andPlay: andPlay, at: CACurrentMediaTime()) ?? [])
            clock = andPlay ? makeClock() : nil
        }

        /// Goes to a place of the effect, from 0 to 1, and stays there or plays on from it.
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
            // A view's own mode is to stretch; an effect that nobody has thought about is shown as a whole.
            let chosen = contentMode == .scaleToFill ? .aspectFit : fit
            guard let transform = chosen.transform(canvas: size, view: bounds.size) else { return }
            stage.place(transform)
        }
    }
#endif
