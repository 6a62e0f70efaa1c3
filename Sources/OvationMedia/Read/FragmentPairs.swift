/// Joins separate fragments of video and sound (`separate_moof` of ffmpeg, `mp4mux` of GStreamer).
///
/// Players and playlists need both in one fragment. So a fragment of one track waits for the next one, and is joined with it if that
/// belongs to the other track. Writers that send every frame separately produce several fragments of the same track in a row. These pass
/// through unchanged: the first one is delayed by one fragment, and no other waits until the tracks alternate.
///
/// At most one fragment waits, and a joined fragment never exceeds the size limit.
struct FragmentPairs: Sendable {
    private var trackCount = 1
    private var (bytesMax, samplesMax) = (0, 0)
    private var waiting: MediaFragment?
    /// The track of the previous fragment; nil if that contained both.
    private var lastTrack: UInt32?
    private var doTracksAlternate = true

    /// The size of the waiting fragment, in bytes.
    var byteCount: Int { waiting?.bytes.count ?? 0 }

    /// Begins a stream with this number of tracks. A fragment that still waits is delivered first.
    mutating func begin(tracks: Int, limits: MediaLimits, into parts: inout [MediaPart]) {
        handOut(into: &parts)
        (trackCount, lastTrack, doTracksAlternate) = (tracks, nil, true)
        (bytesMax, samplesMax) = (limits.fragmentBytesMax, limits.fragmentSamplesMax)
    }

    /// Takes the next fragment and the tracks that have samples in it.
    mutating func take(_ fragment: MediaFragment, tracks: [UInt32], into parts: inout [MediaPart]) {
        guard trackCount > 1, tracks.count == 1, let track = tracks.first else {
            handOut(into: &parts)
            lastTrack = nil
            parts.append(.fragment(fragment))
            return
        }
        if let last = lastTrack { doTracksAlternate = last != track }
        lastTrack = track
        if let first = waiting, doTracksAlternate, first.bytes.count + fragment.bytes.count <= bytesMax,
            first.sampleCount + fragment.sampleCount <= samplesMax
        {
            waiting = nil
            lastTrack = nil
            parts.append(.fragment(Self.joined(first, fragment)))
            return
        }
        handOut(into: &parts)
        if doTracksAlternate { waiting = fragment } else { parts.append(.fragment(fragment)) }
    }

    /// Delivers the waiting fragment. Call it at the end of a stream too.
    mutating func handOut(into parts: inout [MediaPart]) {
        guard let fragment = waiting else { return }
        waiting = nil
        parts.append(.fragment(fragment))
    }

    /// Joins two fragments. The result has the time of the video.
    private static func joined(_ first: MediaFragment, _ second: MediaFragment) -> MediaFragment {
        let picture = first.isSoundOfPicture ? second.span : first.span
        let bytes = first.bytes + second.bytes
        let span = FragmentSpan(
            startMicroseconds: picture.startMicroseconds, durationMicroseconds: picture.durationMicroseconds,
            beginsWithKeyFrame: picture.beginsWithKeyFrame, standsAlone: picture.standsAlone, byteCount: bytes.count)
        return MediaFragment(
            bytes: bytes, span: span, sampleCount: first.sampleCount + second.sampleCount, isSoundOfPicture: false,
            soundMicroseconds: 0)
    }
}
