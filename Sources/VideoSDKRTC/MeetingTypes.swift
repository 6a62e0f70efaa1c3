/// How a meeting stands with its server.
public enum MeetingState: String, Sendable {
    /// It is being entered.
    case CONNECTING
    /// It was entered.
    case CONNECTED
    /// It was not entered, or was left.
    case DISCONNECTED
    /// The connection was lost, and is being made again.
    case RECONNECTING
}

/// What went wrong, in the words and numbers of the SDK that this stands in for. Those that are missing are about what meetings here
/// do not carry.
public enum VideoSDKError: Int, Error, Sendable {
    /// Something else; the server could not be reached, or refused what was asked.
    case UNKNOWN_ERROR
    /// The token is for another app than the server's.
    case INVALID_API_KEY
    /// The token cannot be read, has expired, or is not the server's.
    case INVALID_TOKEN
    /// The id of the meeting is none: 1 to 48 characters of printable ASCII.
    case INVALID_MEETING_ID
    /// The id of the participant is none, or another than the token's.
    case INVALID_PARTICIPANT_ID
    /// The participant has entered elsewhere too often.
    case DUPLICATE_PARTICIPANT
    /// Not used here.
    case ACCOUNT_DEACTIVATED
    /// Not used here.
    case ACCOUNT_DISCONTINUED
    /// The participant may not do this: muted, banned, or without the right.
    case INVALID_PERMISSIONS
    /// The meeting has its maximum of participants.
    case MAX_PARTCIPANT_REACHED
}

/// Why somebody is in a meeting no more.
public enum LeaveReason: Int, CaseIterable, Sendable {
    /// The connection was lost.
    case websocketDisconnected
    /// They were removed.
    case removePeer
    /// Not used here.
    case removePeerViewerModeChanged
    /// Not used here.
    case removePeerMediaRelayStop
    /// Not used here.
    case switchRoom
    /// The meeting is over.
    case roomClose
    /// Nobody knows.
    case unknown
    /// Not used here.
    case removeAll
    /// The app's backend ended the meeting.
    case meetingEndApi
    /// The app's backend removed them.
    case removePeerApi
    /// They have entered elsewhere too often.
    case duplicateParticipant
    /// They left by themselves.
    case manualLeaveCalled
    /// The server could not be reached again.
    case websocketConnectionAttemptsExhausted
    /// The meeting could not be entered.
    case joinRoomFailed
    /// Not used here.
    case switchRoomFailed

    /// The reason as a sentence.
    public var message: String {
        switch self {
        case .websocketDisconnected: "The connection was lost."
        case .removePeer, .removePeerApi: "The participant was removed."
        case .roomClose, .meetingEndApi: "The meeting is over."
        case .duplicateParticipant: "The participant has entered elsewhere."
        case .manualLeaveCalled: "The participant left."
        case .websocketConnectionAttemptsExhausted: "The server could not be reached again."
        case .joinRoomFailed: "The meeting could not be entered."
        case .removePeerViewerModeChanged, .removePeerMediaRelayStop, .switchRoom, .unknown, .removeAll,
            .switchRoomFailed:
            "The reason is not known."
        }
    }

    /// The reason with a number; `unknown` where there is none with it.
    public static func from(code: Int) -> LeaveReason { LeaveReason(rawValue: code) ?? .unknown }
}
