import Dispatch
import GRDB
import GRDBSQLite
import OvationStorage
import Synchronization

/// Writes the log back into the database file, beside the connection that writes.
///
/// SQLite does it inside the commit that makes the log too long, and every order behind that commit waits for tens of
/// megabytes to reach the disk. Here a connection of its own writes back while commits go on. What came meanwhile is written
/// back by the writer itself, in between two commits: only where nothing is left does SQLite begin the log anew.
final class Checkpointer: Sendable {
    /// How many pages the log has when it is written back.
    private let pagesMin: Int
    /// How many pages the log has when commits wait for it to be written back.
    private let pagesMax: Int

    private struct State {
        var phase = Phase.idle
        /// The pages in the log after the last commit.
        var pages = 0
        /// The pages at which the log is written back again.
        var next: Int
    }

    private enum Phase {
        case idle
        /// The other connection is at work.
        case beside
        /// The other connection is done; what came meanwhile is left to the writer.
        case rest
    }

    private let state: Mutex<State>
    private let connection: DatabaseQueue
    private let queue = DispatchQueue(label: "OvationStorageSQLite.checkpoint")

    /// Opens a second connection to the file of `writer`.
    ///
    /// - Parameters:
    ///   - pagesMin: how many pages of 4 KiB the log has when it is written back: 16 MiB.
    ///   - pagesMax: how many it has when commits wait for that: 256 MiB.
    init(
        path: String, configuration: Configuration, of writer: any DatabaseWriter, pagesMin: Int = 4_096,
        pagesMax: Int = 65_536
    ) throws {
        self.pagesMin = pagesMin
        self.pagesMax = pagesMax
        state = Mutex(State(next: pagesMin))
        connection = try DatabaseQueue(path: path, configuration: configuration)
        writer.writeWithoutTransaction { db in
            // Takes the place of SQLite's own hook, which writes back inside the commit.
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
            // The log has begun anew.
            if pages < state.pages { state.next = pagesMin }
            state.pages = pages
        }
    }

    /// Sees to the log after a commit. Called on the queue of the connection that writes, outside of a transaction.
    func afterCommit(_ db: Database) {
        if state.withLock({ $0.phase == .beside && $0.pages >= pagesMax }) { queue.sync {} }
        enum Step { case nothing, beside, rest }
        let step = state.withLock { state -> Step in
            switch state.phase {
            case .idle where state.pages >= state.next:
                state.phase = .beside
                return .beside
            case .rest:
                state.phase = .idle
                // Where a reader holds on to the log it goes on growing, and is looked at again after as many pages.
                state.next = state.pages + pagesMin
                return .rest
            case .idle, .beside: return .nothing
            }
        }
        switch step {
        case .nothing: break
        case .beside:
            queue.async {
                // A log that cannot be written back stays; commits do not depend on it, and the next time comes.
                try? self.connection.writeWithoutTransaction { try Self.writeBack($0) }
                self.state.withLock { $0.phase = .rest }
            }
        case .rest: try? Self.writeBack(db)
        }
    }

    /// Writes back what no reader needs, and waits for nobody.
    private static func writeBack(_ db: Database) throws { try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }

    /// Ends what is under way and closes the second connection. Called on the queue of the connection that writes.
    func close(_ db: Database) {
        _ = sqlite3_wal_hook(db.sqliteConnection, nil, nil)
        queue.sync {}
        try? connection.close()
    }
}
