import OvationMedia
import OvationModel
import Testing

@Suite struct FragmentRingTests {
    private func ring(_ change: (inout MediaLimits) -> Void = { _ in }) -> FragmentRing<String> {
        var limits = MediaLimits()
        change(&limits)
        var ring = FragmentRing<String>(limits: limits, at: noon)
        ring.begin("init")
        return ring
    }

    @Test func `a ring keeps the last twelve seconds and discards older fragments`() {
        var ring = ring()
        ring.add(0..<30)
        #expect(ring.payloads == (18..<30).map { "\($0)" })
        #expect(ring.durationMicroseconds == 12_000_000)
        #expect(ring.byteCount == 12 * 1_000 + 100)
        #expect(ring.counts.fragments == 30)
        #expect(ring.counts.fragmentsForBytes == 0)
        #expect(ring.entry(ring.entryNumbers.lowerBound - 1) == nil)
        #expect(ring.entry(ring.entryNumbers.upperBound) == nil)
    }

    @Test func `a ring never exceeds its bytes and counts what it discards for that`() {
        var ring = ring { $0.ringBytesMax = 5_150 }
        ring.add(0..<30)
        #expect(ring.payloads == (25..<30).map { "\($0)" })
        #expect(ring.counts.fragmentsForBytes == 25)
        ring.setBytesMax(2_100)
        #expect(ring.payloads == ["28", "29"])
        ring.setBytesMax(.max)
        ring.add(30..<40)
        #expect(ring.byteCount == 5_100)
        ring.setBytesMax(0)
        #expect(ring.payloads.isEmpty)
        #expect(ring.newestKeyEntry == nil)
        #expect(ring.byteCount == 100)
    }

    @Test func `fragments without a duration are bounded by their number`() {
        var ring = ring { $0.ringFragmentsMax = 50 }
        for index in 0..<500 {
            ring.append("\(index)", span: .at(0, lasting: 0, bytes: 1), jumps: false, at: noon)
            #expect(ring.entryNumbers.count <= 50)
        }
        #expect(ring.payloads.last == "499")
    }

    @Test func `a ring begins at a key frame and takes nothing before it`() {
        var ring = FragmentRing<String>(at: noon)
        var taken = [ring.append("a", span: .at(0), jumps: false, at: noon)]
        ring.begin("init")
        taken.append(ring.append("b", span: .at(0, key: false), jumps: false, at: noon))
        taken.append(ring.append("c", span: .at(1), jumps: false, at: noon))
        taken.append(ring.append("d", span: .at(2, key: false), jumps: false, at: noon))
        #expect(taken == [false, false, true, true])
        #expect(ring.payloads == ["c", "d"])
        #expect(ring.newestKeyEntry == ring.entryNumbers.lowerBound)
    }

    @Test func `a ring that discards a whole group waits for the next key frame`() {
        var ring = ring { $0.ringBytesMax = 3_500 }
        for index in 0..<3 {
            ring.append("\(index)", span: .at(Double(index), key: index == 0), jumps: false, at: noon)
        }
        #expect(ring.payloads == ["0", "1", "2"])
        ring.append("3", span: .at(3, key: false), jumps: false, at: noon)
        #expect(ring.payloads.isEmpty)
        ring.append("4", span: .at(4, key: false), jumps: false, at: noon)
        #expect(ring.payloads.isEmpty)
        ring.append("5", span: .at(5), jumps: false, at: noon)
        #expect(ring.payloads == ["5"])
    }

    @Test func `a ring discards whole groups, so the rest begins with a key frame`() throws {
        var ring = ring()
        for index in 0..<160 {
            ring.append(
                "\(index)", span: .at(Double(index) / 10, lasting: 0.1, key: index % 10 == 0), jumps: false, at: noon)
            let first = try #require(ring.entry(ring.entryNumbers.lowerBound))
            #expect(first.span.beginsWithKeyFrame)
        }
        #expect(ring.durationMicroseconds >= 12_000_000)
        #expect(ring.durationMicroseconds < 13_100_000)
        #expect(ring.segments.allSatisfy { $0.durationMicroseconds == 1_000_000 && $0.entries.count == 10 })
    }

    @Test func `a fragment with a key frame of its own becomes a segment at once, from the second on`() {
        var ring = ring()
        ring.add(0..<1)
        #expect(ring.segments.isEmpty)
        ring.add(1..<2)
        #expect(ring.segments.count == 2)
        ring.add(2..<3)
        #expect(ring.segments.count == 3)
        #expect(ring.segments.map(\.entries.count) == [1, 1, 1])
    }

    @Test func `short fragments share a segment of half a second`() {
        var ring = ring()
        for index in 0..<8 {
            ring.append("\(index)", span: .at(Double(index) / 4, lasting: 0.25), jumps: false, at: noon)
        }
        #expect(ring.segments.map(\.entries.count) == [2, 2, 2, 2])
        #expect(ring.segments.allSatisfy { $0.beginsWithKeyFrame })
    }

