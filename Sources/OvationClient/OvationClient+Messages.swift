public import OvationModel
public import OvationWire

/// Profile, messages, likes, gifts and the wallet.
extension OvationClient {
    /// Changes the user's profile. Fields that are nil stay as they are.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func updateProfile(_ profile: UserProfile) async throws {
        _ = try await request(.userUpdate(profile), as: Empty.self)
    }

    /// Sends a message. It comes back as an event, as it does for everybody in the live.
    ///
    /// - Returns: The message's sequence number in the live, or the reason why it was dropped.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func sendBarrage(_ barrage: BarrageSend, in liveID: LiveID) async throws -> BarrageAccepted {
        try await request(.barrageSend(barrage), room: liveID)
    }

    /// Deletes a message. Everybody's list loses it when `RoomEvent.barrageDeleted` comes.
    ///
    /// Users may delete their own messages, administrators of the live those of viewers, and the owner all.
    ///
    /// - Parameters:
    ///   - seq: The message's sequence number in the live.
    ///   - liveID: The live.
    ///   - reason: The reason, at most 200 bytes. Everybody in the live may read it.
    /// - Throws: `messageNotFound` if the live does not remember the message, another refusal of the server, or `networkUnavailable` if the
    ///   connection was lost before the answer came.
    public func deleteBarrage(_ seq: Int64, in liveID: LiveID, reason: String? = nil) async throws {
        _ = try await request(.barrageDelete(BarrageDelete(seq: seq, reason: reason)), room: liveID, as: Empty.self)
    }

    /// Pins a message, or unpins it. Only the owner and administrators may do so.
    ///
    /// - Parameters:
    ///   - isPinned: Whether to pin the message. If the live has its maximum of pinned messages, the oldest is unpinned.
    ///   - seq: The message's sequence number in the live.
    ///   - liveID: The live.
    /// - Throws: The same errors as ``deleteBarrage(_:in:reason:)``.
    public func setPinned(_ isPinned: Bool, barrage seq: Int64, in liveID: LiveID) async throws {
        _ = try await request(.barragePin(BarragePin(seq: seq, isPinned: isPinned)), room: liveID, as: Empty.self)
    }

    /// Likes a live.
    ///
    /// - Parameters:
    ///   - count: The number of likes, 1 to 1,000.
    ///   - liveID: The live.
    /// - Throws: The server's refusal, or `networkUnavailable` if the connection was lost before the answer came.
    public func like(_ count: Int, in liveID: LiveID) async throws {
        _ = try await request(.likeSend(LikeSend(count: count)), room: liveID, as: Empty.self)
    }

    /// Fetches the gift panel.
    ///
    /// - Parameter language: The language of the texts, for instance `en` or `zh-Hans`; nil for the default texts.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func gifts(language: String?) async throws -> [GiftCategory] {
        try await request(.giftList(GiftList(language: language)), onLoss: .resend, as: GiftPanel.self).categories
    }

    /// Fetches a board of the users who sent or received most gifts.
    ///
    /// - Parameters:
    ///   - kind: Whether it ranks senders or receivers. A live has a board of senders only.
    ///   - period: The period whose gifts count.
    ///   - liveID: The live, for the board of one live; nil for other boards.
    ///   - count: The number of places, 1 to 100.
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func board(
        _ kind: BoardKind = .senders, _ period: BoardPeriod, in liveID: LiveID? = nil, count: Int = 20
    ) async throws -> BoardPage {
        try await request(
            .boardList(BoardList(kind: kind, period: period, count: count)), room: liveID, onLoss: .resend)
    }

    /// Fetches the user's wallet.
    ///
    /// - Throws: The server's refusal, or `networkUnavailable` if no answer came in time.
    public func wallet() async throws -> Wallet {
        try await request(.walletGet, onLoss: .resend)
    }

    /// Adds new coins to the user's wallet, once, whatever happens to the connection. Only a server that runs with `--dev` allows it.
    ///
    /// - Parameter coins: The number of coins, 1 to 1,000,000.
    /// - Returns: The wallet after the change.
    /// - Throws: `topUpRefused` on any other server, another refusal of the server, or `networkUnavailable` if no answer came in time. The
    ///   coins may then still arrive.
    public func topUp(_ coins: Coins) async throws -> Wallet {
        try await request(.walletTopUp(WalletTopUp(coins: coins, orderID: makeOrderID())), onLoss: .resend)
    }

    /// Sends gifts. They are charged at most once, whatever happens to the connection, the app or the server.
    ///
    /// The order gets an id, and the client writes it to the journal before it sends it. If the connection is lost before the answer comes,
    /// the client sends the same order again on the next one. If the server could not decide, the client sends it again a little later.
    ///
    /// - Parameters:
    ///   - giftID: The gift.
    ///   - count: The number of gifts for each receiver, 1 to 9,999.
    ///   - receivers: The users who get the gifts; empty for the owner of the live.
    ///   - liveID: The live.
    ///   - orderID: The id of the order; nil for a new one. The server charges the same id with the same content once, however often it is
    ///     sent. So an order whose outcome is unknown can be sent again.
    /// - Returns: The charge, and the balance that is left.
    /// - Throws: The server's refusal, and then nothing was charged. `networkUnavailable` or `storageUnavailable` if the order was not
    ///   sent. `outcomeUnknown` if it was sent and no decision came in time, or if this device failed and may send the order again. The
    ///   answer then comes as ``ClientEvent/orderSettled(_:_:_:)`` after the next reconnect or login. Do not order the same gift again
    ///   before that.
    @discardableResult
    public func sendGift(
        _ giftID: GiftID, count: Int, to receivers: [UserID], in liveID: LiveID, orderID: OrderID? = nil
    ) async throws -> GiftCharged {
        guard let owner = orderOwner else { throw Rejection(.notLoggedIn) }
        let order = GiftSend(
            orderID: orderID ?? makeOrderID(), giftID: giftID, count: count, to: receivers.isEmpty ? nil : receivers)
        let entry = JournaledOrder(owner: owner, liveID: liveID, order: order)
        shared.claimedOrders.withLock { _ = $0.insert(order.orderID) }
        defer { shared.claimedOrders.withLock { _ = $0.remove(order.orderID) } }
        do {
            try await journal.append(entry)
        } catch OrderJournalError.undecided(let what, let number) {
            throw Rejection(
                .outcomeUnknown,
                "This device cannot tell whether it has kept the order, which is sent later if it has: \(what) (\(number))"
            )
        } catch {
            throw Rejection(
                .storageUnavailable, "The order could not be kept on this device, so it was not sent: \(error)")
        }
        let outcome = await withCheckedContinuation { continuation in
            perform { core in core.send(entry) { continuation.resume(returning: $0) } }
        }
        switch outcome {
        case .settled(.success(let charged)):
            await journal.remove(order.orderID, of: owner)
            return charged
        case .settled(.failure(let rejection)), .notSent(let rejection):
            throw await withdrawn(order.orderID, of: owner, rejection)
        case .unknown(let rejection):
            throw rejection
        }
    }

    /// Withdraws an order that was not charged, and returns the error for its sender. Only an order that cannot be sent again is certain to
    /// stay uncharged.
    private func withdrawn(_ orderID: OrderID, of owner: OrderOwner, _ rejection: Rejection) async -> Rejection {
        do {
            try await journal.withdraw(orderID, of: owner)
            return rejection
        } catch {
            return Rejection(
                .outcomeUnknown,
                "This device could not note that the order was refused (\(rejection.message)), so it is sent again: \(error)"
            )
        }
    }

    private var orderOwner: OrderOwner? {
        guard let endpoint = TransportEndpoint(serverURL: configuration.serverURL), let session else { return nil }
        return OrderOwner(serverURL: endpoint.description, userID: session.user.userID)
    }
}
