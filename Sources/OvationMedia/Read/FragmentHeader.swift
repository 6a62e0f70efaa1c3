/// The header of a fragment (`moof`): its samples, when they play, and where their bytes are.
struct FragmentHeader {
    /// When the fragment begins.
    private(set) var startMicroseconds: Int64 = 0
    private(set) var durationMicroseconds: Int64 = 0
    private(set) var beginsWithKeyFrame = false
    private(set) var sampleCount = 0
    /// The tracks that have samples in the fragment.
    private(set) var filledTracks: [UInt32] = []
    /// When the samples of all tracks begin and end together.
    private(set) var allMicroseconds: Range<Int64> = 0..<0
    /// True if the fragment contains only sound although the stream has video.
    private(set) var isSoundOfPicture = false
    private(set) var soundMicroseconds: Int64 = 0
    /// True if a player that begins here can show the whole fragment.
    private(set) var standsAlone = true
    /// The location of the first frame, and how to read its NAL units.
    private var firstPicture: (place: Range<Int64>, units: PictureUnits)?
    /// Where the bytes of the samples begin and end, relative to the fragment.
    private var dataStart = Int64.max
    private var dataEnd = Int64.min

    /// Parses the body of a `moof` box.
    init(_ body: ArraySlice<UInt8>, tracks: [MediaTrack], limits: MediaLimits) throws(MediaError) {
        var boxes = BoxCursor(body, in: .moof)
        var runs: [TrackRuns] = []
        var (hasHeader, usesDefaultBase) = (false, true)
        while let box = try boxes.next() {
            switch box.type {
            case .mfhd:
                guard !hasHeader else { throw MediaError(.badBox, in: box.type) }
                hasHeader = true
            case .traf:
                guard runs.count < tracks.count else { throw MediaError(.badBox, in: box.type) }
                let read = try TrackRuns(box.body, tracks: tracks, samplesLeft: limits.fragmentSamplesMax - sampleCount)
                guard !runs.contains(where: { $0.track.id == read.track.id }) else {
                    throw MediaError(.badBox, in: .traf)
                }
                sampleCount += read.sampleCount
                usesDefaultBase = usesDefaultBase && read.usesDefaultBase
                runs.append(read)
            default: break
            }
        }
        guard hasHeader else { throw MediaError(.badBox, in: .moof) }
        // Without this flag, a second track counts from the end of the first track's data. No browser plays that.
        guard usesDefaultBase || runs.count == 1 else { throw MediaError(.absoluteAddresses, in: .tfhd) }
        let filled = runs.filter { $0.sampleCount > 0 }
        guard let main = filled.first(where: { $0.track.isVideo }) ?? filled.first else {
            throw MediaError(.emptyFragment, in: .moof)
        }
        let hasPicture = tracks.contains { $0.isVideo }
        for run in filled {
            let span = try run.microseconds()
            let isMain = run.track.id == main.track.id
            // Sound is cut at packet boundaries, so it may last a little longer than its video.
            guard span.duration <= (isMain ? 1 : 2) * limits.fragmentMicrosecondsMax else {
                throw MediaError(.fragmentTooLong, advice: hasPicture ? .keyFrames : .fragmentDuration)
            }
            if isMain { (startMicroseconds, durationMicroseconds) = span }
            let own = span.start..<(span.start + span.duration)
            allMicroseconds =
                run.track.id == filled[0].track.id
                ? own
                : min(allMicroseconds.lowerBound, own.lowerBound)..<max(allMicroseconds.upperBound, own.upperBound)
            dataStart = min(dataStart, run.dataStart)
            dataEnd = max(dataEnd, run.dataEnd)
        }
        beginsWithKeyFrame = hasPicture ? main.track.isVideo && main.beginsWithKeyFrame : true
        filledTracks = filled.map(\.track.id)
        if hasPicture, !main.track.isVideo {
            (isSoundOfPicture, soundMicroseconds, durationMicroseconds) = (true, durationMicroseconds, 0)
        }
        if hasPicture, beginsWithKeyFrame, let units = main.track.units {
            firstPicture = (main.firstSample, units)
        }
    }

    /// Checks that a key frame really is one, so that players can begin with it.
    ///
    /// - Parameter fragment: The bytes of the fragment. ``checkData(within:)`` must have succeeded before.
    mutating func checkKeyFrame(in fragment: ArraySlice<UInt8>) throws(MediaError) {
        guard let (place, units) = firstPicture, !place.isEmpty else { return }
        let start = fragment.startIndex
        switch units.picture(fragment[(start + Int(place.lowerBound))..<(start + Int(place.upperBound))]) {
        case .needsOthers: throw MediaError(.keyFrameMissing)
        case .opensGroup: standsAlone = false
        case .standsAlone, nil: break
        }
    }

    /// Checks that all samples lie within this range of the fragment.
    func checkData(within bytes: Range<Int>) throws(MediaError) {
        // If all samples are empty, the fragment has no data.
        guard dataStart < dataEnd else { return }
        guard dataStart >= bytes.lowerBound, dataEnd <= bytes.upperBound else {
            throw MediaError(.dataOutsideFragment, in: .trun)
        }
    }
}

