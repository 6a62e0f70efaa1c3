import NIOCore
import OvationModel
import OvationNode
import OvationRules
import OvationSupport
import OvationWire

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
