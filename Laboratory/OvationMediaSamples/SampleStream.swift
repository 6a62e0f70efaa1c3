/// Generates valid fragmented MP4 with meaningless samples.
public struct SampleStream: Sendable {
    /// Where a fragment states the properties of its samples.
    public enum Style: Sendable, CaseIterable {
        /// As ffmpeg does: defaults in the header, flags of the first sample, sizes of all samples.
        case defaults
        /// As browser recorders do: all properties for each sample, and 64-bit times.
        case everySample
        /// Only the movie's defaults, and a common size.
        case movieDefaults
    }

    /// The tracks of the stream.
    public var tracks: [SampleTrack]
    /// Where fragments state the properties of their samples.
    public var style: Style

    /// Makes a generator.
    public init(_ tracks: [SampleTrack] = [.h264(), .opus()], style: Style = .defaults) {
        self.tracks = tracks
        self.style = style
    }

    /// Generates a whole stream: an initialisation segment and this number of fragments.
    public func bytes(fragments count: Int = 3, milliseconds: Int = 1_000) -> [UInt8] {
        (0..<count).reduce(into: initialisation()) { bytes, index in
            bytes += fragment(number: index + 1, startMilliseconds: index * milliseconds, milliseconds: milliseconds)
        }
    }

    /// Generates `ftyp` and `moov`.
    public func initialisation() -> [UInt8] {
        let extends = tracks.map { track in
            BoxWriter.full(
                "trex", BoxWriter.number32(track.id), BoxWriter.number32(1), BoxWriter.number32(track.sampleDuration),
                BoxWriter.number32(track.sampleBytes), BoxWriter.number32(0))
        }
        return BoxWriter.box("ftyp", Array("iso5".utf8), BoxWriter.number32(512), Array("iso5iso6mp41".utf8))
            + BoxWriter.box(
                "moov",
                BoxWriter.full(
                    "mvhd", BoxWriter.zeros(8), BoxWriter.number32(1_000), BoxWriter.zeros(4), BoxWriter.zeros(76),
                    BoxWriter.number32(tracks.count + 1)),
                tracks.flatMap { self.track($0) }, BoxWriter.box("mvex", extends.flatMap { $0 }))
    }

    private func track(_ track: SampleTrack) -> [UInt8] {
        let table = BoxWriter.box(
            "stbl", BoxWriter.full("stsd", BoxWriter.number32(1), track.entry),
            BoxWriter.full("stts", BoxWriter.zeros(4)),
            BoxWriter.full("stsc", BoxWriter.zeros(4)), BoxWriter.full("stsz", BoxWriter.zeros(8)),
            BoxWriter.full("stco", BoxWriter.zeros(4)))
        let media = BoxWriter.box(
            "mdia",
            BoxWriter.full(
                "mdhd", BoxWriter.zeros(8), BoxWriter.number32(track.timescale), BoxWriter.zeros(4), BoxWriter.zeros(4)),
            BoxWriter.full("hdlr", BoxWriter.zeros(4), Array(track.handler.utf8), BoxWriter.zeros(13)),
            BoxWriter.box("minf", BoxWriter.box(track.isVideo ? "vmhd" : "smhd", BoxWriter.zeros(8)), table))
        return BoxWriter.box(
            "trak",
            BoxWriter.full("tkhd", flags: 3, BoxWriter.zeros(8), BoxWriter.number32(track.id), BoxWriter.zeros(68)),
            media)
    }

    /// Generates `moof` and `mdat` of one fragment.
    public func fragment(
        number: Int = 1, startMilliseconds: Int, milliseconds: Int = 1_000, isKey: Bool = true
    ) -> [UInt8] {
        let counts = tracks.map { max(milliseconds * $0.timescale / 1_000 / $0.sampleDuration, 1) }
        // Sample addresses depend on the size of the header, but the size does not depend on the addresses.
        let headBytes = header(number, startMilliseconds, counts, isKey, dataStart: 0).count
        let content = zip(tracks, counts).flatMap { track, count in
            Self.pattern(number, count: count * track.sampleBytes)
        }
        return header(number, startMilliseconds, counts, isKey, dataStart: headBytes + 8)
            + BoxWriter.box("mdat", content)
    }

    /// Generates bytes that differ between fragments. A repeating pattern is used because it is fast.
    private static func pattern(_ number: Int, count: Int) -> [UInt8] {
        let once = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<(count / once.count) { bytes += once }
        return bytes + once.prefix(count % once.count)
    }

    private func header(
        _ number: Int, _ startMilliseconds: Int, _ counts: [Int], _ isKey: Bool, dataStart: Int
    ) -> [UInt8] {
        var (position, parts) = (dataStart, [UInt8]())
        for (track, count) in zip(tracks, counts) {
            let start = startMilliseconds * track.timescale / 1_000
            parts += BoxWriter.box(
                "traf", fragmentHeader(track),
                style == .everySample
                    ? BoxWriter.full("tfdt", version: 1, BoxWriter.number64(start))
                    : BoxWriter.full("tfdt", BoxWriter.number32(start)),
                run(track, count, isKey: isKey || !track.isVideo, position: position))
            position += count * track.sampleBytes
        }
        return BoxWriter.box("moof", BoxWriter.full("mfhd", BoxWriter.number32(number)), parts)
    }

    private func fragmentHeader(_ track: SampleTrack) -> [UInt8] {
        let base = 0x2_0000
        switch style {
        case .defaults:
            return BoxWriter.full(
                "tfhd", flags: base | 0x38, BoxWriter.number32(track.id), BoxWriter.number32(track.sampleDuration),
                BoxWriter.number32(track.sampleBytes), BoxWriter.number32(track.isVideo ? 0x101_0000 : 0x200_0000))
        case .everySample, .movieDefaults: return BoxWriter.full("tfhd", flags: base, BoxWriter.number32(track.id))
        }
    }

    private func run(_ track: SampleTrack, _ count: Int, isKey: Bool, position: Int) -> [UInt8] {
        let firstFlags = BoxWriter.number32(isKey ? 0x200_0000 : 0x101_0000)
        let head = BoxWriter.number32(count) + BoxWriter.number32(position)
        switch style {
        case .defaults:
            let sizes = (0..<count).flatMap { _ in BoxWriter.number32(track.sampleBytes) }
            return BoxWriter.full("trun", flags: 0x205, head, firstFlags, sizes)
        case .everySample:
            let samples = (0..<count).flatMap { index in
                BoxWriter.number32(track.sampleDuration) + BoxWriter.number32(track.sampleBytes)
                    + (index == 0 ? firstFlags : BoxWriter.number32(track.isVideo ? 0x101_0000 : 0x200_0000))
            }
            return BoxWriter.full("trun", flags: 0x701, head, samples)
        case .movieDefaults: return BoxWriter.full("trun", flags: isKey ? 0x1 : 0x5, head, isKey ? [] : firstFlags)
        }
    }
}