/// The samples of one track in a fragment (`traf`).
private struct TrackRuns {
    let track: MediaTrack
    private(set) var usesDefaultBase = false
    private(set) var sampleCount = 0
    private(set) var beginsWithKeyFrame = false
    private(set) var dataStart = Int64.max
    private(set) var dataEnd = Int64.min
    /// Where the bytes of the first sample are.
    private(set) var firstSample: Range<Int64> = 0..<0
    private var defaults: SampleDefaults
    private var decodeTime: UInt64?
    private var duration: UInt64 = 0
    /// Where the next run begins if it does not say so itself.
    private var dataNext: Int64?

    init(_ body: ArraySlice<UInt8>, tracks: [MediaTrack], samplesLeft: Int) throws(MediaError) {
        var boxes = BoxCursor(body, in: .traf)
        // The format requires this box first, so nothing comes before it.
        guard let header = try boxes.next(), header.type == .tfhd else { throw MediaError(.badBox, in: .traf) }
        var fields = FieldReader(header)
        let flags = try fields.versionAndFlags().flags
        let id = try fields.number32()
        guard let track = tracks.first(where: { $0.id == id }) else { throw MediaError(.unknownTrack, in: .tfhd) }
        self.track = track
        defaults = track.defaults
        guard flags & 0x1 == 0 else { throw MediaError(.absoluteAddresses, in: .tfhd) }
        if flags & 0x2 != 0, try fields.number32() != 1 { throw fields.damaged }
        if flags & 0x8 != 0 { defaults.duration = try fields.number32() }
        if flags & 0x10 != 0 { defaults.size = try fields.number32() }
        if flags & 0x20 != 0 { defaults.flags = try fields.number32() }
        usesDefaultBase = flags & 0x2_0000 != 0
        while let box = try boxes.next() {
            switch box.type {
            case .tfdt:
                guard decodeTime == nil else { throw MediaError(.badBox, in: box.type) }
                var fields = FieldReader(box)
                let isLong = try fields.versionAndFlags().version != 0
                decodeTime = isLong ? try fields.number64() : UInt64(try fields.number32())
            case .trun: try addRun(FieldReader(box), samplesLeft: samplesLeft)
            case .tfhd: throw MediaError(.badBox, in: box.type)
            default: break
            }
        }
    }

    /// Returns when the samples play. No calculation can overflow, because all values have been checked.
    func microseconds() throws(MediaError) -> (start: Int64, duration: Int64) {
        guard let decodeTime else { throw MediaError(.decodeTimeMissing, in: .traf) }
        let scale = UInt64(track.timescale)
        let secondsMax = UInt64(FragmentSpan.startMicrosecondsMax / 1_000_000)
        guard decodeTime / scale < secondsMax, duration / scale < secondsMax else {
            throw MediaError(.timeOutOfBounds, in: .tfdt)
        }
        func scaled(_ value: UInt64) -> Int64 {
            Int64(value / scale) * 1_000_000 + Int64(value % scale * 1_000_000 / scale)
        }
        return (scaled(decodeTime), scaled(duration))
    }

    /// Adds a run of samples (`trun`). The sample count is untrusted, so it is checked against the available bytes before the loop.
    private mutating func addRun(_ run: FieldReader, samplesLeft: Int) throws(MediaError) {
        var fields = run
        let flags = try fields.versionAndFlags().flags
        let announced = try fields.number32()
        guard announced <= samplesLeft - sampleCount else { throw MediaError(.tooManySamples, in: .trun) }
        let count = Int(announced)
        if flags & 0x1 != 0 {
            dataNext = Int64(Int32(bitPattern: try fields.number32()))
        }
        let firstFlags = flags & 0x4 != 0 ? try fields.number32() : nil
        guard count > 0 else { return }
        let (hasDuration, hasSize, hasFlags) = (flags & 0x100 != 0, flags & 0x200 != 0, flags & 0x400 != 0)
        let (durationBytes, sizeBytes, flagsBytes) = (hasDuration ? 4 : 0, hasSize ? 4 : 0, hasFlags ? 4 : 0)
        let sampleBytes = durationBytes + sizeBytes + flagsBytes + (flags & 0x800 != 0 ? 4 : 0)
        guard fields.rest.count >= count * sampleBytes else { throw fields.damaged }
        // The sums of at most 10,000 numbers of 32 bits cannot overflow 64 bits, whatever the configuration says.
        var (durationSum, sizeSum) = (UInt64(0), UInt64(0))
        var first = firstFlags ?? defaults.flags
        var firstSize = defaults.size
        if sampleBytes > 0 {
            for index in 0..<count {
                if hasDuration { durationSum += UInt64(try fields.number32()) }
                if hasSize {
                    let size = try fields.number32()
                    sizeSum += UInt64(size)
                    if index == 0 { firstSize = size }
                }
                if hasFlags {
                    let own = try fields.number32()
                    if index == 0, firstFlags == nil { first = own }
                }
                if flags & 0x800 != 0 { try fields.skip(4) }
            }
        }
        if !hasDuration { durationSum = UInt64(count) * UInt64(defaults.duration) }
        if !hasSize { sizeSum = UInt64(count) * UInt64(defaults.size) }
        // The first run's data begins somewhere after the header, and only the run itself can say where.
        guard let start = dataNext else { throw run.damaged }
        let end = start + Int64(sizeSum)
        if sizeSum > 0 {
            dataStart = min(dataStart, start)
            dataEnd = max(dataEnd, end)
        }
        dataNext = end
        if sampleCount == 0 {
            beginsWithKeyFrame = first & 0x1_0000 == 0
            firstSample = start..<(start + Int64(firstSize))
        }
        sampleCount += count
        duration += durationSum
    }
}
