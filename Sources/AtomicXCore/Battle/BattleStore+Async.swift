public import Foundation

extension BattleStore {
    /// Asks connected hosts for a battle. See ``requestBattle(config:userIDList:timeout:completion:)``.
    ///
    /// - Returns: The battle, and the number of a `TUIBattleCode` for each host's id.
    public func requestBattle(
        config: BattleConfig, userIDList: [String], timeout: TimeInterval
    ) async throws(ErrorInfo) -> (BattleInfo, [String: Int]) {
        try await awaitCompletion {
            requestBattle(config: config, userIDList: userIDList, timeout: timeout, completion: $0)
        }
    }

    /// Cancels a request. See ``cancelBattleRequest(battleId:userIdList:completion:)``.
    public func cancelBattleRequest(battleId: String, userIdList: [String]) async throws(ErrorInfo) {
        try await awaitCompletion {
            cancelBattleRequest(battleId: battleId, userIdList: userIdList, completion: $0)
        }
    }

    /// Accepts a request. See ``acceptBattle(battleID:completion:)``.
    public func acceptBattle(battleID: String) async throws(ErrorInfo) {
        try await awaitCompletion { acceptBattle(battleID: battleID, completion: $0) }
    }

    /// Rejects a request. See ``rejectBattle(battleID:completion:)``.
    public func rejectBattle(battleID: String) async throws(ErrorInfo) {
        try await awaitCompletion { rejectBattle(battleID: battleID, completion: $0) }
    }

    /// Leaves the battle. See ``exitBattle(battleID:completion:)``.
    public func exitBattle(battleID: String) async throws(ErrorInfo) {
        try await awaitCompletion { exitBattle(battleID: battleID, completion: $0) }
    }
}
