/// The samples of one track in a fragment (`traf`).
struct TrackRuns {
    let track: MediaTrack
    private(set) var usesDefaultBase = false
    private(set) var sampleCount = 0
    private(set) var beginsWithKeyFrame = false
    private(set) var dataStart = Int64.max
    private(set) var dataEnd = Int64.min
    /// Where the bytes of each run with samples are, relative to the fragment.
    private(set) var places: [Range<Int64>] = []
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
        places.append(start..<end)
        if sampleCount == 0 {
            beginsWithKeyFrame = first & 0x1_0000 == 0
            firstSample = start..<(start + Int64(firstSize))
        }
        sampleCount += count
        duration += durationSum
    }
}
