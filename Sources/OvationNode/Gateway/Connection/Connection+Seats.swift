import OvationModel
import OvationRules
import OvationWire

/// Commands about seats, as the rules know them.
extension SeatCommand {
    /// How long an application or an invitation waits unless it says otherwise, in seconds.
    private static let requestSeconds = 60

    /// Makes the command of the rules; nil for a command that is about something else.
    ///
    /// - Throws: `illegalParameter`.
    init?(_ command: Command) throws(Rejection) {
        switch command {
        case .seatTake(let take):
            self = .take(
                index: Self.index(take.index), seconds: take.seconds ?? Self.requestSeconds,
                extraInfo: take.extraInfo ?? "")
        case .seatLeave: self = .leave
        case .seatMove(let move): self = .move(move.userID, to: move.index, move.policy ?? .abort)
        case .seatKick(let kick): self = .kick(kick.userID)
        case .seatLock(let lock):
            self = .lock(
                index: lock.index, seat: lock.isLocked, microphone: lock.isMicrophoneLocked, camera: lock.isCameraLocked
            )
        case .seatAllow(let allow): self = .allow(allow.userID, microphone: allow.microphone, camera: allow.camera)
        case .seatFeature(let feature): self = .feature(feature.userID, feature.isFeatured)
        case .seatDevices(let devices): self = .devices(microphone: devices.microphone, camera: devices.camera)
        case .seatInvite(let invite):
            self = .invite(
                invite.userID, index: Self.index(invite.index), seconds: invite.seconds ?? Self.requestSeconds,
                extraInfo: invite.extraInfo ?? "")
        case .seatCancel(let cancel): self = .cancel(cancel.userID)
        case .seatAnswer(let answer):
            switch (answer.userID, answer.inviterID) {
            case (let guest?, nil): self = .answerApplication(of: guest, isAccepted: answer.isAccepted)
            case (nil, let inviter?): self = .answerInvitation(of: inviter, isAccepted: answer.isAccepted)
            default:
                throw Rejection(.illegalParameter, "An answer has either \"userID\" or \"inviterID\".")
            }
        default: return nil
        }
    }

    /// The vendor's clients write -1 for any seat.
    private static func index(_ index: Int?) -> Int? { index == -1 ? nil : index }
}

extension Connection {
    /// Runs a command about seats.
    func runSeats(_ frame: CommandFrame, _ actor: RoomActor) {
        do throws(Rejection) {
            guard let command = try SeatCommand(frame.command) else { return ask(.seats, frame, actor) }
            change(.seat(command), frame, actor)
        } catch {
            reply(id: frame.id, error: error)
        }
    }
}
