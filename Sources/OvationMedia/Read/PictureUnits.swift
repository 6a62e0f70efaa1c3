/// How the units of a picture are written (NAL units, ISO/IEC 14496-15), as far as it takes to tell key frames.
///
/// A writer marks as a key frame what its encoder calls one. Encoders with intra refresh or open groups of pictures also call so what
/// needs the pictures before it. Browsers look into the bytes and never begin there, so they are looked at here.
struct PictureUnits: Sendable, Hashable {
    enum Codec: Sendable { case h264, h265 }

    /// What a picture is.
    enum Picture {
        /// A player can begin with it, and shows all that follows.
        case standsAlone
        /// A player can begin with it, and leaves out what is shown before it.
        case opensGroup
        /// It needs pictures before it.
        case needsOthers
    }

    let codec: Codec
    /// Bytes of the length before each unit, 1 to 4.
    let lengthBytes: Int

    /// Units that are looked at in a picture. One that has more is believed what its header says.
    private static let unitsMax = 1_000

    /// What the picture in these bytes is; nil where they are no units from the beginning to the end.
    func picture(_ sample: ArraySlice<UInt8>) -> Picture? {
        var (rest, found, count) = (sample, Picture?.none, 0)
        while !rest.isEmpty {
            count += 1
            guard count <= Self.unitsMax, rest.count > lengthBytes else { return nil }
            let length = rest.prefix(lengthBytes).reduce(0) { $0 << 8 | Int($1) }
            rest = rest.dropFirst(lengthBytes)
            guard length > 0, length <= rest.count, let head = rest.first else { return nil }
            found = found ?? kind(head)
            rest = rest.dropFirst(length)
        }
        return found
    }

    /// What the picture of a unit is, by the unit's first byte; nil where it holds none.
    private func kind(_ head: UInt8) -> Picture? {
        switch codec {
        case .h264:
            switch head & 0x1F {
            case 5: .standsAlone
            case 1...4: .needsOthers
            default: nil
            }
        case .h265:
            switch head >> 1 & 0x3F {
            case 18...20: .standsAlone
            case 16, 17, 21: .opensGroup
            case 0...15: .needsOthers
            default: nil
            }
        }
    }
}
