import Foundation
import GRDB
public import OvationModel
public import OvationStorage

extension SQLiteStorage {
    /// Returns a server setting; see ``OvationStorage/Storage/setting(_:)``.
    public func setting(_ name: String) async throws -> [UInt8]? {
        try await read("a setting") { db in
            try db.first("SELECT value FROM setting WHERE name = ?", name) { row in Array(row[0] as Data) }
        }
    }

    /// Returns lives with callbacks; see ``OvationStorage/Storage/callbackLanes(limit:)``.
    public func callbackLanes(limit: Int) async throws -> [CallbackLane] {
        try await read("the lives with callbacks") { db in
            var lanes: [CallbackLane] = []
            try db.forEach("SELECT live, attempts, due_at FROM callback_lane ORDER BY due_at, live LIMIT ?", limit) {
                lanes.append(
                    CallbackLane(
                        liveID: LiveID(unchecked: $0[0]), attempts: $0[1], dueAt: Timestamp(milliseconds: $0[2])))
            }
            return lanes
        }
    }

    /// Returns the first callbacks of a live; see ``OvationStorage/Storage/callbacks(of:limit:)``.
    public func callbacks(of liveID: LiveID, limit: Int) async throws -> [StoredCallback] {
        try await read("the callbacks of a live") { db in
            var callbacks: [StoredCallback] = []
            try db.forEach(
                "SELECT \(StoredCallback.columns) FROM callback WHERE live = ? ORDER BY number LIMIT ?",
                liveID.rawValue, limit
            ) { callbacks.append(StoredCallback($0)) }
            return callbacks
        }
    }

    /// Counts callbacks; see ``OvationStorage/Storage/callbackCounts()``.
    public func callbackCounts() async throws -> CallbackCounts {
        try await read("the number of callbacks") { try CallbackCounts.of($0) }
    }

    /// Returns dead callbacks; see ``OvationStorage/Storage/deadCallbacks(after:limit:)``.
    public func deadCallbacks(after number: Int64, limit: Int) async throws -> [DeadCallback] {
        try await read("the callbacks that were given up") { db in
            var dead: [DeadCallback] = []
            try db.forEach(
                """
                SELECT \(StoredCallback.columns), attempts, failure, died_at FROM callback_dead
                WHERE number > ? ORDER BY number LIMIT ?
                """, number, limit
            ) { row in
                dead.append(
                    DeadCallback(
                        callback: StoredCallback(row), attempts: row[8], failure: row[9],
                        diedAt: Timestamp(milliseconds: row[10])))
            }
            return dead
        }
    }
}

extension CallbackCounts {
    /// Counts callbacks row by row.
    static func of(_ db: Database) throws -> CallbackCounts {
        try db.first("SELECT (SELECT COUNT(*) FROM callback), (SELECT COUNT(*) FROM callback_dead)") {
            CallbackCounts(waiting: $0[0], dead: $0[1])
        } ?? CallbackCounts()
    }
}

extension StoredCallback {
    /// The columns that `init(_:)` reads, in order.
    fileprivate static let columns = "number, id, live, command, at, body, client_address, client_platform"

    fileprivate init(_ row: Row) {
        self.init(
            number: row[0],
            draft: CallbackDraft(
                id: row[1], liveID: LiveID(unchecked: row[2]), command: row[3],
                at: Timestamp(milliseconds: row[4]), body: Array(row[5] as Data), clientAddress: row[6],
                clientPlatform: row[7]))
    }
}
