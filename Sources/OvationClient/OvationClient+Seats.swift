public import OvationModel
public import OvationWire

/// Seats of a live.
extension OvationClient {
    /// Fetches the seats of a live, and the applications and invitations that the user may know of.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func seats(of liveID: LiveID) async throws -> SeatPage {
        try await request(.seatList, room: liveID, onLoss: .resend)
    }

    /// Takes a seat, or applies for one where seats are by application and the user is a viewer.
    ///
    /// - Parameters:
    ///   - index: The number of the seat, from 0; nil for any.
    ///   - liveID: The live.
    ///   - seconds: How long an application waits, 0 to 1,800; 0 for as long as the user is in the live.
    ///   - extraInfo: The app's own text with an application; nil for none.
    /// - Returns: The number of the seat; nil if an application waits.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func takeSeat(
        _ index: Int?, in liveID: LiveID, seconds: Int = 60, extraInfo: String? = nil
    ) async throws -> Int? {
        let command = Command.seatTake(SeatTake(index: index, seconds: seconds, extraInfo: extraInfo))
        return try await request(command, room: liveID, as: SeatTaken.self).index
    }

    /// Leaves the user's seat.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func leaveSeat(in liveID: LiveID) async throws { try await change(.seatLeave, in: liveID) }

    /// Moves a user to another seat.
    ///
    /// - Parameters:
    ///   - user: The user; nil for the caller, who takes only a free seat.
    ///   - index: The number of the seat, from 0.
    ///   - liveID: The live.
    ///   - policy: What happens to somebody in that seat.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func move(
        _ user: UserID?, toSeat index: Int, in liveID: LiveID, policy: SeatMovePolicy = .abort
    ) async throws {
        let command = Command.seatMove(SeatMove(index: index, userID: user, policy: policy))
        _ = try await request(command, room: liveID, as: SeatTaken.self)
    }

    /// Takes a user off the seat, who stays in the live.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func kickOffSeat(_ user: UserID, in liveID: LiveID) async throws {
        try await change(.seatKick(SeatKick(userID: user)), in: liveID)
    }

    /// Locks or unlocks a seat, its microphone and its camera.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func lockSeat(_ lock: SeatLock, in liveID: LiveID) async throws {
        try await change(.seatLock(lock), in: liveID)
    }

    /// Lets a user in a seat open microphone and camera, or closes and locks them.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func allowDevices(_ allow: SeatAllow, in liveID: LiveID) async throws {
        try await change(.seatAllow(allow), in: liveID)
    }

    /// Features a user in a seat, or no longer.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func setFeatured(_ isFeatured: Bool, user: UserID, in liveID: LiveID) async throws {
        try await change(.seatFeature(SeatFeature(userID: user, isFeatured: isFeatured)), in: liveID)
    }

    /// Says whether the user's microphone and camera are open.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func reportDevices(_ devices: SeatDevices, in liveID: LiveID) async throws {
        try await change(.seatDevices(devices), in: liveID)
    }

    /// Invites a member to a seat.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func inviteToSeat(_ invite: SeatInvite, in liveID: LiveID) async throws {
        try await change(.seatInvite(invite), in: liveID)
    }

    /// Takes back the user's application, or the invitation of a user.
    ///
    /// - Parameters:
    ///   - guest: The user who was invited; nil for the user's own application.
    ///   - liveID: The live.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func cancelSeatRequest(of guest: UserID?, in liveID: LiveID) async throws {
        try await change(.seatCancel(SeatCancel(userID: guest)), in: liveID)
    }

    /// Answers an application or an invitation.
    ///
    /// - Returns: The number of the seat that the guest has now; nil if nobody sits because of the answer.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    @discardableResult
    public func answerSeatRequest(_ answer: SeatAnswer, in liveID: LiveID) async throws -> Int? {
        try await request(.seatAnswer(answer), room: liveID, as: SeatTaken.self).index
    }

    /// Sends something to another user in a seat, such as a session description (SDP) or a candidate (ICE). Their app gets the event
    /// `seatSignalled`. Nothing is kept: what was sent while a connection was lost has to be sent again.
    ///
    /// - Parameters:
    ///   - data: What the two apps agree on, at most `limits.seatSignalBytesMax` bytes (16,384 by default).
    ///   - user: The user, who sits as the caller does.
    ///   - liveID: The live.
    /// - Throws: `notSeated` if one of the two has no seat, `seatSignalTooLong`, `seatSignalsTooFrequent`, or `networkUnavailable` if the
    ///   connection was lost before the answer came.
    public func sendSeatSignal(_ data: String, to user: UserID, in liveID: LiveID) async throws {
        try await change(.seatSignal(SeatSignal(to: user, data: data)), in: liveID)
    }

    private func change(_ command: Command, in liveID: LiveID) async throws {
        _ = try await request(command, room: liveID, as: Empty.self)
    }
}
