extension Schema {
    /// The orders that the app's own billing pays, each with its state. A final state never changes, and orders are never deleted, because
    /// their ids may come again.
    static let billing = """
        CREATE TABLE billing_order (
            id INTEGER PRIMARY KEY,
            sender TEXT NOT NULL,
            order_id TEXT NOT NULL,
            content TEXT NOT NULL,           -- JSON of the order as its live let it through
            state TEXT NOT NULL,
            is_open INTEGER NOT NULL,        -- whether the state is not final
            attempts INTEGER NOT NULL,
            due INTEGER,                     -- when the server goes on with it; NULL: not by itself
            code INTEGER,                    -- with which the billing refused it
            message TEXT NOT NULL,
            by TEXT,                         -- the user id of the operator who resolved it
            updated_at INTEGER NOT NULL,
            UNIQUE (sender, order_id),
            CHECK (is_open = (state NOT IN ('charged', 'rejected', 'cancelled', 'reversed')))
        ) STRICT;
        CREATE INDEX billing_order_open ON billing_order (id) WHERE is_open;
        CREATE INDEX billing_order_due ON billing_order (due) WHERE due IS NOT NULL;
        CREATE TRIGGER billing_order_no_delete BEFORE DELETE ON billing_order
        BEGIN SELECT RAISE(ABORT, 'an order of the billing is never deleted'); END;
        CREATE TRIGGER billing_order_final BEFORE UPDATE ON billing_order WHEN NOT OLD.is_open
        BEGIN SELECT RAISE(ABORT, 'the outcome of an order of the billing is never changed'); END;
        CREATE TRIGGER billing_order_content BEFORE UPDATE OF id, sender, order_id, content ON billing_order
        BEGIN SELECT RAISE(ABORT, 'an order of the billing keeps its content'); END;
        """

    /// The address and platform of an order's sender, stored while the billing may be asked about the order. They have a table of their own
    /// because orders are kept forever and addresses are not.
    static let billingOrigins = """
        CREATE TABLE billing_order_origin (
            number INTEGER PRIMARY KEY,      -- the id of the billing_order
            address TEXT NOT NULL,
            platform TEXT NOT NULL
        ) STRICT;
        """
}
