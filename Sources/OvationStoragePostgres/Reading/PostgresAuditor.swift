#if Cluster
    import OvationRules
    import OvationStorage

    /// Audits the ledger in one snapshot and lists everything that does not balance.
    ///
    /// It reads every row. Writers can continue; what they add is not part of the result.
    struct PostgresAuditor {
        /// The most examples of one kind of problem.
        private static let examplesMax = 20

        private let db: PostgresConnection

        /// Makes an auditor for a connection with an open transaction that reads one snapshot.
        init(_ db: PostgresConnection) { self.db = db }

        func audit() throws -> LedgerAudit {
            var problems: [String] = []
            for check in Self.checks { problems += try run(check) }
            return LedgerAudit(
                accounts: try count("account"), entries: try count("entry"), orders: try count("gift_order"),
                problems: problems)
        }

        private func count(_ table: String) throws -> Int {
            try db.first("SELECT COUNT(*) FROM \(table)") { try $0[0] } ?? 0
        }

        /// An invariant, and a query that returns a sentence for each row that violates it.
        private struct Check {
            let name: String
            let sql: String
        }

        private func run(_ check: Check) throws -> [String] {
            var sentences: [String] = []
            var total = 0
            // PostgreSQL counts the violations, because a result is in memory as a whole.
            try db.forEach(
                """
                SELECT sentence, COUNT(*) OVER () FROM (
                \(check.sql)
                ) AS violation (sentence) LIMIT $1
                """, Self.examplesMax
            ) { row in
                sentences.append(try row[0])
                total = try row[1]
            }
            let more = total - sentences.count
            if more > 0 { sentences.append("… and \(more) more (\(check.name)).") }
            return sentences
        }

        private static let checks = chains + transfers + orders + lives

        // MARK: - Accounts, their entries, and lanes

        private static let chains = [
            Check(
                name: "a balance is the sum of its entries",
                sql: """
                    SELECT format('The account %s has a balance of %s, its entries add up to %s.', name, balance,
                        COALESCE(total, 0))
                    FROM account LEFT JOIN (
                        SELECT account AS owner, SUM(amount) AS total FROM entry GROUP BY account
                    ) AS sums ON sums.owner = account.id
                    WHERE balance <> COALESCE(total, 0)
                    """),
            // The entries of an account may be in several lanes, so the chain says their order and their numbers do not. A chain has one
            // beginning, no two entries follow the same one, and nothing follows its end.
            Check(
                name: "the entries of an account are a chain",
                sql: """
                    SELECT format('The entry %s follows %s, which is no earlier entry of its account.', entry.number,
                        entry.previous)
                    FROM entry LEFT JOIN entry AS earlier
                        ON earlier.number = entry.previous AND earlier.account = entry.account
                    WHERE entry.previous IS NOT NULL AND (earlier.number IS NULL
                        OR ((earlier.number >> \(placeBits)) = (entry.number >> \(placeBits))
                            AND earlier.number >= entry.number))
                    UNION ALL
                    SELECT format('%s entries follow the entry %s.', COUNT(*), previous)
                    FROM entry WHERE previous IS NOT NULL GROUP BY previous HAVING COUNT(*) > 1
                    UNION ALL
                    SELECT format('The account %s has %s entries that follow none, not 1.', name, COALESCE(firsts, 0))
                    FROM account LEFT JOIN (
                        SELECT account AS owner, COUNT(*) AS firsts FROM entry WHERE previous IS NULL GROUP BY account
                    ) AS beginnings ON beginnings.owner = account.id
                    WHERE COALESCE(firsts, 0) <> 1
                    UNION ALL
                    SELECT format('The newest entry of the account %s is %s, not %s.', name,
                        COALESCE(newest::text, 'none'), last_entry)
                    FROM account LEFT JOIN (
                        SELECT account AS owner, MAX(number) AS newest FROM entry
                        WHERE NOT EXISTS (SELECT 1 FROM entry AS later WHERE later.previous = entry.number)
                        GROUP BY account
                    ) AS ends ON ends.owner = account.id
                    WHERE last_entry IS DISTINCT FROM newest
                    """),
            Check(
                name: "the entries of a lane are numbered without a gap",
                sql: """
                    SELECT format('The lane %s has %s entries, the last at the place %s; its next place is %s.',
                        COALESCE(lane.lane, counted.lane), COALESCE(entries, 0), COALESCE(last, 0),
                        COALESCE(next_place::text, 'unknown'))
                    FROM lane FULL JOIN (
                        SELECT number >> \(placeBits) AS lane, COUNT(*) AS entries,
                            MAX(number & \(LedgerLane.start(of: 1) - 1)) AS last
                        FROM entry GROUP BY number >> \(placeBits)
                    ) AS counted ON counted.lane = lane.lane
                    WHERE COALESCE(entries, 0) <> COALESCE(last, 0)
                        OR next_place <> COALESCE(last, 0) + 1
                        OR (next_place IS NULL AND counted.lane <> 0)
                    """),
            Check(
                name: "no balance is negative where it may not be",
                sql: """
                    SELECT format('The account %s is below zero: %s.', name, balance) FROM account
                    WHERE balance < 0 AND name NOT LIKE 'issuance/%' AND name NOT LIKE 'biller/%'
                    """),
        ]

        private static let placeBits = LedgerLane.placeBits

        // MARK: - Transfers and their entries

        private static let transfers = [
            Check(
                name: "all entries add up to zero",
                sql: """
                    SELECT format('All entries together add up to %s, not to 0.', SUM(amount)) FROM entry
                    HAVING SUM(amount) <> 0
                    """),
            Check(
                name: "every transfer has its entries, and they add up to zero",
                sql: """
                    SELECT format('The transfer %s (%s %s) has %s entries of %s, which add up to %s.', id, kind, reference,
                        COALESCE(entries, 0), postings, COALESCE(total, 0))
                    FROM transfer LEFT JOIN (
                        SELECT transfer AS owner, COUNT(*) AS entries, SUM(amount) AS total, MIN(number) AS smallest,
                            MAX(number) AS largest
                        FROM entry GROUP BY transfer
                    ) AS sums ON sums.owner = transfer.id
                    WHERE entries IS DISTINCT FROM postings OR total IS DISTINCT FROM 0
                        OR smallest IS DISTINCT FROM id OR largest IS DISTINCT FROM id + postings - 1
                    """),
            Check(
                name: "every entry has its account and its transfer",
                sql: """
                    SELECT format('The entry %s belongs to no account or no transfer.', number) FROM entry
                    WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.id = entry.account)
                        OR NOT EXISTS (SELECT 1 FROM transfer WHERE transfer.id = entry.transfer)
                    """),
            Check(
                name: "every gift's transfer has its order",
                sql: """
                    SELECT format('The transfer %s (%s) belongs to no order.', id, reference) FROM transfer
                    WHERE kind = 'gift' AND NOT EXISTS (SELECT 1 FROM gift_order WHERE gift_order.id = transfer.id)
                    """),
            Check(
                name: "every refund and correction says who wanted it",
                sql: """
                    SELECT format('The transfer %s (%s %s) belongs to no adjustment.', id, kind, reference) FROM transfer
                    WHERE kind <> 'gift' AND kind IN ('refund', 'correction')
                        AND NOT EXISTS (SELECT 1 FROM adjustment WHERE adjustment.id = transfer.id
                            AND adjustment.kind = transfer.kind)
                    """),
        ]

        // MARK: - Orders

        private static let orders = [
            Check(
                name: "every order has its transfer",
                sql: """
                    SELECT format('The order %s/%s has no transfer of %s coins.', COALESCE(account.name, 'of nobody'),
                        gift_order.order_id, gift_order.coins)
                    FROM gift_order LEFT JOIN account ON account.id = gift_order.sender
                        LEFT JOIN transfer ON transfer.id = gift_order.id AND transfer.kind = 'gift'
                            AND ('user:' || transfer.reference = account.name || '/' || gift_order.order_id
                                -- The account of a user who is being erased has the new name first.
                                OR EXISTS (SELECT 1 FROM erasure WHERE 'user:' || alias = account.name
                                    AND transfer.reference = user_id || '/' || gift_order.order_id))
                        LEFT JOIN entry ON entry.number = transfer.id AND entry.account = gift_order.sender
                            AND entry.amount = -gift_order.coins
                    WHERE entry.number IS NULL
                    """),
            Check(
                name: "every refund gives back what its order cost",
                sql: """
                    SELECT format('The refund %s (%s) does not give back the %s coins of its order.', adjustment.id,
                        adjustment.reference, COALESCE(gift_order.coins::text, 'unknown'))
                    FROM adjustment LEFT JOIN gift_order ON gift_order.id = adjustment.gift_order
                        LEFT JOIN transfer ON transfer.id = adjustment.id AND transfer.kind = 'refund'
                        LEFT JOIN entry ON entry.number = transfer.id AND entry.amount = gift_order.coins
                    WHERE adjustment.kind = 'refund' AND entry.number IS NULL
                    """),
            Check(
                name: "every order has its event",
                sql: """
                    SELECT format('The order %s (%s) has no event %s.', gift_order.id, gift_order.order_id,
                        gift_order.durable)
                    FROM gift_order LEFT JOIN event ON event.id = (gift_order.room << 32) + gift_order.durable
                    WHERE event.id IS NULL
                    """),
            Check(
                name: "no two orders share an event",
                sql: """
                    SELECT format('The event %s of %s belongs to %s orders.', gift_order.durable, room.session_id, COUNT(*))
                    FROM gift_order JOIN room ON room.id = gift_order.room
                    GROUP BY room.id, gift_order.durable HAVING COUNT(*) > 1
                    """),
        ]

        // MARK: - Lives

        private static let lives = [
            Check(
                name: "stored events are numbered without a gap",
                sql: """
                    SELECT format(
                        'The live session %s has %s stored events, the last with the number %s; it counts %s.', session_id,
                        COALESCE(events, 0), COALESCE(last, 0), durable)
                    FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                        SELECT id >> 32 AS owner, COUNT(*) AS events, MAX(id & 4294967295) AS last
                        FROM event GROUP BY id >> 32
                    ) AS counted ON counted.owner = room.id
                    WHERE durable > 0 AND (events IS DISTINCT FROM durable OR last IS DISTINCT FROM durable)
                    """),
            Check(
                name: "gift counters are the sums of the orders",
                sql: """
                    SELECT format(
                        'The live session %s counts %s coins of %s senders; its orders have %s of %s.', session_id,
                        room_counter.gift_coins, room_counter.gift_senders, COALESCE(coins, 0), COALESCE(senders, 0))
                    FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                        SELECT room AS owner, SUM(coins) AS coins, COUNT(DISTINCT sender) AS senders
                        FROM gift_order GROUP BY room
                    ) AS counted ON counted.owner = room.id
                    WHERE room_counter.gift_coins <> COALESCE(coins, 0)
                        OR room_counter.gift_senders <> COALESCE(senders, 0)
                    """),
            Check(
                name: "what hosts earned by a live is the sum of its orders",
                sql: """
                    SELECT format('The live session %s counts %s coins that its host earned; its orders have %s.', session_id,
                        host_coins, COALESCE(coins, 0))
                    FROM room JOIN room_counter ON room_counter.room = room.id LEFT JOIN (
                        SELECT live.id AS owner, SUM(entry.amount) AS coins
                        FROM room AS live
                            -- The account of a user who is being erased has the new name first.
                            JOIN account ON account.name IN ('host:' || live.owner_id,
                                'host:' || (SELECT alias FROM erasure WHERE user_id = live.owner_id))
                            JOIN gift_order ON gift_order.room = live.id
                            JOIN entry ON entry.transfer = gift_order.id AND entry.account = account.id
                        GROUP BY live.id
                    ) AS earned ON earned.owner = room.id
                    -- A start with orders of a version before the count is not known.
                    WHERE host_coins_of = gift_coins AND host_coins <> COALESCE(coins, 0)
                    """),
        ]
    }
#endif
