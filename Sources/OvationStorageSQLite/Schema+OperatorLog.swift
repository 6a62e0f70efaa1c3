extension Schema {
    /// What operators changed. Rows are added, never changed, and the oldest are deleted.
    static let operatorLog = """
        CREATE TABLE operator_log (
            number INTEGER PRIMARY KEY,
            at INTEGER NOT NULL,
            done_by TEXT NOT NULL,
            way TEXT NOT NULL,
            address TEXT NOT NULL,
            command TEXT NOT NULL,
            object TEXT NOT NULL,
            details TEXT NOT NULL,           -- JSON object
            code INTEGER NOT NULL,
            request_id TEXT NOT NULL
        ) STRICT;
        CREATE INDEX operator_log_done_by ON operator_log (done_by, number);
        CREATE INDEX operator_log_object ON operator_log (object, number);
        CREATE TRIGGER operator_log_no_update BEFORE UPDATE ON operator_log
        BEGIN SELECT RAISE(ABORT, 'rows of operator_log are never changed'); END;
        """
}
