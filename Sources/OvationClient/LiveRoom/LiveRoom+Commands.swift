public import OvationModel
public import OvationWire

// MARK: - What viewers say and give

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Sends a text. It comes back in ``messages``, like everybody's.
    ///
    /// - Parameters:
    ///   - text: At most 2,048 bytes.
    ///   - extensionInfo: Fields of the app's own that travel with it.
    /// - Throws: `memberMuted` and `roomMuted` for who may not write, `frequencyLimited` where it was dropped because too much is being
    ///   said, and what else the server refuses it with; `networkUnavailable` where the connection was lost before the answer came.
    public func send(_ text: String, extensionInfo: [String: String]? = nil) async throws(Rejection) {
        try await send(BarrageSend(text: text, extensionInfo: extensionInfo))
    }

    /// Sends data of the app's own. It comes back in ``messages``.
    ///
    /// - Parameters:
    ///   - data: The content, as a rule JSON; at most 2,048 bytes.
    ///   - businessID: What kind of data it is.
    /// - Throws: As ``send(_:extensionInfo:)``.
    public func send(data: String, businessID: String) async throws(Rejection) {
        try await send(BarrageSend(businessID: businessID, data: data))
    }

    private func send(_ barrage: BarrageSend) async throws(Rejection) {
        let accepted = try await ask { client, liveID in try await client.sendBarrage(barrage, in: liveID) }
        try accepted.requireDelivered()
    }

    /// Adds a message to ``messages`` that only this device sees, after all that is there.
    public func append(tip: Barrage) {
        feed.change { state in
            state.append(tip: tip)
            return LiveRoomState.Outcome()
        }
        feed.show()
    }

    /// Likes the live. An app gathers taps and sends them together every few seconds.
    ///
    /// - Parameter count: How many, 1 to 1,000.
    /// - Throws: `likesDisabled`, and what else the server refuses it with; `networkUnavailable` where the connection was lost before the
    ///   answer came.
    public func like(_ count: Int = 1) async throws(Rejection) {
        try await ask { client, liveID in try await client.like(count, in: liveID) }
    }

    /// Fetches the gift panel into ``giftCategories``. From then on it follows the app's catalogue by itself.
    ///
    /// - Parameter language: For instance `en` or `zh-Hans`; nil for the default texts.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func fetchGifts(language: String? = nil) async throws(Rejection) {
        let categories = try await ask { client, _ in try await client.gifts(language: language) }
        panelLanguage = .some(language)
        if giftCategories != categories { giftCategories = categories }
    }

    /// Sends a gift. Charged at most once, whatever happens to the connection, to the app or to the server: the order is kept on the
    /// device before it is sent, and repeated under the same id until the server answers.
    ///
    /// Returns when it is charged. It is shown when everybody is told, by ``LiveRoomEvent/gift(_:)``.
    ///
    /// - Parameters:
    ///   - giftID: Which gift.
    ///   - count: How many each receiver gets, 1 to 9,999.
    ///   - receivers: Who gets it; empty for the owner of the live.
    ///   - orderID: The id of the order; nil for a new one. The same id is charged once.
    /// - Returns: What was charged, and what is left.
    /// - Throws: `insufficientBalance`, `giftNotFound`, `giftRefusedByBilling` and what else the server refuses it with: nothing was
    ///   charged. `outcomeUnknown` where no decision came in time: do not order the same gift again before
    ///   ``LiveRoomEvent/orderSettled(_:_:)`` tells it. See ``OvationClient/sendGift(_:count:to:in:orderID:)``.
    @discardableResult
    public func sendGift(
        _ giftID: GiftID, count: Int = 1, to receivers: [UserID] = [], orderID: OrderID? = nil
    ) async throws(Rejection) -> GiftCharged {
        let charged = try await ask { client, liveID in
            try await client.sendGift(giftID, count: count, to: receivers, in: liveID, orderID: orderID)
        }
        feed.change { state in
            state.charged(charged)
            return LiveRoomState.Outcome()
        }
        feed.show()
        return charged
    }

    /// Fetches the coins of the user into ``balance``. From then on it follows by itself.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func fetchBalance() async throws(Rejection) {
        told(try await ask { client, _ in try await client.wallet() })
    }

    /// Has coins made for the user's wallet. Only a server with `--dev` does so.
    ///
    /// - Parameter coins: How many, 1 to 1,000,000.
    /// - Throws: `topUpRefused` by any other server; `networkUnavailable` where there was no answer in time, and then the coins may come
    ///   yet.
    public func topUp(_ coins: Coins) async throws(Rejection) {
        told(try await ask { client, _ in try await client.topUp(coins) })
    }

    private func told(_ wallet: Wallet) {
        feed.change { state in
            state.told(wallet)
            return LiveRoomState.Outcome()
        }
        feed.show()
    }

    /// Fetches a board: who sent most gifts, or who was given most. The first three of the live are in ``topSenders`` without it.
    ///
    /// - Parameters:
    ///   - kind: Whom it ranks. A live has a board of senders only.
    ///   - period: Which gifts it counts.
    ///   - count: How many places, 1 to 100.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func board(
        _ kind: BoardKind = .senders, _ period: BoardPeriod = .live, count: Int = 20
    ) async throws(Rejection) -> BoardPage {
        try await ask { client, liveID in
            try await client.board(kind, period, in: period == .live ? liveID : nil, count: count)
        }
    }
}

