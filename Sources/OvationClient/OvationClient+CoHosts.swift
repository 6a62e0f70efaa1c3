public import OvationModel
public import OvationWire

/// Lives that are joined, and their battles.
extension OvationClient {
    /// Fetches the lives that a live is joined with, its battle, and for its owner the requests that wait.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func coHosts(of liveID: LiveID) async throws -> CoHostPage {
        try await request(.coHostList, room: liveID, onLoss: .resend)
    }

    /// Asks another live for a link.
    ///
    /// - Parameters:
    ///   - other: The live that is asked.
    ///   - liveID: The caller's own live.
    ///   - templateID: The layout that is wished, a number of the app.
    ///   - seconds: How long the request waits, 1 to 30; 0 for 30.
    ///   - extraInfo: The app's own text; nil for none.
    /// - Returns: Whether the live is asked, or why not.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func requestLink(
        with other: LiveID, from liveID: LiveID, templateID: Int? = nil, seconds: Int = 0, extraInfo: String? = nil
    ) async throws -> CoHostCode {
        let ask = CoHostAsk(liveID: other, templateID: templateID, seconds: seconds, extraInfo: extraInfo)
        return try await request(.coHostRequest(ask), room: liveID, as: CoHostAsked.self).code
    }

    /// Takes a request for a link back.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func cancelLinkRequest(to other: LiveID, from liveID: LiveID) async throws {
        try await change(.coHostCancel(CoHostCancel(liveID: other)), in: liveID)
    }

    /// Answers the request of another live. It returns once the live is in the link, or has said no.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func answerLinkRequest(of other: LiveID, in liveID: LiveID, isAccepted: Bool) async throws {
        try await change(.coHostAnswer(CoHostAnswer(liveID: other, isAccepted: isAccepted)), in: liveID)
    }

    /// Leaves the link, and the battle with it.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func leaveLink(of liveID: LiveID) async throws { try await change(.coHostExit, in: liveID) }

    /// Mutes the host of another live of the link for those in the caller's live, or lets the host be heard again. The other live is not
    /// told.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func muteHost(of other: LiveID, in liveID: LiveID, isMuted: Bool) async throws {
        try await change(.coHostMute(CoHostMute(liveID: other, isMuted: isMuted)), in: liveID)
    }

    /// Asks hosts of the link for a battle, or begins it at once.
    ///
    /// - Returns: The battle; its sides say what became of each host.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func requestBattle(_ ask: BattleAsk, in liveID: LiveID) async throws -> Battle {
        try await request(.battleRequest(ask), room: liveID, as: BattleAsked.self).battle
    }

    /// Takes requests for a battle back.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func cancelBattleRequest(_ battle: BattleID, to users: [UserID], in liveID: LiveID) async throws {
        try await change(.battleCancel(BattleCancel(battleID: battle, users: users)), in: liveID)
    }

    /// Answers the request for a battle.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func answerBattleRequest(_ battle: BattleID, in liveID: LiveID, isAccepted: Bool) async throws {
        try await change(.battleAnswer(BattleAnswer(battleID: battle, isAccepted: isAccepted)), in: liveID)
    }

    /// Leaves a battle. It goes on while two others are left.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func leaveBattle(_ battle: BattleID, in liveID: LiveID) async throws {
        try await change(.battleExit(BattleExit(battleID: battle)), in: liveID)
    }

    private func change(_ command: Command, in liveID: LiveID) async throws {
        _ = try await request(command, room: liveID, as: Empty.self)
    }
}
