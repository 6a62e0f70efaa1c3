import OvationBackend
import OvationModel
import OvationRules
import OvationStorage
import OvationSupport
import OvationWire

extension Connection {
    /// Answers the owner of a live with what they have earned by it. The storage knows it, on every node and after the end, by one row.
    func tellEarnings(_ wish: RoomEarnings, _ frame: CommandFrame, _ user: UserID) {
        guard let liveID = frame.room else { return reply(id: frame.id, error: Rejection(.roomNotFound)) }
        answer(frame.id, with: EarnedCoins.self) { [node] answer in
            node.services.background.submit {
                let found = await Result {
                    try await node.services.storage.hostEarnings(of: liveID, in: wish.sessionID)
                }
                switch found {
                case .success(let earnings?) where earnings.owner == user:
                    answer(.success(EarnedCoins(sessionID: earnings.sessionID, coins: earnings.coins)))
                case .success(.some): answer(.failure(Rejection(.ownerRequired)))
                case .success(nil): answer(.failure(Rejection(.roomNotFound)))
                case .failure: answer(.failure(Rejection(.storageUnavailable)))
                }
            }
        }
    }
}
