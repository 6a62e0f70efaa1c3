/// The format of a track's NAL units (ISO/IEC 14496-15), as far as it is needed to recognise key frames.
///
/// Writers mark every frame as a key frame that the encoder declares as one. Encoders with intra refresh or open groups of pictures also
/// declare frames that depend on earlier ones. Browsers inspect the bytes and do not begin there, so this type inspects them too.
struct PictureUnits: Sendable, Hashable {
    enum Codec: Sendable { case h264, h265 }

    /// What a frame depends on.
    enum Picture {
        /// A player can begin here and show all later frames.
        case standsAlone
        /// A player can begin here, but must drop the frames that are displayed before this one.
        case opensGroup
        /// The frame depends on earlier frames.
        case needsOthers
    }

    let codec: Codec
    /// The size of the length field before each unit, 1 to 4 bytes.
    let lengthBytes: Int

    /// The most units to inspect in a frame. If there are more, the container's key frame flag is believed.
    private static let unitsMax = 1_000

    /// Classifies the frame in these bytes. Returns nil if they do not consist of complete units.
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

    /// Classifies a unit by its first byte. Returns nil if the unit contains no frame data.
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
