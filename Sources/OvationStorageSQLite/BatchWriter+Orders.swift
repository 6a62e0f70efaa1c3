import GRDB
import OvationModel
import OvationRules
import OvationStorage

extension BatchWriter {
    /// Settles a run of orders, keeps what was charged, and empties the run.
    func settleOrders(_ run: inout [(order: GiftOrder, draft: EventDraft)], into outcomes: inout [StorageOutcome])
        throws
    {
        guard !run.isEmpty else { return }
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
        run.removeAll(keepingCapacity: true)
    }

    /// Reads what settling an order needs and the batch has not read yet.
    private func load(_ order: GiftOrder) throws {
        _ = try room(order.sessionID)
        let wallet = try load(.user(order.sender.userID))
        for receiver in order.to { try load(.host(receiver.userID)) }
        try load(.house)
        if order.isChargedOutside { try load(.biller) }
        guard let wallet else {
            if policy.newUserGrant > .zero { try load(.issuance) }
            return
        }
        if view.settled[order.key] == nil, let first = try settled(order.key, wallet: wallet) {
            view.settled[order.key] = first
        }
    }

    /// Reads the balance of an account once a batch. Answers the row's id, nil where there is no such account.
    @discardableResult
    func load(_ account: AccountID) throws -> Int64? {
        if let known = accounts[account] { return known?.id }
        let found = try statements.selectAccount.first(account.description) { row in
            let score = BoardScore(
                total: Coins(row[3]) ?? .max, week: row[4], weekCoins: Coins(row[5]) ?? .max, day: row[6],
                dayCoins: Coins(row[7]) ?? .max)
            return (AccountRow(id: row[0], lastEntry: row[2], score: score, keptScore: score), row[1] as Int64)
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
        try statements.selectOrder.first(wallet, key.orderID.rawValue) { try SettledOrder(key: key, row: $0) }
    }

    /// Keeps an order that was charged: the coins that moved, the order, its event and the counters of its live.
    private func keep(
        _ record: SettledOrder, of order: GiftOrder, _ transfers: [Transfer], _ draft: EventDraft
    ) throws -> GiftScores {
        var number: Int64?
        for transfer in transfers { number = try keep(transfer) }
        // The gift's own transfer is the last one; a grant comes before it.
        guard let number, let wallet = accounts[.user(record.key.sender)]??.id, var room = rooms[record.sessionID]
        else {
            throw StorageError("The order \(record.key.reference) was charged without a transfer.")
        }
        try statements.insertOrder.run(
            number, wallet, record.key.orderID.rawValue, room.id, record.durable, record.giftID.rawValue, record.count,
            record.to.map(\.rawValue).joined(separator: ","), record.coins.amount, record.balance.amount,
            record.at.milliseconds)
        try insert(draft, room: room.id, durable: record.durable)
        let gifts = record.count * record.to.count
        let sent = try statements.countSender.first(room.id, wallet, gifts, record.coins.amount) { row in
            (gifts: row[0] as Int, coins: Coins(row[1]) ?? .max)
        }
        // An order has one gift at least, so whoever has no more than this order's has sent it first.
        if sent?.gifts == gifts { room.gifts.totalUniqueGiftSenders += 1 }
        room.gifts.totalGiftsSent += gifts
        room.gifts.totalGiftCoins += record.coins.amount
        room.isStale = true
        rooms[record.sessionID] = room
        return score(record, inLive: sent?.coins ?? record.coins)
    }

    /// Adds a transfer and its entries. Answers the number of the first entry, which is the transfer's.
    @discardableResult
    func keep(_ transfer: Transfer) throws -> Int64 {
        let number = try firstFreeEntry()
        try statements.insertTransfer.run(
            number, transfer.kind.rawValue, transfer.reference.storable, transfer.at.milliseconds,
            transfer.postings.count)
        try insertEntries(number, transfer.postings)
        nextEntry = number + Int64(transfer.postings.count)
        return number
    }

    /// Adds the entries of a transfer, the first of which has its number.
    private func insertEntries(_ transfer: Int64, _ postings: [Posting]) throws {
        // A gift to one receiver: sender, receiver and house. One statement for the three costs half of three.
        guard postings.count == 3 else {
            for (offset, posting) in postings.enumerated() {
                let number = transfer + Int64(offset)
                let (account, previous) = try link(number, posting)
                try statements.insertEntry.run(number, account, transfer, posting.amount.amount, previous)
            }
            return
        }
        let first = try link(transfer, postings[0])
        let second = try link(transfer + 1, postings[1])
        let third = try link(transfer + 2, postings[2])
        try statements.insertThreeEntries.run(
            transfer, first.account, transfer, postings[0].amount.amount, first.previous,
            transfer + 1, second.account, transfer, postings[1].amount.amount, second.previous,
            transfer + 2, third.account, transfer, postings[2].amount.amount, third.previous)
    }

    /// Makes an entry the newest of its account, which is made where there is none. Answers the row of the account and
    /// the entry before.
    private func link(_ number: Int64, _ posting: Posting) throws -> (account: Int64, previous: Int64?) {
        let row: AccountRow
        var previous: Int64?
        if var known = accounts[posting.account] ?? nil {
            previous = known.lastEntry
            known.lastEntry = number
            known.isStale = true
            row = known
        } else {
            // Born with the balance of this moment of the batch; what comes later makes the row stale.
            let balance = view.balances[posting.account] ?? .zero
            try statements.insertAccount.run(posting.account.description, balance.amount, number)
            row = AccountRow(id: db.lastInsertedRowID, lastEntry: number)
        }
        accounts[posting.account] = row
        return (row.id, previous)
    }

    private func firstFreeEntry() throws -> Int64 {
        if let nextEntry { return nextEntry }
        return try db.first("SELECT id + postings FROM transfer ORDER BY id DESC LIMIT 1") { $0[0] } ?? 1
    }
}

// MARK: - Credits

extension BatchWriter {
    /// Gives coins to a wallet once a reference.
    ///
    /// A new user gets the grant first, so that a credit does not cost them it.
    func credit(_ user: UserID, _ coins: Coins, reference: String, at: Timestamp) throws -> StorageOutcome {
        let wallet = AccountID.user(user)
        try load(wallet)
        try load(.issuance)
        if let first = try transferOfCredit(reference.storable) {
            guard try gave(first, coins, to: wallet) else { return .creditRefused }
            return .credited(balance: view.balances[wallet] ?? .zero, repeated: true)
        }
        var after = view
        var transfers: [Transfer] = []
        if after.balances[wallet] == nil {
            after.balances[wallet] = .zero
            if policy.newUserGrant > .zero {
                transfers.append(
                    .fromIssuance(.grant, policy.newUserGrant, to: wallet, reference: user.rawValue, at: at))
            }
        }
        transfers.append(.fromIssuance(.credit, coins, to: wallet, reference: reference, at: at))
        for transfer in transfers {
            guard after.post(transfer) else { return .creditRefused }
        }
        view = after
        for transfer in transfers { try keep(transfer) }
        return .credited(balance: view.balances[wallet] ?? .zero, repeated: false)
    }

