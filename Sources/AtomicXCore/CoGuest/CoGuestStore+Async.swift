public import Foundation

extension CoGuestStore {
    /// Applies for a seat. See ``applyForSeat(seatIndex:timeout:extraInfo:completion:)``.
    public func applyForSeat(
        seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String? = nil
    ) async throws(ErrorInfo) {
        try await awaitCompletion {
            applyForSeat(seatIndex: seatIndex, timeout: timeout, extraInfo: extraInfo, completion: $0)
        }
    }

    /// Cancels the user's application. See ``cancelApplication(completion:)``.
    public func cancelApplication() async throws(ErrorInfo) {
        try await awaitCompletion { cancelApplication(completion: $0) }
    }

    /// Accepts an application. See ``acceptApplication(userID:completion:)``.
    public func acceptApplication(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { acceptApplication(userID: userID, completion: $0) }
    }

    /// Rejects an application. See ``rejectApplication(userID:completion:)``.
    public func rejectApplication(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { rejectApplication(userID: userID, completion: $0) }
    }

    /// Invites a viewer to a seat. See ``inviteToSeat(userID:seatIndex:timeout:extraInfo:completion:)``.
    public func inviteToSeat(
        userID: String, seatIndex: Int = -1, timeout: TimeInterval, extraInfo: String? = nil
    ) async throws(ErrorInfo) {
        try await awaitCompletion {
            inviteToSeat(userID: userID, seatIndex: seatIndex, timeout: timeout, extraInfo: extraInfo, completion: $0)
        }
    }

    /// Cancels an invitation. See ``cancelInvitation(inviteeID:completion:)``.
    public func cancelInvitation(inviteeID: String) async throws(ErrorInfo) {
        try await awaitCompletion { cancelInvitation(inviteeID: inviteeID, completion: $0) }
    }

    /// Accepts an invitation. See ``acceptInvitation(inviterID:completion:)``.
    public func acceptInvitation(inviterID: String) async throws(ErrorInfo) {
        try await awaitCompletion { acceptInvitation(inviterID: inviterID, completion: $0) }
    }

    /// Declines an invitation. See ``rejectInvitation(inviterID:completion:)``.
    public func rejectInvitation(inviterID: String) async throws(ErrorInfo) {
        try await awaitCompletion { rejectInvitation(inviterID: inviterID, completion: $0) }
    }

    /// Leaves the user's seat. See ``disConnect(completion:)``.
    public func disConnect() async throws(ErrorInfo) {
        try await awaitCompletion { disConnect(completion: $0) }
    }
}
