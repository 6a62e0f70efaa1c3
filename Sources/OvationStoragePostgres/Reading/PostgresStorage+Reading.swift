#if Cluster
    public import OvationModel
    public import OvationRules
    public import OvationStorage

    extension PostgresStorage {
        /// Returns every open live of this node; see `Storage.openRooms()`.
        public func openRooms() async throws -> [RoomRecord] {
            try await read("the open lives") { [slot] db in
                try RoomRecord.all(db, where: "ended_at IS NULL AND home_slot = $1", slot)
            }
        }

        /// Returns the latest start of a live; see `Storage.lastRoom(_:)`.
        public func lastRoom(_ liveID: LiveID) async throws -> RoomRecord? {
            try await read("a live") { db in
                try RoomRecord.all(
                    db, where: "room.id = (SELECT id FROM room WHERE live_id = $1 ORDER BY id DESC LIMIT 1)",
                    liveID.rawValue
                ).first
            }
        }

        /// Returns the start of a live that is on, and which node runs it; see `Storage.openStart(of:)`.
        public func openStart(of liveID: LiveID) async throws -> OpenStart? {
            try await read("who runs a live") { [slot] db in try OpenStart.current(of: liveID, db, slot: slot) }
        }

        /// Returns profiles of users; see `Storage.profiles(of:)`.
        public func profiles(of users: [UserID]) async throws -> [UserID: UserProfile] {
            try await read("profiles") { db in
                var profiles: [UserID: UserProfile] = [:]
                try db.forEach(
                    "SELECT id, profile FROM app_user WHERE id = ANY($1::text[])", users.map(\.rawValue)
                ) { row in
                    let user = UserID(unchecked: try row[0])
                    profiles[user] = try StoredJSON.value(UserProfile.self, try row[1], in: "app_user.profile")
                }
                return profiles
            }
        }

        /// Returns the balance of an account; see `Storage.balance(of:)`.
        public func balance(of account: AccountID) async throws -> Coins? {
            try await read("a balance") { db in
                guard let amount = try account.amount(db) else { return nil }
                guard let coins = Coins(amount) else {
                    throw StorageError("The balance of \(account) is out of range.")
                }
                return coins
            }
        }

        /// Returns the entries of an account, newest first; see `Storage.entries(of:before:limit:)`.
        ///
        /// The entries of an account with a row a lane come lane by lane.
        public func entries(of account: AccountID, before: Int64?, limit: Int) async throws -> [LedgerEntry] {
            try await read("the entries of an account") { db in
                guard limit > 0 else { return [] }
                guard StoredAccount.striped.contains(account) else {
                    return try LedgerEntry.chain(of: account, before: before, limit: limit, db)
                }
                return try LedgerEntry.ofLanes(account, before: before, limit: limit, db)
            }
        }

        /// Returns a charged order; see `Storage.order(_:)`.
        public func order(_ key: OrderKey) async throws -> SettledOrder? {
            try await read("an order") { try SettledOrder.one(key, $0) }
        }

        /// Returns what a charged order moved; see `Storage.postings(of:)`.
        public func postings(of order: OrderKey) async throws -> [Posting] {
            try await read("the postings of an order") { db in
                // A transfer of an order has the order's number.
                let transfer: Int64? = try db.first(
                    "SELECT id FROM gift_order WHERE sender = (SELECT id FROM account WHERE name = $1) AND order_id = $2",
                    AccountID.user(order.sender).description, order.orderID.rawValue
                ) { try $0[0] }
                return try transfer.map { try Posting.all(of: $0, db) } ?? []
            }
        }

        /// Returns stored events of one start of a live; see `Storage.events(of:after:limit:)`.
        public func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
            try await read("stored events") { db in
                guard let range = try EventKey.range(of: session, after: durable, db) else { return [] }
                var events: [StoredEvent] = []
                try db.forEach(
                    "SELECT id, name, at, data FROM event WHERE id BETWEEN $1 AND $2 ORDER BY id LIMIT $3",
                    range.lowerBound, range.upperBound, max(0, limit)
                ) { events.append(try StoredEvent($0)) }
                return events
            }
        }

        /// Returns the last stored events of lives; see `Storage.lastEvents(of:since:limit:)`.
        public func lastEvents(
            of sessions: [LiveSessionID], since: Timestamp, limit: Int
        ) async throws -> [LiveSessionID: [StoredEvent]] {
            try await read("the last events of lives") { db in
                var found: [LiveSessionID: [StoredEvent]] = [:]
                try db.forEach(
                    """
                    SELECT last.id, last.name, last.at, last.data, room.session_id
                    FROM unnest($1::text[]) AS k (session) JOIN room ON room.session_id = k.session
                        JOIN room_counter ON room_counter.room = room.id
                        JOIN event ON event.id = (room.id << 32 | room_counter.durable)
                        CROSS JOIN LATERAL (
                            SELECT id, name, at, data FROM event
                            WHERE id BETWEEN (room.id << 32) AND (room.id << 32 | room_counter.durable)
                            ORDER BY id DESC LIMIT $2
                        ) AS last
                    WHERE event.at >= $3 ORDER BY last.id
                    """, sessions.map(\.rawValue), max(0, limit), since.milliseconds
                ) { found[LiveSessionID(unchecked: try $0[4]), default: []].append(try StoredEvent($0)) }
                return found
            }
        }

        /// Returns the gift catalogue; see `Storage.catalogue()`.
        public func catalogue() async throws -> GiftCatalogue {
            try await read("the gift catalogue") { try GiftCatalogue($0) }
        }

        /// Returns the top rows of the boards of lives; see `Storage.boards(of:limit:)`.
        public func boards(of sessions: [LiveSessionID], limit: Int) async throws -> [LiveSessionID: [BoardPlace]] {
            try await read("the boards of lives") { try BoardPlace.first(max(0, limit), ofLives: sessions, $0) }
        }

        /// Returns the top rows of a board; see `Storage.board(_:limit:)`.
        public func board(_ scope: BoardScope, limit: Int) async throws -> [BoardPlace] {
            try await read("a board") { try BoardPlace.first(max(0, limit), of: scope, $0) }
        }
    }

    extension EventKey {
        /// Returns the keys of the events of one start of a live after a number; nil if it does not exist.
        fileprivate static func range(
            of session: LiveSessionID, after durable: Int64, _ db: PostgresConnection
        ) throws -> ClosedRange<Int64>? {
            let last: Int64 = 0xFFFF_FFFF
            guard durable < last else { return nil }
            let room: Int64? = try db.first("SELECT id FROM room WHERE session_id = $1", session.rawValue) { try $0[0] }
            guard let room else { return nil }
            return EventKey(room: room, durable: max(0, durable) + 1).id...EventKey(room: room, durable: last).id
        }
    }

    extension AccountID {
        /// Returns how many coins the account has, in all lanes together; nil if it has never had an entry.
        fileprivate func amount(_ db: PostgresConnection) throws -> Int64? {
            guard StoredAccount.striped.contains(self) else {
                return try db.first("SELECT balance FROM account WHERE name = $1", description) { try $0[0] }
            }
            // The condition on the id keeps PostgreSQL from reading the rows of all users.
            return try db.first(
                """
                SELECT SUM(balance)::bigint FROM account
                WHERE id < \(LedgerNumber.accountsOfUsersMin) AND name LIKE $1
                """, "\(description)/%"
            ) { try $0[0] as Int64? } ?? nil
        }
    }

    extension StoredEvent {
        /// Reads key, name, time and content.
        fileprivate init(_ row: PostgresRow) throws {
            self.init(
                durable: EventKey(id: try row[0]).durable, name: try row[1], at: Timestamp(milliseconds: try row[2]),
                data: (try row[3] as PostgresBytes).bytes)
        }
    }
#endif
