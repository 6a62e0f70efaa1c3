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
