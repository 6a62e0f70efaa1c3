import OvationModel
import OvationRules
import OvationStorage
import OvationSupport

#if Cluster
    import OvationStoragePostgres
#endif

/// A PostgreSQL database that a measurement begins with, empty.
enum ErasedStorage {
    /// Erases a database and opens it.
    ///
    /// - Throws: A sentence that says why not; nothing is erased in a database whose name does not begin with "storm".
    static func open(_ url: String) async throws -> any Storage {
        #if Cluster
            let access = try await access(url)
            let agreement = PostgresAccess.Agreement(sdkAppID: 1, boardsUTCOffsetMinutes: 0, secretMark: "bench")
            let lease = try await access.lease(
                name: "bench", holder: "bench-\(UInt64.random(in: .min ... .max))", version: "bench",
                agreement: agreement, awayMax: .zero, now: { ServerClock.system.wall().milliseconds }, onStandby: {})
            return try await PostgresStorage(lease, policy: LedgerPolicy())
        #else
            throw StormServer.Failure(
                description: "This ovation-lab was built without PostgreSQL. Build with --traits Server,Cluster.")
        #endif
    }

    /// Erases a database.
    ///
    /// - Throws: as ``open(_:)``.
    static func erase(_ url: String) async throws {
        #if Cluster
            _ = try await access(url)
        #else
            throw StormServer.Failure(
                description: "This ovation-lab was built without PostgreSQL. Build with --traits Server,Cluster.")
        #endif
    }

    #if Cluster
        /// Erases a database, and returns the way to it.
        private static func access(_ url: String) async throws -> PostgresAccess {
            let address = try PostgresAddress(url)
            guard address.database.hasPrefix("storm") else {
                throw StormServer.Failure(
                    description: "The database's name must begin with \"storm\", because everything in it is erased.")
            }
            let access = PostgresAccess(address)
            try await access.erase()
            return access
        }
    #endif
}
