#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    extension PostgresBatch {
        /// Records that gifts are halted or resumed.
        func keep(_ halt: LedgerHalt?, by: UserID?, at: Timestamp) throws {
            try db.later(
                "INSERT INTO ledger_halt (at, problems, done_by) VALUES ($1, $2, $3)", at.milliseconds,
                try halt.map { try StoredJSON.text($0.problems) }, by?.rawValue)
            view.isHalted = halt != nil
        }
    }
#endif
