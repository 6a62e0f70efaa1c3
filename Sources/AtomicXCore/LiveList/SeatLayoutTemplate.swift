/// A layout of the seats of a live.
public enum SeatLayoutTemplate: Equatable, Sendable {
    /// A grid of up to nine seats that grows with the guests.
    case videoDynamicGrid9Seats
    /// A large picture of the host, with up to six guests in small windows over it.
    case videoDynamicFloat7Seats
    /// A fixed grid of nine seats.
    case videoFixedGrid9Seats
    /// A large picture of the host, with six fixed small windows over it.
    case videoFixedFloat7Seats
    /// Four seats beside each other on a landscape picture.
    case videoLandscape4Seats
    /// A large picture of the host on the left, with up to eight guests beside it.
    case videoLeftFocus9Seats
    /// A grid of nine pictures of the same size.
    case videoUniformGrid9Seats
    /// A landscape picture of the host, with nine seats for voices.
    case videoLandscape10Seats
    /// A portrait picture of the host, with nine seats for voices.
    case videoPortrait10Seats
    /// A voice-only live with any number of seats.
    case audioSalon(seatCount: Int)
    /// A karaoke live with any number of seats.
    case karaoke(seatCount: Int)

    /// The layout number: 1 to 199 for voice, 200 to 999 for video.
    var templateID: UInt {
        switch self {
        case .videoDynamicGrid9Seats: 600
        case .videoDynamicFloat7Seats: 601
        case .videoFixedGrid9Seats: 800
        case .videoFixedFloat7Seats: 801
        case .videoLandscape4Seats: 200
        case .videoLeftFocus9Seats: 602
        case .videoUniformGrid9Seats: 603
        case .videoLandscape10Seats: 201
        case .videoPortrait10Seats: 604
        case .audioSalon: 70
        case .karaoke: 50
        }
    }

    /// The numbers of the layouts whose picture is landscape.
    static let landscapeIDs: Set<UInt> = [200, 201]

    /// The number of seats.
    var seatCount: Int {
        switch self {
        case .videoDynamicGrid9Seats, .videoFixedGrid9Seats, .videoLeftFocus9Seats, .videoUniformGrid9Seats: 9
        case .videoLandscape10Seats, .videoPortrait10Seats: 10
        case .videoDynamicFloat7Seats, .videoFixedFloat7Seats: 7
        case .videoLandscape4Seats: 4
        case .audioSalon(let seatCount), .karaoke(let seatCount): seatCount
        }
    }

    /// Finds the layout with a number. Returns nil for a layout of the app's own.
    init?(templateID: UInt, seatCount: Int) {
        switch templateID {
        case 600: self = .videoDynamicGrid9Seats
        case 601: self = .videoDynamicFloat7Seats
        case 800: self = .videoFixedGrid9Seats
        case 801: self = .videoFixedFloat7Seats
        case 200: self = .videoLandscape4Seats
        case 602: self = .videoLeftFocus9Seats
        case 603: self = .videoUniformGrid9Seats
        case 201: self = .videoLandscape10Seats
        case 604: self = .videoPortrait10Seats
        case 70: self = .audioSalon(seatCount: seatCount)
        case 50: self = .karaoke(seatCount: seatCount)
        default: return nil
        }
    }
}

/// How a viewer gets a seat.
public enum TakeSeatMode: Sendable {
    /// A viewer can simply take a seat.
    case free
    /// A viewer has to ask for a seat.
    case apply
}
