import OvationModel
import Synchronization

/// The ids of lives that calls asked for just now. A backend that repeats a call at once is told to wait.
final class RoomCreations: Sendable {
    private struct State {
        var asked: [LiveID: Timestamp] = [:]
        /// How many ids there may be before the old ones are forgotten.
        var countMax = RoomCreations.countMaxLeast
    }

    /// So few ids are not worth forgetting.
    private static let countMaxLeast = 64

    private let intervalMilliseconds: Int64
    private let state = Mutex(State())

    init(intervalMilliseconds: Int) { self.intervalMilliseconds = Int64(intervalMilliseconds) }

    /// Whether an id may be asked for now.
    ///
    /// - Parameter now: a clock that never steps.
    func admit(_ liveID: LiveID, at now: Timestamp) -> Bool {
        guard intervalMilliseconds > 0 else { return true }
        return state.withLock { state in
            if let last = state.asked[liveID], now.milliseconds(since: last) < intervalMilliseconds { return false }
            if state.asked.count >= state.countMax {
                state.asked = state.asked.filter { now.milliseconds(since: $0.value) < intervalMilliseconds }
                state.countMax = max(Self.countMaxLeast, 2 * state.asked.count)
            }
            state.asked[liveID] = now
            return true
        }
    }
}
