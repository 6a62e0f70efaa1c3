#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Settles an order, and stores it if it is charged.
        func settle(_ order: GiftOrder, _ draft: EventDraft) throws -> StorageOutcome {
            try load(order)
            let settlement = OvationRules.settle([order], policy: policy, view: &view)[0]
            var scores: GiftScores?
            if case .charged(let record, let transfers) = settlement { scores = try keep(record, transfers, draft) }
            var counters = rooms[order.sessionID]?.gifts ?? GiftCounters()
            counters.scores = scores
            return .order(settlement, counters)
        }

        /// Loads the data that settling an order needs, unless the batch has it already.
        private func load(_ order: GiftOrder) throws {
            _ = try room(order.sessionID)
            try load(.user(order.sender.userID))
            for receiver in order.to { try load(.host(receiver.userID)) }
            try load(.house)
            if order.isChargedOutside { try load(.biller) }
            if policy.newUserGrant > .zero { try load(.issuance) }
            try learn(order.key)
        }

        /// Finds out whether an order was charged and what the billing knows of it, once a batch.
        func learn(_ key: OrderKey) throws {
            guard !knownOrders.contains(key) else { return }
            try flush()
            view.asked[key] = try BillingOrder.one(key, db, slot: seat.slot)
            view.settled[key] = try SettledOrder.one(key, db)
            knownOrders.insert(key)
        }

        /// Loads the balance of an account, once a batch. Returns the id of the row; nil if there is no such account.
        @discardableResult
        func load(_ account: AccountID) throws -> Int64? {
            if let known = accounts[account] { return known?.id }
            let name = StoredAccount.name(account, lane: seat.lane)
            let found = try db.first("\(BatchNeeds.selectAccounts) WHERE name = $1 FOR UPDATE", name) {
                try self.read(account: $0)
            }
            if found == nil { accounts[account] = .some(nil) }
            return found?.id
        }

        /// Loads the rows of all lanes of an account, so that the batch knows the whole balance. For an account that loses coins.
        func loadAllLanes(_ account: AccountID) throws {
            try load(account)
            guard StoredAccount.striped.contains(account), (accounts[account] ?? nil)?.others == nil else { return }
            let own = StoredAccount.name(account, lane: seat.lane)
            var others: [AccountRow] = []
            let before = (row: accounts[account] ?? nil, balance: view.balances[account])
            try db.forEach(
                "\(BatchNeeds.selectAccounts) WHERE id < $1 AND name LIKE $2 AND name <> $3 ORDER BY id FOR UPDATE",
                LedgerNumber.accountsOfUsersMin, "\(account)/%", own
            ) { others.append(try self.read(account: $0)) }
            guard !others.isEmpty || before.row != nil else {
                accounts[account] = .some(nil)
                return
            }
            let row = try before.row ?? emptyRow(account)
            row.others = others
            accounts[account] = row
            view.balances[account] = Coins(others.reduce(row.balance) { $0 + $1.balance })
            guard view.balances[account] != nil else {
                throw StorageError(
                    "The account \"\(account)\" has more coins than there can be. Run an audit of the ledger.")
            }
        }

        /// A row for an account that has none in this lane yet.
        private func emptyRow(_ account: AccountID) throws -> AccountRow {
            let row = AccountRow(
                id: try newID(of: account), name: StoredAccount.name(account, lane: seat.lane), balance: 0, lastEntry: 0
            )
            return row
        }

        private func newID(of account: AccountID) throws -> Int64 {
            if let fixed = StoredAccount.id(account, lane: seat.lane) { return fixed }
            if let spare = spareIDs.removeValue(forKey: account) { return spare }
            guard let id = try db.first("SELECT nextval('account_id')", body: { try $0[0] as Int64 }) else {
                throw PostgresFailure("a sequence has no next number")
            }
            return id
        }

        /// Stores a charged order: its transfer, the order, its event and the counters of its live.
        private func keep(_ record: SettledOrder, _ transfers: [Transfer], _ draft: EventDraft) throws -> GiftScores {
            var number: Int64?
            for transfer in transfers { number = try keep(transfer) }
            // A grant comes before the gift's own transfer, which is the last one.
            guard let number, let wallet = accounts[.user(record.key.sender)] ?? nil,
                let room = rooms[record.sessionID]
            else {
                throw StorageError("The order \(record.key.reference) was charged without a transfer.")
            }
            waiting.add(record, transfer: number, sender: wallet.id, room: room.id)
            waiting.add(draft, room: room.id, durable: record.durable)
            let gifts = record.count * record.to.count
            var sender = try giftSender(wallet.id, in: room.id)
            // An order has at least one gift, so a sender with no gifts has sent no order before.
            if sender.gifts == 0 { room.gifts.totalUniqueGiftSenders += 1 }
            sender.gifts += gifts
            sender.coins += record.coins.amount
            giftSenders[GiftSenderKey(room: room.id, sender: wallet.id)] = sender
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
            if let known = giftSenders[key] ?? keptSenders[key] { return known }
            if newRooms.contains(room) { return GiftSenderRow() }
            let found = try db.first(
                "SELECT gifts, coins, refunded FROM room_gift_sender WHERE room = $1 AND sender = $2", room, wallet
            ) { GiftSenderRow(gifts: try $0[0], coins: try $0[1], refunded: try $0[2]) }
            return found ?? GiftSenderRow()
        }

        /// Queues a transfer and its entries. Returns the number of the first entry, which is also the transfer's number.
        @discardableResult
        func keep(_ transfer: Transfer) throws -> Int64 {
            let number = LedgerNumber.entry(lane: seat.lane, place: nextPlace)
            var parts: [(entry: Int64, account: Int64, amount: Int64, previous: Int64?)] = []
            for posting in transfer.postings {
                for (row, amount) in try rows(for: posting) {
                    let entry = LedgerNumber.entry(lane: seat.lane, place: nextPlace)
                    nextPlace += 1
                    parts.append((entry, row.id, amount, row.lastEntry == 0 ? nil : row.lastEntry))
                    // The row is stored with its first entry: a row of this lane without one is no account.
                    if row.lastEntry == 0 { row.isNew = true }
                    row.balance += amount
                    row.lastEntry = entry
                    row.isStale = true
                }
            }
            waiting.add(transfer, number: number, parts)
            return number
        }

        /// Divides a posting among the rows of its account.
        ///
        /// Most accounts have one row. The house loses coins out of its own lane's row first, and then of the others, because none of them
        /// may go below zero.
        private func rows(for posting: Posting) throws -> [(row: AccountRow, amount: Int64)] {
            let own = try ownRow(of: posting.account)
            let amount = posting.amount.amount
            guard amount < 0, !posting.account.mayBeNegative, let others = own.others else { return [(own, amount)] }
            var left = -amount
            var parts: [(row: AccountRow, amount: Int64)] = []
            for row in [own] + others where left > 0 && row.balance > 0 {
                let part = min(left, row.balance)
                parts.append((row, -part))
                left -= part
            }
            guard left == 0 else {
                throw StorageError(
                    "The account \"\(posting.account)\" lacks \(left) coins. Run an audit of the ledger.")
            }
            return parts.isEmpty ? [(own, amount)] : parts
        }

        /// The row of an account in this lane, which is made if there is none.
        private func ownRow(of account: AccountID) throws -> AccountRow {
            if let row = accounts[account] ?? nil { return row }
            let row = try emptyRow(account)
            accounts[account] = row
            return row
        }
    }

    // MARK: - Credits

    extension PostgresBatch {
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
            try flush()
            // The condition "kind <> 'gift'" lets PostgreSQL use the partial index, which excludes gifts.
            return try db.first(
                "SELECT id FROM transfer WHERE kind = 'credit' AND kind <> 'gift' AND reference = $1", reference
            ) { try $0[0] }
        }
    }

    // MARK: - Rows

    extension SettledOrder {
        /// The columns that `init(key:_:from:)` reads, in order.
        static let columns = """
            room.live_id, room.session_id, gift, count, receivers, gift_order.coins, gift_order.balance, \
            gift_order.durable, gift_order.at
            """

        init(key: OrderKey, _ row: PostgresRow, from first: Int = 0) throws {
            guard let coins = Coins(try row[first + 5]), let balance = Coins(try row[first + 6]) else {
                throw StorageError("The order \(key.reference) has an amount out of range.")
            }
            self.init(
                key: key, liveID: LiveID(unchecked: try row[first]),
                sessionID: LiveSessionID(unchecked: try row[first + 1]),
                giftID: GiftID(unchecked: try row[first + 2]), count: try row[first + 3],
                to: (try row[first + 4] as String).split(separator: ",").map { UserID(unchecked: String($0)) },
                coins: coins, balance: balance, durable: try row[first + 7],
                at: Timestamp(milliseconds: try row[first + 8]))
        }

        /// Returns the charged order with a key; nil if there is none.
        static func one(_ key: OrderKey, _ db: PostgresConnection) throws -> SettledOrder? {
            try db.first(
                """
                SELECT \(columns) FROM gift_order JOIN room ON room.id = gift_order.room
                WHERE sender = (SELECT id FROM account WHERE name = $1) AND order_id = $2
                """, AccountID.user(key.sender).description, key.orderID.rawValue
            ) { try SettledOrder(key: key, $0) }
        }
    }
#endif
