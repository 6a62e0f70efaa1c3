import Foundation
import GRDB
public import OvationModel
public import OvationRules
public import OvationStorage
import Synchronization

/// The storage in one SQLite file, or in memory for tests and trials.
///
/// One connection writes, others read beside it (write-ahead log). Every batch is one `IMMEDIATE` transaction with
/// `synchronous = FULL`: when `commit` returns, the disk has it. Entries, transfers, orders and stored events are only
/// ever added; triggers refuse every program that tries to change or delete them.
public final class SQLiteStorage: Storage {
    /// How orders are charged.
    public let policy: LedgerPolicy
    /// The file, for messages; `:memory:` where there is none.
    let path: String
    /// How many lines of the moderation log are kept of one live.
    let moderationLogMax: Int
    let database: any DatabaseWriter
    /// Writes the log back; nil in memory, where there is none.
    private let checkpointer: Checkpointer?
    /// How many callbacks there were after the last batch; nil until a batch asks, and where nobody knows whether the last one was
    /// kept. Counting them for each batch would cost more than what is to be counted.
    private let callbackCounts = Mutex<CallbackCounts?>(nil)

    /// Opens a file, or makes it where there is none, and brings its tables up to this version.
    ///
    /// - Parameters:
    ///   - path: the database file. Its folder must exist; `-wal` and `-shm` files appear beside it.
    ///   - policy: how orders are charged.
    ///   - moderationLogMax: how many lines of the moderation log are kept of one live.
    /// - Throws: ``StorageError`` with a sentence that says what is wrong with the file and what to do.
    public convenience init(
        path: String, policy: LedgerPolicy = LedgerPolicy(), moderationLogMax: Int = Limits().moderationLogMax
    ) throws {
        try self.init(path: path, policy: policy, moderationLogMax: moderationLogMax, busyTimeoutSeconds: 5)
    }

    /// Opens a file and waits so long for another process that writes to it.
    init(
        path: String, policy: LedgerPolicy, moderationLogMax: Int = Limits().moderationLogMax,
        busyTimeoutSeconds: Double
    ) throws {
        self.path = path
        self.policy = policy
        self.moderationLogMax = moderationLogMax
        do {
            let configuration = Self.configuration(busyTimeoutSeconds: busyTimeoutSeconds)
            let pool = try DatabasePool(path: path, configuration: configuration)
            // The pool sets NORMAL, which may lose the last commits when the machine crashes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.bringUpToDate(pool)
            try Self.countBoards(in: pool, policy)
            checkpointer = try Checkpointer(path: path, configuration: configuration, of: pool)
            database = pool
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }

    /// Makes a storage in memory. What it keeps is gone with it.
    public init(inMemory policy: LedgerPolicy, moderationLogMax: Int = Limits().moderationLogMax) throws {
        path = ":memory:"
        self.policy = policy
        self.moderationLogMax = moderationLogMax
        do {
            let queue = try DatabaseQueue(configuration: Self.configuration(busyTimeoutSeconds: 0))
            try Schema.bringUpToDate(queue)
            try Self.countBoards(in: queue, policy)
            checkpointer = nil
            database = queue
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }

    /// Counts the boards where they were never counted, or by another midnight.
    private static func countBoards(in writer: any DatabaseWriter, _ policy: LedgerPolicy) throws {
        try writer.writeWithoutTransaction { db in
            try db.inTransaction(.immediate) {
                let batch = try BatchWriter(db, policy: policy, moderationLogMax: 0)
                if try !batch.hasBoardsOfPolicy() { _ = try batch.apply([.rebuildBoards]) }
                return .commit
            }
        }
    }

    private static func configuration(busyTimeoutSeconds: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "OvationStorageSQLite"
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.maximumReaderCount = 4
        let isWriter = { @Sendable (db: Database) in !db.configuration.readonly }
        configuration.prepareDatabase { db in
            guard isWriter(db) else { return }
            // INSERT OR REPLACE deletes without asking the triggers unless this is on.
            try db.execute(sql: "PRAGMA recursive_triggers = ON")
            // On Apple platforms a plain fsync leaves the data in the drive's cache.
            try db.execute(sql: "PRAGMA fullfsync = ON")
            try db.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
            // 64 MiB of pages: the right edges of the ledger's trees and the accounts of a busy evening.
            try db.execute(sql: "PRAGMA cache_size = -65536")
            // For the time until the checkpointer takes over.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 8192")
            try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }

    /// Keeps a batch of writes; see ``OvationStorage/Storage/commit(_:)``.
    ///
    /// A cancelled task does not cancel the commit: money is either charged or not, and the caller is told which.
    public func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        guard !writes.isEmpty else { return [] }
        return try await withCheckedThrowingContinuation { continuation in
            database.asyncWriteWithoutTransaction { db in
                continuation.resume(with: Result { try self.commit(writes, in: db) })
            }
        }
    }

    private func commit(_ writes: [StorageWrite], in db: Database) throws -> [StorageOutcome] {
        do {
            var outcomes: [StorageOutcome] = []
            var counts: CallbackCounts?
            try db.inTransaction(.immediate) {
                let batch = try BatchWriter(
                    db, policy: policy, moderationLogMax: moderationLogMax,
                    callbackCounts: callbackCounts.withLock { $0 })
                outcomes = try batch.apply(writes)
                counts = batch.callbackCounts
                return .commit
            }
            callbackCounts.withLock { $0 = counts }
            checkpointer?.afterCommit(db)
            return outcomes
        } catch {
            callbackCounts.withLock { $0 = nil }
            throw StorageError.using(path, to: "keep a batch of \(writes.count) writes", failed: error)
        }
    }

    /// Reads in one snapshot of the database.
    func read<Value: Sendable>(
        _ what: String, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        do {
            return try await database.read { try body($0) }
        } catch let error as CancellationError {
            throw error
        } catch {
            throw StorageError.using(path, to: "read \(what)", failed: error)
        }
    }

    /// Runs statements on the connection that writes. For tests that play an intruder or a full disk.
    func execute(_ sql: String) throws {
        do {
            try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        } catch {
            throw StorageError.using(path, to: "run a statement", failed: error)
        }
    }

    /// Does something while this storage is the one that writes to the file. For tests.
    func whileWriting(_ body: () throws -> Void) throws {
        try database.write { _ in try body() }
    }

    /// The first value of the first row, as text. For tests.
    func text(_ sql: String) throws -> String? {
        try database.writeWithoutTransaction { try String.fetchOne($0, sql: sql) }
    }

    /// Writes the log back into the file and closes it, in a cancelled task too. Nothing may be called afterwards.
    public func close() async throws {
        await withCheckedContinuation { continuation in
            database.asyncWriteWithoutTransaction { db in
                self.checkpointer?.close(db)
                // Where a reader is still at work a part of the log stays; the next start takes it up.
                try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
                continuation.resume()
            }
        }
        do {
            try database.close()
        } catch {
            throw StorageError.using(path, to: "close the storage", failed: error)
        }
    }
}
