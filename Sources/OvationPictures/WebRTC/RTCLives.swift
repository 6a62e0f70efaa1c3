import OvationModel
import Synchronization

/// Something that the rest of the server wants of those who publish by WebRTC.
enum RTCOrder: Sendable {
    /// The stream key of a live was made anew: who publishes has to go.
    case keyReset(LiveID)
    /// A start of a live is over.
    case liveEnded(LiveSessionID)
}

/// Which lives have a picture by WebRTC, for the addresses that clients are given; and the way to whom it concerns that one has to end.
///
/// May be used from any thread.
package final class RTCLives: Sendable {
    private struct State {
        var publishers: [LiveSessionID: UInt64] = [:]
        var obey: (@Sendable (RTCOrder) -> Void)?
        var note: String?
    }

    private let state = Mutex(State())

    /// Makes it without a picture.
    package init() {}

    /// Names who carries out orders.
    func use(_ obey: @escaping @Sendable (RTCOrder) -> Void) { state.withLock { $0.obey = obey } }

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
