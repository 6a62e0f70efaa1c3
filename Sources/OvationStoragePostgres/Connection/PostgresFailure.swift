#if Cluster
    import CLibPQ
    import OvationStorage

    /// What PostgreSQL, or the way to it, answered instead of a result.
    struct PostgresFailure: Error {
        /// PostgreSQL's code of five characters (SQLSTATE); empty if the server did not answer.
        let code: String
        /// What PostgreSQL or libpq says, in one line. It contains no password and no values of rows.
        let message: String
        /// True if the connection is lost. Whatever was asked last may have happened.
        let isConnectionLost: Bool

        init(code: String = "", _ message: String, isConnectionLost: Bool = false) {
            self.code = code
            self.message = message
            self.isConnectionLost = isConnectionLost
        }

        /// True if the transaction certainly did nothing and may succeed when it is run again.
        var isRetryable: Bool {
            switch code {
            // A serialization failure, a deadlock that PostgreSQL resolved, and a row that another session added meanwhile.
            case "40001", "40P01", "23505": true
            default: false
            }
        }
    }

    extension StorageError {
        /// The message for the operator when PostgreSQL cannot do something.
        static func postgres(_ place: String, cannot action: String, _ error: any Error) -> StorageError {
            if let error = error as? StorageError { return error }
            guard let failure = error as? PostgresFailure else {
                return StorageError("Cannot \(action) in \(place): \(error)")
            }
            return StorageError("Cannot \(action) in \(place): \(reason(failure))")
        }

        private static func reason(_ failure: PostgresFailure) -> String {
            let detail = failure.code.isEmpty ? failure.message : "PostgreSQL \(failure.code): \(failure.message)"
            switch failure.code.prefix(5) {
            case "25006":
                return "the database is read-only (\(detail)). Name the primary server in storage.url, not a replica."
            case "53100":
                return "its disk is full (\(detail)). Nothing of it was kept; free some space, and the server goes on."
            case "53300":
                return "it has no free connection (\(detail)). Raise max_connections, or close other programs' connections."
            case "42501":
                return "the role lacks a right (\(detail)). Run \"ovation storage migrate\" as the owner, with --grant-to."
            case "55P03":
                return "another session holds a row of it (\(detail)). Look into pg_locks for who does."
            case "57P01", "57P02", "57P03":
                return "PostgreSQL stops or starts (\(detail)). The server tries again by itself."
            case "28P01", "28000":
                return "the role or its password is refused (\(detail)). Correct storage.url."
            case "3D000":
                return "the database does not exist (\(detail)). Create it with \"createdb\", or correct storage.url."
            default: return detail
            }
        }
    }
#endif
