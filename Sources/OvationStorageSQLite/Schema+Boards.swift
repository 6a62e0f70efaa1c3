extension Schema {
    /// The scores of the boards are columns of the account, which an order rewrites anyway. A separate table would cost every order four
    /// more statements. No index sorts them: the server keeps the top rows in memory, and reads them from here when it starts.
    static let boards = """
        ALTER TABLE account ADD COLUMN board_total INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN board_week INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN board_week_coins INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN board_day INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE account ADD COLUMN board_day_coins INTEGER NOT NULL DEFAULT 0;

        -- What was refunded stays in the statistics of the live, and is on no board.
        ALTER TABLE room_gift_sender ADD COLUMN refunded INTEGER NOT NULL DEFAULT 0;
        UPDATE room_gift_sender SET refunded = (
            SELECT COALESCE(SUM(gift_order.coins), 0) FROM adjustment JOIN gift_order ON gift_order.id = adjustment.gift_order
            WHERE gift_order.room = room_gift_sender.room AND gift_order.sender = room_gift_sender.sender
        ) WHERE EXISTS (SELECT 1 FROM adjustment WHERE gift_order IS NOT NULL);

        -- By which midnight the scores were counted. Where it is missing or another one, they are counted anew.
        CREATE TABLE board_calendar (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            utc_offset_minutes INTEGER NOT NULL
        ) STRICT;
        """
}
