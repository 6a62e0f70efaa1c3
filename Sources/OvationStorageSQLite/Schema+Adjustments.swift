extension Schema {
    /// What stands behind a refund or a correction: who asked for it, why, and under which id of theirs.
    ///
    /// The row has the number of its transfer, as the order of a gift has, so there cannot be one without the other.
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
