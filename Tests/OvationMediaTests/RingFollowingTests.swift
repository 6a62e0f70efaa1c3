import OvationModel
import OvationTestKit
import Testing

@testable import OvationMedia

/// A ring at one server becomes what the ring at another one is.
@Suite struct RingFollowingTests {
    private typealias Ring = FragmentRing<String>

    /// A ring, what another server was told of it, and the ring there.
    private struct Pair {
        var ring: Ring
        var follower = RingFollower<String>()
        var copy: Ring
        var isFirst = true

        init(_ limits: MediaLimits = MediaLimits(), copyLimits: MediaLimits? = nil) {
            ring = Ring(limits: limits, at: noon)
            copy = Ring(limits: copyLimits ?? limits, at: noon.adding(seconds: 3_600))
        }

        /// Tells the copy what is new. Returns whether it fits.
        mutating func tell() -> Bool {
            guard let update = follower.update(of: ring) else { return true }
            defer { isFirst = false }
            return copy.follow(update, isWhole: isFirst)
        }

        /// The copy is told everything anew, as over a new connection.
        mutating func reconnect() {
            follower = RingFollower()
            isFirst = true
        }
    }

    private static func text(of ring: Ring) -> String? {
        var playlist = HLSPlaylist()
        return playlist.bytes(of: ring).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Everything that a viewer can see of a ring, but for the tag of its playlist.
    private static func shown(_ ring: Ring) -> [String] {
        let segments = ring.segments.map { segment in
            (ring.entries(ofSegment: segment.number) ?? []).map(\.payload).joined(separator: "+")
        }
        let beginnings = ring.segments.map { ring.initialisation($0.initialisation)?.payload ?? "none" }
        return ring.payloads + segments + beginnings + [
            text(of: ring) ?? "no playlist", "\(ring.entryNumbers)", "\(ring.newestKeyEntry ?? -1)",
            "\(ring.byteCount)", "\(ring.isEnded) \(ring.isFinished)",
        ]
    }

    @Test func `a ring that follows another one shows the same fragments under the same names`() {
        var pair = Pair()
        pair.ring.begin("init")
        for second in 0..<30 {
            pair.ring.add(second..<(second + 1))
            let fits = pair.tell()
            #expect(fits)
            #expect(Self.shown(pair.copy) == Self.shown(pair.ring))
        }
        #expect(HLSPlaylist.entityTag(of: pair.copy) == HLSPlaylist.entityTag(of: pair.ring))
        #expect(pair.copy.payloads == (18..<30).map { "\($0)" })
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `whatever happens to a ring, another one that is told now and then shows the same`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var limits = MediaLimits()
        limits.ringFragmentsMax = 60
        limits.ringBytesMax = 40_000
        var pair = Pair(limits)
        var (time, names) = (0.0, 0)
        for _ in 0..<600 {
            names += 1
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<4: pair.ring.begin("init \(names)")
            case 4: pair.ring.finish()
            case 5: pair.ring.removeAll()
            case 6..<8: pair.ring.setBytesMax(Int.random(in: 4_000...40_000, using: &random))
            case 8: pair.reconnect()
            default:
                let lengths: [Double] = [0.1, 0.5, 1, 2]
                let length = lengths[Int.random(in: 0..<lengths.count, using: &random)]
                let isKey = Bool.random(using: &random)
                pair.ring.append(
                    "\(names)",
                    span: .at(time, lasting: length, key: isKey, bytes: Int.random(in: 100...3_000, using: &random)),
                    jumps: Int.random(in: 0..<20, using: &random) == 0, at: .seconds(time + length))
                time += length
            }
            guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
            let fits = pair.tell()
            #expect(fits)
            // An initialisation segment that nothing needs yet is not told.
            if pair.ring.initialisations.map(\.number) == pair.copy.initialisations.map(\.number) {
                #expect(Self.shown(pair.copy) == Self.shown(pair.ring))
            } else {
                #expect(pair.copy.payloads == pair.ring.payloads)
                #expect(Self.text(of: pair.copy) == Self.text(of: pair.ring))
            }
        }
    }