    /// The number of the credit's transfer; nil where the reference was not used yet.
    private func transferOfCredit(_ reference: String) throws -> Int64? {
        // "kind <> 'gift'" lets SQLite use the index, which leaves gifts out.
        try db.first(
            "SELECT id FROM transfer WHERE kind = 'credit' AND kind <> 'gift' AND reference = ?", reference
        ) { $0[0] }
    }

    /// Whether a transfer from issuance gave an account so many coins.
    private func gave(_ transfer: Int64, _ coins: Coins, to account: AccountID) throws -> Bool {
        guard let id = try load(account) else { return false }
        // The entries of a transfer are numbered from its own number on; issuance is the first, the wallet the second.
        return try db.first(
            "SELECT account = ? AND amount = ? FROM entry WHERE number = ?", id, coins.amount, transfer + 1
        ) { $0[0] } ?? false
    }
}

extension Transfer {
    /// Coins that the server makes for a wallet.
    static func fromIssuance(
        _ kind: Kind, _ coins: Coins, to wallet: AccountID, reference: String, at: Timestamp
    ) -> Transfer {
        Transfer(
            kind: kind, reference: reference, at: at,
            postings: [
                Posting(account: .issuance, amount: coins.negated), Posting(account: wallet, amount: coins),
            ])
    }
}

// MARK: - Rows

extension SettledOrder {
    /// The columns that `init(key:row:)` reads, in its order.
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
