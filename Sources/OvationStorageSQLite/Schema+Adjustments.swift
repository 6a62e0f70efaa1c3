extension Schema {
    /// The requests behind refunds and corrections: who asked, why, and under which of their own ids.
    ///
    /// Each row has the number of its transfer, like the order of a gift, so neither can exist without the other.
    static let adjustments = """
        CREATE TABLE adjustment (
            id INTEGER PRIMARY KEY REFERENCES transfer (id),
            kind TEXT NOT NULL,              -- refund or correction
            reference TEXT NOT NULL,         -- the caller's own id
            gift_order INTEGER UNIQUE REFERENCES gift_order (id),   -- which order a refund takes back, once
            covered INTEGER NOT NULL,        -- coins that the house gave in the receivers' place
            by TEXT,                         -- a user id; NULL for the server itself
            reason TEXT NOT NULL,
            UNIQUE (kind, reference),
            CHECK ((kind = 'refund') = (gift_order IS NOT NULL))
        ) STRICT;
        CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment
        BEGIN SELECT RAISE(ABORT, 'rows of adjustment are only ever added'); END;
        CREATE TRIGGER adjustment_no_delete BEFORE DELETE ON adjustment
        BEGIN SELECT RAISE(ABORT, 'rows of adjustment are only ever added'); END;
        """
}
