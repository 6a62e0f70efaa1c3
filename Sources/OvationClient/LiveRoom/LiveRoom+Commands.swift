public import OvationModel
public import OvationWire

// MARK: - Messages, likes and gifts

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Sends a text message. It appears in ``messages`` like everybody else's.
    ///
    /// - Parameters:
    ///   - text: The text, at most 2,048 bytes.
    ///   - extensionInfo: The app's own fields, which travel with the message.
    /// - Throws: `memberMuted` or `roomMuted` if the user may not write, `frequencyLimited` if the message was dropped because too much is
    ///   being said, any other refusal of the server, or `networkUnavailable` if the connection was lost before the answer came.
    public func send(_ text: String, extensionInfo: [String: String]? = nil) async throws(Rejection) {
        try await send(BarrageSend(text: text, extensionInfo: extensionInfo))
    }

    /// Sends the app's own data as a message. It appears in ``messages``.
    ///
    /// - Parameters:
    ///   - data: The content, usually JSON, at most 2,048 bytes.
    ///   - businessID: The kind of data.
    /// - Throws: The same errors as ``send(_:extensionInfo:)``.
    public func send(data: String, businessID: String) async throws(Rejection) {
        try await send(BarrageSend(businessID: businessID, data: data))
    }

    private func send(_ barrage: BarrageSend) async throws(Rejection) {
        let accepted = try await ask { client, liveID in try await client.sendBarrage(barrage, in: liveID) }
        try accepted.requireDelivered()
    }

    /// Deletes a message for everybody. Users may delete their own messages, administrators of the live those of viewers, the owner all.
    ///
    /// - Parameters:
    ///   - sequence: The message's ``LiveMessage/sequence``.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: `messageNotFound` if the live does not remember the message, `adminRequired` or `permissionDenied` if it is not the
    ///   caller's to delete, any other refusal of the server, or `networkUnavailable` if the connection was lost before the answer came.
    public func deleteMessage(_ sequence: Int64, reason: String? = nil) async throws(Rejection) {
        try await ask { client, liveID in try await client.deleteBarrage(sequence, in: liveID, reason: reason) }
    }

    /// Pins a message, so that it stays in ``pinned`` for everybody, or unpins it. Only the owner and administrators may do so.
    ///
    /// - Throws: The same errors as ``deleteMessage(_:reason:)``.
    public func setPinned(_ isPinned: Bool, message sequence: Int64) async throws(Rejection) {
        try await ask { client, liveID in try await client.setPinned(isPinned, barrage: sequence, in: liveID) }
    }

    /// Appends a message to ``messages`` that only this device shows.
    public func append(tip: Barrage) {
        feed.change { state in
            state.append(tip: tip)
            return LiveRoomState.Outcome()
        }
        feed.show()
    }

    /// Likes the live. An app should gather taps and send them together every few seconds.
    ///
    /// - Parameter count: The number of likes, 1 to 1,000.
    /// - Throws: `likesDisabled`, any other refusal of the server, or `networkUnavailable` if the connection was lost before the answer
    ///   came.
    public func like(_ count: Int = 1) async throws(Rejection) {
        try await ask { client, liveID in try await client.like(count, in: liveID) }
    }

    /// Fetches the gift panel into ``giftCategories``. From then on the panel follows the app's catalogue by itself.
    ///
    /// - Parameter language: The language of the texts, for instance `en` or `zh-Hans`; nil for the default texts.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func fetchGifts(language: String? = nil) async throws(Rejection) {
        let categories = try await ask { client, _ in try await client.gifts(language: language) }
        panelLanguage = .some(language)
        if giftCategories != categories { giftCategories = categories }
    }

    /// Sends a gift. It is charged at most once, whatever happens to the connection, the app or the server: the client keeps the order on
    /// the device before it sends it, and repeats it with the same id until the server answers.
    ///
    /// The call returns when the gift is charged. Show the gift when ``LiveRoomEvent/gift(_:)`` comes, as everybody in the live does.
    ///
    /// - Parameters:
    ///   - giftID: The gift.
    ///   - count: The number of gifts for each receiver, 1 to 9,999.
    ///   - receivers: The users who get the gift; empty for the owner of the live.
    ///   - orderID: The id of the order; nil for a new one. The server charges the same id once.
    /// - Returns: The coins that were charged, and the balance that is left.
    /// - Throws: `insufficientBalance`, `giftNotFound`, `giftRefusedByBilling` or another refusal of the server, and then nothing was
    ///   charged. `outcomeUnknown` if no decision came in time: do not order the same gift again before
    ///   ``LiveRoomEvent/orderSettled(_:_:)`` comes. See ``OvationClient/sendGift(_:count:to:in:orderID:)``.
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

    /// Fetches the user's coins into ``balance``. From then on the balance follows by itself.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func fetchBalance() async throws(Rejection) {
        received(try await ask { client, _ in try await client.wallet() })
    }

    /// Adds new coins to the user's wallet. Only a server that runs with `--dev` allows it.
    ///
    /// - Parameter coins: The number of coins, 1 to 1,000,000.
    /// - Throws: `topUpRefused` on any other server, or `networkUnavailable` if no answer came in time. The coins may then still arrive.
    public func topUp(_ coins: Coins) async throws(Rejection) {
        received(try await ask { client, _ in try await client.topUp(coins) })
    }

    private func received(_ wallet: Wallet) {
        feed.change { state in
            state.received(wallet)
            return LiveRoomState.Outcome()
        }
        feed.show()
    }

    /// Fetches a board of the users who sent or received most gifts. The first three senders of the live are always in ``topSenders``.
    ///
    /// - Parameters:
    ///   - kind: Whether it ranks senders or receivers. A live has a board of senders only.
    ///   - period: The period whose gifts count.
    ///   - count: The number of places, 1 to 100.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func board(
        _ kind: BoardKind = .senders, _ period: BoardPeriod = .live, count: Int = 20
    ) async throws(Rejection) -> BoardPage {
        try await ask { client, liveID in
            try await client.board(kind, period, in: period == .live ? liveID : nil, count: count)
        }
    }
}

