import OvationModel
import OvationRules
import OvationWire

/// Commands about other lives, as the rules know them.
extension CoHostCommand {
    /// The layout of a link that names none: a grid.
    private static let gridTemplateID = 600

    /// Makes the command of the rules; nil for a command that is about something else.
    init?(_ command: Command) {
        switch command {
        case .coHostRequest(let ask):
            self = .request(
                ask.liveID, templateID: ask.templateID ?? Self.gridTemplateID, seconds: ask.seconds ?? 0,
                extraInfo: ask.extraInfo ?? "")
        case .coHostCancel(let cancel): self = .cancel(cancel.liveID)
        case .coHostAnswer(let answer): self = .answer(answer.liveID, isAccepted: answer.isAccepted)
        case .coHostExit: self = .exit
        case .coHostMute(let mute): self = .mute(mute.liveID, isMuted: mute.isMuted)
        case .battleRequest(let ask):
            self = .battle(
                users: ask.users, seconds: ask.seconds ?? 0, needsResponse: ask.needsResponse ?? false,
                extensionInfo: ask.extensionInfo ?? "", answerSeconds: ask.answerSeconds ?? 0)
        case .battleCancel(let cancel): self = .cancelBattle(cancel.battleID, users: cancel.users)
        case .battleAnswer(let answer): self = .answerBattle(answer.battleID, isAccepted: answer.isAccepted)
        case .battleExit(let exit): self = .exitBattle(exit.battleID)
        default: return nil
        }
    }
}

extension Connection {
    /// Runs a command about other lives.
    func runCoHosts(_ frame: CommandFrame, _ actor: RoomActor) {
        guard let command = CoHostCommand(frame.command) else { return ask(.coHosts, frame, actor) }
        change(.coHost(command), frame, actor)
    }
}
