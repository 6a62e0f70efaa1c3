extension Schema {
    /// Erasures that have begun and are not done, and what lets them change rows that nothing else may change: the columns with ids,
    /// names and texts, in rows that name a user whose erasure has begun. Amounts, times and numbers stay under the old guard.
    static let erasure = """
        CREATE TABLE erasure (
            user_id TEXT PRIMARY KEY,
            alias TEXT NOT NULL,
            begun_at INTEGER NOT NULL,
            part INTEGER NOT NULL,           -- an ErasurePart
            place INTEGER NOT NULL,          -- how far the part is
            changed INTEGER NOT NULL         -- rows that were changed or deleted so far
        ) STRICT, WITHOUT ROWID;

        -- By which the rows of a user are found.
        CREATE INDEX room_owner ON room (owner_id);
        CREATE INDEX room_admin_user ON room_admin (user_id);
        CREATE INDEX moderation_user ON moderation (user_id) WHERE user_id IS NOT NULL;
        CREATE INDEX moderation_done_by ON moderation (done_by) WHERE done_by IS NOT NULL;

        -- By which rows are found that are older than they may be.
        CREATE INDEX moderation_at ON moderation (at);
        CREATE INDEX event_pinned ON event (id) WHERE name = 'barrage.pinned' AND length(data) > 13;

        DROP TRIGGER event_no_update;
        CREATE TRIGGER event_no_update BEFORE UPDATE ON event
        WHEN NOT (NEW.id = OLD.id AND NEW.name = OLD.name AND NEW.at = OLD.at AND (
            EXISTS (SELECT 1 FROM erasure WHERE OLD.about IS user_id
                OR instr(OLD.data, CAST('"' || user_id || '"' AS BLOB)) > 0
                OR (OLD.name IN ('room.updated', 'room.ended')
                    AND (SELECT owner_id FROM room WHERE room.id = OLD.id >> 32) = alias))
            -- The texts of pinned messages of a live that is over may go.
            OR (OLD.name = 'barrage.pinned' AND NEW.about IS OLD.about AND NEW.data = CAST('{"pinned":[]}' AS BLOB)
                AND (SELECT ended_at FROM room WHERE room.id = OLD.id >> 32) IS NOT NULL)))
        BEGIN SELECT RAISE(ABORT, 'rows of event are only ever added'); END;

        DROP TRIGGER transfer_no_update;
        CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
        WHEN NOT (NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.at = OLD.at AND NEW.postings = OLD.postings
            AND EXISTS (SELECT 1 FROM erasure WHERE \(renamedReference)))
        BEGIN SELECT RAISE(ABORT, 'rows of transfer are only ever added'); END;

        DROP TRIGGER adjustment_no_update;
        CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment
        WHEN NOT (NEW.id = OLD.id AND NEW.kind = OLD.kind AND NEW.gift_order IS OLD.gift_order
            AND NEW.covered = OLD.covered AND NEW.by IS OLD.by AND NEW.reason = OLD.reason
            AND EXISTS (SELECT 1 FROM erasure WHERE \(renamedRequest)))
        BEGIN SELECT RAISE(ABORT, 'rows of adjustment are only ever added'); END;

        DROP TRIGGER gift_order_no_update;
        CREATE TRIGGER gift_order_no_update BEFORE UPDATE ON gift_order
        WHEN NOT (NEW.id = OLD.id AND NEW.sender = OLD.sender AND NEW.order_id = OLD.order_id AND NEW.room = OLD.room
            AND NEW.durable = OLD.durable AND NEW.gift = OLD.gift AND NEW.count = OLD.count AND NEW.coins = OLD.coins
            AND NEW.balance = OLD.balance AND NEW.at = OLD.at AND EXISTS (
                SELECT 1 FROM erasure WHERE instr(',' || OLD.receivers || ',', ',' || user_id || ',') > 0))
        BEGIN SELECT RAISE(ABORT, 'rows of gift_order are only ever added'); END;

        DROP TRIGGER account_no_rename;
        CREATE TRIGGER account_no_rename BEFORE UPDATE OF id, name ON account
        WHEN NOT (NEW.id = OLD.id AND EXISTS (
            SELECT 1 FROM erasure WHERE (OLD.name = 'user:' || user_id AND NEW.name = 'user:' || alias)
                OR (OLD.name = 'host:' || user_id AND NEW.name = 'host:' || alias)))
        BEGIN SELECT RAISE(ABORT, 'an account keeps its name'); END;

        DROP TRIGGER billing_order_final;
        CREATE TRIGGER billing_order_final BEFORE UPDATE ON billing_order
        WHEN NOT OLD.is_open AND NOT (NEW.state = OLD.state AND NEW.attempts = OLD.attempts AND NEW.due IS OLD.due
            AND NEW.code IS OLD.code AND NEW.updated_at = OLD.updated_at AND \(erasedOrder))
        BEGIN SELECT RAISE(ABORT, 'the outcome of an order of the billing is never changed'); END;

        DROP TRIGGER billing_order_content;
        CREATE TRIGGER billing_order_content BEFORE UPDATE OF id, sender, order_id, content ON billing_order
        WHEN NOT (NEW.id = OLD.id AND NEW.order_id = OLD.order_id AND NOT OLD.is_open AND \(erasedOrder))
        BEGIN SELECT RAISE(ABORT, 'an order of the billing keeps its content'); END;
        """

    /// Whether the reference of a transfer that begins with the user's id changes to the alias.
    private static let renamedReference = """
        (OLD.kind IN ('gift', 'charge', 'refund') AND substr(OLD.reference, 1, length(user_id) + 1) = user_id || '/'
            AND NEW.reference = alias || substr(OLD.reference, length(user_id) + 1))
        OR (OLD.kind = 'grant' AND OLD.reference = user_id AND NEW.reference = alias)
        """

    /// The same for the request that the server made itself to take an order back.
    private static let renamedRequest = """
        OLD.kind = 'refund' AND substr(OLD.reference, 1, length(user_id) + 9) = 'billing/' || user_id || '/'
            AND NEW.reference = 'billing/' || alias || substr(OLD.reference, length(user_id) + 9)
        """

    private static let erasedOrder = """
        EXISTS (SELECT 1 FROM erasure WHERE OLD.sender = user_id OR instr(OLD.content, '"' || user_id || '"') > 0)
        """
}