// MARK: - What the live is

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Changes settings of the live; owner and administrators may. ``info`` follows with the server's event.
    ///
    /// - Parameter settings: Fields that are nil are left as they are.
    /// - Throws: `adminRequired` for others, and what else the server refuses it with; `networkUnavailable` where the connection was lost
    ///   before the answer came.
    public func update(_ settings: RoomSettings) async throws(Rejection) {
        try await ask { client, liveID in try await client.updateRoom(liveID, settings) }
    }

    /// Reads metadata of the live from the server. What everybody in it knows is in ``info`` without it.
    ///
    /// - Parameter keys: Which; all where it is empty.
    /// - Returns: The values that there are, by key.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func metadata(keys: [String] = []) async throws(Rejection) -> [String: String] {
        try await ask { client, liveID in try await client.metadata(of: liveID, keys: keys) }
    }

    /// Changes metadata of the live; owner and administrators may, and the last write wins. ``info`` has it when this returns.
    ///
    /// - Parameters:
    ///   - set: Values by key; keys that are not in it stay.
    ///   - delete: Keys that go.
    /// - Throws: `metadataKeysExceeded` and the like beyond the limits of `RoomInfo.metaData`, and what else the server refuses it with;
    ///   `networkUnavailable` where the connection was lost before the answer came.
    public func updateMetadata(set: [String: String] = [:], delete: [String] = []) async throws(Rejection) {
        let all = try await ask { client, liveID in
            try await client.updateMetadata(of: liveID, set: set, delete: delete)
        }
        feed.change { state in
            state.updated(metaData: all)
            return LiveRoomState.Outcome()
        }
        feed.show()
    }
}

