/// The state of a meeting's connection.
public enum MeetingState: String, Sendable {
    /// The user is entering the meeting.
    case CONNECTING
    /// The user is in the meeting.
    case CONNECTED
    /// The user has not entered the meeting, or has left it.
    case DISCONNECTED
    /// The connection was lost, and the client is reconnecting.
    case RECONNECTING
}

/// An error, with the names and numbers of the SDK that this library replaces. Errors about pictures and sound are missing, because
/// meetings here carry neither.
public enum VideoSDKError: Int, Error, Sendable {
    /// Another error. The server could not be reached, or refused the call.
    case UNKNOWN_ERROR
    /// The token is for an app that the server does not serve.
    case INVALID_API_KEY
    /// The token cannot be read, has expired, or was not accepted by the server.
    case INVALID_TOKEN
    /// The meeting's id is not valid. It must have 1 to 48 characters of printable ASCII.
    case INVALID_MEETING_ID
    /// The participant's id is not valid, or differs from the token's.
    case INVALID_PARTICIPANT_ID
    /// The participant has logged in on too many other devices.
    case DUPLICATE_PARTICIPANT
    /// Not used here.
    case ACCOUNT_DEACTIVATED
    /// Not used here.
    case ACCOUNT_DISCONTINUED
    /// The participant may not do this, because they are muted, banned or lack the permission.
    case INVALID_PERMISSIONS
    /// The meeting is full.
    case MAX_PARTCIPANT_REACHED
}

/// The reason why a participant is no longer in a meeting.
public enum LeaveReason: Int, CaseIterable, Sendable {
    /// The connection was lost.
    case websocketDisconnected
    /// The participant was removed.
    case removePeer
    /// Not used here.
    case removePeerViewerModeChanged
    /// Not used here.
    case removePeerMediaRelayStop
    /// Not used here.
    case switchRoom
    /// The meeting is over.
    case roomClose
    /// The reason is not known.
    case unknown
    /// Not used here.
    case removeAll
    /// The app's backend ended the meeting.
    case meetingEndApi
    /// The app's backend removed the participant.
    case removePeerApi
    /// The participant has logged in on too many other devices.
    case duplicateParticipant
    /// The participant left.
    case manualLeaveCalled
    /// The client could not reach the server again.
    case websocketConnectionAttemptsExhausted
    /// Entering the meeting failed.
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

    /// Returns the reason with a number; `unknown` if no reason has it.
    public static func from(code: Int) -> LeaveReason { LeaveReason(rawValue: code) ?? .unknown }
}
