public import OvationModel
public import OvationWire

/// What a user says and gives.
extension OvationClient {
    /// Changes what the user says of themselves. Fields that are nil stay as they are.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func updateProfile(_ profile: UserProfile) async throws {
        _ = try await request(.userUpdate(profile), as: Empty.self)
    }

    /// Sends a message. It comes back as an event, like everybody's.
    ///
    /// - Returns: Its place among the events of the live, or why it was dropped.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func sendBarrage(_ barrage: BarrageSend, in liveID: LiveID) async throws -> BarrageAccepted {
        try await request(.barrageSend(barrage), room: liveID)
    }

    /// Likes a live.
    ///
    /// - Parameters:
    ///   - count: How often, 1 to 1,000.
    ///   - liveID: Which live.
    /// - Throws: What the server refuses it with; `networkUnavailable` where the connection was lost before the answer
    ///   came.
    public func like(_ count: Int, in liveID: LiveID) async throws {
        _ = try await request(.likeSend(LikeSend(count: count)), room: liveID, as: Empty.self)
    }

    /// The gift panel.
    ///
    /// - Parameter language: In which language; nil for the default texts.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func gifts(language: String?) async throws -> [GiftCategory] {
        try await request(.giftList(GiftList(language: language)), onLoss: .resend, as: GiftPanel.self).categories
    }

    /// A board: who sent most gifts, or who was given most.
    ///
    /// - Parameters:
    ///   - kind: Whom it ranks. A live has a board of senders only.
    ///   - period: Which gifts it counts.
    ///   - liveID: Which live; needed for the board of one, else left out.
    ///   - count: How many places, 1 to 100.
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func board(
        _ kind: BoardKind = .senders, _ period: BoardPeriod, in liveID: LiveID? = nil, count: Int = 20
    ) async throws -> BoardPage {
        try await request(
            .boardList(BoardList(kind: kind, period: period, count: count)), room: liveID, onLoss: .resend)
    }

    /// The user's wallet.
    ///
    /// - Throws: What the server refuses it with; `networkUnavailable` where there was no answer in time.
    public func wallet() async throws -> Wallet {
        try await request(.walletGet, onLoss: .resend)
    }

    /// Has coins made for the user's wallet, once, whatever happens to the connection. Only a server with `--dev` does so.
    ///
    /// - Parameter coins: How many, 1 to 1,000,000.
    /// - Returns: What is in the wallet then.
    /// - Throws: `topUpRefused` by any other server, and what else it refuses it with; `networkUnavailable` where there was
    ///   no answer in time, and then the coins may come yet.
    public func topUp(_ coins: Coins) async throws -> Wallet {
        try await request(.walletTopUp(WalletTopUp(coins: coins, orderID: makeOrderID())), onLoss: .resend)
    }

    /// Sends gifts. Charged at most once, whatever happens to the connection, to the app or to the server.
    ///
    /// The order gets an id of its own and is written to the journal before it is sent. When the connection is lost
    /// before the answer comes, the same order is sent again on the next one; when the server could not decide on it,
    /// it is asked again a little later.
    ///
    /// - Parameters:
    ///   - giftID: Which gift.
    ///   - count: How many each receiver gets, 1 to 9,999.
    ///   - receivers: Who receives them; the owner of the live where it is empty.
    ///   - liveID: In which live.
    ///   - orderID: The id of the order; nil for a new one. The same id with the same content is charged once, however
    ///     often it is sent, so an order whose outcome is unknown can be sent again.
    /// - Returns: What was charged.
    /// - Throws: What the server refuses it with, and then nothing was charged; `networkUnavailable` or
    ///   `storageUnavailable` where the order was not sent. `outcomeUnknown` where it was sent and no decision came in
    ///   time, or where this device failed so that the order may be sent again: its answer comes as
    ///   ``ClientEvent/orderSettled(_:_:_:)`` after the next reconnect or login. Do not order the same gift again before.
    @discardableResult
    public func sendGift(
        _ giftID: GiftID, count: Int, to receivers: [UserID], in liveID: LiveID, orderID: OrderID? = nil
    ) async throws -> GiftCharged {
        guard let owner = orderOwner else { throw Rejection(.notLoggedIn) }
        let order = GiftSend(
            orderID: orderID ?? makeOrderID(), giftID: giftID, count: count, to: receivers.isEmpty ? nil : receivers)
        let entry = JournaledOrder(owner: owner, liveID: liveID, order: order)
        shared.ordersInHand.withLock { _ = $0.insert(order.orderID) }
        defer { shared.ordersInHand.withLock { _ = $0.remove(order.orderID) } }
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

    /// What the sender of an order is told that was not charged: that nothing was is true only once it cannot be sent again.
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
