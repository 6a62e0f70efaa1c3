import Logging
public import Observation
public import OvationModel
import OvationWire

/// A live that a user is in, or is about to enter. Its properties are what an app shows, its methods are what the user can do, and
/// ``events()`` is what happens.
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
/// The properties follow the live by themselves, also across lost connections. A view that reads a property is drawn again when that
/// property changes. When a command returns or an event is delivered, the properties already have the change. Commands throw `Rejection`
/// and nothing else. Cancelling the task that waits for a command does not undo the command.
///
/// An app needs one `LiveRoom` for each live, and a client may be in several lives. Releasing a room does not leave the live: call
/// ``leave()``. Use a room on the main actor. Only ``events()`` may be read anywhere.
@available(iOS 17, tvOS 17, *)
@MainActor
@Observable
public final class LiveRoom {
    /// The id of the live.
    public let liveID: LiveID
    /// The client, which has the login and everything that does not belong to one live.
    public let client: OvationClient
    /// The limits on what the room keeps.
    public let limits: LiveRoomLimits

    /// Whether the user is in the live, and the reason if they no longer are. The other properties keep their last values when it is over.
    public internal(set) var status = LiveRoomStatus.outside
    /// The state of the client's connection to its server.
    public internal(set) var connection = ConnectionState.disconnected
    /// The live's title, announcement, owner, settings and the app's own fields; nil before the user has entered.
    public internal(set) var info: RoomInfo?
    /// The user's role in the live; nil before the user has entered.
    public internal(set) var role: Role?
    /// The user's mute, with its end and its reason; nil if the user is not muted. `info.isMessageDisable` mutes everybody.
    public internal(set) var mute: LiveMute?
    /// The viewers in the order in which they entered, at most `limits.viewersMax`, without the owner. In a large live these are the first
    /// viewers, or those of the last ``fetchViewers()``, and a sample of those who entered since.
    public internal(set) var viewers: [UserInfo] = []
    /// The number of viewers, without the owner.
    public internal(set) var viewerCount = 0
    /// The administrators of the live.
    public internal(set) var administrators: [UserInfo] = []
    /// The users who are muted. For the owner and administrators the list is complete after ``fetchViewers()``. Others see only mutes that
    /// happened while they watched.
    public internal(set) var mutedUsers: [UserInfo] = []
    /// The last messages, oldest first, at most `limits.messagesMax`. They include messages from before the user entered, and tips.
    public internal(set) var messages: [LiveMessage] = []
    /// The pinned messages, the latest last.
    public internal(set) var pinned: [PinnedBarrage] = []
    /// The number of likes that the live has received.
    public internal(set) var likeCount = 0
    /// The totals of the live: viewers, gifts, coins, likes, messages, duration.
    public internal(set) var statistics = RoomStatistics()
    /// The three users who sent most gifts in the live, in order.
    public internal(set) var topSenders: [BoardRow] = []
    /// The gift panel by category; empty before ``fetchGifts(language:)``. After that it follows the app's catalogue.
    public internal(set) var giftCategories: [GiftCategory] = []
    /// The user's coins; nil until ``fetchBalance()``, an order or a change of the wallet brings the number.
    public internal(set) var balance: Coins?

    let feed: LiveRoomFeed
    /// The language that the panel was fetched in; nil if it was not fetched.
    @ObservationIgnored var panelLanguage: String??
    @ObservationIgnored var hasFetchedViewers = false
    /// The subscriptions by topic; nil while a subscription is being made.
    @ObservationIgnored var topics: [TopicName: TopicSubscription?] = [:]

    /// Makes a room without entering the live. It follows the client from now on. Call ``join()`` or ``create(_:)`` to enter.
    ///
    /// - Parameters:
    ///   - liveID: The id of the live.
    ///   - client: A client, logged in or not yet.
    ///   - limits: The limits on what the room keeps.
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

    /// Returns the events from this call on, as a sequence for one consumer. Call it once for each consumer: every sequence has all events.
    ///
    /// The sequence ends with ``LiveRoomEvent/over(_:)``, or when the room is deallocated. If a consumer falls `limits.eventsWaitingMax`
    /// events behind, events are dropped, messages and likes before gifts and moderation. ``LiveRoomEvent/missed(_:)`` tells how many.
    public nonisolated func events() -> LiveRoomEvents { feed.subscribe() }

