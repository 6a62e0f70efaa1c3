import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Settles a run of orders, stores the charged ones, and empties the run.
    func settleOrders(_ run: inout [(order: GiftOrder, draft: EventDraft)], into outcomes: inout [StorageOutcome])
        throws
    {
        guard !run.isEmpty else { return }
        try learnHalt()
        for (order, _) in run { try load(order) }
        let settlements = settle(run.map(\.order), policy: policy, view: &view)
        for ((order, draft), settlement) in zip(run, settlements) {
            var scores: GiftScores?
            if case .charged(let record, let transfers) = settlement {
                scores = try keep(record, of: order, transfers, draft)
            }
            var counters = rooms[order.sessionID]?.gifts ?? GiftCounters()
            counters.scores = scores
            outcomes.append(.order(settlement, counters))
        }
        try statements.flush()
        run.removeAll(keepingCapacity: true)
    }

    /// Loads the data that settling an order needs, unless the batch has it already.
    private func load(_ order: GiftOrder) throws {
        _ = try room(order.sessionID)
        try loadAsked(order)
        let wallet = try load(.user(order.sender.userID))
        for receiver in order.to { try load(.host(receiver.userID)) }
        try load(.house)
        if order.isChargedOutside { try load(.biller) }
        guard let wallet else {
            if policy.newUserGrant > .zero { try load(.issuance) }
            return
        }
        // The id is nearly always new, so the index alone is asked first.
        if view.settled[order.key] == nil,
            try statements.hasOrder.first(wallet, order.orderID.rawValue, body: { _ in }) != nil
        {
            view.settled[order.key] = try settled(order.key, wallet: wallet)
        }
    }

    /// Loads the balance of an account, once a batch. Returns the id of the row; nil if there is no such account.
    @discardableResult
    func load(_ account: AccountID) throws -> Int64? {
        if let known = accounts[account] { return known?.id }
        let found = try statements.selectAccount.first(account.description) { row in
            let score = BoardScore(
                total: Coins(row.int64(3)) ?? .max, week: row.int64(4), weekCoins: Coins(row.int64(5)) ?? .max,
                day: row.int64(6), dayCoins: Coins(row.int64(7)) ?? .max)
            return (AccountRow(id: row.int64(0), lastEntry: row.int64(2), score: score), row.int64(1))
        }
        guard let (row, amount) = found else {
            accounts[account] = .some(nil)
            return nil
        }
        guard let balance = Coins(amount) else {
            throw StorageError("The account \"\(account)\" has \(amount) coins, which is out of range.")
        }
        accounts[account] = row
        view.balances[account] = balance
        return row.id
    }

    func settled(_ key: OrderKey, wallet: Int64) throws -> SettledOrder? {
        try db.first(
            """
            SELECT \(SettledOrder.columns) FROM gift_order JOIN room ON room.id = gift_order.room
            WHERE sender = ? AND order_id = ?
            """, wallet, key.orderID.rawValue
        ) { try SettledOrder(key: key, row: $0) }
    }

    /// Stores a charged order: its transfer, the order, its event and the counters of its live.
    private func keep(
        _ record: SettledOrder, of order: GiftOrder, _ transfers: [Transfer], _ draft: EventDraft
    ) throws -> GiftScores {
        var number: Int64?
        for transfer in transfers { number = try add(transfer) }
        // A grant comes before the gift's own transfer, which is the last one.
        guard let number, let wallet = accounts[.user(record.key.sender)]??.id, let room = rooms[record.sessionID]
        else {
            throw StorageError("The order \(record.key.reference) was charged without a transfer.")
        }
        statements.orders.add(
            number, wallet, record.key.orderID.rawValue, room.id, record.durable, record.giftID.rawValue, record.count,
            record.to.map(\.rawValue).joined(separator: ","), record.coins.amount, record.balance.amount,
            record.at.milliseconds)
        add(draft, room: room.id, durable: record.durable)
        let gifts = record.count * record.to.count
        var sender = try giftSender(wallet, in: room.id)
        // An order has at least one gift, so a sender with no gifts has sent no order before.
        if sender.gifts == 0 { room.gifts.totalUniqueGiftSenders += 1 }
        sender.gifts += gifts
        sender.coins += record.coins.amount
        keep(sender, wallet, in: room.id)
        let earned = transfers.reduce(0) { $0 + $1.earnings(of: room.owner) }
        room.hostCoins.count(cost: record.coins.amount, earned: earned, after: room.gifts.totalGiftCoins)
        room.gifts.totalGiftsSent += gifts
        room.gifts.totalGiftCoins += record.coins.amount
        room.isStale = true
        return score(record, inLive: Coins(sender.coins - sender.refunded) ?? .max)
    }

    /// Returns what a wallet has sent in a start of a live. It is read once a batch.
    func giftSender(_ wallet: Int64, in room: Int64) throws -> GiftSenderRow {
        let key = GiftSenderKey(room: room, sender: wallet)
        if let known = giftSenders[key] { return known }
        let found = try statements.selectSender.first(room, wallet) { row in
            GiftSenderRow(gifts: row.int(0), coins: row.int64(1), refunded: row.int64(2))
        }
        return found ?? GiftSenderRow()
    }

    /// Records what a wallet has sent. It is written at the end of the batch.
    func keep(_ sender: GiftSenderRow, _ wallet: Int64, in room: Int64) {
        giftSenders[GiftSenderKey(room: room, sender: wallet)] = sender
    }

    /// Adds a transfer and its entries. Returns the number of the first entry, which is also the transfer's number.
    @discardableResult
    func keep(_ transfer: Transfer) throws -> Int64 {
        let number = try add(transfer)
        try statements.flush()
        return number
    }

    /// Queues a transfer and its entries for the next flush. Returns the number of the first entry.
    private func add(_ transfer: Transfer) throws -> Int64 {
        let number = try firstFreeEntry()
        statements.transfers.add(
            number, transfer.kind.rawValue, transfer.reference.storable, transfer.at.milliseconds,
            transfer.postings.count)
        for (offset, posting) in transfer.postings.enumerated() {
            let entry = number + Int64(offset)
            let (account, previous) = try link(entry, posting)
            statements.entries.add(entry, account, number, posting.amount.amount, previous)
        }
        nextEntry = number + Int64(transfer.postings.count)
        return number
    }

    /// Makes an entry the newest of its account, and creates the account if necessary. Returns the row of the account and the previous
    /// entry.
    private func link(_ number: Int64, _ posting: Posting) throws -> (account: Int64, previous: Int64?) {
        if let row = accounts[posting.account] ?? nil {
            let previous = row.lastEntry
            row.lastEntry = number
            row.isStale = true
            return (row.id, previous)
        }
        // The row is created with the current balance of the batch. Later changes mark it as outdated.
        let balance = view.balances[posting.account] ?? .zero
        try statements.insertAccount.run(posting.account.description, balance.amount, number)
        let row = AccountRow(id: db.lastInsertedRowID, lastEntry: number)
        accounts[posting.account] = row
        return (row.id, nil)
    }

    private func firstFreeEntry() throws -> Int64 {
        if let nextEntry { return nextEntry }
        return try db.first("SELECT id + postings FROM transfer ORDER BY id DESC LIMIT 1") { $0[0] } ?? 1
    }
}

