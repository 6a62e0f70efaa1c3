import Foundation
import GRDB
public import OvationModel
public import OvationRules
public import OvationStorage
import Synchronization

/// A storage in one SQLite file, or in memory for tests and trials.
///
/// One connection writes while others read (write-ahead log). Every batch is one `IMMEDIATE` transaction with `synchronous = FULL`, so the
/// data is on the disk when `commit` returns. Entries, transfers, orders and stored events are append-only; triggers refuse every attempt
/// to change or delete them.
public final class SQLiteStorage: Storage {
    /// How orders are charged.
    public let policy: LedgerPolicy
    /// The path of the file, for messages; `:memory:` if there is none.
    let path: String
    /// The most lines of the moderation log of a live.
    let moderationLogMax: Int
    let database: any DatabaseWriter
    /// Checkpoints the log; nil for a storage in memory, which has none.
    private let checkpointer: Checkpointer?
    /// The counts of callbacks after the last batch; nil until a batch needs them, and when the outcome of the last batch is unknown.
    /// Counting them for every batch would cost too much.
    private let callbackCounts = Mutex<CallbackCounts?>(nil)

    /// Opens a file, or creates it, and migrates its tables to this version.
    ///
    /// - Parameters:
    ///   - path: The database file. Its folder must exist. SQLite adds files with the suffixes `-wal` and `-shm`.
    ///   - policy: How orders are charged.
    ///   - moderationLogMax: The most lines of the moderation log of a live.
    /// - Throws: ``StorageError`` with a sentence that says what is wrong with the file and what to do.
    public convenience init(
        path: String, policy: LedgerPolicy = LedgerPolicy(), moderationLogMax: Int = Limits().moderationLogMax
    ) throws {
        try self.init(path: path, policy: policy, moderationLogMax: moderationLogMax, busyTimeoutSeconds: 5)
    }

    /// Opens a file. If another process is writing to it, waits up to this many seconds.
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
            // The pool sets NORMAL, which may lose the last commits if the machine crashes.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.bringUpToDate(pool)
            try Self.countBoards(in: pool, policy)
            checkpointer = try Checkpointer(path: path, configuration: configuration, of: pool)
            database = pool
        } catch {
            throw StorageError.opening(path, failed: error)
        }
    }

    /// Makes a storage in memory. Its content is lost when it is released.
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

    /// Computes the boards if they were never computed, or with another midnight.
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
            // Without this, INSERT OR REPLACE deletes rows without firing the triggers.
            try db.execute(sql: "PRAGMA recursive_triggers = ON")
            // On Apple platforms, a plain fsync leaves data in the drive's cache.
            try db.execute(sql: "PRAGMA fullfsync = ON")
            try db.execute(sql: "PRAGMA checkpoint_fullfsync = ON")
            // 64 MiB of pages: enough for the newest pages of the ledger and for the accounts of a busy evening.
            try db.execute(sql: "PRAGMA cache_size = -65536")
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: BatchWriter.tickets)
            // This applies until the checkpointer takes over.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 8192")
            try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }

    /// Commits a batch of writes; see ``OvationStorage/Storage/commit(_:)``.
    ///
    /// Cancelling the task does not cancel the commit. Money is either charged or not, and the caller learns which.
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

    /// Claims every open live; see ``OvationStorage/Storage/claimRooms(at:)``.
    public func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] {
        try await withCheckedThrowingContinuation { continuation in
            database.asyncWriteWithoutTransaction { db in
                continuation.resume(with: Result { try self.claimRooms(at: time, in: db) })
            }
        }
    }

    private func claimRooms(at time: Timestamp, in db: Database) throws -> [ClaimedRoom] {
        do {
            var rooms: [ClaimedRoom] = []
            try db.inTransaction(.immediate) {
                rooms = try BatchWriter.claimRooms(db, at: time)
                return .commit
            }
            checkpointer?.afterCommit(db)
            return rooms
        } catch {
            throw StorageError.using(path, to: "claim the open lives", failed: error)
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

    /// Runs statements on the writing connection, for tests that simulate an intruder or a full disk.
    func execute(_ sql: String) throws {
        do {
            try database.writeWithoutTransaction { try $0.execute(sql: sql) }
        } catch {
            throw StorageError.using(path, to: "run a statement", failed: error)
        }
    }

    /// Runs a closure while this storage holds the write lock of the file, for tests.
    func whileWriting(_ body: () throws -> Void) throws {
        try database.write { _ in try body() }
    }

    /// Returns the first value of the first row as text, for tests.
    func text(_ sql: String) throws -> String? {
        try database.writeWithoutTransaction { try String.fetchOne($0, sql: sql) }
    }

    /// Checkpoints the log and closes the file, even in a cancelled task. No method may be called afterwards.
    public func close() async throws {
        await withCheckedContinuation { continuation in
            database.asyncWriteWithoutTransaction { db in
                self.checkpointer?.close(db)
                // If a reader is still active, a part of the log stays. The next start picks it up.
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