// MARK: - Settings and metadata

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Changes settings of the live. Only the owner and administrators may do so. ``info`` changes with the server's event.
    ///
    /// - Parameter settings: The new settings. Fields that are nil stay as they are.
    /// - Throws: `adminRequired` for other users, any other refusal of the server, or `networkUnavailable` if the connection was lost
    ///   before the answer came.
    public func update(_ settings: RoomSettings) async throws(Rejection) {
        try await ask { client, liveID in try await client.updateRoom(liveID, settings) }
    }

    /// Fetches metadata of the live from the server. ``info`` has the metadata that everybody in the live gets.
    ///
    /// - Parameter keys: The keys to fetch; empty for all.
    /// - Returns: The values by key. Keys without a value are missing.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func metadata(keys: [String] = []) async throws(Rejection) -> [String: String] {
        try await ask { client, liveID in try await client.metadata(of: liveID, keys: keys) }
    }

    /// Changes metadata of the live. Only the owner and administrators may do so. The last write wins, and ``info`` has the change when
    /// this returns.
    ///
    /// - Parameters:
    ///   - set: New values by key. Other keys keep their values.
    ///   - delete: The keys to delete.
    /// - Throws: `metadataKeysExceeded` or a similar error if a limit of `RoomInfo.metaData` is exceeded, any other refusal of the server,
    ///   or `networkUnavailable` if the connection was lost before the answer came.
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

