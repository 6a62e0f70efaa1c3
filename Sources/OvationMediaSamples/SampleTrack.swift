/// A track of a stream that is made by a program. Its samples are bytes without a meaning, so no player shows them.
public struct SampleTrack: Sendable {
    /// Its number.
    public var id = 1
    /// `vide` or `soun`.
    public var handler = "vide"
    /// Units of its times a second.
    public var timescale = 1_000
    /// How long a sample lasts, in units of its times.
    public var sampleDuration = 100
    /// Bytes of a sample.
    public var sampleBytes = 40
    /// The box in `stsd`.
    public var entry: [UInt8] = []

    /// Whether it is a picture.
    public var isVideo: Bool { handler == "vide" }

    /// A picture of H.264 at ten frames a second.
    public static func h264(width: Int = 160, height: Int = 120) -> SampleTrack {
        video("avc1", "avcC", [1, 0x42, 0xC0, 0x1F, 0xFF, 0xE0, 0], width: width, height: height)
    }

    /// A picture of any codec at ten frames a second, with the content of the box that describes it.
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

    /// Sound of Opus in packets of 20 ms.
    public static func opus(id: Int = 2) -> SampleTrack {
        sound(
            "Opus", "dOps",
            [0, 2] + BoxWriter.number16(312) + BoxWriter.number32(48_000) + BoxWriter.number16(0) + [0],
            id: id)
    }

    /// Sound of AAC.
    public static func aac(id: Int = 2, object: Int = 2) -> SampleTrack {
        let specific: [UInt8] =
            object < 31
            ? [UInt8(object << 3 | 1), 0x90] : [0xF8 | UInt8((object - 32) >> 3), UInt8(object << 5 & 0xE0)]
        return sound("mp4a", "esds", esds(object: 0x40, specific: specific), id: id)
    }

    /// The content of `esds` for a kind of sound.
    public static func esds(object: Int, specific: [UInt8]) -> [UInt8] {
        let decoder = [UInt8(object), 0x15] + BoxWriter.zeros(11) + [5, UInt8(specific.count)] + specific
        let stream = BoxWriter.number16(1) + [0, 4, 0x80, 0x80, 0x80, UInt8(decoder.count)] + decoder + [6, 1, 2]
        return BoxWriter.zeros(4) + [3, UInt8(stream.count)] + stream
    }

    /// Sound of any codec in packets of 20 ms, with the content of the box that describes it.
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
