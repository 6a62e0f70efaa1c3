/// An event about battles.
public enum BattleEvent: Sendable {
    /// A battle started.
    case onBattleStarted(battleInfo: BattleInfo, inviter: SeatUserInfo, invitees: [SeatUserInfo])
    /// The battle ended.
    case onBattleEnded(battleInfo: BattleInfo, reason: BattleEndedReason)
    /// A host joined the battle.
    case onUserJoinBattle(battleID: String, battleUser: SeatUserInfo)
    /// A host left the battle.
    case onUserExitBattle(battleID: String, battleUser: SeatUserInfo)
    /// A host asks the user for a battle.
    case onBattleRequestReceived(battleID: String, inviter: SeatUserInfo, invitee: SeatUserInfo)
    /// The host who asked cancelled the request.
    case onBattleRequestCancelled(battleID: String, inviter: SeatUserInfo, invitee: SeatUserInfo)
    /// A request ended without an answer. Both hosts get the event.
    case onBattleRequestTimeout(battleID: String, inviter: SeatUserInfo, invitee: SeatUserInfo)
    /// A host whom the user asked accepted.
    case onBattleRequestAccept(battleID: String, inviter: SeatUserInfo, invitee: SeatUserInfo)
    /// A host whom the user asked rejected the request.
    case onBattleRequestReject(battleID: String, inviter: SeatUserInfo, invitee: SeatUserInfo)
}
