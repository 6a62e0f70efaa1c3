import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@Suite struct MediaPublisherTests {
    private let stream = SampleStream()

    /// A publisher, the parts that it has sent, and its failure.
    private struct Run {
        var publisher: MediaPublisher
        var parts: [MediaPublisher.Part] = []
        var failure: MediaError.Code?

        init(_ limits: MediaLimits = MediaLimits()) { publisher = MediaPublisher(limits: limits, at: noon) }

        mutating func send(_ bytes: [UInt8], at seconds: Double) {
            let outcome = bytes.withUnsafeBytes { buffer -> Result<Void, MediaError> in
                do throws(MediaError) {
                    try publisher.receive(buffer, at: .seconds(seconds), into: &parts)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            if case .failure(let error) = outcome { failure = error.code }
        }

        /// The parts in short: `i`, or the second in which a fragment begins, with `!` if its time jumps.
        var said: [String] {
            parts.map { part in
                switch part {
                case .initialisation: "i"
                case .fragment(let one): "\(one.fragment.span.startMicroseconds / 1_000_000)\(one.jumps ? "!" : "")"
                }
            }
        }
    }

    private func fragment(_ second: Int, key: Bool = true) -> [UInt8] {
        stream.fragment(number: second + 1, startMilliseconds: second * 1_000, isKey: key)
    }

    @Test func `a stream sent at its own pace is accepted indefinitely`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        for second in 0..<600 { run.send(fragment(second), at: Double(second + 1)) }
        #expect(run.failure == nil)
        #expect(run.publisher.fragmentCount == 600)
        #expect(run.said.prefix(3) == ["i", "0", "1"])
    }

    @Test func `a file sent at full speed is refused with the option that fixes it`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        for second in 0..<20 { run.send(fragment(second), at: 0.1) }
        #expect(run.failure == .tooFast)
        #expect(run.publisher.fragmentCount == 6)
        #expect(MediaError(.tooFast).description.contains("-re"))
    }

    @Test func `a camera with a slightly fast clock is never cut, and a faster stream is`() {
        func failure(partsPerMillion: Double, seconds: Int) -> MediaError.Code? {
            var run = Run()
            run.send(stream.initialisation(), at: 0)
            for second in 0..<seconds where run.failure == nil {
                run.send(fragment(second), at: Double(second + 1) / (1 + partsPerMillion / 1_000_000))
                run.parts.removeAll(keepingCapacity: true)
            }
            return run.failure
        }
        // 5,000 parts per million over an hour equal 100 over two days: 18 seconds.
        #expect(failure(partsPerMillion: 5_000, seconds: 3_600) == nil)
        #expect(failure(partsPerMillion: 50_000, seconds: 3_600) == .tooFast)
        #expect(failure(partsPerMillion: -5_000, seconds: 3_600) == nil)
    }

    @Test func `a clip looped at its own pace is accepted, and one looped at full speed is refused`() {
        var (paced, hasty) = (Run(), Run())
        let clip = stream.bytes(fragments: 3)
        for loop in 0..<100 {
            paced.send(clip, at: Double(loop) * 3)
            hasty.send(clip, at: 0)
        }
        #expect(paced.failure == nil)
        #expect(paced.parts.count == 400)
        #expect(hasty.failure == .tooFast)
    }

    @Test func `a connection that stalled may catch up`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        run.send(fragment(0), at: 1)
        for second in 1..<30 { run.send(fragment(second), at: 30) }
        #expect(run.failure == nil)
    }

    @Test func `a bit rate above the limit is refused, and a short burst is not`() {
        var limits = MediaLimits()
        (limits.bitRateMax, limits.burstSeconds) = (800_000, 5)
        // A skipped box, so only the bytes count.
        let chunk = BoxWriter.box("free", BoxWriter.zeros(49_992))
        var run = Run(limits)
        run.send(stream.initialisation(), at: 0)
        for _ in 0..<9 { run.send(chunk, at: 0) }
        #expect(run.failure == nil)
        run.send(chunk, at: 0)
        #expect(run.failure == .bitRateExceeded)
        var steady = Run(limits)
        steady.send(stream.initialisation(), at: 0)
        for index in 0..<1_000 { steady.send(chunk, at: Double(index) * 0.5) }
        #expect(steady.failure == nil)
        var hundredMegabits = Run()
        for index in 0..<10 {
            hundredMegabits.send(BoxWriter.box("free", BoxWriter.zeros(12_500_000)), at: Double(index))
        }
        #expect(hundredMegabits.failure == .bitRateExceeded)
    }

    @Test func `a stream of tiny fragments is refused`() {
        var limits = MediaLimits()
        limits.fragmentsPerSecondMax = 10
        let tiny = SampleStream([.opus(id: 1)])
        var run = Run(limits)
        run.send(tiny.initialisation(), at: 0)
        for index in 0..<50 { run.send(tiny.fragment(startMilliseconds: index * 20, milliseconds: 20), at: 0) }
        #expect(run.failure == .tooManyFragments)
        #expect(run.publisher.fragmentCount == 20)
    }

    @Test func `a stream that restarts or jumps too often is refused`() {
        var anew = Run()
        for index in 0..<60 { anew.send(stream.bytes(fragments: 1, milliseconds: 100), at: Double(index) / 10) }
        #expect(anew.failure == .tooManyRestarts)
        var jumping = Run()
        jumping.send(stream.initialisation(), at: 0)
        for index in 0..<60 {
            jumping.send(stream.fragment(startMilliseconds: index * 9_000, milliseconds: 100), at: Double(index) / 10)
        }
        #expect(jumping.failure == .tooManyRestarts)
        var calm = Run()
        for index in 0..<300 { calm.send(stream.bytes(fragments: 1), at: Double(index)) }
        #expect(calm.failure == nil)
    }

    @Test func `a large jump in time is marked in both directions, a small one is not`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        for (index, second) in [0, 1, 3, 9, 10, 2, 3].enumerated() { run.send(fragment(second), at: Double(index + 1)) }
        #expect(run.said == ["i", "0", "1", "3", "9!", "10", "2!", "3"])
    }

    @Test func `fragments before a key frame are left out, also after a jump`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        let sent = [(0, false), (1, true), (2, false), (50, false), (51, true)]
        for (index, (second, key)) in sent.enumerated() { run.send(fragment(second, key: key), at: Double(index + 1)) }
        #expect(run.said == ["i", "1", "2", "51"])
        #expect(run.publisher.fragmentsBeforeKeyFrame == 2)
        #expect(run.failure == nil)
    }

    @Test func `a stream with key frames too far apart is refused`() {
        var run = Run()
        run.send(stream.initialisation(), at: 0)
        for second in 0..<3 { run.send(fragment(second, key: second == 0), at: Double(second + 1)) }
        #expect(run.failure == .keyFramesTooFar)
        #expect(run.said == ["i", "0", "1"])
    }

    @Test func `a publisher that sends nothing useful for ten seconds is closed`() throws {
        var run = Run()
        #expect(run.publisher.deadline == .seconds(10))
        let bytes = stream.bytes(fragments: 1)
        // One byte a second.
        for (index, byte) in bytes.prefix(9).enumerated() { run.send([byte], at: Double(index + 1)) }
        try run.publisher.tick(at: .seconds(9.9))
        for _ in 0..<2 {
            #expect(throws: MediaError(.silent, advice: .keyFrames)) { try run.publisher.tick(at: .seconds(10)) }
        }
        var fresh = Run()
        fresh.send(bytes, at: 8)
        #expect(fresh.publisher.deadline == .seconds(18))
        try fresh.publisher.tick(at: .seconds(17))
        #expect(throws: MediaError(.silent)) { try fresh.publisher.tick(at: .seconds(18)) }
    }

    @Test func `a refused silent publisher learns the fix: key frames, or fixed fragment lengths for sound alone`()
        throws
    {
        func sentence(_ bytes: [UInt8]) throws -> String {
            var run = Run()
            if !bytes.isEmpty { run.send(bytes, at: 1) }
            let error = #expect(throws: MediaError.self) { try run.publisher.tick(at: .seconds(30)) }
            return try #require(error).description
        }
        let sound = SampleStream([.opus()])
        let plain = "No complete fragment came for media.silenceSecondsMax."
        #expect(try sentence([]) == plain)
        #expect(try sentence(stream.bytes(fragments: 1)) == plain)
        let picture = try sentence(stream.initialisation() + fragment(0).dropLast())
        #expect(picture.hasPrefix(plain) && picture.contains("-g 30") && !picture.contains("frag_duration"))
        let voice = try sentence(sound.initialisation())
        #expect(voice.hasPrefix(plain) && voice.contains("-frag_duration 1000000") && !voice.contains("-g 30"))
    }

    @Test func `the parts before an error in the same chunk are returned`() {
        var run = Run()
        run.send(stream.bytes(fragments: 2) + BoxWriter.box("mdat"), at: 1)
        #expect(run.failure == .boxOutOfOrder)
        #expect(run.said == ["i", "0", "1"])
        run.send(fragment(2), at: 2)
        #expect(run.said.count == 3)
    }
}
