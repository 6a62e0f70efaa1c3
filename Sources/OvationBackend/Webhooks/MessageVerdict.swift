package import OvationModel
package import OvationRules

/// What the app's backend has decided about a message.
package enum MessageVerdict {
    /// It takes its place, as the backend leaves it.
    case passes(RoomCommand)
    /// Its sender is to see what everybody sees whose message is told; nobody is told of it.
    case vanishes
    /// It is refused.
    case refused(Rejection)

    /// Reads the backend's answer about a message that a command writes.
    ///
    /// - Parameter passesOnSilence: whether a message passes that the backend did not answer about.
    package init(_ answer: Result<CallbackAnswer, CallbackFailure>, about command: RoomCommand, passesOnSilence: Bool) {
        switch answer {
        case .failure where passesOnSilence: self = .passes(command)
        case .failure(let failure): self = .refused(Rejection(.messageRefusedByReview, failure.description))
        case .success(let answer):
            let info = answer.info.isEmpty ? nil : answer.info
            switch answer.code {
            case 0: self = .passes(command.rewritten(by: answer))
            case 2: self = .vanishes
            case 10_100...10_200: self = .refused(Rejection(ErrorCode(rawValue: answer.code), info))
            default: self = .refused(Rejection(.messageRefusedByReview, info))
            }
        }
    }
}

extension RoomCommand {
    /// What it writes; nil for a command that writes nothing.
    package var written: Barrage.Kind? {
        switch self {
        case .barrage(let kind), .message(let kind): kind
        default: nil
        }
    }

    /// The command with what the backend put in place of what it writes.
    fileprivate func rewritten(by answer: CallbackAnswer) -> RoomCommand {
        switch self {
        case .barrage(let kind): .barrage(kind.rewritten(by: answer))
        case .message(let kind): .message(kind.rewritten(by: answer))
        default: self
        }
    }
}
