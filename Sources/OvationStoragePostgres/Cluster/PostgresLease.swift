#if Cluster
    import Dispatch
    import Foundation
    import OvationStorage
    import Synchronization

    /// The right of this process to serve what a database keeps: one process has it at a time, and a standby waits for it.
    ///
    /// Three things together are that right. An advisory lock of PostgreSQL on a connection that lives as long as the process says that the
    /// process is alive: its death frees the lock within milliseconds. A row that is renewed once a second says that it is not frozen: a
    /// frozen process keeps its lock, and its connections are ended once the row is ``expirySeconds`` old by PostgreSQL's clock. The row of
    /// its lane is what every commit checks, so that nothing of an old holder is kept, whenever it wakes.
    public final class PostgresLease: Sendable {
        /// Why a process no longer has its lease.
        public enum End: Hashable, Sendable {
            /// Another process has it now.
            case takenOver
            /// The database was away for longer than a process may serve without it.
            case storageAway
        }

        /// How old the row of a holder gets before it counts as frozen.
        public static let expirySeconds: Int64 = 3
        /// How often the holder renews it.
        static let renewal = Duration.seconds(1)
        /// How often a standby looks, and a holder whose database is away.
        static let retryDelay = Duration.milliseconds(200)

        let address: PostgresAddress
        let seat: PostgresSeat
        private let awayMax: Duration
        private let session: PostgresHolderSession
        private let ending: AsyncStream<End>
        private let ended: AsyncStream<End>.Continuation
        /// The versions of what is edited, as each renewal finds them; the newest only.
        let versions: AsyncStream<StoredVersions>
        private let foundVersions: AsyncStream<StoredVersions>.Continuation
        /// Yields once, when an operator asks for this node to be drained.
        public let drainAsks: AsyncStream<Void>
        private let drainAsked: AsyncStream<Void>.Continuation
        private let renewals: Mutex<Renewals>
        /// True if several nodes serve the database at the same time, each in a slot of its own.
        let isShared: Bool
        /// How long it must have been renewed without a gap before others may be found gone.
        private let steadyMin: Duration
        private let watch: PostgresNodeWatch

        /// What is known of the renewals.
        private struct Renewals {
            /// When the last attempt began that renewed the lease.
            var last: ContinuousClock.Instant
            /// Since when there was no gap.
            var steadySince: ContinuousClock.Instant
            /// How many connections the session had had by then.
            var openings: Int
        }

        init(
            _ session: PostgresHolderSession, seat: PostgresSeat, awayMax: Duration, isShared: Bool = false,
            steadyMin: Duration = .seconds(PostgresLease.expirySeconds)
        ) {
            let now = ContinuousClock.now
            self.isShared = isShared
            self.steadyMin = steadyMin
            renewals = Mutex(Renewals(last: now, steadySince: now, openings: session.openings))
            watch = PostgresNodeWatch(session.address, seat: seat)
            address = session.address
            self.seat = seat
            self.awayMax = awayMax
            self.session = session
            (ending, ended) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
            (versions, foundVersions) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
            (drainAsks, drainAsked) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        }

        /// Ends the lease in this process. May be called from any thread; only the first reason counts.
        func end(_ reason: End) { ended.yield(reason) }

        /// Renews the lease until it is lost or the task is cancelled.
        ///
        /// - Returns: Why it was lost; nil if the task was cancelled.
        public func hold() async -> End? {
            await withTaskGroup(of: End?.self) { group in
                group.addTask { [ending] in
                    for await reason in ending { return reason }
                    return nil
                }
                group.addTask { await self.renewUntilLost() }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first
            }
        }

        /// How long ago the last renewal began that succeeded. May be called on any thread.
        public var age: Duration { ContinuousClock.now - renewals.withLock { $0.last } }

        /// Renews the lease out of turn. Returns false if another process has it, which ends it here, or if the database does not answer.
        public func confirm() async -> Bool {
            switch await renew() {
            case .renewed: return true
            case .taken:
                end(.takenOver)
                return false
            case .away: return false
            }
        }

        private func renew() async -> PostgresHolderSession.Renewal {
            let began = ContinuousClock.now
            let renewal = await session.renew(seat)
            if case .renewed(let found, let isDrainAsked) = renewal {
                note(renewalAt: began)
                foundVersions.yield(found)
                if isDrainAsked {
                    drainAsked.yield()
                    drainAsked.finish()
                }
            }
            return renewal
        }

        private func note(renewalAt began: ContinuousClock.Instant) {
            renewals.withLock { renewals in
                // A database that was away, or a connection to it that was lost, may have been so for the other nodes, too.
                let isNew = renewals.openings != session.openings
                if isNew || began - renewals.last > Self.renewal + Self.renewal { renewals.steadySince = began }
                renewals.openings = session.openings
                renewals.last = max(renewals.last, began)
            }
        }

        /// Says in the database that this node is about to stop.
        ///
        /// - Throws: `PostgresFailure`.
        func noteDraining() async throws {
            // Nobody has to ask any more.
            drainAsked.finish()
            try await session.noteDraining(seat)
        }

        /// Says in the database how this node is.
        ///
        /// - Throws: `PostgresFailure`.
        func tell(_ report: NodeReport, at milliseconds: Int64) async throws {
            let text = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
            try await session.tell(text, clock: milliseconds, seat)
        }

        /// Finds nodes that are gone, and fences them, if this lease was renewed for long enough to say so.
        ///
        /// - Throws: `PostgresFailure`; what was fenced before stays so.
        func fenceLost() async throws {
            let (last, since) = renewals.withLock { ($0.last, $0.steadySince) }
            guard last - since >= steadyMin, age < .seconds(Self.expirySeconds) else { return }
            try await watch.fenceLost()
        }

        private func renewUntilLost() async -> End? {
            while !Task.isCancelled {
                switch await renew() {
                case .renewed: try? await Task.sleep(for: Self.renewal)
                case .taken: return .takenOver
                case .away:
                    guard age < .seconds(Self.expirySeconds) + awayMax else { return .storageAway }
                    try? await Task.sleep(for: Self.retryDelay)
                }
            }
            return nil
        }

        /// Gives the lease back, so that a standby takes over at once, or other nodes take up the lives.
        public func release() async {
            watch.close()
            if isShared { await session.leave(seat) }
            await session.close()
        }

        /// Ends the sessions as the death of the process would, for tests.
        package func vanish() async {
            watch.close()
            await session.close()
        }
    }
#endif