    @Test func `a publisher's short fragments are joined from the next key frame on`() {
        var ring = ring()
        ring.add(0..<3)
        for index in 30..<60 {
            ring.append(
                "\(index)", span: .at(Double(index) / 10, lasting: 0.1, key: index % 10 == 0), jumps: false, at: noon)
        }
        // The first one counted as a whole second.
        #expect(ring.segments.map(\.entries.count) == [1, 1, 1, 10, 10])
        #expect(ring.segments.allSatisfy { $0.beginsWithKeyFrame })
    }

    @Test func `a segment has the bytes of its fragments`() throws {
        var ring = ring()
        for index in 0..<200 {
            ring.append(
                "\(index)", span: .at(Double(index) / 10, lasting: 0.1, key: index % 10 == 0), jumps: false, at: noon)
        }
        let segment = try #require(ring.segments.last)
        let entries = try #require(ring.entries(ofSegment: segment.number))
        #expect(entries.map(\.payload) == (180..<190).map { "\($0)" })
        #expect(entries.reduce(0) { $0 + $1.span.byteCount } == segment.byteCount)
        #expect(ring.entries(ofSegment: segment.number + 1) == nil)
        #expect(ring.entries(ofSegment: -1) == nil)
        #expect(ring.entries(ofSegment: .max) == nil)
        #expect(ring.entries(ofSegment: .min) == nil)
    }

    @Test func `a restarted stream gets a new initialisation number`() throws {
        var ring = ring()
        ring.add(0..<2)
        ring.begin("again")
        ring.add(0..<2, after: 60)
        #expect(ring.payloads == ["0", "1", "0", "1"])
        let numbers = ring.entryNumbers.compactMap { ring.entry($0)?.initialisation }
        #expect(Set(numbers).count == 2)
        #expect(numbers.sorted() == numbers)
        #expect(ring.initialisation(numbers[0])?.payload == "init")
        #expect(ring.initialisation(numbers[3])?.payload == "again")
        #expect(numbers[3] == numbers[0] + 1)
        ring.add(2..<20, after: 60)
        #expect(ring.initialisation(numbers[0]) == nil)
        #expect(ring.byteCount == 12 * 1_000 + 100)
    }

    @Test func `an initialisation without fragments leaves no gap in the numbers`() throws {
        var ring = ring()
        ring.add(0..<1)
        let first = try #require(ring.entry(ring.entryNumbers.lowerBound)).initialisation
        for name in ["b", "c", "d"] { ring.begin(name) }
        #expect(ring.initialisation(first + 1) == nil)
        ring.add(0..<1)
        let second = try #require(ring.entry(ring.entryNumbers.lowerBound + 1)).initialisation
        #expect(second == first + 1)
        #expect(ring.initialisation(second)?.payload == "d")
        #expect(ring.byteCount == 2_200)
    }

    @Test func `a jump in time gives the same initialisation a new number`() throws {
        var ring = ring()
        ring.add(0..<2)
        ring.append("x", span: .at(500), jumps: true, at: .seconds(3))
        let last = try #require(ring.entry(ring.entryNumbers.upperBound - 1))
        #expect(ring.initialisation(last.initialisation)?.payload == "init")
        #expect(last.initialisation == ring.entry(ring.entryNumbers.lowerBound).map { $0.initialisation + 1 })
    }

    @Test func `numbers keep rising after a server restart`() throws {
        var before = ring()
        before.add(0..<20)
        var after = FragmentRing<String>(at: .seconds(21))
        after.begin("init")
        after.add(21..<23)
        let (old, new) = (try #require(before.segments.last), try #require(after.segments.first))
        #expect(new.number > old.number)
        #expect(new.initialisation > old.initialisation)
    }

    @Test func `a segment's clock time is counted from the first fragment after a jump`() {
        var ring = ring()
        ring.append("0", span: .at(7), jumps: false, at: .seconds(1.2))
        // This one arrives late and changes nothing.
        ring.append("1", span: .at(8), jumps: false, at: .seconds(4))
        ring.append("2", span: .at(9), jumps: false, at: .seconds(4.1))
        #expect(ring.segments.map(\.at) == [.seconds(0.2), .seconds(1.2), .seconds(2.2)])
    }

    @Test func `an ended ring takes no fragments and still serves those it holds`() {
        var ring = ring()
        ring.add(0..<3)
        let revision = ring.revision
        ring.end()
        ring.end()
        #expect(ring.revision == revision + 1)
        ring.add(3..<4)
        ring.begin("again")
        #expect(ring.payloads == ["0", "1", "2"])
        ring.removeAll()
        #expect(ring.payloads.isEmpty)
        #expect(ring.byteCount == 0)
    }
}
