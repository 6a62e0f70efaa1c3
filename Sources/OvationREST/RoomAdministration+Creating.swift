import NIOCore
import OvationModel
import OvationNode
import OvationRules
import OvationSupport
import OvationWire
import Synchronization

extension RoomAdministration {
    /// Begins a live that goes on without its owner.
    ///
    /// - Throws: `tooFrequent` if a call asked for the same id within the last second, `roomIDUsedByOwner` if the owner has a live
    ///   with it, `roomIDOccupied` if another user has.
    func create(_ draft: RoomCreate, owner: UserInfo) async throws(Rejection) {
        // A call that is refused for its fields does not count, so that a corrected one need not wait.
        if let rejection = FieldRules.rejection(of: draft.settings) { throw rejection }
        guard creations.admit(draft.liveID, at: node.services.clock.monotonic()) else {
            throw Rejection(.tooFrequent, "The live \"\(draft.liveID)\" was asked for just now. Try again in a second.")
        }
        let result: (room: any RoomPort, created: Bool) = try await FirstOutcome.answer {
            node.createRoom(
                draft, owner: owner, by: .backend, client: client, on: node.shards[0].eventLoop, $0)
        }
        guard !result.created else { return }
        let isOwn = try await listing(of: draft.liveID).info.liveOwner.userID == owner.userID
        throw Rejection(isOwn ? .roomIDUsedByOwner : .roomIDOccupied)
    }
}

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
