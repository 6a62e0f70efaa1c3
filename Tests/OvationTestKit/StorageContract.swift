import OvationModel
public import OvationRules
public import OvationStorage

/// What every storage promises, as clauses that run on any implementation.
///
/// A test of an implementation is one line over all clauses:
///
///     @Test(arguments: StorageContract.clauses)
///     func `the storage keeps its contract`(_ clause: StorageContract.Clause) async throws {
///         try await clause.check { policy in try MyStorage(policy: policy) }
///     }
///
/// A clause that is broken throws ``ContractViolation``. At the end of each the ledger is audited.
public enum StorageContract {
    /// One promise.
    public struct Clause: Sendable, CustomStringConvertible {
        /// The promise as a sentence.
        public let description: String
        /// How orders are charged in it.
        public let policy: LedgerPolicy
        private let body: @Sendable (any Storage) async throws -> Void

        init(
            _ sentence: String, _ policy: LedgerPolicy = LedgerPolicy(),
            body: @escaping @Sendable (any Storage) async throws -> Void
        ) {
            description = sentence
            self.policy = policy
            self.body = body
        }

        /// Checks the promise on an empty storage, audits its ledger and closes it.
        public func check(_ open: (LedgerPolicy) async throws -> any Storage) async throws {
            let storage = try await open(policy)
            do {
                try await body(storage)
                let audit = try await storage.auditLedger()
                try expect(audit.isBalanced, "the ledger balances: \(audit.problems)")
            } catch {
                try? await storage.close()
                throw error
            }
            try await storage.close()
        }
    }

    /// What a storage promises that a simulated world plays in: lives, events, users, gifts, and who pays for them.
    public static let playing: [Clause] =
        rooms + events + visits + topics + streamKeys + users + orders + idempotency + shares + credits + billing
        + callbacks

    /// Every promise.
    public static let clauses: [Clause] =
        rooms + moderation + events + visits + topics + streamKeys + users + orders + idempotency + shares + credits
        + refunds
        + corrections
        + ledger
        + billing
        + settings + callbacks
        + catalogue
        + boards
}

/// A promise that an implementation did not keep.
public struct ContractViolation: Error, CustomStringConvertible {
    /// What should have been so, and where in the contract it stands.
    public let description: String
}

/// Throws where what should be so is not.
func expect(
    _ condition: Bool, _ what: @autoclosure () -> String, file: String = #fileID, line: Int = #line
) throws {
    guard !condition else { return }
    throw ContractViolation(description: "\(file):\(line): expected that \(what())")
}

/// Throws where two values differ.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, _ what: @autoclosure () -> String = "", file: String = #fileID,
    line: Int = #line
) throws {
    guard value != expected else { return }
    throw ContractViolation(description: "\(file):\(line): expected \(expected), got \(value). \(what())")
}

/// Throws where an action does not.
func expectStorageError(
    _ what: String, file: String = #fileID, line: Int = #line, _ action: () async throws -> Void
) async throws {
    do {
        try await action()
    } catch let error as StorageError {
        return try expect(!error.description.isEmpty, "the error says something", file: file, line: line)
    }
    throw ContractViolation(description: "\(file):\(line): expected a StorageError: \(what)")
}

extension Storage {
    /// Commits one write and answers its outcome.
    func commit(one write: StorageWrite) async throws -> StorageOutcome {
        let outcomes = try await commit([write])
        try expect(outcomes.count, is: 1, "a write has an outcome")
        return outcomes[0]
    }

    /// What became of some orders.
    func settle(_ orders: GiftOrder...) async throws -> [Settlement] {
        let outcomes = try await commit(orders.map { .order($0) })
        return try outcomes.map { outcome in
            guard case .order(let settlement, _) = outcome else {
                throw ContractViolation(description: "an order is answered with a settlement, not with \(outcome)")
            }
            return settlement
        }
    }

    /// The amount on an account, 0 where there is none.
    func amount(of account: AccountID) async throws -> Int64 { try await balance(of: account)?.amount ?? 0 }
}

extension Settlement {
    /// The record of an order that was charged now.
    var charged: SettledOrder? {
        if case .charged(let record, _) = self { record } else { nil }
    }

    /// The record of an order that was charged before.
    var repeated: SettledOrder? {
        if case .repeated(let record) = self { record } else { nil }
    }
}
