import OvationMedia
import OvationModel
import OvationTestKit
import Testing

/// Random publishers never make a player's earlier information false.
@Suite struct RingRandomTests {
    private struct Listed: Equatable {
        var time: Int64
        var payloads: [Int]
    }

    /// The ring's limits, small enough that a run reaches all of them.
    private var limits: MediaLimits {
        var limits = MediaLimits()
        (limits.windowSeconds, limits.playlistSeconds, limits.ringBytesMax, limits.ringFragmentsMax) = (
            6, 4, 30_000, 40
        )
        return limits
    }

    @Test func `a random publisher's ring keeps its limits, and begins with a key frame`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<30 {
            var world = World(limits: limits, random: random)
            for _ in 0..<300 {
                world.step()
                let ring = world.ring
                let entries = ring.entryNumbers.compactMap { ring.entry($0) }
                #expect(entries.count == ring.entryNumbers.count)
                #expect(entries.first?.span.beginsWithKeyFrame != false)
                #expect(entries.reduce(0) { $0 + $1.span.byteCount } <= limits.ringBytesMax)
                #expect(entries.count <= limits.ringFragmentsMax)
                #expect(entries.allSatisfy { ring.initialisation($0.initialisation) != nil })
                let newestKey = entries.last { $0.span.beginsWithKeyFrame }
                #expect(ring.newestKeyEntry == newestKey?.number)
            }
            random = world.random
        }
    }

    @Test func `a random publisher's playlists never contradict each other`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<30 {
            var world = World(limits: limits, random: random)
            var playlist = HLSPlaylist(limits: limits)
            var known: [Int64: Listed] = [:]
            var newest = Int64.min
            for _ in 0..<300 {
                world.step()
                guard let bytes = playlist.bytes(of: world.ring) else { continue }
                let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                var time = try #require(Self.value("#EXT-X-DISCONTINUITY-SEQUENCE:", lines))
                var number = try #require(Self.value("#EXT-X-MEDIA-SEQUENCE:", lines))
                #expect(try #require(Self.value("#EXT-X-TARGETDURATION:", lines)) >= 2)
                for line in lines {
                    if line == "#EXT-X-DISCONTINUITY" { time += 1 }
                    guard case .segment(number)? = HLSName(line) else { continue }
                    let entries = try #require(world.ring.entries(ofSegment: number))
                    let listed = Listed(time: time, payloads: entries.map(\.payload))
                    #expect(entries.allSatisfy { $0.initialisation == time })
                    #expect(known.updateValue(listed, forKey: number).map { $0 == listed } != false)
                    number += 1
                }
                // The numbers of the segments have no gaps.
                #expect(
                    lines.count { $0.hasSuffix(".m4s") }
                        == Int(number - (Self.value("#EXT-X-MEDIA-SEQUENCE:", lines) ?? 0)))
                #expect(number >= newest)
                newest = number
            }
            random = world.random
        }
    }

    @Test func `a random publisher's viewer gets every fragment in order or a count of the missed ones`() throws {
        var random = SeededGenerator.printed()
        for _ in 0..<30 {
            var world = World(limits: limits, random: random)
            var cursor = ViewerCursor(limits: limits)
            var (initialisation, last, sent) = (Int64?.none, Int64?.none, Int64(0))
            var first: Int64?
            for _ in 0..<300 {
                world.step()
                var reads = world.random.number(0...6)
                while reads > 0 {
                    reads -= 1
                    switch cursor.step(in: world.ring) {
                    case .initialisation(let segment): initialisation = segment.number
                    case .fragment(let entry):
                        #expect(entry.initialisation == initialisation)
                        if let last {
                            #expect(entry.number > last)
                            #expect(entry.number == last + 1 || entry.span.beginsWithKeyFrame)
                        } else {
                            first = entry.number
                            #expect(entry.span.beginsWithKeyFrame)
                        }
                        last = entry.number
                        sent += 1
                    case .wait, .ended: reads = 0
                    }
                }
            }
            if let first, let last { #expect(sent + cursor.skippedFragments >= last - first + 1) }
            random = world.random
        }
    }

    private static func value(_ tag: String, _ lines: [Substring]) -> Int64? {
        lines.first { $0.hasPrefix(tag) }.flatMap { Int64($0.dropFirst(tag.count)) }
    }

    /// A publisher that does random things.
    private struct World {
        var ring: FragmentRing<Int>
        var random: SeededGenerator
        private var (seconds, media, count) = (0.0, 0.0, 0)
        private let keyChance: Double

        init(limits: MediaLimits, random: SeededGenerator) {
            self.random = random
            keyChance = self.random.pick([1, 1, 0.5, 0.1])
            ring = FragmentRing(limits: limits, at: noon)
        }

        mutating func step() {
            let choice = random.number(0...99)
            switch choice {
            case 0...3:
                ring.begin(-1, byteCount: 100, info: .sample())
                media = 0
            case 4: ring.setBytesMax(random.pick([0, 5_000, 30_000]))
            case 5 where random.chance(0.1): ring.removeAll()
            default:
                let length = random.pick([0, 0.04, 0.25, 1, 2])
                let jumps = random.chance(0.02)
                if jumps { media += Double(random.number(-50...50)) }
                seconds += length
                count += 1
                let span = FragmentSpan.at(
                    media, lasting: length, key: random.chance(keyChance),
                    bytes: random.number(1...random.pick([500, 9_000])))
                ring.append(count, span: span, jumps: jumps, at: .seconds(seconds))
                media += length
            }
        }
    }
}
