/// Joins the fragments of picture and sound where each track has a header of its own (`separate_moof` of ffmpeg, `mp4mux` of GStreamer).
///
/// Players and playlists want both in one. A fragment of one track waits for the next, and is handed out with it where that is of the other
/// track. Two of the same track one behind the other, as a writer has them that sends each frame by itself, are handed out as they are: the
/// first then waited for the length of one fragment, and none waits again until the tracks take turns.
///
/// One fragment waits at most, and what is joined is not larger than one may be.
struct FragmentPairs: Sendable {
    private var trackCount = 1
    private var (bytesMax, samplesMax) = (0, 0)
    private var waiting: MediaFragment?
    /// The only track of the fragment before; nil where it had both.
    private var lastTrack: UInt32?
    private var areTurnsTaken = true

    /// Bytes that wait.
    var byteCount: Int { waiting?.bytes.count ?? 0 }

    /// Begins a stream of so many tracks. What waits of the one before is handed out.
    mutating func begin(tracks: Int, limits: MediaLimits, into parts: inout [MediaPart]) {
        handOut(into: &parts)
        (trackCount, lastTrack, areTurnsTaken) = (tracks, nil, true)
        (bytesMax, samplesMax) = (limits.fragmentBytesMax, limits.fragmentSamplesMax)
    }

    /// Takes the next fragment, which has samples of these tracks.
    mutating func take(_ fragment: MediaFragment, tracks: [UInt32], into parts: inout [MediaPart]) {
        guard trackCount > 1, tracks.count == 1, let track = tracks.first else {
            handOut(into: &parts)
            lastTrack = nil
            parts.append(.fragment(fragment))
            return
        }
        if let last = lastTrack { areTurnsTaken = last != track }
        lastTrack = track
        if let first = waiting, areTurnsTaken, first.bytes.count + fragment.bytes.count <= bytesMax,
            first.sampleCount + fragment.sampleCount <= samplesMax
        {
            waiting = nil
            lastTrack = nil
            parts.append(.fragment(Self.joined(first, fragment)))
            return
        }
        handOut(into: &parts)
        if areTurnsTaken { waiting = fragment } else { parts.append(.fragment(fragment)) }
    }

    /// Hands out what waits, at the end of a stream too.
    mutating func handOut(into parts: inout [MediaPart]) {
        guard let fragment = waiting else { return }
        waiting = nil
        parts.append(.fragment(fragment))
    }

    /// Both in one, which plays when its picture does.
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
