// `leaveSeat` is not here: its completion has a default, so `leaveSeat()` without `await` would no longer compile in asynchronous code.
extension LiveSeatStore {
    /// Takes a seat. See ``takeSeat(seatIndex:completion:)``.
    public func takeSeat(seatIndex: Int) async throws(ErrorInfo) {
        try await awaitCompletion { takeSeat(seatIndex: seatIndex, completion: $0) }
    }

    /// Sends the user's voice again. See ``unmuteMicrophone(completion:)``.
    public func unmuteMicrophone() async throws(ErrorInfo) {
        try await awaitCompletion { unmuteMicrophone(completion: $0) }
    }

    /// Removes a user from their seat. See ``kickUserOutOfSeat(userID:completion:)``.
    public func kickUserOutOfSeat(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { kickUserOutOfSeat(userID: userID, completion: $0) }
    }

    /// Moves a user to another seat. See ``moveUserToSeat(userID:targetIndex:policy:completion:)``.
    public func moveUserToSeat(userID: String, targetIndex: Int, policy: MoveSeatPolicy?) async throws(ErrorInfo) {
        try await awaitCompletion {
            moveUserToSeat(userID: userID, targetIndex: targetIndex, policy: policy, completion: $0)
        }
    }

    /// Locks a seat. See ``lockSeat(seatIndex:completion:)``.
    public func lockSeat(seatIndex: Int) async throws(ErrorInfo) {
        try await awaitCompletion { lockSeat(seatIndex: seatIndex, completion: $0) }
    }

    /// Unlocks a seat. See ``unlockSeat(seatIndex:completion:)``.
    public func unlockSeat(seatIndex: Int) async throws(ErrorInfo) {
        try await awaitCompletion { unlockSeat(seatIndex: seatIndex, completion: $0) }
    }

    /// Lets a user open the camera. See ``openRemoteCamera(userID:policy:completion:)``.
    public func openRemoteCamera(userID: String, policy: DeviceControlPolicy) async throws(ErrorInfo) {
        try await awaitCompletion { openRemoteCamera(userID: userID, policy: policy, completion: $0) }
    }

    /// Closes a user's camera. See ``closeRemoteCamera(userID:completion:)``.
    public func closeRemoteCamera(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { closeRemoteCamera(userID: userID, completion: $0) }
    }

    /// Lets a user open the microphone. See ``openRemoteMicrophone(userID:policy:completion:)``.
    public func openRemoteMicrophone(userID: String, policy: DeviceControlPolicy) async throws(ErrorInfo) {
        try await awaitCompletion { openRemoteMicrophone(userID: userID, policy: policy, completion: $0) }
    }

    /// Closes a user's microphone. See ``closeRemoteMicrophone(userID:completion:)``.
    public func closeRemoteMicrophone(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { closeRemoteMicrophone(userID: userID, completion: $0) }
    }

    /// Features a user. See ``setFeaturedHost(userID:completion:)``.
    public func setFeaturedHost(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { setFeaturedHost(userID: userID, completion: $0) }
    }

    /// Ends the featuring of a user. See ``revokeFeaturedHost(userID:completion:)``.
    public func revokeFeaturedHost(userID: String) async throws(ErrorInfo) {
        try await awaitCompletion { revokeFeaturedHost(userID: userID, completion: $0) }
    }
}
