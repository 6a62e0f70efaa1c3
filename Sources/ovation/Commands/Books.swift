import Foundation
import OvationModel
import OvationRules
import OvationStorage
import OvationStorageSQLite
import OvationSupport

#if Cluster
    import OvationStoragePostgres
#endif

/// The ledger that a command looks at: in the database of a data folder, or in PostgreSQL.
enum Books {
    case file(path: String, LedgerPolicy)
    #if Cluster
        case database(PostgresAccess)
    #endif

    /// Finds the books of a server: in PostgreSQL where `storage.url` names it, else in its data folder.
    ///
    /// - Throws: `StorageError` with what is wrong with the configuration or the folder.
    init(_ settings: ServerSettings) throws {
        guard let url = settings.storageURL else {
            do {
                _ = try DataFolder.confirm(settings)
            } catch let problem as StartupProblem {
                throw StorageError(problem.description)
            }
            self = .file(path: DataFolder.database(in: settings.dataFolder), settings.ledgerPolicy)
            return
        }
        #if Cluster
            self = .database(PostgresAccess(try PostgresAddress(url)))
        #else
            _ = url
            throw StorageError(StartupProblem.builtWithoutPostgreSQL.description)
        #endif
    }

    /// Adds up every entry, and compares it with every balance. Changes nothing.
    func verify() async throws -> (audit: LedgerAudit, halt: LedgerHalt?) {
        switch self {
        case .file(let path, _): return try SQLiteStorage.verifyLedger(path: path)
        #if Cluster
            case .database(let access):
                let found = try await access.inspect()
                return (found.audit, found.halt)
        #endif
        }
    }

    /// Ends a halt of gifting if the ledger balances.
    ///
    /// - Returns: what the audit found, and whether gifting is still halted.
    func resume() async throws -> (audit: LedgerAudit, isHalted: Bool) {
        let now = ServerClock.system.wall()
        switch self {
        case .file(let path, let policy):
            let (audit, halt) = try SQLiteStorage.verifyLedger(path: path)
            guard halt != nil, audit.isBalanced else { return (audit, halt != nil) }
            let storage = try SQLiteStorage(path: path, policy: policy)
            _ = try await storage.commit([.halt(nil, by: nil, at: now), Self.line(ofResumeAt: now)])
            try await storage.close()
            return (audit, false)
        #if Cluster
            case .database(let access): return try await access.resumeGifting(at: now.milliseconds, by: Self.localUser)
        #endif
        }
    }

    /// The user of the machine, as the log of operators names who changes the database beside the server.
    private static var localUser: String { String(NSUserName().prefix(64)) }

    /// The line of the log of operators about a halt that ends. It deletes none: the server's own limits are not known here.
    private static func line(ofResumeAt now: Timestamp) -> StorageWrite {
        let act = OperatorAct(
            at: now, by: localUser, way: .local, address: "", command: "ledger resume", object: "", details: "{}",
            code: 0, requestID: "")
        return .operatorAct(act, keptMax: .max, forgettingBefore: nil)
    }
}
