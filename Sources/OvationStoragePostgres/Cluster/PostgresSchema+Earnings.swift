#if Cluster
    extension PostgresSchema {
        /// What the owner of a live has earned by a start, and the cost of the orders that this counts. Lives that are on are counted now,
        /// once. Those that have ended stay uncounted: adding up all orders that ever were would keep a server from starting for minutes.
        static let hostEarnings = """
            ALTER TABLE room_counter ADD COLUMN host_coins bigint NOT NULL DEFAULT 0,
                ADD COLUMN host_coins_of bigint NOT NULL DEFAULT 0;
            UPDATE room_counter SET host_coins_of = gift_coins, host_coins = (
                SELECT COALESCE(SUM(entry.amount), 0)::bigint
                FROM room JOIN account ON account.name = 'host:' || room.owner_id
                    JOIN gift_order ON gift_order.room = room.id
                    JOIN transfer ON transfer.id = gift_order.id
                    -- The entries of an order lie together.
                    CROSS JOIN LATERAL (
                        SELECT amount FROM entry
                        WHERE number BETWEEN transfer.id AND transfer.id + transfer.postings - 1
                            AND entry.account = account.id
                        OFFSET 0
                    ) AS entry
                WHERE room.id = room_counter.room)
            WHERE room IN (SELECT id FROM room WHERE ended_at IS NULL);
            """
    }
#endif
