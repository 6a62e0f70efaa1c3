extension Schema {
    /// When gifts were halted and resumed, and by which administrator. The last row is the current state, even after a restart.
    static let ledgerHalt = """
        CREATE TABLE ledger_halt (
            id INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            problems TEXT,                   -- JSON array of sentences; NULL: gifting goes on
            by TEXT                          -- the user id of the administrator who let it go on
        ) STRICT;
        """
}
