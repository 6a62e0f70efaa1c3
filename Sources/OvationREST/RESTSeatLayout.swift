import OvationModel

/// How a viewer gets a seat, in the vendor's words.
enum RESTSeatMode: String, RESTChoice {
    case free = "FreeToTake"
    case apply = "ApplyToTake"

    init(_ mode: SeatMode) { self = mode == .free ? .free : .apply }

    var mode: SeatMode { self == .free ? .free : .apply }
}

/// The seat layouts to which the vendor gives names.
enum RESTSeatTemplate: String, RESTChoice {
    case videoDynamicGrid = "VideoDynamicGrid9Seats"
    case videoDynamicFloat = "VideoDynamicFloat7Seats"
    case videoFixedGrid = "VideoFixedGrid9Seats"
    case videoFixedFloat = "VideoFixedFloat7Seats"
    case videoLandscape = "VideoLandscape4Seats"
    case audioSalon = "AudioSalon"
    case karaoke = "Karaoke"

    /// Accepts a name without its last s too: the vendor's console writes `VideoLandscape4Seat`, the vendor's apps `VideoLandscape4Seats`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let template = Self(rawValue: name) ?? Self.allCases.first(where: { $0.rawValue == name + "s" }) else {
            throw Self.unknown(in: container)
        }
        self = template
    }

    init?(layoutID: Int) {
        guard let template = Self.allCases.first(where: { $0.layoutID == layoutID }) else { return nil }
        self = template
    }

    /// The number of the layout.
    var layoutID: Int {
        switch self {
        case .videoDynamicGrid: 600
        case .videoDynamicFloat: 601
        case .videoFixedGrid: 800
        case .videoFixedFloat: 801
        case .videoLandscape: 200
        case .audioSalon: 70
        case .karaoke: 50
        }
    }

    /// How many seats it has; nil if the caller chooses.
    var seatCount: Int? {
        switch self {
        case .videoDynamicGrid, .videoFixedGrid: 9
        case .videoDynamicFloat, .videoFixedFloat: 7
        case .videoLandscape: 4
        case .audioSalon, .karaoke: nil
        }
    }
}
