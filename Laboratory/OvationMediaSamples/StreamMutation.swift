public import OvationMedia

/// A fuzzer: it damages streams and reads them. Each stream must either be read or refused with an error. Nothing may trap or exceed a
/// limit.
public struct StreamMutation: Sendable {
    /// The results of a run.
    public struct Tally: Sendable, Equatable {
        /// How many streams were read.
        public var mutations = 0
        /// How many were accepted to the end, with at least one fragment.
        public var accepted = 0
        /// Fragments of all streams, including those refused later.
        public var fragments = 0
        /// How many were refused, by error code.
        public var refused: [MediaError.Code: Int] = [:]
        /// Violated guarantees, with the number of the mutation. This must stay empty.
        public var broken: [String] = []

        /// Makes an empty tally.
        public init() {}
    }

    private let streams: [[UInt8]]
    private let trees: [[BoxTree]]
    private let heads: [[Int]]
    private let limits: MediaLimits
    private var random: SampleRandom
    /// The results so far.
    public private(set) var tally = Tally()

    /// Starts a run over streams, none of which may be empty. The same seed gives the same run.
    public init(_ streams: [[UInt8]] = Self.samples, limits: MediaLimits = MediaLimits(), seed: UInt64) {
        self.streams = streams
        trees = streams.map { BoxTree.read($0[...]) }
        heads = streams.map(Self.heads)
        self.limits = limits
        random = SampleRandom(seed: seed)
    }

    /// Streams with every codec and every style, some kilobytes each.
    public static var samples: [[UInt8]] {
        let codecs: [[SampleTrack]] = [
            [.h264(), .opus()], [.h264(), .aac()], [.aac(id: 1)],
            [.video("av01", "av1C", [0x81, 0x04, 0x0C, 0])],
            [.video("vp09", "vpcC", [1, 0, 0, 0, 0, 10, 0x82, 1, 1, 1, 0, 0])],
            [.video("hvc1", "hvcC", [1, 1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 93] + BoxWriter.zeros(10))],
            [.sound("fLaC", "dfLa", BoxWriter.zeros(42), id: 1)],
        ]
        return codecs.flatMap { tracks in
            SampleStream.Style.allCases.map { SampleStream(tracks, style: $0).bytes(fragments: 2, milliseconds: 400) }
        }
    }

    /// Damages and reads this many streams.
    public mutating func run(_ count: Int) {
        for _ in 0..<count {
            let index = Int(random.below(UInt64(streams.count)))
            var bytes = random.below(4) == 0 ? rebuilt(trees[index]) : streams[index]
            if bytes.isEmpty || random.below(8) != 0 { damage(&bytes, heads: heads[index]) }
            read(bytes)
        }
    }

    private mutating func read(_ bytes: [UInt8]) {
        tally.mutations += 1
        var reader = FragmentedMP4Reader(limits: limits)
        var parts: [MediaPart] = []
        var failure: MediaError?
        do throws(MediaError) {
            try reader.read(bytes[...], into: &parts)
            try reader.finish()
        } catch { failure = error }
        let fragments = parts.reduce(0) { if case .fragment = $1 { $0 + 1 } else { $0 } }
        tally.fragments += fragments
        if let failure {
            tally.refused[failure.code, default: 0] += 1
        } else if fragments > 0 {
            tally.accepted += 1
        }
        check(parts, of: bytes)
        if reader.keptBytes > bytes.count { note("more is kept than came") }
        if tally.mutations % 16 == 0 { checkCuts(bytes, parts: parts, failure: failure) }
    }

    private mutating func check(_ parts: [MediaPart], of bytes: [UInt8]) {
        var total = 0
        var hasBegun = false
        for part in parts {
            switch part {
            case .initialisation(let segment):
                hasBegun = true
                total += segment.bytes.count
                if segment.bytes.count > limits.initialisationBytesMax {
                    note("an initialisation segment is too large")
                }
                if segment.tracks.isEmpty || segment.info.codecs.isEmpty { note("there is no track") }
                if segment.tracks.contains(where: { $0.timescale == 0 }) { note("a time has no unit") }
            case .fragment(let fragment):
                total += fragment.bytes.count
                if !hasBegun { note("a fragment comes first") }
                if fragment.bytes.count > limits.fragmentBytesMax { note("a fragment is too large") }
                if fragment.sampleCount == 0 || fragment.sampleCount > limits.fragmentSamplesMax { note("samples") }
                let longest = Int64(limits.fragmentSecondsMax) * 1_050_000
                if !(0...longest).contains(fragment.span.durationMicroseconds) { note("a fragment is too long") }
                if !(0...FragmentSpan.startMicrosecondsMax).contains(fragment.span.startMicroseconds) { note("a time") }
            }
        }
        if total > bytes.count { note("more is handed out than came") }
    }

