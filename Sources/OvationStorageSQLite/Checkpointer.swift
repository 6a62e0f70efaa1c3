import Dispatch
import GRDB
import GRDBSQLite
import OvationStorage
import Synchronization

/// Checkpoints the write-ahead log while commits go on.
///
/// SQLite itself checkpoints inside the commit that makes the log too long, and every order behind that commit waits until tens of
/// megabytes have reached the disk. Here a second connection does the work while commits go on. The writer then copies the remaining pages
/// between two commits, because SQLite restarts the log only after all pages are copied.
final class Checkpointer: Sendable {
    /// The number of log pages at which a checkpoint begins.
    private let pagesMin: Int
    /// The number of log pages at which commits wait for a checkpoint.
    private let pagesMax: Int

    private struct State {
        var phase = Phase.idle
        /// The number of log pages after the last commit.
        var pages = 0
        /// The number of log pages at which the next checkpoint begins.
        var next: Int
    }

    private enum Phase {
        case idle
        /// The second connection is copying.
        case copying
        /// The second connection has finished. The writer copies the rest.
        case finishing
    }

    private let state: Mutex<State>
    private let connection: DatabaseQueue
    private let queue = DispatchQueue(label: "OvationStorageSQLite.checkpoint")

    /// Opens a second connection to the file of `writer`.
    ///
    /// - Parameters:
    ///   - pagesMin: The number of 4 KiB pages in the log at which a checkpoint begins. The default is 16 MiB.
    ///   - pagesMax: The number of pages at which commits wait for it. The default is 256 MiB.
    init(
        path: String, configuration: Configuration, of writer: any DatabaseWriter, pagesMin: Int = 4_096,
        pagesMax: Int = 65_536
    ) throws {
        self.pagesMin = pagesMin
        self.pagesMax = pagesMax
        state = Mutex(State(next: pagesMin))
        connection = try DatabaseQueue(path: path, configuration: configuration)
        writer.writeWithoutTransaction { db in
            // This replaces SQLite's own hook, which checkpoints inside the commit.
            _ = sqlite3_wal_hook(
                db.sqliteConnection,
                { context, _, _, pages in
                    if let context {
                        Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().committed(Int(pages))
                    }
                    return SQLITE_OK
                }, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    private func committed(_ pages: Int) {
        state.withLock { state in
            // The log was restarted.
            if pages < state.pages { state.next = pagesMin }
            state.pages = pages
        }
    }

    /// Handles the log after a commit. It is called on the writer's queue, outside a transaction.
    func afterCommit(_ db: Database) {
        if state.withLock({ $0.phase == .copying && $0.pages >= pagesMax }) { queue.sync {} }
        enum Step { case nothing, copying, finishing }
        let step = state.withLock { state -> Step in
            switch state.phase {
            case .idle where state.pages >= state.next:
                state.phase = .copying
                return .copying
            case .finishing:
                state.phase = .idle
                // If a reader holds the log, it keeps growing. The next attempt comes after as many pages again.
                state.next = state.pages + pagesMin
                return .finishing
            case .idle, .copying: return .nothing
            }
        }
        switch step {
        case .nothing: break
        case .copying:
            queue.async {
                // A failed checkpoint is harmless: commits do not depend on it, and there will be another attempt.
                try? self.connection.writeWithoutTransaction { try Self.writeBack($0) }
                self.state.withLock { $0.phase = .finishing }
            }
        case .finishing: try? Self.writeBack(db)
        }
    }

    /// Checkpoints as much as readers allow, without waiting for anybody.
    private static func writeBack(_ db: Database) throws { try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }

    /// Finishes the current checkpoint and closes the second connection. It is called on the writer's queue.
    func close(_ db: Database) {
        _ = sqlite3_wal_hook(db.sqliteConnection, nil, nil)
        queue.sync {}
        try? connection.close()
    }
}
