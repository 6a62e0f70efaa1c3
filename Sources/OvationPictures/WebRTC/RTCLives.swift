import OvationMedia
import OvationModel
import Synchronization

/// Something that the rest of the server wants of those who publish by WebRTC.
enum RTCOrder: Sendable {
    /// The stream key of a live was made anew: who publishes has to go.
    case keyReset(LiveID)
    /// A start of a live is over.
    case liveEnded(LiveSessionID)
    /// The seats of a start of a live are others, or their devices.
    case seatsChanged(LiveSessionID)
}

/// Which lives have a picture by WebRTC, for the addresses that clients are given; and the way to whom it concerns that one has to end.
///
/// May be used from any thread.
package final class RTCLives: Sendable {
    private struct State {
        var publishers: [LiveSessionID: UInt64] = [:]
        var obey: (@Sendable (RTCOrder) -> Void)?
        var note: String?
        /// Who is in a seat, and what of them others may get; of lives with somebody in a seat.
        var seats: [LiveSessionID: [UserID: RTCSeats.Openness]] = [:]
    }

    private let state = Mutex(State())

    /// Whether it is followed who is in a seat.
    let carriesSeats: Bool

    /// Makes it without a picture.
    package init(carriesSeats: Bool = false) { self.carriesSeats = carriesSeats }

    /// Names who carries out orders.
    func use(_ obey: @escaping @Sendable (RTCOrder) -> Void) { state.withLock { $0.obey = obey } }

    /// What of a user in a seat others may get; nil where they are in none.
    func openness(of user: UserID, in session: LiveSessionID) -> RTCSeats.Openness? {
        state.withLock { $0.seats[session]?[user] }
    }

    /// Who is in a seat of a start of a live, and what of them others may get.
    func seats(of session: LiveSessionID) -> [UserID: RTCSeats.Openness] { state.withLock { $0.seats[session] ?? [:] } }

    /// The seats of a start of a live are these from now on.
    func sit(_ seats: [Seat], in session: LiveSessionID) {
        let users = seats.compactMap { seat in seat.user.map { ($0.userID, RTCSeats.Openness(seat)) } }
        let isNews = state.withLock { state in
            let before = state.seats[session] ?? [:]
            let now = Dictionary(users) { first, _ in first }
            state.seats[session] = now.isEmpty ? nil : now
            return before != now
        }
        if isNews { tell(.seatsChanged(session)) }
    }

    /// A start of a live is over, with its seats.
    func end(_ session: LiveSessionID) {
        state.withLock { $0.seats[session] = nil }
        tell(.liveEnded(session))
    }

    /// Hands on an order; nothing where no WebRTC is carried.
    func tell(_ order: RTCOrder) { state.withLock { $0.obey }?(order) }

    /// Says what cannot be done with pictures by WebRTC, for their hosts; nil where nothing is missing.
    func note(_ sentence: String?) { state.withLock { $0.note = sentence } }

    /// What cannot be done with pictures by WebRTC; nil where nothing is missing.
    var note: String? { state.withLock { $0.note } }

    /// A picture by WebRTC began.
    func began(_ session: LiveSessionID, _ number: UInt64) { state.withLock { $0.publishers[session] = number } }

    /// It ended, where it is still the same.
    func ended(_ session: LiveSessionID, _ number: UInt64) {
        state.withLock { state in
            if state.publishers[session] == number { state.publishers[session] = nil }
        }
    }

    /// Whether a start of a live has a picture by WebRTC.
    func has(_ session: LiveSessionID) -> Bool { state.withLock { $0.publishers[session] != nil } }
}
