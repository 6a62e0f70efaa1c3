/// A track of a generated stream. Its samples are meaningless bytes that no player can show.
public struct SampleTrack: Sendable {
    /// The track number.
    public var id = 1
    /// The handler type: `vide` or `soun`.
    public var handler = "vide"
    /// Time units a second.
    public var timescale = 1_000
    /// The duration of a sample, in time units.
    public var sampleDuration = 100
    /// The size of a sample, in bytes.
    public var sampleBytes = 40
    /// The sample entry, which is the content of `stsd`.
    public var entry: [UInt8] = []

    /// True for a video track.
    public var isVideo: Bool { handler == "vide" }

    /// Makes an H.264 track with ten frames a second.
    public static func h264(width: Int = 160, height: Int = 120) -> SampleTrack {
        video("avc1", "avcC", [1, 0x42, 0xC0, 0x1F, 0xFF, 0xE0, 0], width: width, height: height)
    }

    /// Makes a video track of any codec with ten frames a second. The caller provides the content of its configuration box.
    public static func video(
        _ type: String, _ configurationType: String, _ configuration: [UInt8], width: Int = 160, height: Int = 120
    ) -> SampleTrack {
        var track = SampleTrack()
        track.entry = BoxWriter.box(
            type, BoxWriter.zeros(6), BoxWriter.number16(1), BoxWriter.zeros(16), BoxWriter.number16(width),
            BoxWriter.number16(height), BoxWriter.number32(0x48_0000), BoxWriter.number32(0x48_0000),
            BoxWriter.zeros(4),
            BoxWriter.number16(1), BoxWriter.zeros(32), BoxWriter.number16(24), BoxWriter.number16(-1),
            BoxWriter.box(configurationType, configuration))
        return track
    }

    /// Makes an Opus track with packets of 20 ms.
    public static func opus(id: Int = 2) -> SampleTrack {
        sound(
            "Opus", "dOps",
            [0, 2] + BoxWriter.number16(312) + BoxWriter.number32(48_000) + BoxWriter.number16(0) + [0],
            id: id)
    }

    /// Makes an AAC track.
    public static func aac(id: Int = 2, object: Int = 2) -> SampleTrack {
        let specific: [UInt8] =
            object < 31
            ? [UInt8(object << 3 | 1), 0x90] : [0xF8 | UInt8((object - 32) >> 3), UInt8(object << 5 & 0xE0)]
        return sound("mp4a", "esds", esds(object: 0x40, specific: specific), id: id)
    }

    /// Encodes the content of an `esds` box.
    public static func esds(object: Int, specific: [UInt8]) -> [UInt8] {
        let decoder = [UInt8(object), 0x15] + BoxWriter.zeros(11) + [5, UInt8(specific.count)] + specific
        let stream = BoxWriter.number16(1) + [0, 4, 0x80, 0x80, 0x80, UInt8(decoder.count)] + decoder + [6, 1, 2]
        return BoxWriter.zeros(4) + [3, UInt8(stream.count)] + stream
    }

    /// Makes a sound track of any codec with packets of 20 ms. The caller provides the content of its configuration box.
    public static func sound(
        _ type: String, _ configurationType: String, _ configuration: [UInt8], id: Int = 2
    ) -> SampleTrack {
        var track = SampleTrack()
        track.id = id
        track.handler = "soun"
        track.timescale = 48_000
        track.sampleDuration = 960
        track.sampleBytes = 6
        track.entry = BoxWriter.box(
            type, BoxWriter.zeros(6), BoxWriter.number16(1), BoxWriter.zeros(8), BoxWriter.number16(2),
            BoxWriter.number16(16), BoxWriter.zeros(4), BoxWriter.number32(48_000 << 16),
            BoxWriter.box(configurationType, configuration))
        return track
    }
}