    /// Checks that the same bytes in other chunks give the same result.
    private mutating func checkCuts(_ bytes: [UInt8], parts: [MediaPart], failure: MediaError?) {
        var reader = FragmentedMP4Reader(limits: limits)
        var again: [MediaPart] = []
        var second: MediaError?
        var rest = bytes[...]
        do throws(MediaError) {
            while !rest.isEmpty {
                let count = 1 + Int(random.below(random.below(2) == 0 ? 12 : 400))
                try reader.read(rest.prefix(count), into: &again)
                rest = rest.dropFirst(count)
            }
            try reader.finish()
        } catch { second = error }
        if second != failure || again != parts { note("other chunks give something else") }
    }

    private mutating func note(_ text: String) {
        guard tally.broken.count < 20 else { return }
        tally.broken.append("mutation \(tally.mutations): \(text)")
    }

    // MARK: - Damage

    /// Boundary values that often break programs.
    private static let hardNumbers: [UInt32] = [
        0, 1, 2, 7, 8, 9, 15, 16, 0x7F, 0xFF, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FFF8, 1_000_000,
    ]

    /// Finds where boxes begin, at any depth, so that mutations can hit important fields.
    private static func heads(_ bytes: [UInt8]) -> [Int] {
        var found: [Int] = []
        func look(_ boxes: [BoxTree], _ start: Int) {
            var position = start
            for box in boxes {
                found.append(position)
                look(box.children, position + 8 + box.content.count)
                position += box.bytes.count
            }
        }
        look(BoxTree.read(bytes[...]), 0)
        return found
    }

    private mutating func damage(_ bytes: inout [UInt8], heads: [Int]) {
        for _ in 0...random.below(3) {
            guard !bytes.isEmpty else { return }
            // Half of the damage goes near a box header, where sizes, versions, flags and counts are.
            let head =
                random.below(2) == 0 ? heads[Int(random.below(UInt64(heads.count)))] + Int(random.below(28)) : Int.max
            let place = head < bytes.count ? head : Int(random.below(UInt64(bytes.count)))
            let end = min(bytes.count, place + 1 + Int(random.below(32)))
            switch random.below(12) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1, 2, 3: bytes[place] ^= 1 << UInt8(random.below(8))
            case 4, 5: bytes[place] &+= random.below(2) == 0 ? 1 : 255
            case 6: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
            case 7: bytes.removeSubrange(place..<end)
            case 8: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 9: bytes.removeSubrange(place...)
            default:
                guard place + 4 <= bytes.count else { continue }
                let number = Self.hardNumbers[Int(random.below(UInt64(Self.hardNumbers.count)))]
                for index in 0..<4 {
                    bytes[place + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * index))
                }
            }
        }
    }

    /// Rebuilds a stream with one box removed, doubled, moved, emptied, extended or retyped. All sizes stay correct.
    private mutating func rebuilt(_ boxes: [BoxTree]) -> [UInt8] {
        var root = BoxTree("root", children: boxes)
        change(&root)
        return root.children.flatMap(\.bytes)
    }

    private mutating func change(_ box: inout BoxTree) {
        guard !box.children.isEmpty else { return }
        let index = Int(random.below(UInt64(box.children.count)))
        // Most boxes are nested deeply, so most changes descend.
        if !box.children[index].children.isEmpty, random.below(4) != 0 { return change(&box.children[index]) }
        switch random.below(8) {
        case 0: box.children.remove(at: index)
        case 1: box.children.insert(box.children[index], at: index)
        case 2: box.children.swapAt(index, Int(random.below(UInt64(box.children.count))))
        case 3: box.children.insert(BoxTree("free", content: BoxWriter.zeros(Int(random.below(20)))), at: index)
        case 4: box.children[index].content.removeLast(min(box.children[index].content.count, Int(random.below(9))))
        case 5: box.children[index].content += BoxWriter.zeros(1 + Int(random.below(8)))
        case 6: box.children.insert(BoxTree("zzzz", children: [box.children[index]]), at: index)
        default:
            let types = [
                "moov", "trak", "moof", "traf", "trun", "tfhd", "tfdt", "mdat", "ftyp", "stsd", "uuid", "trex",
            ]
            box.children[index].type = types[Int(random.below(UInt64(types.count)))]
        }
    }
}

/// A seeded random number generator (SplitMix64).
struct SampleRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below a bound, which must not be 0.
    mutating func below(_ bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }
}
