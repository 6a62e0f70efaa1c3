import OvationModel
public import OvationRules
public import OvationStorage

/// The promises of every storage, as clauses that run on any implementation.
///
/// One test covers all clauses of an implementation:
///
///     @Test(arguments: StorageContract.clauses)
///     func `the storage keeps its contract`(_ clause: StorageContract.Clause) async throws {
///         try await clause.check { policy in try MyStorage(policy: policy) }
///     }
///
/// A broken clause throws ``ContractViolation``. Each clause ends with an audit of the ledger.
public enum StorageContract {
    /// One promise.
    public struct Clause: Sendable, CustomStringConvertible {
        /// The promise as a sentence.
        public let description: String
        /// The ledger's policy in this clause.
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

    /// The promises that a simulated world needs: lives, events, users, gifts and payments.
    public static let playing: [Clause] =
        rooms + seats + pins + coHosts + events + visits + topics + streamKeys + tickets + users + orders + idempotency
        + shares
        + credits + billing + callbacks

    /// Every promise.
    public static let clauses: [Clause] =
        rooms + seats + pins + coHosts + moderation + seatsInTheLog + events + visits + topics + streamKeys + tickets
        + users + orders + idempotency + shares + credits
        + refunds
        + corrections
        + ledger
        + billing
        + settings + callbacks
        + catalogue
        + versions
        + boards
        + operatorLog
        + recordings
        + erasure
        + retention
}

/// A promise that an implementation did not keep.
public struct ContractViolation: Error, CustomStringConvertible {
    /// The broken promise, and where it was checked.
    public let description: String
}

/// Throws if a condition is false.
func expect(
    _ condition: Bool, _ what: @autoclosure () -> String, file: String = #fileID, line: Int = #line
) throws {
    guard !condition else { return }
    throw ContractViolation(description: "\(file):\(line): expected that \(what())")
}

/// Throws if two values differ.
func expect<Value: Equatable>(
    _ value: Value, is expected: Value, _ what: @autoclosure () -> String = "", file: String = #fileID,
    line: Int = #line
) throws {
    guard value != expected else { return }
    throw ContractViolation(description: "\(file):\(line): expected \(expected), got \(value). \(what())")
}

/// Throws if an action does not throw a storage error.
func expectStorageError(
    _ what: String, file: String = #fileID, line: Int = #line, _ action: () async throws -> Void
) async throws {
    do {
        try await action()
    } catch let error as StorageError {
        return try expect(!error.description.isEmpty, "the error has a description", file: file, line: line)
    }
    throw ContractViolation(description: "\(file):\(line): expected a StorageError: \(what)")
}

extension Storage {
    /// Commits one write and returns its outcome.
    func commit(one write: StorageWrite) async throws -> StorageOutcome {
        let outcomes = try await commit([write])
        try expect(outcomes.count, is: 1, "each write has one outcome")
        return outcomes[0]
    }

    /// Commits orders and returns their settlements.
    func settle(_ orders: GiftOrder...) async throws -> [Settlement] {
        let outcomes = try await commit(orders.map { .order($0) })
        return try outcomes.map { outcome in
            guard case .order(let settlement, _) = outcome else {
                throw ContractViolation(description: "expected the settlement of an order, got \(outcome)")
            }
            return settlement
        }
    }

    /// The balance of an account; 0 if there is none.
    func amount(of account: AccountID) async throws -> Int64 { try await balance(of: account)?.amount ?? 0 }
}

extension Settlement {
    /// The record if the order was charged now; nil otherwise.
    var charged: SettledOrder? {
        if case .charged(let record, _) = self { record } else { nil }
    }

    /// The record if the order had been charged before; nil otherwise.
    var repeated: SettledOrder? {
        if case .repeated(let record) = self { record } else { nil }
    }
}
