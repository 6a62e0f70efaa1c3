import OvationStorage

/// The lease of one process of a cluster, which it renews once a second as long as it is not frozen.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class NodeLease: @unchecked Sendable {
    /// What came of an attempt to renew it.
    enum Renewal {
        case renewed
        /// Another process has the slot, or the node was found gone.
        case taken
        /// The database did not answer.
        case away
    }

    /// How often it is renewed, and how soon again if the database does not answer.
    private static let interval = UInt64.milliseconds(1_000)
    private static let retryDelay = UInt64.milliseconds(200)
    /// How long it must have been renewed without a gap before others may be found gone: a whole lease.
    private static let steadyMin = UInt64.milliseconds(Int(MemoryDatabase.expiryMilliseconds))
    /// How long a process serves without the database, after its lease has run out.
    static let awayMax = UInt64.milliseconds(10_000)

    private let session: DatabaseSession
    private let world: World
    private let timers: World.TimerSource
    private var lastRenewal: UInt64
    private var steadySince: UInt64
    private var isOver = false
    /// True while the process is frozen.
    var isFrozen = false { didSet { if !isFrozen, oldValue { renewOn() } } }
    /// Called when the process has to end, because its lease is another's or has run out for too long.
    private let onLost: () -> Void

    init(_ session: DatabaseSession, onLost: @escaping () -> Void) {
        self.session = session
        self.onLost = onLost
        world = session.world
        timers = world.makeTimerSource()
        (lastRenewal, steadySince) = (world.now, world.now)
        world.after(nanoseconds: Self.interval, timers) { [weak self] in self?.renewOn() }
    }

    /// The process has ended.
    func end() { isOver = true }

    /// How long ago it was renewed.
    var age: Duration { .nanoseconds(Int64(world.now - lastRenewal)) }

    /// Whether it was renewed for long enough to find other nodes gone.
    var isSteady: Bool {
        lastRenewal >= steadySince + Self.steadyMin && age < .milliseconds(MemoryDatabase.expiryMilliseconds)
    }

    /// Renews it out of turn. Returns false if it is another's, which ends the process, or if the database does not answer.
    func confirm() -> Bool {
        switch renew() {
        case .renewed: return true
        case .away: return false
        case .taken:
            lose()
            return false
        }
    }

    private func renew() -> Renewal {
        guard session.isReached else { return .away }
        let isKept = session.database.memory.renew(session.seat)
        // Planted: a process that does not hear that another node has its lives.
        guard isKept || session.database.bug == .staleHomeTells else { return .taken }
        if world.now > lastRenewal + Self.interval + Self.interval { steadySince = world.now }
        lastRenewal = world.now
        session.tellVersions()
        return .renewed
    }

    private func renewOn() {
        guard !isOver, !isFrozen else { return }
        let delay: UInt64
        switch renew() {
        case .renewed: delay = Self.interval
        case .taken: return lose()
        case .away:
            let patience = Self.steadyMin + Self.awayMax
            guard world.now < lastRenewal + patience || session.database.bug == .staleHomeTells else { return lose() }
            delay = Self.retryDelay
        }
        world.after(nanoseconds: delay, timers) { [weak self] in self?.renewOn() }
    }

    private func lose() {
        guard !isOver else { return }
        isOver = true
        // Not within a call of the process that ends.
        world.after(nanoseconds: 0, timers) { [onLost] in onLost() }
    }
}