    @Test func `a ring with less room lists only what it holds, and its playlist never looks like an earlier one`() {
        var small = MediaLimits()
        small.ringBytesMax = 3_500
        var pair = Pair(copyLimits: small)
        pair.ring.begin("init")
        var tags: Set<String> = []
        for second in 0..<12 {
            pair.ring.add(second..<(second + 1))
            let fits = pair.tell()
            #expect(fits)
            #expect(pair.copy.byteCount <= 3_500)
            for segment in pair.copy.segments { #expect(pair.copy.entries(ofSegment: segment.number)?.count == 1) }
            tags.insert(HLSPlaylist.entityTag(of: pair.copy))
        }
        #expect(pair.copy.payloads == ["9", "10", "11"])
        #expect(tags.count == 12)
    }

    @Test func `a ring whose server has started again replaces what was here, and viewers go on with it`() {
        var pair = Pair()
        pair.ring.begin("init")
        pair.ring.add(0..<5)
        let begins = pair.tell()
        #expect(begins)
        var cursor = ViewerCursor()
        var seen: [String] = []
        func watch(_ ring: Ring) {
            while true {
                switch cursor.step(in: ring) {
                case .initialisation(let segment): seen.append(segment.payload)
                case .fragment(let entry): seen.append(entry.payload)
                case .wait, .ended: return
                }
            }
        }
        watch(pair.copy)
        let before = HLSPlaylist.entityTag(of: pair.copy)
        // With a clock that is behind, so that its numbers are lower.
        pair.ring = Ring(at: noon.adding(seconds: -60))
        pair.ring.begin("again")
        pair.ring.add(0..<1)
        pair.reconnect()
        let fits = pair.tell()
        #expect(fits)
        watch(pair.copy)
        #expect(seen == ["init", "4", "again", "0"])
        #expect(pair.copy.payloads == ["0"])
        #expect(HLSPlaylist.entityTag(of: pair.copy) != before)
    }

    @Test func `a ring that goes on by itself continues with higher numbers`() {
        var pair = Pair()
        pair.ring.begin("init")
        pair.ring.add(0..<3)
        let fits = pair.tell()
        #expect(fits)
        let next = pair.copy.entryNumbers.upperBound
        pair.copy.stopFollowing()
        pair.copy.begin("mine")
        // A segment is complete with the next key frame.
        pair.copy.add(3..<5)
        #expect(pair.copy.payloads == ["0", "1", "2", "3", "4"])
        #expect(pair.copy.entryNumbers.upperBound == next + 2)
        #expect(Self.text(of: pair.copy)?.contains("#EXT-X-DISCONTINUITY\n") == true)
    }

    @Test func `an update that does not fit is refused, and nothing changes`() throws {
        var pair = Pair()
        pair.ring.begin("init")
        pair.ring.add(0..<3)
        let begins = pair.tell()
        #expect(begins)
        let before = Self.shown(pair.copy)
        pair.ring.add(3..<4)
        let told = pair.follower.update(of: pair.ring)
        let update = try #require(told)
        var wrong: [RingUpdate<String>] = []
        func change(_ work: (inout RingUpdate<String>) -> Void) {
            var changed = update
            work(&changed)
            wrong.append(changed)
        }
        change { $0.entries = [] }
        change { $0.head.entries = 0..<(1 << 60) }
        change { $0.head.revision = -1 }
        change { $0.head.nextSegment = .max }
        change { $0.head.open = $0.segments.first.map { Self.endless($0) } }
        change { $0.segments = $0.segments.map { Self.heavy($0) } }
        for update in wrong {
            var copy = pair.copy
            let fits = copy.follow(update, isWhole: false)
            #expect(!fits)
            #expect(Self.shown(copy) == before)
        }
    }

    @Test func `a ring that has room for nothing of another one follows on what is said of it without fragments`() {
        var tiny = MediaLimits()
        tiny.ringBytesMax = 500
        var pair = Pair(copyLimits: tiny)
        pair.ring.begin("init")
        for second in 0..<4 {
            pair.ring.add(second..<(second + 1))
            let fits = pair.tell()
            #expect(fits)
        }
        #expect(pair.copy.payloads == [])
        // Nothing that was told before is missing, so nothing has to be sent anew.
        pair.ring.setBytesMax(1_500)
        let isTrimmed = pair.tell()
        pair.ring.finish()
        let isFinished = pair.tell()
        #expect(isTrimmed && isFinished)
        #expect(Self.text(of: pair.copy)?.contains("#EXT-X-ENDLIST\n") == true)
        pair.copy.setBytesMax(0)
        pair.ring.begin("again")
        pair.ring.add(4..<5)
        let goesOn = pair.tell()
        #expect(goesOn)
    }

    /// Two thousand of them are more than an integer holds.
    private static func heavy(_ segment: Ring.Segment) -> Ring.Segment {
        var segment = segment
        segment.byteCount = 1 << 53
        return segment
    }

    private static func endless(_ segment: Ring.Segment) -> Ring.Segment {
        var segment = segment
        segment.durationMicroseconds = .max
        return segment
    }
}
