/// Lets fragments of a live follow each other in one file, whatever time their publishers gave them.
///
/// A publisher that begins anew begins its time at 0, and one that is recorded from the middle on begins at any time. In the file, time
/// begins at 0 and goes on without a gap.
struct RecordingTimes: Sendable {
    /// What is added to the publisher's time.
    private var shiftMicroseconds: Int64 = 0
    private var mustShift = true
    private var lastSequence: UInt32 = 0
    /// Where everything recorded so far ends.
    private(set) var endMicroseconds: Int64 = 0

    /// The next fragment follows what is recorded, whatever its time says.
    mutating func beginAnew() { mustShift = true }

    /// Takes a fragment.
    ///
    /// - Returns: Its header written anew, the samples as they are, and when its picture begins in the file.
    /// - Throws: A ``MediaError`` if it is damaged. Nothing has changed then.
    mutating func take(
        _ fragment: [UInt8], tracks: [MediaTrack], limits: MediaLimits
    ) throws(MediaError) -> (pieces: [RecordingPiece], startMicroseconds: Int64) {
        var headers: [FragmentHeader] = []
        var boxes = BoxCursor(fragment[...], in: .moof)
        while let box = try boxes.next(), box.type == .moof {
            headers.append(try FragmentHeader(box.body, tracks: tracks, limits: limits))
            // Its samples.
            _ = try boxes.next()
        }
        guard let first = headers.first else { throw MediaError(.emptyFragment, in: .moof) }
        let start = headers.reduce(first.allMicroseconds.lowerBound) { min($0, $1.allMicroseconds.lowerBound) }
        let end = headers.reduce(first.allMicroseconds.upperBound) { max($0, $1.allMicroseconds.upperBound) }
        let shift = mustShift ? endMicroseconds - start : shiftMicroseconds
        let main = headers.first { !$0.isSoundOfPicture } ?? first
        var sequence = lastSequence
        let pieces = try pieces(of: fragment, tracks: tracks, shift: shift, sequence: &sequence)
        (shiftMicroseconds, mustShift, lastSequence) = (shift, false, sequence)
        let startInFile = main.allMicroseconds.lowerBound + shift
        endMicroseconds = max(endMicroseconds, end + shift)
        return (pieces, startInFile)
    }

    private func pieces(
        of fragment: [UInt8], tracks: [MediaTrack], shift: Int64, sequence: inout UInt32
    ) throws(MediaError) -> [RecordingPiece] {
        var pieces: [RecordingPiece] = []
        var (place, boxes) = (fragment.startIndex, BoxCursor(fragment[...], in: .moof))
        while let box = try boxes.next() {
            let end = box.body.endIndex
            if box.type == .moof {
                sequence &+= 1
                var writer = FragmentCopy(tracks: tracks, shift: shift, sequence: sequence)
                pieces.append(.bytes(try writer.copy(box.body)))
            } else {
                pieces.append(.range(place..<end))
            }
            place = end
        }
        return pieces
    }
}

/// Bytes to write to the file of a recording.
enum RecordingPiece: Sendable, Hashable {
    /// These bytes.
    case bytes([UInt8])
    /// Bytes of the fragment as they are.
    case range(Range<Int>)
}

/// Copies the header of a fragment (`moof`) with other times.
private struct FragmentCopy {
    private let tracks: [MediaTrack]
    private let shift: Int64
    private let sequence: UInt32
    private var writer = BoxOutput()
    /// Where the addresses of samples stand, which count from the beginning of the header.
    private var addresses: [(place: Int, value: UInt32)] = []

    init(tracks: [MediaTrack], shift: Int64, sequence: UInt32) {
        (self.tracks, self.shift, self.sequence) = (tracks, shift, sequence)
    }

    mutating func copy(_ body: ArraySlice<UInt8>) throws(MediaError) -> [UInt8] {
        let place = writer.begin(.moof)
        var boxes = BoxCursor(body, in: .moof)
        while let box = try boxes.next() {
            switch box.type {
            case .mfhd:
                let header = writer.begin(.mfhd)
                writer.append(box.body.prefix(4))
                writer.number32(sequence)
                writer.end(header)
            case .traf: try track(box)
            default: writer.box(box.type, box.body)
            }
        }
        writer.end(place)
        let grown = Int64(writer.bytes.count) - Int64(body.count) - 8
        for address in addresses {
            let moved = Int64(Int32(bitPattern: address.value)) + grown
            guard let value = Int32(exactly: moved) else { throw MediaError(.dataOutsideFragment, in: .trun) }
            writer.replace32(UInt32(bitPattern: value), at: address.place)
        }
        return writer.bytes
    }

    private mutating func track(_ box: Box) throws(MediaError) {
        let place = writer.begin(.traf)
        var timescale: UInt32 = 1
        var boxes = BoxCursor(box.body, in: .traf)
        while let part = try boxes.next() {
            switch part.type {
            case .tfhd:
                var fields = FieldReader(part)
                _ = try fields.versionAndFlags()
                let id = try fields.number32()
                guard let track = tracks.first(where: { $0.id == id }) else {
                    throw MediaError(.unknownTrack, in: .tfhd)
                }
                timescale = track.timescale
                writer.box(part.type, part.body)
            case .tfdt:
                var fields = FieldReader(part)
                let (version, flags) = try fields.versionAndFlags()
                let time = version == 0 ? UInt64(try fields.number32()) : try fields.number64()
                let header = writer.begin(.tfdt)
                writer.number32(1 << 24 | flags)
                writer.number64(moved(time, timescale: timescale))
                writer.end(header)
            case .trun: try run(part)
            default: writer.box(part.type, part.body)
            }
        }
        writer.end(place)
    }

    private mutating func run(_ box: Box) throws(MediaError) {
        var fields = FieldReader(box)
        let flags = try fields.versionAndFlags().flags
        _ = try fields.number32()
        if flags & 0x1 != 0 { addresses.append((writer.bytes.count + 16, try fields.number32())) }
        writer.box(box.type, box.body)
    }

    /// A time of a track, moved. What would lie before the beginning of the file begins with it.
    private func moved(_ time: UInt64, timescale: UInt32) -> UInt64 {
        let units = TimeScale.units(ofMicroseconds: Int64(shift.magnitude), timescale: timescale)
        return shift < 0 ? (time > units ? time - units : 0) : time &+ units
    }
}
