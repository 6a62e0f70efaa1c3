import OvationModel
import OvationRules
import OvationStorage
import Synchronization

/// The database as one process of a cluster sees it: it is slow, it fails, connections to it get lost, and it ends with the process.
///
/// A connection that is lost during a commit leaves the batch in the air: the database's end of it may still keep it, seconds later. What
/// the process reads or writes next waits for that, as PostgreSQL's row locks have it wait.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class DatabaseSession: PausingStorage, @unchecked Sendable {
    let seat: NodeSeat
    let memory: MemoryStorage
    let database: SimulatedDatabase
    private var chance: Chance
    private var faults: DatabaseFaults?
    /// True while the network between the process and the database is cut.
    var isCut = false
    /// When the batch that is in the air is decided; nil for none.
    private var inTheAirUntil: UInt64?
    /// Until when readings wait for such a batch, or waited for the last one.
    private(set) var heldUpUntil: UInt64 = 0
    /// Whether this node has renewed its lease for long enough to find others gone.
    var isSteady: () -> Bool = { false }
    /// The node's clock, in milliseconds.
    var ownClock: () -> Int64 = { 0 }
    /// Counts the database's answers.
    private let onAnswer: (String) -> Void
    private let versions = AsyncStream.makeStream(of: StoredVersions.self, bufferingPolicy: .bufferingNewest(1))

    init(
        _ memory: MemoryStorage, seat: NodeSeat, _ database: SimulatedDatabase, number: Int, faults: DatabaseFaults?,
        onAnswer: @escaping (String) -> Void
    ) {
        self.seat = seat
        self.memory = memory
        self.database = database
        self.faults = faults
        self.onAnswer = onAnswer
        chance = Chance(seed: database.world.seed, "database session", number)
        super.init(memory, database.world)
    }

    /// Stops all faults.
    func heal() {
        faults = nil
        isCut = false
    }

    /// Whether the database can be reached.
    var isReached: Bool { !isCut && !database.isDown }

    override var cluster: (any ClusterStorage)? { SessionMember(session: self, seat: seat) }

    override func secure() async throws { try await through { try await $0.secure() } }

    override func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        let isLocked = chance.perMille(faults?.locked ?? 0)
        try await pause(nanoseconds: .milliseconds(isLocked ? chance.number(200...2_000) : chance.number(1...12)))
        if !writes.isEmpty || database.bug != .readBeforeFence { try await settle() }
        try check()
        if chance.perMille(faults?.refused ?? 0) {
            onAnswer("rolled back \(writes.count) writes")
            throw StorageError("The database rolls the batch back, says the simulation.")
        }
        if chance.perMille(faults?.inTheAir ?? 0) {
            leaveInTheAir(writes)
            throw StorageError("The connection was lost during the commit, says the simulation.")
        }
        let outcomes = try keep(writes)
        try await pause(nanoseconds: .milliseconds(chance.number(0...6)))
        guard isReached, !chance.perMille(faults?.keptInSilence ?? 0) else {
            onAnswer("kept \(writes.count) writes and did not say so")
            throw StorageError("The database does not say what it kept, says the simulation.")
        }
        onAnswer("kept \(writes.count) writes")
        return outcomes
    }

    /// What each renewal of the lease finds.
    override var versionUpdates: AsyncStream<StoredVersions>? { versions.stream }

    /// The lease was renewed: tells the process which versions there are.
    func tellVersions() {
        let version = database.memory.tables.withLock { $0.catalogueVersion }
        versions.continuation.yield(StoredVersions([VersionedContent.catalogue.name: version]))
    }

    override func catalogue() async throws -> GiftCatalogue {
        let catalogue = try await super.catalogue()
        database.prices.knows(catalogue, seat)
        return catalogue
    }

    override func billingOrders(_ query: BillingQuery) async throws -> [BillingOrder] {
        var query = query
        // Planted: they count as abandoned although another node has them in the air.
        if database.bug == .livingDeskAbandoned { query.isAbandoned = false }
        return try await super.billingOrders(query)
    }

    private func keep(_ writes: [StorageWrite]) throws -> [StorageOutcome] {
        let outcomes = try memory.commitAtOnce(
            writes, isFenced: database.bug != .unfencedCommit, isBlind: database.bug == .haltUnseen)
        database.noteKept(writes, outcomes, for: seat, clock: ownClock())
        return outcomes
    }

    private func leaveInTheAir(_ writes: [StorageWrite]) {
        let delay = UInt64.milliseconds(chance.number(1...4_000))
        let isKept = chance.perMille(700)
        inTheAirUntil = world.now + delay
        heldUpUntil = world.now + delay
        onAnswer("lost the connection with \(writes.count) writes in the air")
        database.later(nanoseconds: delay) { [self] in
            inTheAirUntil = nil
            // It may be fenced by now; then nothing of it is kept.
            if isKept, !database.isDown, (try? keep(writes)) != nil { onAnswer("kept what was in the air") }
        }
    }

    /// Waits until nothing of this process is in the air.
    private func settle() async throws {
        while let until = inTheAirUntil { try await pause(nanoseconds: max(until, world.now) - world.now + 1) }
    }

    private func check() throws {
        guard isReached else { throw StorageError("The database cannot be reached, says the simulation.") }
    }

    override func through<Value: Sendable>(
        _ body: @escaping @Sendable (any Storage) async throws -> Value
    ) async throws -> Value {
        try await prepareReading()
        return try await body(base)
    }

    /// Waits as a reading does, and fails as it does.
    func prepareReading() async throws {
        let isSlow = chance.perMille(faults?.slowReads ?? 0)
        try await pause(
            nanoseconds: isSlow
                ? .milliseconds(chance.number(50...3_000)) : UInt64(chance.number(100_000...8_000_000)))
        // Planted: what is in the air is read as if it were not kept.
        if database.bug != .readBeforeFence { try await settle() }
        try check()
        if chance.perMille(faults?.unreadable ?? 0) {
            onAnswer("could not be read")
            throw StorageError("The database cannot be read, says the simulation.")
        }
    }

    /// The database outlives the process.
    override func close() async throws {}
}

/// The part that nodes share, as one process sees it.
private struct SessionMember: ClusterStorage {
    let session: DatabaseSession
    let seat: NodeSeat

    private func member() -> MemoryMember { MemoryMember(storage: session.memory, seat: seat) }

    func nodes() async throws -> [ClusterNode] {
        try await session.prepareReading()
        return try await member().nodes()
    }

    func homes(of lives: [LiveID]) async throws -> [LiveID: LiveHome] {
        try await session.prepareReading()
        return try await member().homes(of: lives)
    }

    func claimRooms(limit: Int) async throws -> [ClaimedRoom] {
        try await session.prepareReading()
        let database = session.database
        let (rooms, fenced) =
            database.bug == .leaseByOwnClock
            ? try member().claimAtOnce(limit, fencesLost: true, by: session.ownClock())
            : try member().claimAtOnce(limit, fencesLost: session.isSteady())
        database.noteClaimed(rooms, for: seat, fenced: fenced)
        return rooms
    }

    func release(_ sessions: [LiveSessionID]) async throws {
        try await session.prepareReading()
        try await member().release(sessions)
    }
}
