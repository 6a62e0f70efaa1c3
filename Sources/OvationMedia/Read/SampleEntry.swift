/// The description of a track's samples (`stsd`): its codec in the syntax of RFC 6381, and the size of its video or the format of its
/// sound.
struct SampleEntry {
    let content: MediaTrack.Content
    let codec: String
    let units: PictureUnits?

    /// Reads the single entry of an `stsd` box.
    init(_ descriptions: Box, isVideo: Bool, limits: MediaLimits) throws(MediaError) {
        var fields = FieldReader(descriptions)
        _ = try fields.versionAndFlags()
        guard try fields.number32() == 1 else { throw fields.damaged }
        var entries = BoxCursor(fields.rest, in: descriptions.type)
        guard let entry = try entries.next(), try entries.next() == nil else { throw fields.damaged }
        guard !Self.encrypted.contains(entry.type) else { throw MediaError(.encrypted, in: entry.type) }
        if isVideo {
            self = try Self.video(entry, limits: limits)
        } else {
            self = try Self.sound(entry)
        }
    }

    private init(content: MediaTrack.Content, codec: String, units: PictureUnits? = nil) {
        self.content = content
        self.codec = codec
        self.units = units
    }

    private static let encrypted: Set<FourCC> = [FourCC("encv"), FourCC("enca")]

    private static func video(_ entry: Box, limits: MediaLimits) throws(MediaError) -> SampleEntry {
        guard let format = VideoFormat(entry.type) else { throw MediaError(.codecUnsupported, in: entry.type) }
        var fields = FieldReader(entry)
        // Skips reserved fields, the data reference index and QuickTime's fields.
        try fields.skip(24)
        let (width, height) = (Int(try fields.number16()), Int(try fields.number16()))
        guard width > 0, height > 0, max(width, height) <= limits.pictureSideMax else {
            throw MediaError(.pictureSizeRefused, in: entry.type)
        }
        // Skips resolution, frames a sample, compressor name and depth.
        try fields.skip(50)
        let box = try requiredBox(format.configuration, in: BoxCursor(fields.rest, in: entry.type), of: entry.type)
        return SampleEntry(
            content: .video(width: width, height: height), codec: try format.codec(entry.type, FieldReader(box)),
            units: format.units(box.body))
    }

    private static func sound(_ entry: Box) throws(MediaError) -> SampleEntry {
        guard let format = SoundFormat(entry.type) else { throw MediaError(.codecUnsupported, in: entry.type) }
        var fields = FieldReader(entry)
        try fields.skip(8)
        // Versions 1 and 2 belong to QuickTime and have more fields. No writer of fragmented MP4 uses them.
        guard try fields.number16() == 0 else { throw fields.damaged }
        try fields.skip(6)
        let channels = Int(try fields.number16())
        try fields.skip(6)
        // A 16.16 fixed-point number whose fraction is always 0.
        let rate = Int(try fields.number32() >> 16)
        let box = try requiredBox(format.configuration, in: BoxCursor(fields.rest, in: entry.type), of: entry.type)
        return SampleEntry(
            content: .sound(channels: channels, samplesPerSecond: rate), codec: try format.codec(FieldReader(box)))
    }

    /// Finds a box that must occur exactly once.
    private static func requiredBox(_ type: FourCC, in boxes: BoxCursor, of entry: FourCC) throws(MediaError) -> Box {
        var (boxes, found) = (boxes, Box?.none)
        while let box = try boxes.next() {
            guard box.type == type else { continue }
            guard found == nil else { throw MediaError(.badBox, in: type) }
            found = box
        }
        guard let found, !found.body.isEmpty else { throw MediaError(.descriptionMissing, in: entry) }
        return found
    }
}

/// The video codecs.
private enum VideoFormat {
    case h264, h265, av1, vp

    init?(_ type: FourCC) {
        switch type {
        case FourCC("avc1"), FourCC("avc3"): self = .h264
        case FourCC("hvc1"), FourCC("hev1"): self = .h265
        case FourCC("av01"): self = .av1
        case FourCC("vp08"), FourCC("vp09"): self = .vp
        default: return nil
        }
    }

    /// The type of the box that describes the profile.
    var configuration: FourCC {
        switch self {
        case .h264: FourCC("avcC")
        case .h265: FourCC("hvcC")
        case .av1: FourCC("av1C")
        case .vp: FourCC("vpcC")
        }
    }

    /// Determines the format of NAL units from the content of that box.
    func units(_ description: ArraySlice<UInt8>) -> PictureUnits? {
        let (codec, place): (PictureUnits.Codec, Int)
        switch self {
        case .h264: (codec, place) = (.h264, 4)
        case .h265: (codec, place) = (.h265, 21)
        case .av1, .vp: return nil
        }
        guard description.count > place else { return nil }
        return PictureUnits(codec: codec, lengthBytes: Int(description[description.startIndex + place] & 3) + 1)
    }

    func codec(_ type: FourCC, _ fields: FieldReader) throws(MediaError) -> String {
        switch self {
        case .h264: try Self.h264(type, fields)
        case .h265: try Self.h265(type, fields)
        case .av1: try Self.av1(fields)
        case .vp: try Self.vp(type, fields)
        }
    }

