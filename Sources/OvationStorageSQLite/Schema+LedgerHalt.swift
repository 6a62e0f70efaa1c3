extension Schema {
    /// When gifting was halted and when it went on, and by whom. The last row is what holds, after a restart too.
    static let ledgerHalt = """
        CREATE TABLE ledger_halt (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            problems TEXT,                   -- JSON array of sentences; NULL: gifting goes on
            by TEXT                          -- the user id of the administrator who let it go on
        ) STRICT;
        """
}
