public import OvationModel
public import OvationRules
public import OvationStorage

/// Sample users, gifts, lives and orders. An invalid id is a mistake in the test and stops it.
public enum Samples {
    /// The time of everything unless a test says otherwise: 2024-11-21T02:40:00Z.
    public static let time = Timestamp(milliseconds: 1_732_156_800_000)

    /// The owner of the sample live.
    public static let host = user("host")
    /// A viewer.
    public static let alice = user("alice")
    /// Another viewer.
    public static let bob = user("bob")

    /// A gift of 1 coin.
    public static let rose = gift("rose", coins: 1)
    /// A gift of 99 coins, which cannot be shared evenly.
    public static let cake = gift("cake", coins: 99)
    /// A gift of 1,000 coins.
    public static let rocket = gift("rocket", coins: 1_000)

    /// An id of any type.
    public static func id<ID: Identifier>(_ text: String, as type: ID.Type = ID.self) -> ID {
        precondition(ID.isValid(text), "\"\(text)\" is no valid \(ID.self). \(ID.rule)")
        return ID(unchecked: text)
    }

    /// An amount of coins.
    public static func coins(_ amount: Int64) -> Coins {
        guard let coins = Coins(amount) else { preconditionFailure("\(amount) is more coins than there can be") }
        return coins
    }

    /// A user whose name is the capitalised id.
    public static func user(_ id: String) -> UserInfo {
        UserInfo(userID: Samples.id(id), userName: id.prefix(1).uppercased() + id.dropFirst())
    }

    /// A gift without texts except its name.
    public static func gift(_ id: String, coins: Int64) -> Gift {
        Gift(giftID: Samples.id(id), name: id, coins: Samples.coins(coins))
    }

    /// The information about a live; its session is `<live>-1` unless the test gives another.
    public static func info(
        _ live: String = "live", session: String? = nil, owner: UserInfo = host, at: Timestamp = time
    ) -> RoomInfo {
        RoomInfo(liveID: id(live), sessionID: id(session ?? "\(live)-1"), owner: owner, createTime: at)
    }

    /// A live that has just begun.
    public static func room(
        _ live: String = "live", session: String? = nil, owner: UserInfo = host, at: Timestamp = time
    ) -> RoomRecord {
        RoomRecord(info: info(live, session: session, owner: owner, at: at), endsWithoutOwner: true)
    }

    /// An order for the owner of the sample live.
    public static func order(
        _ orderID: String, from sender: UserInfo = alice, _ gift: Gift = rose, count: Int = 1, to: [UserInfo] = [host],
        live: String = "live", session: String? = nil, at: Timestamp = time
    ) -> GiftOrder {
        GiftOrder(
            sender: sender, orderID: id(orderID), liveID: id(live), sessionID: id(session ?? "\(live)-1"), gift: gift,
            count: count, to: to, at: at)
    }

    /// A refund of an order, with the reference `r`.
    public static func refund(
        _ orderID: String, from sender: UserInfo = alice, reference: String = "r", at: Timestamp = time
    ) -> Refund {
        Refund(
            order: OrderKey(sender: sender.userID, orderID: id(orderID)), reference: reference, by: id("administrator"),
            reason: "a mistake", at: at)
    }

    /// A correction with the reference `k`.
    public static func correction(
        from: AccountID, to: AccountID, _ amount: Int64, reference: String = "k", at: Timestamp = time
    ) -> Correction {
        Correction(
            from: from, to: to, coins: coins(amount), reference: reference, by: id("administrator"),
            reason: "a mistake", at: at)
    }

    /// The event of an order. Its content only names the order; the rest is as the runtime makes it.
    public static func draft(of order: GiftOrder) -> EventDraft {
        draft("gift.received", about: order.sender.userID, #"{"orderID":"\#(order.orderID)"}"#, at: order.at)
    }

    /// A draft of an event.
    public static func draft(
        _ name: String, about: UserID? = nil, _ data: String = "{}", at: Timestamp = time
    ) -> EventDraft {
        EventDraft(name: name, about: about, at: at, data: Array(data.utf8))
    }
}

extension StorageWrite {
    /// The write of an order with the event ``Samples/draft(of:)``.
    public static func order(_ order: GiftOrder) -> StorageWrite { .order(order, Samples.draft(of: order)) }

    /// A credit at ``Samples/time``.
    public static func credit(_ user: UserInfo, _ coins: Int64, _ reference: String) -> StorageWrite {
        .credit(user.userID, Samples.coins(coins), reference: reference, at: Samples.time)
    }

    /// The end of a live, with its event and its statistics.
    public static func end(_ session: LiveSessionID, _ statistics: RoomStatistics = RoomStatistics()) -> StorageWrite {
        .endRoom(session, at: Samples.time, reason: .endedByHost, statistics, Samples.draft("room.ended"))
    }
}
