#if Cluster
    import OvationModel
    import OvationRules
    import OvationStorage

    /// How accounts and entries are numbered where several nodes write to one ledger.
    ///
    /// An entry's number is its lane times 2^43 plus its place in the lane, from 1 without a gap. A lane has one writer at a time, so its
    /// numbers need no lock but that of its row. A ledger that was copied from SQLite is lane 0 with its numbers unchanged. All numbers
    /// are below 2^53, which is as far as JSON's readers count.
    enum LedgerNumber {
        /// The first id of a user's account. Smaller ones are of accounts with a row a lane.
        static let accountsOfUsersMin: Int64 = 10_000
        /// The greatest number of a lane, so that entries stay below 2^53, and of a node's slot.
        static let lanesMax: Int64 = 1_023

        /// The number of the entry at a place of a lane.
        static func entry(lane: Int64, place: Int64) -> Int64 { lane << LedgerLane.placeBits | place }
    }

    /// An account as PostgreSQL keeps it: those that every gift changes have a row a lane.
    enum StoredAccount {
        /// The accounts with a row a lane, in the order of their ids.
        static let striped: [AccountID] = [.house, .issuance, .biller]

        /// The name of an account's row for the entries of a lane.
        static func name(_ account: AccountID, lane: Int64) -> String {
            striped.contains(account) ? "\(account)/\(lane)" : account.description
        }

        /// The fixed id of a row of an account with a row a lane; nil for other accounts, whose ids are given by a sequence.
        static func id(_ account: AccountID, lane: Int64) -> Int64? {
            striped.firstIndex(of: account).map { lane * 4 + Int64($0) + 1 }
        }

        /// The account of a row; nil if there is no such kind.
        static func account(_ name: String) -> AccountID? {
            for account in striped where name.hasPrefix("\(account)/") { return account }
            return AccountID(name)
        }
    }
#endif