// MARK: - Credits

extension BatchWriter {
    /// Credits a wallet, at most once for each reference.
    func give(_ credit: Credit) throws -> StorageOutcome {
        let wallet = AccountID.user(credit.user)
        try load(wallet)
        try load(.issuance)
        let first = try transferOfCredit(credit.reference.storable).map { try postings(of: $0) }
        switch view.credit(credit, first: first, policy) {
        case .refused: return .creditRefused
        case .repeated: return .credited(balance: view.balances[wallet] ?? .zero, repeated: true)
        case .given(let transfers):
            for transfer in transfers { try keep(transfer) }
            return .credited(balance: view.balances[wallet] ?? .zero, repeated: false)
        }
    }

    /// Returns the number of the credit's transfer; nil if the reference is unused.
    private func transferOfCredit(_ reference: String) throws -> Int64? {
        // The condition "kind <> 'gift'" lets SQLite use the partial index, which excludes gifts.
        try db.first(
            "SELECT id FROM transfer WHERE kind = 'credit' AND kind <> 'gift' AND reference = ?", reference
        ) { $0[0] }
    }
}

// MARK: - Rows

extension SettledOrder {
    /// The columns that `init(key:row:)` reads, in order.
    static let columns = """
        room.live_id, room.session_id, gift, count, receivers, coins, balance, durable, gift_order.at
        """

    init(key: OrderKey, row: Row) throws {
        guard let coins = Coins(row[5]), let balance = Coins(row[6]) else {
            throw StorageError("The order \(key.reference) has an amount out of range.")
        }
        self.init(
            key: key, liveID: LiveID(unchecked: row[0]), sessionID: LiveSessionID(unchecked: row[1]),
            giftID: GiftID(unchecked: row[2]), count: row[3],
            to: (row[4] as String).split(separator: ",").map { UserID(unchecked: String($0)) }, coins: coins,
            balance: balance, durable: row[7], at: Timestamp(milliseconds: row[8]))
    }
}
