/// The battle of a live.
public struct BattleState: JSONCodable, Sendable {
    /// The battle that goes on; nil if there is none.
    public var currentBattleInfo: BattleInfo?
    /// The hosts in the battle: the one who asked, then the others. It is empty without a battle.
    public var battleUsers: [SeatUserInfo] = []
    /// The scores by the hosts' user ids. They stay after the end, until the next battle starts or the user leaves the live.
    public var battleScore: [String: UInt] = [:]

    /// Makes the state of a live without a battle.
    public init() {}
}
