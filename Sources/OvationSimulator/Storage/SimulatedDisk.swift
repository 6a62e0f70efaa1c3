import OvationModel
import OvationRules
import OvationStorage

/// The unreliability of the disk.
struct DiskFaults {
    /// How many of a thousand batches fail and are not stored.
    var refused = 15
    /// The same for batches with a decision of the app's billing, which are rare.
    var refusedDecisions = 0
    /// How many of a thousand batches fail although they are stored.
    var keptInSilence = 10
    /// How many of a thousand reads fail.
    var unreadable = 10
    /// How many of a thousand batches take very long.
    var slow = 20
    /// How many of a thousand reads take so long that later ones overtake them.
    var slowReads = 60
    /// The same for reads of stored events, which are rare and whose order matters.
    var slowReadsOfEvents = 300
}

/// The storage as one process of the server sees it: it is slow, it fails, and it ends with the process.
///
/// A batch is stored at one moment, the durable point, and answered later. A crash before the durable point loses the batch. A crash after
/// it keeps the batch, but nobody learns of it.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedDisk: PausingStorage, @unchecked Sendable {
    private var chance: Chance
    private var faults: DiskFaults?
    /// Counts the disk's answers.
    private let onAnswer: (String) -> Void

    init(
        _ base: any Storage, _ world: World, number: Int, faults: DiskFaults?,
        onAnswer: @escaping (String) -> Void
    ) {
        self.faults = faults
        self.onAnswer = onAnswer
        chance = Chance(seed: world.seed, "disk", number)
        super.init(base, world)
    }

    /// Stops all faults.
    func heal() { faults = nil }

    override func commit(_ writes: [StorageWrite]) async throws -> [StorageOutcome] {
        let isSlow = chance.perMille(faults?.slow ?? 0)
        try await pause(nanoseconds: .milliseconds(isSlow ? chance.number(500...4_000) : chance.number(1...12)))
        if chance.perMille(faults?.refused ?? 0) || isDecisionRefused(writes) {
            onAnswer("refused \(writes.count) writes")
            throw StorageError("The disk is full, says the simulation.")
        }
        let outcomes = try await base.commit(writes)
        try await pause(nanoseconds: .milliseconds(chance.number(0...6)))
        if chance.perMille(faults?.keptInSilence ?? 0) {
            onAnswer("kept \(writes.count) writes and said that it did not")
            throw StorageError("The disk does not say what it kept, says the simulation.")
        }
        onAnswer("kept \(writes.count) writes")
        return outcomes
    }

    private func isDecisionRefused(_ writes: [StorageWrite]) -> Bool {
        guard let faults, faults.refusedDecisions > 0 else { return false }
        let hasDecision = writes.contains {
            if case .billing(.move(_, .pending, _, _, _, _)) = $0 { true } else { false }
        }
        return hasDecision && chance.perMille(faults.refusedDecisions)
    }

    override func through<Value: Sendable>(
        _ body: @escaping @Sendable (any Storage) async throws -> Value
    ) async throws -> Value {
        try await pauseForRead(slow: faults?.slowReads ?? 0)
        if chance.perMille(faults?.unreadable ?? 0) {
            onAnswer("could not be read")
            throw StorageError("The disk cannot be read, says the simulation.")
        }
        return try await body(base)
    }

    override func events(of session: LiveSessionID, after durable: Int64, limit: Int) async throws -> [StoredEvent] {
        if let faults, chance.perMille(faults.slowReadsOfEvents) { try await pauseForRead(slow: 1_000) }
        return try await super.events(of: session, after: durable, limit: limit)
    }

    private func pauseForRead(slow: Int) async throws {
        let isSlow = chance.perMille(slow)
        try await pause(
            nanoseconds: isSlow
                ? .milliseconds(chance.number(100...10_000)) : UInt64(chance.number(100_000...8_000_000)))
    }

    /// The file outlives the process.
    override func close() async throws {}
}