    /// Follows ISO/IEC 14496-15, section 5.3.3: `avc1.` and three bytes.
    private static func h264(_ type: FourCC, _ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        guard try fields.number8() == 1 else { throw fields.damaged }
        var text = "\(type)."
        for _ in 0..<3 { text += hexadecimal(try fields.number8(), digits: 2) }
        // Skips the size of length fields and the number of parameter sets.
        try fields.skip(2)
        return text
    }

    /// Follows ISO/IEC 14496-15, annex E: profile, flags with reversed bits, tier and level, then the constraints without trailing zeros.
    private static func h265(_ type: FourCC, _ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        guard try fields.number8() == 1 else { throw fields.damaged }
        let profile = try fields.number8()
        let flags = try fields.number32()
        var constraints: [UInt8] = []
        for _ in 0..<6 { constraints.append(try fields.number8()) }
        let level = try fields.number8()
        try fields.skip(10)
        var turned: UInt32 = 0
        for bit in 0..<32 where flags & 1 << UInt32(bit) != 0 { turned |= 1 << UInt32(31 - bit) }
        while constraints.last == 0 { constraints.removeLast() }
        let space = ["", "A", "B", "C"][Int(profile >> 6)]
        let head =
            "\(type).\(space)\(profile & 0x1F).\(hexadecimal(turned, digits: 1)).\(profile & 0x20 == 0 ? "L" : "H")\(level)"
        return ([head] + constraints.map { hexadecimal($0, digits: 1) }).joined(separator: ".")
    }

    /// Follows section 5 of the AV1 binding for ISO BMFF: profile, level and tier, depth.
    private static func av1(_ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        guard try fields.number8() == 0x81 else { throw fields.damaged }
        let (first, second) = (try fields.number8(), try fields.number8())
        try fields.skip(1)
        let isDeep = second & 0x40 != 0
        let depth = isDeep ? (second & 0x20 != 0 ? "12" : "10") : "08"
        return "av01.\(first >> 5).\(decimal(first & 0x1F))\(second & 0x80 == 0 ? "M" : "H").\(depth)"
    }

    /// Follows the VP codec binding for ISO BMFF: profile, level, depth.
    private static func vp(_ type: FourCC, _ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        guard try fields.versionAndFlags().version == 1 else { throw fields.damaged }
        let (profile, level) = (try fields.number8(), try fields.number8())
        let depth = try fields.number8() >> 4
        try fields.skip(4)
        return "\(type).\(decimal(profile)).\(decimal(level)).\(decimal(depth))"
    }
}

/// The sound codecs.
private enum SoundFormat {
    case mpeg, opus, flac, ac3, eac3

    init?(_ type: FourCC) {
        switch type {
        case FourCC("mp4a"): self = .mpeg
        case FourCC("Opus"): self = .opus
        case FourCC("fLaC"): self = .flac
        case FourCC("ac-3"): self = .ac3
        case FourCC("ec-3"): self = .eac3
        default: return nil
        }
    }

    /// The type of the box that describes the profile.
    var configuration: FourCC {
        switch self {
        case .mpeg: FourCC("esds")
        case .opus: FourCC("dOps")
        case .flac: FourCC("dfLa")
        case .ac3: FourCC("dac3")
        case .eac3: FourCC("dec3")
        }
    }

    func codec(_ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        switch self {
        case .mpeg: return try Self.mpeg(fields)
        case .opus:
            try fields.skip(11)
            return "opus"
        case .flac:
            // Skips the flags and the stream info block, which every decoder needs first.
            try fields.skip(42)
            return "flac"
        case .ac3:
            try fields.skip(3)
            return "ac-3"
        case .eac3:
            try fields.skip(2)
            return "ec-3"
        }
    }

    /// Follows ISO/IEC 14496-1, section 7.2.6: three nested descriptors.
    private static func mpeg(_ fields: FieldReader) throws(MediaError) -> String {
        var fields = fields
        _ = try fields.versionAndFlags()
        var stream = try descriptor(3, in: &fields)
        try stream.skip(2)
        let flags = try stream.number8()
        if flags & 0x80 != 0 { try stream.skip(2) }
        if flags & 0x40 != 0 { try stream.skip(Int(try stream.number8())) }
        if flags & 0x20 != 0 { try stream.skip(2) }
        var decoder = try descriptor(4, in: &stream)
        let object = try decoder.number8()
        try decoder.skip(12)
        switch object {
        case 0x40:
            var specific = try descriptor(5, in: &decoder)
            let (first, second) = (try specific.number8(), try specific.number8())
            let kind = first >> 3
            return kind == 31 ? "mp4a.40.\(32 + (first & 7) << 3 + second >> 5)" : "mp4a.40.\(kind)"
        case 0x66, 0x67, 0x68, 0x69, 0x6B: return "mp4a.\(hexadecimal(object, digits: 2))"
        default: throw MediaError(.codecUnsupported, in: FourCC("mp4a"))
        }
    }

    /// Reads the content of a descriptor. Its length takes one to four bytes with seven bits each.
    private static func descriptor(_ tag: UInt8, in fields: inout FieldReader) throws(MediaError) -> FieldReader {
        guard try fields.number8() == tag else { throw fields.damaged }
        var length = 0
        for _ in 0..<4 {
            let byte = try fields.number8()
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { return try fields.part(bytes: length) }
        }
        throw fields.damaged
    }
}

/// Formats a number as upper-case hexadecimal digits with leading zeros.
private func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Formats a number with at least two decimal digits.
private func decimal(_ value: UInt8) -> String { value < 10 ? "0\(value)" : "\(value)" }
