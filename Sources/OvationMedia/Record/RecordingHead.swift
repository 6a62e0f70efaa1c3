/// The beginning of a recording's file: the description of the stream, with the duration of what is recorded.
///
/// It is made of the initialisation segment of a publisher. Publishers write no duration, because they do not know it. A player that
/// opens a file needs one, or it shows no end and cannot seek.
struct RecordingHead: Sendable {
    /// The tracks of the stream.
    let tracks: [MediaTrack]
    /// The boxes of the segment, the durations left out.
    private let fileType: [UInt8]
    private let movie: [UInt8]
    /// Where durations stand in the movie, and how many units of theirs make a second.
    private let durations: [(place: Int, isLong: Bool, timescale: UInt32)]

    /// Reads an initialisation segment.
    ///
    /// - Throws: A ``MediaError`` if it is damaged.
    init(_ initialisation: [UInt8], limits: MediaLimits) throws(MediaError) {
        var boxes = BoxCursor(initialisation[...], in: .ftyp)
        guard let type = try boxes.next(), type.type == .ftyp, let movie = try boxes.next(), movie.type == .moov else {
            throw MediaError(.boxOutOfOrder, in: .moov)
        }
        tracks = try MovieBox.tracks(movie.body, limits: limits)
        var head = BoxOutput()
        head.box(.ftyp, type.body)
        fileType = head.bytes
        var copy = MovieCopy()
        try copy.take(movie.body)
        (self.movie, durations) = (copy.writer.bytes, copy.durations)
    }

    /// How many bytes it takes. A duration changes nothing of it.
    var byteCount: Int { fileType.count + movie.count }

    /// The bytes, with the duration of what is recorded so far.
    func bytes(microseconds: Int64) -> [UInt8] {
        var writer = BoxOutput()
        writer.append(fileType)
        let start = writer.bytes.count
        writer.append(movie)
        for field in durations {
            let units = TimeScale.units(ofMicroseconds: max(microseconds, 0), timescale: field.timescale)
            if field.isLong {
                writer.replace32(UInt32(truncatingIfNeeded: units >> 32), at: start + field.place)
                writer.replace32(UInt32(truncatingIfNeeded: units), at: start + field.place + 4)
            } else {
                // All bits set says that the duration is not known.
                writer.replace32(UInt32(exactly: units) ?? .max, at: start + field.place)
            }
        }
        return writer.bytes
    }

    /// True if fragments of another stream play in the file of this one: the same tracks, codecs and sizes. When a stream was made does
    /// not matter.
    func takes(_ other: RecordingHead) -> Bool { movie == other.movie }
}

/// Copies a movie box: without times at which it was made, with durations of 0, and with the box that tells the duration of all fragments.
private struct MovieCopy {
    var writer = BoxOutput()
    var durations: [(place: Int, isLong: Bool, timescale: UInt32)] = []
    private var timescale: UInt32 = 1

    mutating func take(_ body: ArraySlice<UInt8>) throws(MediaError) {
        let place = writer.begin(.moov)
        var boxes = BoxCursor(body, in: .moov)
        while let box = try boxes.next() {
            switch box.type {
            case .mvhd: try header(box, isTrack: false)
            case .trak: try track(box)
            case .mvex: try extends(box)
            default: writer.box(box.type, box.body)
            }
        }
        writer.end(place)
    }

    private mutating func track(_ box: Box) throws(MediaError) {
        let place = writer.begin(.trak)
        var boxes = BoxCursor(box.body, in: .trak)
        while let part = try boxes.next() {
            switch part.type {
            case .tkhd: try header(part, isTrack: true)
            case .mdia:
                let media = writer.begin(.mdia)
                var parts = BoxCursor(part.body, in: .mdia)
                while let part = try parts.next() {
                    if part.type == .mdhd { try header(part, isTrack: false) } else { writer.box(part.type, part.body) }
                }
                writer.end(media)
            default: writer.box(part.type, part.body)
            }
        }
        writer.end(place)
    }

    /// Copies `mvhd`, `mdhd` or `tkhd`. They begin with two times; then come the timescale or the number of the track, and the duration.
    private mutating func header(_ box: Box, isTrack: Bool) throws(MediaError) {
        var fields = FieldReader(box)
        let (version, flags) = try fields.versionAndFlags()
        let isLong = version != 0
        try fields.skip(isLong ? 16 : 8)
        let number = try fields.number32()
        let place = writer.begin(box.type)
        writer.number32(UInt32(version) << 24 | flags)
        for _ in 0..<(isLong ? 4 : 2) { writer.number32(0) }
        writer.number32(number)
        if isTrack {
            try fields.skip(4)
            writer.number32(0)
        } else if box.type == .mvhd {
            timescale = max(number, 1)
        }
        try fields.skip(isLong ? 8 : 4)
        durations.append((writer.bytes.count, isLong, isTrack ? timescale : max(number, 1)))
        for _ in 0..<(isLong ? 2 : 1) { writer.number32(0) }
        writer.append(fields.rest)
        writer.end(place)
    }

    private mutating func extends(_ box: Box) throws(MediaError) {
        let place = writer.begin(.mvex)
        let header = writer.begin(.mehd)
        writer.number32(1 << 24)
        durations.append((writer.bytes.count, true, timescale))
        writer.number64(0)
        writer.end(header)
        var boxes = BoxCursor(box.body, in: .mvex)
        while let part = try boxes.next() {
            if part.type != .mehd { writer.box(part.type, part.body) }
        }
        writer.end(place)
    }
}

/// Turns microseconds into the units of a track.
enum TimeScale {
    /// Rounded up, and never less than 0. No calculation overflows for times of ``FragmentSpan``.
    static func units(ofMicroseconds time: Int64, timescale: UInt32) -> UInt64 {
        let (seconds, rest) = UInt64(max(time, 0)).quotientAndRemainder(dividingBy: 1_000_000)
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: UInt64(timescale))
        return overflow ? .max : whole &+ (rest * UInt64(timescale) + 999_999) / 1_000_000
    }
}
