/// The sound of a stream that has video as well, as a stream of its own.
///
/// It is for players that nobody looks at. Times are those of the stream, so a player may change from one to the other.
public struct SoundOfStream: Sendable {
    /// The boxes `ftyp` and `moov`, the latter without the video track.
    public let bytes: [UInt8]
    /// The description for players.
    public let info: MediaInfo
    private let tracks: [MediaTrack]
    private let sound: MediaTrack
    private let samplesMax: Int

    /// Reads the initialisation segment of a stream; nil if that has one track alone.
    ///
    /// - Throws: A ``MediaError`` if it is damaged.
    public init?(initialisation: [UInt8], limits: MediaLimits) throws(MediaError) {
        var boxes = BoxCursor(initialisation[...], in: .ftyp)
        guard let type = try boxes.next(), type.type == .ftyp, let movie = try boxes.next(), movie.type == .moov else {
            throw MediaError(.boxOutOfOrder, in: .moov)
        }
        tracks = try MovieBox.tracks(movie.body, limits: limits)
        guard tracks.count > 1, let sound = tracks.first(where: { !$0.isVideo }) else { return nil }
        self.sound = sound
        samplesMax = limits.fragmentSamplesMax
        info = MediaInfo(tracks: [sound])
        var writer = BoxOutput()
        writer.box(.ftyp, type.body)
        try writer.movie(movie.body, track: sound.id)
        bytes = writer.bytes
    }

    /// Copies the sound of a fragment: the boxes `moof` and `mdat` of it, twice for a fragment whose tracks have separate ones.
    ///
    /// - Returns: Nothing if the fragment has no sound.
    /// - Throws: A ``MediaError`` if it is damaged.
    public func fragment(_ fragment: [UInt8]) throws(MediaError) -> [UInt8] {
        var writer = BoxOutput()
        var boxes = BoxCursor(fragment[...], in: .moof)
        var start = fragment.startIndex
        while let box = try boxes.next() {
            // A place in a fragment counts from the beginning of its header.
            if box.type == .moof { try copy(box.body, of: fragment[start...], to: &writer) }
            start = box.body.endIndex
        }
        return writer.bytes
    }

    /// Copies the sound of one header with its samples.
    private func copy(
        _ header: ArraySlice<UInt8>, of fragment: ArraySlice<UInt8>, to writer: inout BoxOutput
    ) throws(MediaError) {
        var boxes = BoxCursor(header, in: .moof)
        var (number, own) = (Box?.none, (body: ArraySlice<UInt8>, runs: TrackRuns)?.none)
        while let box = try boxes.next() {
            if box.type == .mfhd { number = box }
            guard box.type == .traf else { continue }
            let runs = try TrackRuns(box.body, tracks: tracks, samplesLeft: samplesMax)
            if runs.track.id == sound.id { own = (box.body, runs) }
        }
        guard let number, let own, own.runs.sampleCount > 0 else { return }
        var samples: [ArraySlice<UInt8>] = []
        // Runs that say the same bytes again and again would make much of little.
        var left = fragment.count
        for place in own.runs.places {
            left -= place.count
            guard place.lowerBound >= 0, place.upperBound <= fragment.count, left >= 0 else {
                throw MediaError(.dataOutsideFragment, in: .trun)
            }
            samples.append(fragment.dropFirst(Int(place.lowerBound)).prefix(place.count))
        }
        let start = writer.bytes.count
        let moof = writer.begin(.moof)
        writer.box(.mfhd, number.body)
        let offsets = try writer.track(own.body)
        writer.end(moof)
        let data = writer.begin(.mdat)
        for (offset, bytes) in zip(offsets, samples) {
            writer.replace32(UInt32(clamping: writer.bytes.count - start), at: offset)
            writer.append(bytes)
        }
        writer.end(data)
    }
}

extension BoxOutput {
    /// Copies the description of a stream with one of its tracks.
    fileprivate mutating func movie(_ body: ArraySlice<UInt8>, track: UInt32) throws(MediaError) {
        let place = begin(.moov)
        var boxes = BoxCursor(body, in: .moov)
        while let part = try boxes.next() {
            switch part.type {
            case .trak: if try Self.number(ofTrack: part.body) == track { box(.trak, part.body) }
            case .mvex:
                let extends = begin(.mvex)
                var defaults = BoxCursor(part.body, in: .mvex)
                while let part = try defaults.next() {
                    if part.type == .trex {
                        var fields = FieldReader(part)
                        _ = try fields.versionAndFlags()
                        guard try fields.number32() == track else { continue }
                    }
                    box(part.type, part.body)
                }
                end(extends)
            default: box(part.type, part.body)
            }
        }
        end(place)
    }

    /// Reads the number of a track.
    private static func number(ofTrack body: ArraySlice<UInt8>) throws(MediaError) -> UInt32 {
        var boxes = BoxCursor(body, in: .trak)
        while let part = try boxes.next() {
            guard part.type == .tkhd else { continue }
            var header = FieldReader(part)
            // Two times come before the number.
            try header.skip(try header.versionAndFlags().version == 0 ? 8 : 16)
            return try header.number32()
        }
        throw MediaError(.badBox, in: .trak)
    }

    /// Copies a track of a fragment, whose samples will be elsewhere.
    ///
    /// - Returns: Where each run of samples says where its bytes begin.
    fileprivate mutating func track(_ body: ArraySlice<UInt8>) throws(MediaError) -> [Int] {
        var offsets: [Int] = []
        let place = begin(.traf)
        var boxes = BoxCursor(body, in: .traf)
        while let part = try boxes.next() {
            guard part.type == .trun else {
                box(part.type, part.body)
                continue
            }
            var fields = FieldReader(part)
            let (version, flags) = try fields.versionAndFlags()
            let count = try fields.number32()
            if flags & 0x1 != 0 { try fields.skip(4) }
            guard count > 0 else { continue }
            let run = begin(.trun)
            number32(UInt32(version) << 24 | flags | 0x1)
            number32(count)
            offsets.append(bytes.count)
            number32(0)
            append(fields.rest)
            end(run)
        }
        end(place)
        return offsets
    }
}