    // MARK: - Entering and leaving

    /// Enters the live. It returns when the properties show the live. It returns at once if the user is already in it.
    ///
    /// - Throws: `notLoggedIn` before a login, `repeatedOperation` while another call enters the live, `roomNotFound`, `memberBanned`,
    ///   `roomFull` or another refusal of the server, or `networkUnavailable` if no answer came in time.
    public func join() async throws(Rejection) {
        if status == .inside { return }
        try await enter { client, liveID in try await client.joinRoom(liveID) }
    }

    /// Creates the live and enters it as its owner. If the user already owns a live with this id, that live continues.
    ///
    /// - Parameter settings: The settings of the live. Fields that are nil have their defaults.
    /// - Throws: `repeatedOperation` while the user is in the live, `roomIDOccupied` if another user owns it, or the same errors as
    ///   ``join()``.
    public func create(_ settings: RoomSettings = RoomSettings()) async throws(Rejection) {
        try await enter { client, liveID in try await client.createRoom(liveID, settings: settings) }
    }

    /// Enters a meeting, and creates it if it does not exist. See ``OvationClient/enterMeeting(_:)``.
    ///
    /// - Throws: The same errors as ``join()``.
    public func enterMeeting() async throws(Rejection) {
        if status == .inside { return }
        try await enter { client, liveID in try await client.enterMeeting(liveID) }
    }

    /// Leaves the live. If the owner leaves, the live continues until they end it, or until they have been away for the server's
    /// `limits.ownerAbsenceSeconds` (300 by default).
    ///
    /// - Throws: `notInRoom` if the user is not in the live, or `networkUnavailable` if the connection was lost before the answer came.
    public func leave() async throws(Rejection) {
        guard status == .inside else { throw Rejection(.notInRoom) }
        do throws(Rejection) {
            try await ask { client, liveID in try await client.leaveRoom(liveID) }
        } catch {
            // The user is already outside, as the caller wanted.
            guard error.code == .notMember || error.code == .roomNotFound else { throw error }
        }
        feed.change { $0.end(.left) }
        feed.show()
    }

    /// Ends the live for everybody. Only its owner may do so.
    ///
    /// - Returns: The totals of the live.
    /// - Throws: `notInRoom` if the user is not in the live, `ownerRequired` if they are not its owner, or `networkUnavailable` if the
    ///   connection was lost before the answer came.
    @discardableResult
    public func end() async throws(Rejection) -> RoomStatistics {
        guard status == .inside else { throw Rejection(.notInRoom) }
        let statistics = try await ask { client, liveID in try await client.endRoom(liveID) }
        // The event usually comes before this answer.
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

    // MARK: - Working with the client

    /// Sends a command through the client, and then shows everything that happened before the answer came.
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

    /// Fetches what the events did not say, after a long connection loss or a change of the catalogue.
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

    /// Copies a state into the properties. It sets only those that differ, so that no view is drawn again without need.
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
        set(\.pinned, state.pinned)
        set(\.likeCount, state.statistics.numbers.totalLikesReceived)
        set(\.statistics, state.statistics.numbers)
        set(\.topSenders, state.topSenders)
        set(\.balance, state.balance)
        if case .over = state.status { topics = [:] }
    }
}

@available(iOS 17, tvOS 17, *)
extension OvationClient {
    /// Enters a live. See ``LiveRoom/join()``.
    ///
    /// - Parameters:
    ///   - liveID: The id of the live.
    ///   - limits: The limits on what the room keeps.
    /// - Returns: The room of the live, which the user is now in.
    /// - Throws: The same errors as ``LiveRoom/join()``.
    @MainActor
    public func joinLiveRoom(_ liveID: LiveID, limits: LiveRoomLimits = LiveRoomLimits()) async throws(Rejection)
        -> LiveRoom
    {
        let room = LiveRoom(liveID, client: self, limits: limits)
        try await room.join()
        return room
    }
}
