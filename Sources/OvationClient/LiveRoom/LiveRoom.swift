import Logging
public import Observation
public import OvationModel
import OvationWire

/// A live that a user is in, or is about to enter: what an app shows of it, what the user can do in it, and what happens in it.
///
/// ```swift
/// let room = try await client.joinLiveRoom(liveID)
/// try await room.send("Hello")
/// try await room.sendGift(giftID)
/// for await event in room.events() {
///     if case .gift(let gift) = event { print("\(gift.sender.userName) sent \(gift.gift.name) x \(gift.count)") }
/// }
/// ```
///
/// The properties follow the live by themselves, also over lost connections, and a view that reads one is drawn again when that one
/// changes. When a command returns, or an event is told, the properties have what it changed. Commands throw `Rejection` and nothing
/// else. Those that wait for each other run in that order; to cancel the task that waits for one does not take it back.
///
/// A live needs one `LiveRoom` in an app, and a client may be in several lives. A room that is let go of is not left: that is
/// ``leave()``. Everything is used on the main actor; ``events()`` may be read anywhere.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class LiveRoom {
    /// Which live.
    public let liveID: LiveID
    /// The client that is logged in, and that knows what is not of one live.
    public let client: OvationClient
    /// How much is kept.
    public let limits: LiveRoomLimits

    /// Whether the user is in the live, and why not any more. What the live was stays in the other properties when it is over.
    public internal(set) var status = LiveRoomStatus.outside
    /// How the client stands with its server.
    public internal(set) var connection = ConnectionState.disconnected
    /// What the live is: title, announcement, owner, settings, the app's own fields; nil before one has entered.
    public internal(set) var info: RoomInfo?
    /// What the user is in the live; nil before one has entered.
    public internal(set) var role: Role?
    /// Whether the user may not write, until when and why; nil where they may. `info.isMessageDisable` mutes everybody.
    public internal(set) var mute: LiveMute?
    /// Viewers in the order in which they entered, at most `limits.viewersMax`; the owner is not among them. In a large live these are
    /// the first ones, or those of ``fetchViewers()``, and a sample of those who entered since.
    public internal(set) var viewers: [UserInfo] = []
    /// How many viewers there are, the owner not counted.
    public internal(set) var viewerCount = 0
    /// The administrators of the live.
    public internal(set) var administrators: [UserInfo] = []
    /// Who may not write. Owner and administrators know it from ``fetchViewers()`` on, others as far as it happened while they watched.
    public internal(set) var mutedUsers: [UserInfo] = []
    /// The last messages, those from before one entered and tips among them; in the order of the live, oldest first, at most
    /// `limits.messagesMax`.
    public internal(set) var messages: [LiveMessage] = []
    /// How many likes the live has.
    public internal(set) var likeCount = 0
    /// What the live has had: viewers, gifts, coins, likes, messages, time.
    public internal(set) var statistics = RoomStatistics()
    /// The three who sent most gifts in the live, most first.
    public internal(set) var topSenders: [BoardRow] = []
    /// The gift panel, category by category; empty before ``fetchGifts(language:)``. It then follows the app's catalogue.
    public internal(set) var giftCategories: [GiftCategory] = []
    /// The coins of the user; nil before ``fetchBalance()``, an order or a change has told them.
    public internal(set) var balance: Coins?

    let feed: LiveRoomFeed
    /// In which language the panel was fetched; nil where it was not fetched.
    @ObservationIgnored var panelLanguage: String??
    @ObservationIgnored var hasFetchedViewers = false
    /// The topics that are listened to; nil for one that is on its way.
    @ObservationIgnored var topics: [TopicName: TopicSubscription?] = [:]

    /// Makes the room of a live, outside of it. It hears the client from now on; ``join()`` or ``create(_:)`` enters it.
    ///
    /// - Parameters:
    ///   - liveID: Which live.
    ///   - client: A client, logged in or not yet.
    ///   - limits: How much is kept.
    public init(_ liveID: LiveID, client: OvationClient, limits: LiveRoomLimits = LiveRoomLimits()) {
        self.liveID = liveID
        self.client = client
        self.limits = limits
        feed = LiveRoomFeed(liveID, of: client, limits: limits)
        connection = client.connectionState
        feed.begin(
            show: { [weak self] state in self?.show(state) },
            catchUp: { [weak self] work in await self?.catchUp(work) })
    }

    deinit { feed.close() }

    /// What happens from this call on, as a sequence for one consumer. Call it once for each consumer; each sequence has every event.
    ///
    /// The sequence ends with ``LiveRoomEvent/over(_:)``, or when nothing holds the room any more. A consumer that falls
    /// `limits.eventsWaitingMax` events behind is told how many it missed, by ``LiveRoomEvent/missed(_:)``; messages and likes go before
    /// gifts and moderation.
    public nonisolated func events() -> LiveRoomEvents { feed.subscribe() }

    // MARK: - Entering and leaving

    /// Enters the live. Returns when the properties show it; at once where the user is in it.
    ///
    /// - Throws: `notLoggedIn` before a login, `repeatedOperation` while it is being entered, `roomNotFound`, `memberBanned`, `roomFull`
    ///   and what else the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func join() async throws(Rejection) {
        if status == .inside { return }
        try await enter { client, liveID in try await client.joinRoom(liveID) }
    }

    /// Creates the live and enters it as its owner; one's own live of that id goes on instead.
    ///
    /// - Parameter settings: What it is like; fields that are nil have their defaults.
    /// - Throws: `repeatedOperation` while the user is in it, `roomIDOccupied` where it is another's, and as ``join()``.
    public func create(_ settings: RoomSettings = RoomSettings()) async throws(Rejection) {
        try await enter { client, liveID in try await client.createRoom(liveID, settings: settings) }
    }

    /// Enters a meeting, and makes one where there is none; see ``OvationClient/enterMeeting(_:)``.
    ///
    /// - Throws: As ``join()``.
    public func enterMeeting() async throws(Rejection) {
        if status == .inside { return }
        try await enter { client, liveID in try await client.enterMeeting(liveID) }
    }

    /// Leaves the live. A live that its owner leaves goes on: until they end it, or until they have been away for
    /// `limits.ownerAbsenceSeconds` of the server (300 by default).
    ///
    /// - Throws: `notInRoom` outside of it; `networkUnavailable` where the connection was lost before the answer came.
    public func leave() async throws(Rejection) {
        guard status == .inside else { throw Rejection(.notInRoom) }
        do throws(Rejection) {
            try await ask { client, liveID in try await client.leaveRoom(liveID) }
        } catch {
            // Which is what was wanted.
            guard error.code == .notMember || error.code == .roomNotFound else { throw error }
        }
        feed.change { $0.end(.left) }
        feed.show()
    }

    /// Ends the live for everybody; its owner may.
    ///
    /// - Returns: What the live has had.
    /// - Throws: `notInRoom` outside of it, `ownerRequired` for others; `networkUnavailable` where the connection was lost before the
    ///   answer came.
    @discardableResult
    public func end() async throws(Rejection) -> RoomStatistics {
        guard status == .inside else { throw Rejection(.notInRoom) }
        let statistics = try await ask { client, liveID in try await client.endRoom(liveID) }
        // As a rule the event came first.
        feed.change { $0.end(.ended(RoomEnded(reason: .endedByHost, message: "", statistics: statistics))) }
        feed.show()
        return statistics
    }

    private func enter(
        _ command: @Sendable (OvationClient, LiveID) async throws -> EnteredRoom
    ) async throws(Rejection) {
        guard let user = client.session?.user.userID else { throw Rejection(.notLoggedIn) }
        try feed.change { state throws(Rejection) in try state.beginEntering(as: user) }
        feed.show()
        do throws(Rejection) {
            let entered = try await ask(command)
            try feed.change { state throws(Rejection) in try state.entered(entered.membership) }
        } catch {
            feed.change { state in
                state.enteringFailed()
                return LiveRoomState.Outcome()
            }
            feed.show()
            throw error
        }
        feed.show()
    }

    // MARK: - What the client does for it

    /// Asks the client, and shows what happened before the answer came.
    func ask<Answer: Sendable>(
        _ command: @Sendable (OvationClient, LiveID) async throws -> Answer
    ) async throws(Rejection) -> Answer {
        defer { feed.show() }
        do {
            return try await command(client, liveID)
        } catch let rejection as Rejection {
            throw rejection
        } catch {
            throw Rejection(.failed, "\(error)")
        }
    }

    /// Asks for what events did not tell: after a connection that was lost for long, and where the catalogue changed.
    private func catchUp(_ work: LiveRoomState.Work) async {
        do throws(Rejection) {
            if work.contains(.panel), let language = panelLanguage { try await fetchGifts(language: language) }
            if work.contains(.wallet), balance != nil { try await fetchBalance() }
            if work.contains(.audience), hasFetchedViewers, status == .inside { try await fetchViewers() }
        } catch {
            client.configuration.logger.debug(
                "a live was not caught up with", metadata: ["error.code": "\(error.code)"])
        }
    }

    /// Takes over a state. What is the same is not set, so that no view is drawn again for it.
    private func show(_ state: LiveRoomState) {
        func set<Value: Equatable>(_ path: ReferenceWritableKeyPath<LiveRoom, Value>, _ value: Value) {
            if self[keyPath: path] != value { self[keyPath: path] = value }
        }
        set(\.status, state.status)
        set(\.connection, state.connection)
        set(\.info, state.info)
        set(\.role, state.role)
        set(\.mute, state.mute)
        set(\.viewers, state.roster.viewers)
        set(\.viewerCount, state.roster.count)
        set(\.administrators, state.roster.administrators)
        set(\.mutedUsers, state.roster.muted)
        set(\.messages, state.messages.messages)
        set(\.likeCount, state.statistics.numbers.totalLikesReceived)
        set(\.statistics, state.statistics.numbers)
        set(\.topSenders, state.topSenders)
        set(\.balance, state.balance)
        if case .over = state.status { topics = [:] }
    }
}

@available(iOS 17, tvOS 17, *)
extension OvationClient {
    /// Enters a live; see ``LiveRoom/join()``.
    ///
    /// - Parameters:
    ///   - liveID: Which live.
    ///   - limits: How much is kept of it.
    /// - Returns: The live, entered.
    /// - Throws: As ``LiveRoom/join()``.
    @MainActor
    public func joinLiveRoom(_ liveID: LiveID, limits: LiveRoomLimits = LiveRoomLimits()) async throws(Rejection)
        -> LiveRoom
    {
        let room = LiveRoom(liveID, client: self, limits: limits)
        try await room.join()
        return room
    }
}
