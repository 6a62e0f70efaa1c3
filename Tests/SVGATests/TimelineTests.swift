import SVGA
import Testing

@Suite struct TimelineTests {
    private let movie = SVGAMovie(width: 1, height: 1, framesPerSecond: 10, frameCount: 5)

    @Test func `the time alone decides which frame is shown`() {
        let timeline = SVGATimeline(movie)
        #expect([0, 0.05, 0.1, 0.19, 0.4, 0.49].map { timeline.position(atSeconds: $0).frame } == [0, 0, 1, 1, 4, 4])
        #expect(timeline.position(atSeconds: 0.5) == .init(frame: 0, loopsDone: 1, isFinished: false))
        #expect(timeline.position(atSeconds: 100.25) == .init(frame: 2, loopsDone: 200, isFinished: false))
    }

    @Test func `each tick of a 60 Hz clock shows the frame of its time`() {
        for rate in SVGAMovie.framesPerSecondKnown {
            let timeline = SVGATimeline(SVGAMovie(width: 1, height: 1, framesPerSecond: rate, frameCount: 1_000))
            for tick in 0..<600 {
                #expect(timeline.position(atSeconds: Double(tick) / 60).frame == tick * rate / 60, "\(rate) \(tick)")
            }
        }
    }

    @Test func `a timeline stays on the last frame after its loops`() {
        let timeline = SVGATimeline(movie, loops: 2)
        #expect(timeline.position(atSeconds: 0.99) == .init(frame: 4, loopsDone: 1, isFinished: false))
        #expect(timeline.position(atSeconds: 1) == .init(frame: 4, loopsDone: 2, isFinished: true))
        #expect(timeline.position(atSeconds: .infinity).isFinished)
    }

    @Test func `a range plays forwards and backwards`() {
        let forwards = SVGATimeline(movie, frames: 1..<4, loops: 1)
        #expect([0, 0.1, 0.2, 0.3].map { forwards.position(atSeconds: $0).frame } == [1, 2, 3, 3])
        let backwards = SVGATimeline(movie, frames: 1..<4, loops: 1, isReversed: true)
        #expect([0, 0.1, 0.2, 0.3].map { backwards.position(atSeconds: $0).frame } == [3, 2, 1, 1])
        #expect(
            backwards.seconds(ofFrame: 1) == 0.2 && forwards.seconds(ofFrame: 1) == 0
                && forwards.seconds(ofFrame: 4) == nil)
    }

    @Test func `absurd times and ranges are harmless`() {
        let timeline = SVGATimeline(movie)
        #expect([-1, .nan, -.infinity].allSatisfy { timeline.position(atSeconds: $0).frame == 0 })
        #expect(timeline.position(atSeconds: .infinity).frame == 0)
        #expect(timeline.position(atSeconds: 1e300).frame == 0)
        #expect(SVGATimeline(movie, frames: 90..<99).frames == 0..<1)
        #expect(SVGATimeline(movie, frames: 3..<99).frames == 3..<5)
        #expect(
            SVGATimeline(SVGAMovie(width: 0, height: 0, framesPerSecond: 0, frameCount: 0), loops: -1).loopSeconds == 1)
    }
}
