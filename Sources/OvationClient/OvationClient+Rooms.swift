public import OvationModel
public import OvationWire

/// Lives: entering and leaving, settings, lists, viewers and moderation.
extension OvationClient {
    /// Creates a live and enters it as its owner. If the user already owns a live with this id, that live continues.
    ///
    /// - Returns: The membership and the snapshot, once both have arrived. Handlers get the snapshot as an event too, before this returns.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func createRoom(_ liveID: LiveID, settings: RoomSettings) async throws -> EnteredRoom {
        try await enter(liveID, .roomCreate(RoomCreate(liveID: liveID, settings: settings)))
    }

    /// Enters a live.
    ///
    /// - Returns: The membership and the snapshot, once both have arrived. Handlers get the snapshot as an event too, before this returns.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time. The user is then not in the live.
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
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
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

    /// Asks for the address at which to publish the picture of the user's own live. The address is valid for one connection, which has to
    /// begin soon.
    ///
    /// - Throws: `mediaNotRelayed` if the server carries no pictures, `ownerRequired` in another user's live, any other refusal of the
    ///   server, or `networkUnavailable` if the connection was lost before the answer came.
    public func publishMedia(in liveID: LiveID) async throws -> MediaPublishing {
        try await request(.mediaPublish, room: liveID)
    }

    /// Asks for a ticket with which the user uploads one picture, for the cover of a live: a `POST` of its bytes to the address. The answer
    /// to that has the picture's own address.
    ///
    /// - Throws: `uploadsOff` if the server takes no files, `uploadsTooFrequent`, or `networkUnavailable` if the connection was lost before
    ///   the answer came.
    public func uploadTicket() async throws -> FileUploading {
        try await request(.fileTicket, onLoss: .resend)
    }

    /// Asks where to test the uplink: a `POST` of bytes to the address, which the server counts and throws away. The time that they take
    /// says which quality of a picture can be sent.
    ///
    /// - Throws: `mediaNotRelayed` if the server carries no pictures, `uplinkTestsTooFrequent` if the user tested a moment ago, or
    ///   `networkUnavailable` if the connection was lost before the answer came.
    public func uplinkTest() async throws -> UplinkTesting {
        try await request(.mediaTest)
    }

    /// Asks how to publish the picture of the user's own live with an encoder such as OBS, and what became of those who tried.
    ///
    /// The answer has the stream key, which lets anybody publish until it is made anew.
    ///
    /// - Throws: `ownerRequired` in another user's live, any other refusal of the server, or `networkUnavailable` if the connection was
    ///   lost before the answer came.
    public func encoderSetup(in liveID: LiveID) async throws -> EncoderSetup {
        try await request(.mediaEncoder, room: liveID)
    }

    /// Ends the user's own live. Everybody in it gets the event `roomEnded`, the owner too.
    ///
    /// - Returns: The totals of the live.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func endRoom(_ liveID: LiveID) async throws -> RoomStatistics {
        try await request(.roomEnd, room: liveID)
    }

    /// Fetches what the user has earned by the gifts of their own live, while it is on or after its end.
    ///
    /// A gift that was refunded counts, as it does in the other totals of a live.
    ///
    /// - Parameters:
    ///   - liveID: The live.
    ///   - sessionID: A start of the live; nil for the latest one.
    /// - Returns: The start and the coins; no coins where they are not known, for a start with gifts from before an update of the server.
    /// - Throws: `ownerRequired` for another user's live, `roomNotFound` if there was no such start, or `networkUnavailable` if no answer
    ///   came in time.
    public func earnings(of liveID: LiveID, in sessionID: LiveSessionID? = nil) async throws -> EarnedCoins {
        try await request(.roomEarnings(RoomEarnings(sessionID: sessionID)), room: liveID, onLoss: .resend)
    }

    /// Changes settings of a live.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func updateRoom(_ liveID: LiveID, _ settings: RoomSettings) async throws {
        _ = try await request(.roomUpdate(settings), room: liveID, as: Empty.self)
    }

    /// Fetches metadata of a live.
    ///
    /// - Parameters:
    ///   - liveID: The live.
    ///   - keys: The keys to fetch; empty for all.
    /// - Returns: The values by key. Keys without a value are missing.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func metadata(of liveID: LiveID, keys: [String]) async throws -> [String: String] {
        let command = Command.roomMetadata(RoomMetadata(keys: keys.isEmpty ? nil : keys))
        return try await request(command, room: liveID, onLoss: .resend, as: MetadataPage.self).metaData
    }

    /// Changes metadata of a live.
    ///
    /// - Returns: All metadata after the change.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func updateMetadata(
        of liveID: LiveID, set: [String: String], delete: [String]
    ) async throws -> [String: String] {
        let change = RoomMetadata(set: set.isEmpty ? nil : set, delete: delete.isEmpty ? nil : delete)
        return try await request(.roomMetadata(change), room: liveID, as: MetadataPage.self).metaData
    }

    /// Fetches a page of the list of lives.
    ///
    /// - Parameters:
    ///   - cursor: The position where the page begins; empty for the first page.
    ///   - count: The number of lives in the page, 1 to 50.
    ///   - search: Words that have to stand in the title or in the host's name, at most 100 bytes; nil for all lives.
    ///   - category: The category that the lives have to be in; nil for all.
    ///   - kind: The kind that the lives have to be of; nil for both.
    /// - Returns: The page. With a search, a category or a kind it may be short, or empty, and have others behind it: its `cursor` says so.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func rooms(
        cursor: String, count: Int, search: String? = nil, category: Int? = nil, kind: LiveKind? = nil
    ) async throws -> RoomPage {
        let list = RoomList(
            cursor: cursor.isEmpty ? nil : cursor, count: count, search: search, category: category, kind: kind)
        return try await request(.roomList(list), onLoss: .resend)
    }

    /// Fetches one live. The user need not be in it.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func room(_ liveID: LiveID) async throws -> RoomListing {
        try await request(.roomInfo, room: liveID, onLoss: .resend)
    }

    /// Fetches a page of a live's viewers.
    ///
    /// - Parameters:
    ///   - liveID: The live.
    ///   - cursor: The position where the page begins; empty for the first page.
    ///   - count: The number of viewers in the page, 1 to 200.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func audience(of liveID: LiveID, cursor: String, count: Int) async throws -> AudiencePage {
        let command = Command.audienceList(AudienceList(cursor: cursor.isEmpty ? nil : cursor, count: count))
        return try await request(command, room: liveID, onLoss: .resend)
    }

    /// Removes a user from a live. They may come back.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func kick(_ user: UserID, from liveID: LiveID, reason: String?) async throws {
        let command = Command.audienceKick(AudienceKick(userID: user, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// Mutes a user in a live, or lets them write again.
    ///
    /// - Parameters:
    ///   - muted: Whether to mute the user.
    ///   - user: The user.
    ///   - liveID: The live.
    ///   - seconds: The duration in seconds; nil for the rest of the live.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func setMuted(
        _ muted: Bool, user: UserID, in liveID: LiveID, seconds: Int64?, reason: String? = nil
    ) async throws {
        let command = Command.audienceMute(
            AudienceMute(userID: user, muted: muted, seconds: seconds, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// Bans a user from a live, who is removed and may not come back, or lifts the ban.
    ///
    /// - Parameters:
    ///   - banned: Whether to ban the user.
    ///   - user: The user.
    ///   - liveID: The live.
    ///   - seconds: The duration in seconds; nil for the rest of the live.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func setBanned(
        _ banned: Bool, user: UserID, in liveID: LiveID, seconds: Int64?, reason: String?
    ) async throws {
        let command = Command.audienceBan(AudienceBan(userID: user, banned: banned, seconds: seconds, reason: reason))
        _ = try await request(command, room: liveID, as: Empty.self)
    }

    /// Fetches a page of a live's moderation log, newest lines first. Only the owner and administrators may read it.
    ///
    /// - Parameters:
    ///   - liveID: The live.
    ///   - cursor: The position where the page begins; empty for the newest lines.
    ///   - count: The number of lines, 1 to 100.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func moderationLog(of liveID: LiveID, cursor: String, count: Int) async throws -> ModerationPage {
        let command = Command.audienceLog(AudienceLog(cursor: cursor.isEmpty ? nil : cursor, count: count))
        return try await request(command, room: liveID, onLoss: .resend)
    }

    /// Fetches the words that a live looks for in texts of its viewers, oldest first. Only the owner and administrators may read them.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func words(of liveID: LiveID) async throws -> [FilterWord] {
        try await request(.roomWords(RoomWords()), room: liveID, onLoss: .resend, as: RoomWordList.self).words
    }

    /// Changes the words that a live looks for in texts of its viewers. Only the owner and administrators may do so.
    ///
    /// The change is made to the list as the server has it, so two moderators lose nothing of each other's.
    ///
    /// - Parameters:
    ///   - add: Words to look for from now on. One that is in the list already takes the place of the older one.
    ///   - remove: Words to look for no longer, as they stand in the list. One that is not there makes no difference.
    ///   - liveID: The live.
    /// - Returns: All words of the live after the change, oldest first.
    /// - Throws: `wordListInvalid` if the list would break a limit, and then nothing of it changed; another refusal of the server; or
    ///   `networkUnavailable` if the connection was lost before the answer came.
    @discardableResult
    public func changeWords(
        add: [FilterWord] = [], remove: [String] = [], in liveID: LiveID
    ) async throws -> [FilterWord] {
        let added = add.map { RoomWords.Word($0.text, action: $0.action, wholeWord: $0.wholeWord) }
        let change = RoomWords(add: added.isEmpty ? nil : added, remove: remove.isEmpty ? nil : remove)
        return try await request(.roomWords(change), room: liveID, as: RoomWordList.self).words
    }

    /// Makes a user an administrator of a live, or an ordinary viewer again.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func setAdmin(_ isAdmin: Bool, user: UserID, in liveID: LiveID) async throws {
        let command = Command.audienceAdmin(AudienceAdmin(userID: user, isAdmin: isAdmin))
        _ = try await request(command, room: liveID, as: Empty.self)
    }
}
