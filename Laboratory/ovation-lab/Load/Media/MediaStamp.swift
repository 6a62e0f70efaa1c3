import OvationMedia
import OvationMediaSamples

/// Streams of a wanted rate whose fragments say when they were sent.
///
/// The samples have no meaning, so their first bytes can be a time. It is that of the clock that viewers in the same process read.
enum MediaStamp {
    /// The length of a stamp.
    static let byteCount = 8

    /// A stream of one fragment that is sent again and again: its beginning and the fragment.
    ///
    /// - Parameters:
    ///   - bitsPerSecond: what it comes to, all bytes of the fragment counted.
    ///   - milliseconds: how long the fragment lasts.
    static func recording(bitsPerSecond: Int, milliseconds: Int) -> [MediaPart] {
        var picture = SampleTrack.h264(width: 640, height: 360)
        let wanted = bitsPerSecond / 8 * milliseconds / 1_000
        let samples = max(milliseconds / picture.sampleDuration, 1)
        // The header's length depends on the number of samples, not on theirs.
        let empty = parts(picture, milliseconds).fragment?.bytes.count ?? 0
        picture.sampleBytes += max(wanted - empty, 0) / samples
        let made = parts(picture, milliseconds)
        return [made.initialisation.map { .initialisation($0) }, made.fragment.map { .fragment($0) }].compactMap { $0 }
    }

    /// The fragment of such a recording.
    static func fragment(bitsPerSecond: Int, milliseconds: Int) -> [UInt8] {
        for case .fragment(let fragment) in recording(bitsPerSecond: bitsPerSecond, milliseconds: milliseconds) {
            return fragment.bytes
        }
        return []
    }

    private static func parts(
        _ picture: SampleTrack, _ milliseconds: Int
    ) -> (initialisation: InitialisationSegment?, fragment: MediaFragment?) {
        let stream = SampleStream([picture, .opus()], style: .everySample)
        var reader = FragmentedMP4Reader()
        var found: [MediaPart] = []
        let bytes = stream.bytes(fragments: 1, milliseconds: milliseconds)
        // The program's own stream can be read; a rate beyond all limits gives none.
        try? reader.read(bytes[...], into: &found)
        var made: (initialisation: InitialisationSegment?, fragment: MediaFragment?) = (nil, nil)
        for part in found {
            switch part {
            case .initialisation(let segment): made.initialisation = segment
            case .fragment(let fragment): made.fragment = fragment
            }
        }
        return made
    }

    /// Writes a time into a fragment.
    static func stamp(_ bytes: inout [UInt8], nanoseconds: UInt64) {
        guard let place = place(in: bytes) else { return }
        for index in 0..<byteCount {
            bytes[place + index] = UInt8(truncatingIfNeeded: nanoseconds >> UInt64(56 - 8 * index))
        }
    }

    /// The time in a fragment; nil where its beginning is none.
    static func nanoseconds(in bytes: [UInt8]) -> UInt64? {
        guard let place = place(in: bytes) else { return nil }
        return bytes[place..<place + byteCount].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Where the samples begin: behind `moof` and the head of `mdat`.
    private static func place(in bytes: [UInt8]) -> Int? {
        guard bytes.count >= 8, Array(bytes[4..<8]) == Array("moof".utf8) else { return nil }
        let place = bytes[..<4].reduce(0) { $0 << 8 | Int($1) } + 8
        return place + byteCount <= bytes.count ? place : nil
    }
}
