import OvationModel
import OvationRules
import OvationStorage
import Synchronization

/// The unreliability of a database that several nodes share.
struct DatabaseFaults {
    /// How many of a thousand batches are rolled back.
    var refused = 10
    /// How many of a thousand batches are kept, and their answer is lost.
    var keptInSilence = 10
    /// How many of a thousand batches lose their connection while they are being committed: they are kept later, or not at all.
    var inTheAir = 15
    /// How many of a thousand batches wait for a lock.
    var locked = 20
    /// How many of a thousand readings fail.
    var unreadable = 8
    /// How many of a thousand readings are overtaken by later ones.
    var slowReads = 40
}

/// The database of a simulated cluster: memory that is behind a network, has a clock of its own, and is away when it fails over.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedDatabase: @unchecked Sendable {
    /// When a node became the home of a start of a live, and with which run of numbers.
    struct Run {
        let epoch: String
        let at: UInt64
        let seat: NodeSeat
        /// Whether the process was frozen when the next run began.
        var wasFrozen = false
    }

    let memory: MemoryDatabase
    let world: World
    let bug: PlantedBug?
    private let clock: Clock
    private let timers: World.TimerSource
    private(set) var isDown = false
    /// The runs of each live's numbers, oldest first.
    private(set) var runs: [String: [Run]] = [:]
    /// When something was kept for the last time.
    private(set) var keptAt: UInt64 = 0
    /// How many nodes were found gone, rightly or not.
    private(set) var fencedCount = 0
    /// Nodes that were found gone although nothing was wrong with them.
    private(set) var problems: [String] = []
    /// What is watched beside the tables.
    let prices: PriceWatch
    let keys: KeyWatch
    let halts = HaltWatch()
    let desks = DeskWatch()
    let visits = VisitWatch()
    /// Called with a node that was found gone.
    var onFenced: (NodeSeat) -> Void = { _ in }
    /// Whether a node is in order, so that nobody may find it gone.
    var isSound: (NodeSeat) -> Bool = { _ in false }
    /// Whether the process of a node is frozen.
    var isFrozen: (NodeSeat) -> Bool = { _ in false }

    /// It is safely `Sendable`, because only the simulation's thread uses it.
    private final class Clock: @unchecked Sendable {
        var offset: Int64 = 1_750_000_000_000
    }

    /// Makes a database that has a catalogue and nothing else.
    init(_ world: World, policy: LedgerPolicy, catalogue: GiftCatalogue, bug: PlantedBug?) {
        let clock = Clock()
        prices = PriceWatch(world, catalogue)
        keys = KeyWatch(world)
        self.clock = clock
        self.world = world
        self.bug = bug
        timers = world.makeTimerSource()
        memory = MemoryDatabase(policy: policy) { clock.offset + Int64(world.now / 1_000_000) }
        memory.tables.withLock { ($0.catalogue, $0.catalogueVersion) = (catalogue, 1) }
    }

    /// What was kept for nodes that were not the homes of its lives by then.
    var strays: [String] { memory.tables.withLock { $0.strays } }

    /// The database is away, and a replica with everything that was acknowledged takes its place. All sessions are over; its clock is
    /// another one.
    func failOver(nanoseconds: UInt64, clockStep: Int64) {
        guard !isDown else { return }
        isDown = true
        memory.endAllSessions()
        world.after(nanoseconds: nanoseconds, timers) { [self] in
            clock.offset += clockStep
            heal()
        }
    }

    /// Ends the outage.
    func heal() { isDown = false }

    /// Does something later, whatever becomes of the process that asked for it.
    func later(nanoseconds: UInt64, _ work: @escaping () -> Void) {
        world.after(nanoseconds: nanoseconds, timers, work)
    }

    /// Notes what a batch has kept.
    ///
    /// - Parameter clock: the node's clock, in milliseconds.
    func noteKept(_ writes: [StorageWrite], _ outcomes: [StorageOutcome], for seat: NodeSeat, clock: Int64) {
        keptAt = world.now
        for (write, outcome) in zip(writes, outcomes) {
            switch (write, outcome) {
            case (.createRoom(let record, _), .started(let seqBase)):
                noteRun(of: record.info.liveID, from: seqBase, at: seat)
            case (.order(let order, _), .order(.charged, _)):
                halts.charged(order)
                prices.charged(order, age: clock - order.at.milliseconds, at: seat, isSound: isSound(seat))
            case (.billing(let write), _):
                if case (.deliver(let order, _, _, _), .order(.charged, _)) = (write, outcome) {
                    prices.charged(order, age: clock - order.at.milliseconds, at: seat, isSound: isSound(seat))
                }
                desks.kept(write, outcome, by: seat) { seat in memory.tables.withLock { $0.isServing(seat) } }
            case (.visits(let start, let kept, _), _) where outcome != .moved:
                let known = memory.tables.withLock { tables in kept.map { tables.visit(of: $0.user, in: start) } }
                for (visit, known) in zip(kept, known) { visits.kept(known, of: visit.user, in: start, at: world.now) }
            case (.halt(let halt, _, _), .kept): halts.kept(halt)
            case (.streamKey(let live, _, _, _), .streamKey(let key)): keys.kept(key, of: live)
            case (.changeCatalogue, .version): prices.changed(memory.tables.withLock { $0.catalogue }, by: seat)
            default: break
            }
        }
    }

    /// Notes what a node has claimed, and which nodes it found gone for that.
    func noteClaimed(_ rooms: [ClaimedRoom], for seat: NodeSeat, fenced: [NodeSeat]) {
        for room in rooms { noteRun(of: room.record.info.liveID, from: room.seqBase, at: seat) }
        fencedCount += fenced.count
        for seat in fenced { onFenced(seat) }
        for seat in fenced where isSound(seat) { problems.append("the node \(seat) was found gone, and it is there") }
    }

    private func noteRun(of liveID: LiveID, from seqBase: Int64, at seat: NodeSeat) {
        var known = runs[liveID.rawValue] ?? []
        if let last = known.indices.last { known[last].wasFrozen = isFrozen(known[last].seat) }
        known.append(Run(epoch: String(seqBase, radix: 36), at: world.now, seat: seat))
        runs[liveID.rawValue] = known
    }
}
