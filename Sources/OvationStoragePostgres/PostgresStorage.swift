#if Cluster
    public import OvationModel
    public import OvationRules
    public import OvationStorage

    /// A storage in a PostgreSQL database.
    ///
    /// One session writes while others read. A batch is one transaction, in two round trips however many gifts it has, and it passes only
    /// while this process holds its lane of the ledger (``PostgresLease``). Entries, transfers, orders and stored events are append-only:
    /// triggers refuse every attempt to change or delete them, and the role of the server lacks the right where it does not own the tables.
    public final class PostgresStorage: Storage {
        /// How orders are charged.
        public let policy: LedgerPolicy
        /// Where the database is, without its password.
        let address: PostgresAddress
        /// The place of this process among the nodes of the database.
        let slot: Int64
        /// That place, in the incarnation in which the process has taken it.
        let place: NodeSeat
        /// The lease, where several nodes serve at the same time; nil where this process serves alone.
        let shared: PostgresLease?
        /// This process, as its lane names it.
        let holder: String
        let writer: PostgresWriter
        private let readers: PostgresReaders
        /// What each renewal of the lease finds; see `Storage.versionUpdates`.
        public let versionUpdates: AsyncStream<StoredVersions>?

        /// Opens the storage of the process that holds a lease.
        ///
        /// - Parameters:
        ///   - lease: The lane that this process writes. It has migrated the tables.
        ///   - policy: How orders are charged.
        ///   - moderationLogMax: The most lines of the moderation log of a live.
        ///   - readersMax: The most connections for reading; more readings wait in turn.
        /// - Throws: `StorageError` if the database cannot be reached.
        public init(
            _ lease: PostgresLease, policy: LedgerPolicy, moderationLogMax: Int = Limits().moderationLogMax,
            readersMax: Int = 4
        ) async throws {
            self.policy = policy
            address = lease.address
            let seat = lease.seat
            slot = seat.slot
            place = NodeSeat(slot: seat.slot, incarnation: seat.incarnation)
            shared = lease.isShared ? lease : nil
            holder = seat.holder
            versionUpdates = lease.versions
            writer = PostgresWriter(
                address, seat: seat, policy: policy, moderationLogMax: moderationLogMax,
                onFenced: { [weak lease] in lease?.end(.takenOver) })
            readers = PostgresReaders(
                address, applicationName: PostgresSession.applicationName(holder: seat.holder), count: readersMax)
            do {
                try await writer.countBoards()
                try await writer.learnHomes()
            } catch {
                throw StorageError.postgres("\(address)", cannot: "count the boards", error)
            }
        }

        /// Commits a batch of writes; see `Storage.commit(_:)`.
        public func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
            guard !writes.isEmpty else { return [] }
            do {
                return try await writer.commit(writes)
            } catch {
                throw StorageError.postgres("\(address)", cannot: "keep a batch of \(writes.count) writes", error)
            }
        }

        /// Claims every open live of this home; see `Storage.claimRooms(at:)`. The clock is PostgreSQL's.
        public func claimRooms(at time: Timestamp) async throws -> [ClaimedRoom] {
            try await transact("claim the open lives") { try $0.claimRooms() }
        }

        /// Runs a closure in a transaction of its own that passes only while this process holds its lane.
        func transact<Value: Sendable>(
            _ what: String, _ body: @escaping @Sendable (PostgresBatch) throws -> Value
        ) async throws -> Value {
            do {
                return try await writer.transact(body)
            } catch {
                throw StorageError.postgres("\(address)", cannot: what, error)
            }
        }

        /// Checks that this process still has its lane; see `Storage.secure()`.
        public func secure() async throws {
            do {
                _ = try await writer.commit([])
            } catch {
                throw StorageError.postgres("\(address)", cannot: "confirm its lane", error)
            }
        }

        /// Reads in one snapshot of the database.
        ///
        /// If a commit of this process has an outcome that nobody knows, it first waits until that commit has ended: a reading that came
        /// earlier would say that nothing was kept, and be wrong a moment later.
        func read<Value: Sendable>(
            _ what: String, deadline: Duration = PostgresConnection.usualDeadline,
            _ body: @escaping @Sendable (PostgresConnection) throws -> Value
        ) async throws -> Value {
            do {
                try await writer.settle()
                return try await readers.read(deadline: deadline, body)
            } catch {
                throw StorageError.postgres("\(address)", cannot: "read \(what)", error)
            }
        }

        /// Closes all connections. No method may be called afterwards.
        public func close() async throws {
            await writer.close()
            readers.close()
        }
    }
#endif
