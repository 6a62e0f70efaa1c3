public import OvationModel
public import OvationWire

/// Lives: entering, leaving, what they are and who is in them.
extension OvationClient {
    /// Creates a live and enters it as its owner; one's own live of that id goes on instead.
    ///
    /// - Returns: The membership and the snapshot, when both have come. The snapshot is told as an event too, before
    ///   this returns.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func createRoom(_ liveID: LiveID, settings: RoomSettings) async throws -> EnteredRoom {
        try await enter(liveID, .roomCreate(RoomCreate(liveID: liveID, settings: settings)))
    }

    /// Enters a live.
    ///
    /// - Returns: The membership and the snapshot, when both have come. The snapshot is told as an event too, before
    ///   this returns.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time. The client is
    ///   then not in it.
    public func joinRoom(_ liveID: LiveID) async throws -> EnteredRoom {
        try await enter(liveID, .roomJoin)
    }

    private func enter(_ liveID: LiveID, _ command: Command) async throws -> EnteredRoom {
        try await withCheckedThrowingContinuation { continuation in
            perform { core in core.enter(liveID, command) { continuation.resume(with: $0) } }
        }
    }

    /// Leaves a live.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func leaveRoom(_ liveID: LiveID) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            perform { core in
                core.submit(.roomLeave, room: liveID, onLoss: .fail) { outcome in
                    let result = outcome.result
                    switch result {
                    case .success: core.left(liveID)
                    case .failure(let rejection):
                        if rejection.code == .notMember || rejection.code == .roomNotFound { core.left(liveID) }
                    }
                    continuation.resume(with: result.map { _ in })
                }
            }
        }
    }

    /// Asks where to publish the picture of one's own live. The address holds for one connection, which has to begin soon.
    ///
    /// - Throws: `mediaNotRelayed` where the server carries no pictures, `ownerRequired` in somebody else's live, and what else the
    ///   server refuses it with; `networkUnavailable` where the connection was lost before the answer came.
    public func publishMedia(in liveID: LiveID) async throws -> MediaPublishing {
        try await request(.mediaPublish, room: liveID)
    }

    /// Ends one's own live. The event `roomEnded` is told to everybody in it, the owner too.
    ///
    /// - Returns: What the live has had.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func endRoom(_ liveID: LiveID) async throws -> RoomStatistics {
        try await request(.roomEnd, room: liveID)
    }

    /// Changes settings of a live.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func updateRoom(_ liveID: LiveID, _ settings: RoomSettings) async throws {
        _ = try await request(.roomUpdate(settings), room: liveID, as: Empty.self)
    }

    /// Reads metadata of a live.
    ///
    /// - Parameters:
    ///   - liveID: Which live.
    ///   - keys: Which; all where it is empty.
    /// - Returns: The values that there are, by key.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func metadata(of liveID: LiveID, keys: [String]) async throws -> [String: String] {
        let command = Command.roomMetadata(RoomMetadata(keys: keys.isEmpty ? nil : keys))
        return try await request(command, room: liveID, onLoss: .resend, as: MetadataPage.self).metaData
    }

    /// Changes metadata of a live.
    ///
    /// - Returns: What the server has after it.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func updateMetadata(
        of liveID: LiveID, set: [String: String], delete: [String]
    ) async throws -> [String: String] {
        let change = RoomMetadata(set: set.isEmpty ? nil : set, delete: delete.isEmpty ? nil : delete)
        return try await request(.roomMetadata(change), room: liveID, as: MetadataPage.self).metaData
    }

    /// A page of the list of lives.
    ///
    /// - Parameters:
    ///   - cursor: Where the page begins; empty for the first.
    ///   - count: How many, 1 to 50.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func rooms(cursor: String, count: Int) async throws -> RoomPage {
        try await request(.roomList(RoomList(cursor: cursor.isEmpty ? nil : cursor, count: count)), onLoss: .resend)
    }

    /// One live, whether one is in it or not.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func room(_ liveID: LiveID) async throws -> RoomListing {
        try await request(.roomInfo, room: liveID, onLoss: .resend)
    }

    /// A page of the viewers of a live.
    ///
    /// - Parameters:
    ///   - liveID: Which live.
    ///   - cursor: Where the page begins; empty for the first.
    ///   - count: How many, 1 to 200.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func audience(of liveID: LiveID, cursor: String, count: Int) async throws -> AudiencePage {
        let command = Command.audienceList(AudienceList(cursor: cursor.isEmpty ? nil : cursor, count: count))
        return try await request(command, room: liveID, onLoss: .resend)
    }

    /// Removes somebody from a live, who may come back.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func kick(_ user: UserID, from liveID: LiveID, reason: String?) async throws {
        let command = Command.audienceKick(AudienceKick(userID: user, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// Mutes somebody in a live, or lets them write again.
    ///
    /// - Parameters:
    ///   - muted: Whether they may no longer write.
    ///   - user: Who.
    ///   - liveID: In which live.
    ///   - seconds: For how long; nil for the rest of the live.
    ///   - reason: Why, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func setMuted(
        _ muted: Bool, user: UserID, in liveID: LiveID, seconds: Int64?, reason: String? = nil
    ) async throws {
        let command = Command.audienceMute(
            AudienceMute(userID: user, muted: muted, seconds: seconds, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// Removes somebody from a live, who may not come back, or lets them back.
    ///
    /// - Parameters:
    ///   - banned: Whether they may no longer enter.
    ///   - user: Who.
    ///   - liveID: From which live.
    ///   - seconds: For how long; nil for the rest of the live.
    ///   - reason: Why, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func setBanned(
        _ banned: Bool, user: UserID, in liveID: LiveID, seconds: Int64?, reason: String?
    ) async throws {
        let command = Command.audienceBan(AudienceBan(userID: user, banned: banned, seconds: seconds, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// A page of the moderation log of a live, newest first. For its owner and its administrators.
    ///
    /// - Parameters:
    ///   - liveID: Which live.
    ///   - cursor: Where the page begins; empty for the newest lines.
    ///   - count: How many lines, 1 to 100.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func moderationLog(of liveID: LiveID, cursor: String, count: Int) async throws -> ModerationPage {
        let command = Command.audienceLog(AudienceLog(cursor: cursor.isEmpty ? nil : cursor, count: count))
        return try await request(command, room: liveID, onLoss: .resend)
    }

    /// Makes somebody an administrator of a live, or takes the office away.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func setAdmin(_ isAdmin: Bool, user: UserID, in liveID: LiveID) async throws {
        let command = Command.audienceAdmin(AudienceAdmin(userID: user, isAdmin: isAdmin))
        _ = try await request(command, room: liveID, as: Empty.self)
    }
}
