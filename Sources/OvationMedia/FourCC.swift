/// The four-character type of a box or a codec.
struct FourCC: Hashable, Sendable {
    let rawValue: UInt32

    init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// Makes a type from four ASCII characters in source code.
    init(_ text: StaticString) {
        rawValue = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }
}

extension FourCC: CustomStringConvertible {
    /// The four characters. Quotation marks, backslashes and unprintable characters become dots.
    var description: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
        return String(
            decoding: bytes.map { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C ? $0 : 0x2E }, as: UTF8.self)
    }
}

extension FourCC {
    static let ftyp = FourCC("ftyp")
    static let moov = FourCC("moov")
    static let moof = FourCC("moof")
    static let mdat = FourCC("mdat")
    static let mvhd = FourCC("mvhd")
    static let mvex = FourCC("mvex")
    static let trex = FourCC("trex")
    static let mehd = FourCC("mehd")
    static let sidx = FourCC("sidx")
    static let free = FourCC("free")
    static let trak = FourCC("trak")
    static let tkhd = FourCC("tkhd")
    static let mdia = FourCC("mdia")
    static let mdhd = FourCC("mdhd")
    static let hdlr = FourCC("hdlr")
    static let minf = FourCC("minf")
    static let stbl = FourCC("stbl")
    static let stsd = FourCC("stsd")
    static let stsz = FourCC("stsz")
    static let stz2 = FourCC("stz2")
    static let mfhd = FourCC("mfhd")
    static let traf = FourCC("traf")
    static let tfhd = FourCC("tfhd")
    static let tfdt = FourCC("tfdt")
    static let trun = FourCC("trun")
    static let vide = FourCC("vide")
    static let soun = FourCC("soun")
}
