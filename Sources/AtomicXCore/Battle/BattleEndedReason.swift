/// The reason why a battle ended.
public enum BattleEndedReason: Int, JSONCodable, Sendable {
    /// Its time was over.
    case timeOver = 0
    /// All hosts left it, or all but one.
    case allMemberExit = 1
}
