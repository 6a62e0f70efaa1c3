import OvationMedia
import OvationMediaSamples
import OvationModel
import Testing

@Suite struct MediaLimitsTests {
    @Test func `every limit has a name and a default within its range`() {
        let names = Mirror(reflecting: MediaLimits()).children.compactMap(\.label)
        #expect(MediaLimits.definitions.map(\.name) == names)
        for definition in MediaLimits.definitions {
            #expect(definition.range.contains(MediaLimits()[keyPath: definition.field]), "\(definition.name)")
        }
    }

    @Test(arguments: MediaLimits.definitions.indices)
    func `no allowed value of a limit makes anything trap`(_ index: Int) throws {
        let definition = MediaLimits.definitions[index]
        for value in [definition.range.lowerBound, definition.range.lowerBound + 1, definition.range.upperBound] {
            var limits = MediaLimits()
            limits[keyPath: definition.field] = value
            try publish(limits)
        }
    }

    @Test func `nothing traps with all limits at their least or at their most`() throws {
        for isLeast in [true, false] {
            var limits = MediaLimits()
            for definition in MediaLimits.definitions {
                limits[keyPath: definition.field] = isLeast ? definition.range.lowerBound : definition.range.upperBound
            }
            try publish(limits)
        }
    }

    /// Sends a few seconds of a stream through every part of the relay.
    private func publish(_ limits: MediaLimits) throws {
        var (publisher, picture) = (
            MediaPublisher(limits: limits, at: noon), Picture<[UInt8]>(limits: limits, at: noon)
        )
        var (cursor, playlist, budget) = (
            ViewerCursor(limits: limits), HLSPlaylist(limits: limits), RingBudget<Int>(limits: limits)
        )
        var turns = PacedTurns<Int>(limits: limits)
        let stream = SampleStream()
        _ = picture.connected(PublisherID(1), at: noon)
        for second in 0..<5 {
            let now = Timestamp.seconds(Double(second) + 1)
            let bytes =
                (second == 0 ? stream.initialisation() : []) + stream.fragment(startMilliseconds: second * 1_000)
            var parts: [MediaPublisher.Part] = []
            try? bytes.withUnsafeBytes { buffer in try publisher.receive(buffer, at: now, into: &parts) }
            try? publisher.tick(at: now)
            for part in parts { _ = picture.received(part.sample, from: PublisherID(1), at: now) }
            #expect(picture.ring.byteCount >= 0)
            _ = cursor.step(in: picture.ring)
            _ = playlist.bytes(of: picture.ring)
            for cut in budget.set(1, bytes: picture.ring.byteCount) { picture.setRingBytesMax(cut.bytesMax) }
            _ = picture.tick(at: now)
            turns.add(second)
            turns.turn { _, bytesMax in (bytesMax, true) }
        }
        _ = picture.disconnected(PublisherID(1), isFinished: false, at: .seconds(6))
        _ = picture.end(at: .seconds(7))
        #expect(picture.deadline != nil)
    }
}

extension MediaPublisher.Part {
    /// The part with its own bytes as the payload.
    fileprivate var sample: Picture<[UInt8]>.Part {
        switch self {
        case .initialisation(let segment):
            .initialisation(segment.bytes, byteCount: segment.bytes.count, info: segment.info)
        case .fragment(let one): .fragment(one.fragment.bytes, span: one.fragment.span, jumps: one.jumps)
        }
    }
}