// MARK: - Viewers and moderation

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Fetches at most `limits.viewersMax` viewers into ``viewers``. The owner and administrators get ``mutedUsers`` too. Between two calls
    /// the properties follow the events of the live.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
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

    /// Makes a user an administrator of the live, or an ordinary viewer again. Only the owner may do so.
    ///
    /// - Throws: `ownerRequired` for other users, `tooManyAdmins` if the live has five administrators already, any other refusal of the
    ///   server, or `networkUnavailable` if the connection was lost before the answer came.
    public func setAdministrator(_ isAdministrator: Bool, _ user: UserID) async throws(Rejection) {
        try await ask { client, liveID in try await client.setAdmin(isAdministrator, user: user, in: liveID) }
    }

    /// Removes a user, who may come back. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: `adminRequired` if the caller is a viewer, `permissionDenied` if the target has the same or a higher rank, any other
    ///   refusal of the server, or `networkUnavailable` if the connection was lost before the answer came.
    public func kick(_ user: UserID, reason: String? = nil) async throws(Rejection) {
        try await ask { client, liveID in try await client.kick(user, from: liveID, reason: reason) }
    }

    /// Mutes a user, or lets them write again. A mute stays in force if the user leaves and comes back. Only the owner and administrators
    /// may do so.
    ///
    /// - Parameters:
    ///   - isMuted: Whether to mute the user.
    ///   - user: The user.
    ///   - seconds: The duration in seconds; nil for the rest of the live.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: The same errors as ``kick(_:reason:)``.
    public func setMuted(
        _ isMuted: Bool, _ user: UserID, seconds: Int64? = nil, reason: String? = nil
    ) async throws(Rejection) {
        try await ask { client, liveID in
            try await client.setMuted(isMuted, user: user, in: liveID, seconds: seconds, reason: reason)
        }
    }

    /// Bans a user, who is removed and may not come back, or lifts the ban. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - isBanned: Whether to ban the user.
    ///   - user: The user.
    ///   - seconds: The duration in seconds; nil for the rest of the live.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: The same errors as ``kick(_:reason:)``.
    public func setBanned(
        _ isBanned: Bool, _ user: UserID, seconds: Int64? = nil, reason: String? = nil
    ) async throws(Rejection) {
        try await ask { client, liveID in
            try await client.setBanned(isBanned, user: user, in: liveID, seconds: seconds, reason: reason)
        }
    }

    /// Fetches what the user has earned by the gifts of their own live, while it is on or after its end.
    ///
    /// A gift that was refunded counts, as it does in ``LiveRoom/statistics``.
    ///
    /// - Parameter sessionID: A start of the live; nil for the latest one.
    /// - Returns: The start and the coins; no coins where they are not known, for a start with gifts from before an update of the server.
    /// - Throws: `ownerRequired` for other users, or `networkUnavailable` if no answer came in time.
    public func earnings(in sessionID: LiveSessionID? = nil) async throws(Rejection) -> EarnedCoins {
        try await ask { client, liveID in try await client.earnings(of: liveID, in: sessionID) }
    }

    /// Fetches a page of the live's moderation log, newest lines first. Only the owner and administrators may read it.
    ///
    /// - Parameters:
    ///   - cursor: The position where the page begins; empty for the newest lines.
    ///   - count: The number of lines, 1 to 100.
    /// - Throws: `adminRequired` for other users, or `networkUnavailable` if no answer came in time.
    public func moderationLog(cursor: String = "", count: Int = 50) async throws(Rejection) -> ModerationPage {
        try await ask { client, liveID in try await client.moderationLog(of: liveID, cursor: cursor, count: count) }
    }

    /// Fetches the words that the live looks for in texts of its viewers, oldest first. Only the owner and administrators may read them.
    ///
    /// - Throws: `adminRequired` for other users, or `networkUnavailable` if no answer came in time.
    public func words() async throws(Rejection) -> [FilterWord] {
        try await ask { client, liveID in try await client.words(of: liveID) }
    }

    /// Changes the words that the live looks for in texts of its viewers. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - add: Words to look for from now on. One that is in the list already takes the place of the older one.
    ///   - remove: Words to look for no longer, as they stand in the list. One that is not there makes no difference.
    /// - Returns: All words of the live after the change, oldest first.
    /// - Throws: `wordListInvalid` if the list would break a limit, and then nothing of it changed; `adminRequired` for other users; or
    ///   `networkUnavailable` if the connection was lost before the answer came.
    @discardableResult
    public func changeWords(add: [FilterWord] = [], remove: [String] = []) async throws(Rejection) -> [FilterWord] {
        try await ask { client, liveID in try await client.changeWords(add: add, remove: remove, in: liveID) }
    }
}

// MARK: - Topics

@available(iOS 17, tvOS 17, *)
extension LiveRoom {
    /// Publishes a message to a topic of the live. Everybody who listens to the topic gets it as an event, the sender too.
    ///
    /// - Returns: The message's id and number, as far as it has them, or the reason why it was dropped.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    @discardableResult
    public func publish(_ message: PubSubPublish) async throws(Rejection) -> TopicAccepted {
        try await ask { client, liveID in try await client.publish(message, in: liveID) }
    }

    /// Fetches kept messages of a topic without listening to it.
    ///
    /// - Parameters:
    ///   - topic: The topic.
    ///   - number: The page begins after the message with this number; 0 begins with the oldest message.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func topicMessages(of topic: TopicName, after number: Int64 = 0) async throws(Rejection) -> TopicPage {
        try await ask { client, liveID in try await client.messages(of: topic, after: number, in: liveID) }
    }

    /// Listens to a topic. ``events()`` then delivers the topic's kept messages, and after them new messages, as
    /// ``LiveRoomEvent/topic(_:_:)``.
    ///
    /// After a lost connection it continues with the kept messages that were missed. It ends with ``stopListening(to:)``, or when the user
    /// is no longer in the live. Listening to the same topic again changes nothing.
    ///
    /// - Throws: `tooManySubscriptions`, any other refusal of the server, or `networkUnavailable` if no answer came in time.
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
            // Listening was stopped, or the live was left, while the request was in progress.
            guard topics[topic] != nil else { return await subscription.cancel() }
            topics[topic] = subscription
        } catch {
            topics[topic] = nil
            throw error
        }
    }

    /// Stops listening to a topic. It returns when the server has confirmed it, or cannot be reached.
    public func stopListening(to topic: TopicName) async {
        guard let subscription = topics.removeValue(forKey: topic) else { return }
        await subscription?.cancel()
    }
}
