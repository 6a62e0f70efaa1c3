/// A battle between the hosts of connected lives.
public struct BattleInfo: JSONCodable, Equatable, Sendable {
    /// The id of the battle.
    public var battleID: String
    /// The settings of the battle.
    public var config: BattleConfig
    /// The time at which it started, in seconds since 1970; 0 before the start.
    public var startTime: UInt
    /// The time at which it ended, in seconds since 1970. It may be 0 while the battle goes on.
    public var endTime: UInt

    /// Makes a battle. The defaults make an empty one.
    public init(battleID: String = "", config: BattleConfig = .init(), startTime: UInt = 0, endTime: UInt = 0) {
        self.battleID = battleID
        self.config = config
        self.startTime = startTime
        self.endTime = endTime
    }
}
