#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    /// What the orders of a batch need to know, and the statements that read it.
    struct BatchNeeds {
        /// Starts of lives that the batch changes.
        private(set) var sessions: Set<LiveSessionID> = []
        /// The names of accounts that it may change, and which they are.
        private(set) var accounts: [String: AccountID] = [:]
        /// Orders that it brings.
        private(set) var orders: [OrderKey] = []
        /// Whose gifts in which start of a live it counts.
        private(set) var senders: Set<Sender> = []
        /// Owners whose open lives it counts.
        private(set) var owners: Set<UserID> = []
        /// Users whose profile it changes.
        private(set) var users: Set<UserID> = []

        /// A user who sends in a start of a live.
        struct Sender: Hashable {
            let user: UserID
            let session: LiveSessionID
        }

        /// The first number of the advisory locks under which the lives of an owner are counted: "ovao".
        static let ownerLocks: Int64 = 0x6F76_616F

        /// Columns of a room that ``PostgresBatch/read(room:)`` takes.
        static let selectRooms = """
            SELECT session_id, room.id, ended_at IS NOT NULL, durable, gifts, gift_coins, gift_senders,
                home_slot, home_epoch, owner_id, host_coins, host_coins_of
            FROM room JOIN room_counter ON room_counter.room = room.id
            """
        /// Columns of an account that ``PostgresBatch/read(account:)`` takes.
        static let selectAccounts = """
            SELECT name, id, balance, last_entry, board_total, board_week, board_week_coins, board_day, board_day_coins
            FROM account
            """

        init(_ writes: [StorageWrite], policy: LedgerPolicy, lane: Int64) {
            for write in writes {
                switch write {
                case .order(let order, _), .billing(.deliver(let order, _, as: _, due: _)): add(order, policy, lane)
                case .changeRoom(let session, _, _), .counters(let session, _): sessions.insert(session)
                case .endRoom(let session, _, _, _, _, _): sessions.insert(session)
                case .visits(let session, _, _), .topicMessage(let session, _, _, _): sessions.insert(session)
                case .createRoom(let record, livesMax: _?): owners.insert(record.info.liveOwner.userID)
                case .profile(let user, _): users.insert(user)
                default: break
                }
            }
        }

        private mutating func add(_ order: GiftOrder, _ policy: LedgerPolicy, _ lane: Int64) {
            sessions.insert(order.sessionID)
            orders.append(order.key)
            senders.insert(Sender(user: order.sender.userID, session: order.sessionID))
            var touched: [AccountID] = [.user(order.sender.userID), .house]
            touched += order.to.map { .host($0.userID) }
            if order.isChargedOutside { touched.append(.biller) }
            if policy.newUserGrant > .zero { touched.append(.issuance) }
            for account in touched { accounts[StoredAccount.name(account, lane: lane)] = account }
        }

        /// Reads profiles. The rows are locked, so that fields that another node stores at the same time are not lost.
        static func profiles(of users: some Collection<UserID>) -> PostgresStatement {
            PostgresStatement(
                "SELECT id, profile FROM app_user WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE",
                users.map(\.rawValue))
        }

        /// Statements that read all of it: locks of owners, profiles, rooms, accounts, charged orders, orders of the billing, senders, the
        /// halt, in this order.
        ///
        /// What will change is locked first, in one order for all nodes; a statement after that sees what was committed while it waited.
        /// `LATERAL` with `OFFSET 0` pins a look-up to its whole key. Left to itself the planner found an order by its sender alone, and
        /// read all that he had ever sent for each new one.
        var statements: [PostgresStatement] {
            var statements: [PostgresStatement] = []
            if !owners.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        SELECT pg_advisory_xact_lock($1::int, k)
                        FROM (SELECT DISTINCT hashtext(o) AS k FROM unnest($2::text[]) AS u (o) ORDER BY k) AS owner
                        """, Self.ownerLocks, owners.map(\.rawValue)))
            }
            if !users.isEmpty { statements.append(Self.profiles(of: users)) }
            if !sessions.isEmpty {
                statements.append(
                    PostgresStatement(
                        """
                        \(Self.selectRooms) WHERE session_id = ANY($1::text[]) ORDER BY room.id FOR UPDATE OF room_counter
                        """, sessions.map(\.rawValue)))
            }
            guard !orders.isEmpty else { return statements }
            let wallets = orders.map { AccountID.user($0.sender).description }
            let ids = orders.map(\.orderID.rawValue)
            statements.append(
                PostgresStatement(
                    "\(Self.selectAccounts) WHERE name = ANY($1::text[]) ORDER BY id FOR UPDATE", accounts.keys.sorted()
                ))
            statements.append(
                PostgresStatement(
                    """
                    SELECT k.name, gift_order.order_id, \(SettledOrder.columns)
                    FROM unnest($1::text[], $2::text[]) AS k (name, order_id)
                        JOIN account ON account.name = k.name
                        CROSS JOIN LATERAL (
                            SELECT * FROM gift_order WHERE sender = account.id AND order_id = k.order_id OFFSET 0
                        ) AS gift_order
                        JOIN room ON room.id = gift_order.room
                    """, wallets, ids))
            statements.append(
                PostgresStatement(
                    """
                    SELECT \(BillingOrder.columns) FROM unnest($1::text[], $2::text[]) AS k (sender, order_id)
                        CROSS JOIN LATERAL (
                            SELECT * FROM billing_order WHERE sender = k.sender AND order_id = k.order_id OFFSET 0
                        ) AS billing_order
                        LEFT JOIN billing_order_origin ON billing_order_origin.number = billing_order.id
                    """, orders.map(\.sender.rawValue), ids))
            statements.append(
                PostgresStatement(
                    """
                    SELECT room_gift_sender.room, room_gift_sender.sender, gifts, coins, refunded
                    FROM unnest($1::text[], $2::text[]) AS k (session, name)
                        JOIN room ON room.session_id = k.session
                        JOIN account ON account.name = k.name
                        CROSS JOIN LATERAL (
                            SELECT * FROM room_gift_sender WHERE room = room.id AND sender = account.id OFFSET 0
                        ) AS room_gift_sender
                    """, senders.map(\.session.rawValue), senders.map { AccountID.user($0.user).description }))
            statements.append(
                PostgresStatement("SELECT problems IS NOT NULL FROM ledger_halt ORDER BY id DESC LIMIT 1"))
            return statements
        }
    }

    extension PostgresBatch {
        /// Takes the results of ``BatchNeeds/statements``.
        func read(_ needs: BatchNeeds, _ results: [PostgresResult]) throws {
            var results = results[...]
            if !needs.owners.isEmpty { results.removeFirst() }
            if !needs.users.isEmpty, let rows = results.popFirst() { try take(profiles: rows, of: needs.users) }
            if !needs.sessions.isEmpty, let rows = results.popFirst() {
                for index in 0..<rows.count { try read(room: rows[index]) }
            }
            guard !needs.orders.isEmpty else { return }
            if let rows = results.popFirst() {
                for (_, account) in needs.accounts { accounts[account] = .some(nil) }
                for index in 0..<rows.count { try read(account: rows[index]) }
            }
            knownOrders.formUnion(needs.orders)
            if let rows = results.popFirst() {
                for index in 0..<rows.count {
                    let row = rows[index]
                    guard case .user(let sender)? = AccountID(try row[0]) else { continue }
                    let key = OrderKey(sender: sender, orderID: OrderID(unchecked: try row[1]))
                    view.settled[key] = try SettledOrder(key: key, row, from: 2)
                }
            }
            if let rows = results.popFirst() {
                for index in 0..<rows.count {
                    let asked = try BillingOrder(rows[index], slot: seat.slot)
                    view.asked[asked.order.key] = asked
                }
            }
            for sender in needs.senders {
                guard let room = rooms[sender.session], let wallet = accounts[.user(sender.user)] ?? nil else {
                    continue
                }
                keptSenders[GiftSenderKey(room: room.id, sender: wallet.id)] = GiftSenderRow()
            }
            if let rows = results.popFirst() {
                for index in 0..<rows.count {
                    let row = rows[index]
                    keptSenders[GiftSenderKey(room: try row[0], sender: try row[1])] = GiftSenderRow(
                        gifts: try row[2], coins: try row[3], refunded: try row[4])
                }
            }
            if let rows = results.popFirst(), rows.count > 0 { view.isHalted = try rows[0][0] }
            let missing = needs.accounts.values.filter {
                (accounts[$0] ?? nil) == nil && !StoredAccount.striped.contains($0)
            }
            guard !missing.isEmpty else { return }
            var spare: [Int64] = []
            try db.forEach("SELECT nextval('account_id') FROM generate_series(1, $1)", missing.count) {
                spare.append(try $0[0])
            }
            for (account, id) in zip(missing, spare) { spareIDs[account] = id }
        }

        /// Takes the rows of ``BatchNeeds/profiles(of:)``.
        func take(profiles rows: PostgresResult, of users: some Collection<UserID>) throws {
            for user in users { profiles[user] = .some(nil) }
            for index in 0..<rows.count {
                profiles[UserID(unchecked: try rows[index][0])] = try StoredJSON.value(
                    UserProfile.self, try rows[index][1], in: "app_user.profile")
            }
        }

        /// Takes a row of ``BatchNeeds/selectAccounts``.
        @discardableResult
        func read(account row: PostgresRow) throws -> AccountRow {
            let name: String = try row[0]
            guard let account = StoredAccount.account(name), let balance = Coins(try row[2]) else {
                throw StorageError("The account \"\(name)\" cannot be read. Run an audit of the ledger.")
            }
            let score = BoardScore(
                total: Coins(try row[4]) ?? .max, week: try row[5], weekCoins: Coins(try row[6]) ?? .max,
                day: try row[7], dayCoins: Coins(try row[8]) ?? .max)
            let found = AccountRow(
                id: try row[1], name: name, balance: balance.amount, lastEntry: try row[3], score: score)
            accounts[account] = found
            view.balances[account] = balance
            return found
        }
    }
#endif
