#if Cluster
    import Foundation
    import OvationModel
    import OvationRules
    import OvationStorage
    import OvationTestKit
    import Synchronization
    import Testing

    @testable import OvationStoragePostgres

    /// A storage that gives its lease back when it is closed.
    struct LeasedStorage {
        let storage: PostgresStorage
        let lease: PostgresLease

        /// Opens a database as the server with a name would.
        static func open(
            _ url: String, policy: LedgerPolicy = LedgerPolicy(), name: String = "one", appID: Int = 1,
            moderationLogMax: Int = Limits().moderationLogMax
        ) async throws -> LeasedStorage {
            let lease = try await takeLease(url, name: name, appID: appID)
            return LeasedStorage(
                storage: try await PostgresStorage(lease, policy: policy, moderationLogMax: moderationLogMax),
                lease: lease)
        }

        /// Waits for the lease of a database.
        static func takeLease(
            _ url: String, name: String = "one", appID: Int = 1, secretMark: String = "mark",
            boardsUTCOffsetMinutes: Int = 0, clockAheadMilliseconds: Int64 = 0, holder: String? = nil,
            nameWaitMax: Duration = .zero,
            onStandby: @Sendable () -> Void = {}
        ) async throws -> PostgresLease {
            try await PostgresAccess(PostgresAddress(url)).lease(
                name: name, holder: holder ?? "\(name)-\(UInt64.random(in: .min ... .max))", version: "test",
                agreement: PostgresAccess.Agreement(
                    sdkAppID: appID, boardsUTCOffsetMinutes: boardsUTCOffsetMinutes, secretMark: secretMark),
                awayMax: .seconds(10), nameWaitMax: nameWaitMax,
                now: { Int64(Date().timeIntervalSince1970 * 1_000) + clockAheadMilliseconds }, onStandby: onStandby)
        }

        /// Closes the storage and gives the lease back.
        func close() async throws {
            try await storage.close()
            await lease.release()
        }
    }

    @Suite(.enabled(if: TestPostgres.isTried, "PostgreSQL is missing: apt-get install postgresql"))
    struct PostgresStorageTests {
        @Test(arguments: StorageContract.clauses)
        func `PostgreSQL keeps the contract`(_ clause: StorageContract.Clause) async throws {
            try await TestPostgres.shared.value.withDatabase { url in
                let leases = Mutex<[PostgresLease]>([])
                try await clause.check { policy in
                    let opened = try await LeasedStorage.open(url, policy: policy)
                    leases.withLock { $0.append(opened.lease) }
                    return opened.storage
                }
                for lease in leases.withLock({ $0 }) { await lease.release() }
            }
        }
    }
#endif
