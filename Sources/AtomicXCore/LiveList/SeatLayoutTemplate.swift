/// How the seats of a live are laid out.
public enum SeatLayoutTemplate: Equatable, Sendable {
    /// A grid of nine that grows with the guests.
    case videoDynamicGrid9Seats
    /// The host large, up to six guests in small windows above.
    case videoDynamicFloat7Seats
    /// A grid of nine that is always drawn.
    case videoFixedGrid9Seats
    /// The host large, six small windows that are always drawn.
    case videoFixedFloat7Seats
    /// Four beside each other on a landscape picture.
    case videoLandscape4Seats
    /// Voice only, with any number of seats.
    case audioSalon(seatCount: Int)
    /// Singing, with any number of seats.
    case karaoke(seatCount: Int)

    /// The number under which the layout is known: 1 to 199 voice, 200 to 999 video.
    var templateID: UInt {
        switch self {
        case .videoDynamicGrid9Seats: 600
        case .videoDynamicFloat7Seats: 601
        case .videoFixedGrid9Seats: 800
        case .videoFixedFloat7Seats: 801
        case .videoLandscape4Seats: 200
        case .audioSalon: 70
        case .karaoke: 50
        }
    }

    /// How many seats it has.
    var seatCount: Int {
        switch self {
        case .videoDynamicGrid9Seats, .videoFixedGrid9Seats: 9
        case .videoDynamicFloat7Seats, .videoFixedFloat7Seats: 7
        case .videoLandscape4Seats: 4
        case .audioSalon(let seatCount), .karaoke(let seatCount): seatCount
        }
    }

    /// The layout of a number; nil for the app's own ones.
    init?(templateID: UInt, seatCount: Int) {
        switch templateID {
        case 600: self = .videoDynamicGrid9Seats
        case 601: self = .videoDynamicFloat7Seats
        case 800: self = .videoFixedGrid9Seats
        case 801: self = .videoFixedFloat7Seats
        case 200: self = .videoLandscape4Seats
        case 70: self = .audioSalon(seatCount: seatCount)
        case 50: self = .karaoke(seatCount: seatCount)
        default: return nil
        }
    }
}

/// How a viewer comes to a seat.
public enum TakeSeatMode: Sendable {
    /// Takes it.
    case free
    /// Asks for it.
    case apply
}
