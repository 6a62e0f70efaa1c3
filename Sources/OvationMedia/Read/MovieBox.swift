/// Parses the description of a stream (`moov`).
///
/// The format fixes how boxes are nested, so each level has its own function and nothing recurses.
enum MovieBox {
    /// Returns the tracks of a movie: one video track, one sound track, or one of each.
    static func tracks(_ movie: ArraySlice<UInt8>, limits: MediaLimits) throws(MediaError) -> [MediaTrack] {
        var boxes = BoxCursor(movie, in: .moov)
        var (tracks, extends, hasHeader) = ([Box](), Box?.none, false)
        while let box = try boxes.next() {
            switch box.type {
            case .mvhd:
                guard !hasHeader else { throw MediaError(.badBox, in: box.type) }
                hasHeader = true
            case .trak:
                guard tracks.count < 2 else { throw MediaError(.tracksRefused) }
                tracks.append(box)
            case .mvex:
                guard extends == nil else { throw MediaError(.badBox, in: box.type) }
                extends = box
            default: break
            }
        }
        guard hasHeader else { throw MediaError(.badBox, in: .moov) }
        // Without this box there are no fragments, and the samples are elsewhere in the file.
        guard let extends else { throw MediaError(.notFragmented, in: .moov) }
        let defaults = try sampleDefaults(extends)
        var read: [MediaTrack] = []
        for track in tracks { read.append(try self.track(track, defaults: defaults, limits: limits)) }
        guard !read.isEmpty, read.count == 1 || (read[0].isVideo != read[1].isVideo && read[0].id != read[1].id) else {
            throw MediaError(.tracksRefused)
        }
        return read
    }

    /// Reads the default sample values of each track. There are few tracks, so a list is enough.
    private static func sampleDefaults(_ extends: Box) throws(MediaError) -> [(track: UInt32, values: SampleDefaults)] {
        var boxes = BoxCursor(extends.body, in: .mvex)
        var found: [(track: UInt32, values: SampleDefaults)] = []
        while let box = try boxes.next() {
            guard box.type == .trex else { continue }
            guard found.count < 8 else { throw MediaError(.tracksRefused) }
            var fields = FieldReader(box)
            _ = try fields.versionAndFlags()
            let track = try fields.number32()
            guard try fields.number32() == 1, !found.contains(where: { $0.track == track }) else {
                throw fields.damaged
            }
            let values = SampleDefaults(
                duration: try fields.number32(), size: try fields.number32(), flags: try fields.number32())
            found.append((track, values))
        }
        return found
    }

    private static func track(
        _ track: Box, defaults: [(track: UInt32, values: SampleDefaults)], limits: MediaLimits
    ) throws(MediaError) -> MediaTrack {
        let parts = try Parts(track.body, of: .trak, named: [.tkhd, .mdia])
        var header = FieldReader(try parts.box(.tkhd))
        // Version 0 has two times of 4 bytes before the track number; later versions have 8 bytes each.
        try header.skip(try header.versionAndFlags().version == 0 ? 8 : 16)
        let id = try header.number32()
        guard id != 0 else { throw header.damaged }
        guard let values = defaults.first(where: { $0.track == id })?.values else {
            throw MediaError(.badBox, in: .mvex)
        }
        let media = try Parts(parts.box(.mdia).body, of: .mdia, named: [.mdhd, .hdlr, .minf])
        var times = FieldReader(try media.box(.mdhd))
        try times.skip(try times.versionAndFlags().version == 0 ? 8 : 16)
        let timescale = try times.number32()
        guard timescale != 0 else { throw times.damaged }
        var handler = FieldReader(try media.box(.hdlr))
        try handler.skip(8)
        let kind = FourCC(try handler.number32())
        guard kind == .vide || kind == .soun else { throw MediaError(.tracksRefused, in: kind) }
        let information = try Parts(media.box(.minf).body, of: .minf, named: [.stbl])
        let table = try Parts(information.box(.stbl).body, of: .stbl, named: [.stsd, .stsz, .stz2])
        try checkEmpty(table)
        let entry = try SampleEntry(table.box(.stsd), isVideo: kind == .vide, limits: limits)
        return MediaTrack(
            id: id, content: entry.content, codec: entry.codec, timescale: timescale, defaults: values,
            units: entry.units)
    }

    /// Checks that no samples are stored outside fragments, because players that begin later would miss them.
    private static func checkEmpty(_ table: Parts) throws(MediaError) {
        for type in [FourCC.stsz, .stz2] {
            guard let sizes = table.found[type] else { continue }
            var fields = FieldReader(sizes)
            try fields.skip(8)
            guard try fields.number32() == 0 else { throw MediaError(.notFragmented, in: type) }
        }
    }
}

/// The child boxes of a box, by type. Each type may occur once.
private struct Parts {
    private let parent: FourCC
    private(set) var found: [FourCC: Box] = [:]

    init(_ bytes: ArraySlice<UInt8>, of parent: FourCC, named types: [FourCC]) throws(MediaError) {
        self.parent = parent
        var boxes = BoxCursor(bytes, in: parent)
        while let box = try boxes.next() {
            guard types.contains(box.type) else { continue }
            guard found.updateValue(box, forKey: box.type) == nil else { throw MediaError(.badBox, in: box.type) }
        }
    }

    /// Returns a required box.
    func box(_ type: FourCC) throws(MediaError) -> Box {
        guard let box = found[type] else { throw MediaError(.badBox, in: parent) }
        return box
    }
}
