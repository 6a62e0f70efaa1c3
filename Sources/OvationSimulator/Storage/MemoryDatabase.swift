import OvationModel
package import OvationRules
package import OvationStorage
import Synchronization

/// A database in memory that several nodes share, as PostgreSQL is. Each node opens it as a ``MemoryStorage``.
///
/// It has a clock of its own, by which leases run out. The clocks of the nodes may differ.
package final class MemoryDatabase: Sendable {
    /// How old the last renewal of a node gets before it counts as frozen.
    package static let expiryMilliseconds: Int64 = 3_000
    /// How old it must be before a node without a session is gone.
    package static let lateMilliseconds: Int64 = 1_500

    static let goneError = StorageError(
        "Another server has taken over what this one served. Nothing more is kept by this one.")

    /// How orders are charged.
    package let policy: LedgerPolicy
    let tables: Mutex<MemoryTables>
    let now: @Sendable () -> Int64

    /// Makes an empty database.
    ///
    /// - Parameter now: The database's clock, in milliseconds.
    package init(policy: LedgerPolicy = LedgerPolicy(), now: @escaping @Sendable () -> Int64) {
        self.policy = policy
        self.now = now
        tables = Mutex(MemoryTables())
    }

    /// Has a node join, and opens the database for it.
    ///
    /// - Throws: `StorageError` if a node of this name is there.
    package func join(_ name: String) throws -> MemoryStorage {
        let seat = try tables.withLock { try $0.join(name, at: now()) }
        return MemoryStorage(self, seat: seat)
    }

    /// Renews the lease of a node. Returns false if it is gone.
    package func renew(_ seat: NodeSeat) -> Bool { tables.withLock { $0.renew(seat, at: now()) } }

    /// Ends the session of a node, as its death does. Others find it gone when it is late besides.
    package func endSession(of seat: NodeSeat) { tables.withLock { $0.endSession(of: seat) } }

    /// Ends the sessions of all nodes, as the end of the database does. Those that are there open new ones with their next renewal.
    func endAllSessions() {
        tables.withLock { tables in for node in tables.nodes { tables.endSession(of: node.seat) } }
    }

    /// A node leaves in order.
    package func leave(_ seat: NodeSeat) { tables.withLock { $0.endPlace(of: seat) } }
}