// MARK: - Who watches

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Fetches who watches into ``viewers``, at most `limits.viewersMax`; for owner and administrators who is muted too. Between two calls
    /// the properties follow the events of the live.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func fetchViewers() async throws(Rejection) {
        let max = limits.viewersMax
        feed.change { state in
            state.beginFetchingAudience()
            return LiveRoomState.Outcome()
        }
        do throws(Rejection) {
            let (viewers, page) = try await ask { client, liveID in
                try await client.wholeAudience(of: liveID, max: max)
            }
            hasFetchedViewers = true
            feed.change { state in
                state.fetched(viewers, page)
                return LiveRoomState.Outcome()
            }
            feed.show()
        } catch {
            feed.change { state in
                state.giveUpFetchingAudience()
                return LiveRoomState.Outcome()
            }
            throw error
        }
    }

    /// Makes somebody an administrator of the live, or takes the office away; its owner may.
    ///
    /// - Throws: `ownerRequired` for others, `tooManyAdmins` where there are five already, and what else the server refuses it with;
    ///   `networkUnavailable` where the connection was lost before the answer came.
    public func setAdministrator(_ isAdministrator: Bool, _ user: UserID) async throws(Rejection) {
        try await ask { client, liveID in try await client.setAdmin(isAdministrator, user: user, in: liveID) }
    }

    /// Removes somebody, who may come back; owner and administrators may.
    ///
    /// - Parameters:
    ///   - user: Who.
    ///   - reason: Why, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: `adminRequired` for a viewer, `permissionDenied` for a target of the same or a higher rank, and what else the server
    ///   refuses it with; `networkUnavailable` where the connection was lost before the answer came.
    public func kick(_ user: UserID, reason: String? = nil) async throws(Rejection) {
        try await ask { client, liveID in try await client.kick(user, from: liveID, reason: reason) }
    }

    /// Mutes somebody, even if they leave and come back, or lets them write again; owner and administrators may.
    ///
    /// - Parameters:
    ///   - isMuted: Whether they may no longer write.
    ///   - user: Who.
    ///   - seconds: For how long; nil for the rest of the live.
    ///   - reason: Why, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: As ``kick(_:reason:)``.
    public func setMuted(
        _ isMuted: Bool, _ user: UserID, seconds: Int64? = nil, reason: String? = nil
    ) async throws(Rejection) {
        try await ask { client, liveID in
            try await client.setMuted(isMuted, user: user, in: liveID, seconds: seconds, reason: reason)
        }
    }

    /// Removes somebody, who may not come back, or lets them back; owner and administrators may.
    ///
    /// - Parameters:
    ///   - isBanned: Whether they may no longer enter.
    ///   - user: Who.
    ///   - seconds: For how long; nil for the rest of the live.
    ///   - reason: Why, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: As ``kick(_:reason:)``.
    public func setBanned(
        _ isBanned: Bool, _ user: UserID, seconds: Int64? = nil, reason: String? = nil
    ) async throws(Rejection) {
        try await ask { client, liveID in
            try await client.setBanned(isBanned, user: user, in: liveID, seconds: seconds, reason: reason)
        }
    }

    /// A page of the moderation log of the live, newest first; for its owner and its administrators.
    ///
    /// - Parameters:
    ///   - cursor: Where the page begins; empty for the newest lines.
    ///   - count: How many lines, 1 to 100.
    /// - Throws: `adminRequired` for others; `networkUnavailable` where there was no answer in time.
    public func moderationLog(cursor: String = "", count: Int = 50) async throws(Rejection) -> ModerationPage {
        try await ask { client, liveID in try await client.moderationLog(of: liveID, cursor: cursor, count: count) }
    }
}

// MARK: - Topics

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Publishes a message to a topic of the live. It comes back as an event to who listens, like everybody's.
    ///
    /// - Returns: Its id and number, as far as it has them, or why it was dropped.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer came.
    @discardableResult
    public func publish(_ message: PubSubPublish) async throws(Rejection) -> TopicAccepted {
        try await ask { client, liveID in try await client.publish(message, in: liveID) }
    }

    /// Kept messages of a topic, without listening to it.
    ///
    /// - Parameters:
    ///   - topic: Which topic.
    ///   - number: The number before the first message that is wanted; 0 for the oldest.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func topicMessages(of topic: TopicName, after number: Int64 = 0) async throws(Rejection) -> TopicPage {
        try await ask { client, liveID in try await client.messages(of: topic, after: number, in: liveID) }
    }

    /// Listens to a topic: ``events()`` tells what is kept of it, then what is published from now on, by ``LiveRoomEvent/topic(_:_:)``.
    ///
    /// It goes on after a lost connection with the kept messages that were missed. It ends with ``stopListening(to:)``, or when the user is
    /// in the live no more. A topic that is listened to stays as it is.
    ///
    /// - Throws: `tooManySubscriptions`, and what else the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func listen(to topic: TopicName) async throws(Rejection) {
        guard status == .inside else { throw Rejection(.notInRoom) }
        guard topics[topic] == nil else { return }
        topics[topic] = .some(nil)
        do throws(Rejection) {
            let subscription = try await ask { [feed] client, liveID in
                try await client.listen(to: topic, in: liveID) { [weak feed] message in
                    feed?.change { _ in LiveRoomState.Outcome(events: [.topic(topic, message)]) }
                }
            }
            // Given up, or the live left, while it was on its way.
            guard topics[topic] != nil else { return await subscription.cancel() }
            topics[topic] = subscription
        } catch {
            topics[topic] = nil
            throw error
        }
    }

    /// Listens to a topic no more. Returns when the server knows it, or cannot be told.
    public func stopListening(to topic: TopicName) async {
        guard let subscription = topics.removeValue(forKey: topic) else { return }
        await subscription?.cancel()
    }
}
