import Foundation
import SVGA
import Testing

@testable import SVGAPlayer

@Suite struct PlaybackTests {
    /// Five frames, ten a second.
    private let movie = SVGAMovie(width: 1, height: 1, framesPerSecond: 10, frameCount: 5)

    private func playback(clears: Bool = true, fillMode: SVGAPlayback.FillMode = .forward) -> SVGAPlayback {
        var playback = SVGAPlayback(movie)
        playback.clearsAfterStop = clears
        playback.fillMode = fillMode
        return playback
    }

    @Test func `an effect is shown frame by frame, then cleared, then finished`() {
        var playback = playback()
        var actions = playback.start(SVGATimeline(movie, loops: 1), at: 100)
        for tick in 1...40 { actions += playback.tick(at: 100 + Double(tick) / 60) }
        #expect(actions == (0..<5).map { .show(frame: $0) } + [.clear, .finish])
        #expect(!playback.isPlaying && playback.frame == nil)
        #expect(playback.tick(at: 200).isEmpty)
    }

    @Test func `endless playback never reports its end`() {
        var playback = playback()
        _ = playback.start(SVGATimeline(movie), at: 0)
        #expect((1...1_000).allSatisfy { !playback.tick(at: Double($0) * 0.07).contains(.finish) })
        #expect(playback.isPlaying)
    }

    @Test func `playback that does not clear stays on the last frame or returns to the first`() {
        var forward = playback(clears: false)
        _ = forward.start(SVGATimeline(movie, loops: 2), at: 0)
        #expect(forward.tick(at: 5) == [.show(frame: 4), .finish])
        var backward = playback(clears: false, fillMode: .backward)
        _ = backward.start(SVGATimeline(movie, frames: 1..<4, loops: 1), at: 0)
        _ = backward.tick(at: 0.2)
        #expect(backward.tick(at: 5) == [.show(frame: 1), .finish])
    }

    @Test func `a pause keeps the frame, and the next start continues from it`() {
        var playback = playback()
        let timeline = SVGATimeline(movie, loops: 1)
        _ = playback.start(timeline, at: 0)
        #expect(playback.tick(at: 0.25) == [.show(frame: 2)])
        playback.pause(at: 0.25)
        #expect(playback.tick(at: 9).isEmpty && playback.frame == 2)
        #expect(playback.start(timeline, at: 10).isEmpty)
        #expect(playback.tick(at: 10.1) == [.show(frame: 3)])
        // Another timeline starts from the beginning.
        playback.pause(at: 10.1)
        #expect(playback.start(SVGATimeline(movie, loops: 3), at: 11) == [.show(frame: 0)])
    }

    @Test func `a stop clears the view without reporting the end`() {
        var playback = playback()
        _ = playback.start(SVGATimeline(movie, loops: 1), at: 0)
        #expect(playback.stop() == [.clear])
        #expect(playback.tick(at: 9).isEmpty)
        var staying = self.playback(clears: false)
        _ = staying.start(SVGATimeline(movie, loops: 1), at: 0)
        #expect(staying.stop().isEmpty && staying.frame == 0)
    }

    @Test func `a step shows a frame and continues from it on request`() {
        var playback = playback()
        let timeline = SVGATimeline(movie, loops: 1)
        #expect(playback.step(to: 3, timeline, andPlay: false, at: 0) == [.show(frame: 3)])
        #expect(playback.tick(at: 9).isEmpty)
        #expect(playback.step(to: 1, timeline, andPlay: true, at: 10) == [.show(frame: 1)])
        #expect(playback.tick(at: 10.35) == [.show(frame: 4)])
        #expect(playback.tick(at: 10.45) == [.clear, .finish])
        #expect(playback.step(to: 99, timeline, andPlay: false, at: 20) == [.show(frame: 0)])
    }

    @Test func `a canvas is fitted to the centre of a view`() {
        let (canvas, view) = (CGSize(width: 100, height: 100), CGSize(width: 300, height: 200))
        #expect(
            SVGAFit.aspectFit.transform(canvas: canvas, view: view)
                == SVGATransform(a: 2, b: 0, c: 0, d: 2, tx: 50, ty: 0))
        #expect(
            SVGAFit.aspectFill.transform(canvas: canvas, view: view)
                == SVGATransform(a: 3, b: 0, c: 0, d: 3, tx: 0, ty: -50))
        #expect(
            SVGAFit.fill.transform(canvas: canvas, view: view) == SVGATransform(a: 3, b: 0, c: 0, d: 2, tx: 0, ty: 0))
        #expect(
            SVGAFit.fill.transform(canvas: canvas, view: .zero) == nil
                && SVGAFit.fill.transform(canvas: .zero, view: view) == nil)
    }
}
