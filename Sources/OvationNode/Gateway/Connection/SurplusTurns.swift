import DequeModule
import OvationModel

/// Whose turn it is among the connections of one event loop that send more than their own pace.
///
/// So many turns fall due with every tick. A turn lets a connection run one command. Where a command costs more than a turn, its
/// connection owes the difference, and pays it with its next turns before it runs another command. So each that waits gets as much
/// work done as every other, whatever its commands cost; one that owes much holds up nobody but itself. However many connections
/// send as fast as they can, they take a bounded part of the event loop together; where nobody else does, one of them has all of it.
///
/// A pure state machine: its owner keeps it ticking while ``isTicking``.
struct SurplusTurns<Waiter> {
    /// How often turns fall due.
    static var tickMilliseconds: Int64 { 5 }

    private struct Place {
        let waiter: Waiter
        var owed: Int
    }

    /// Turns of one tick; nil for no limit.
    private let perTick: Int?
    /// Turns that are left of this tick.
    private var left: Int
    private var waiting: Deque<Place> = []

    /// Makes turns with an empty queue.
    init(limits: Limits) {
        let perSecond = limits.surplusCommandsPerSecond
        perTick = perSecond > 0 ? max(1, perSecond / Int(1_000 / Self.tickMilliseconds)) : nil
        left = perTick ?? 0
    }

    /// How many waiters are queued.
    var waitingCount: Int { waiting.count }

    /// Whether the next tick changes anything.
    var isTicking: Bool { !waiting.isEmpty || perTick.map { left < $0 } ?? false }

    /// Takes a turn at once when the queue is empty.
    ///
    /// - Parameter owed: what is still owed for earlier turns; it is paid first, as far as the turns of this tick go.
    /// - Returns: Whether there was a turn.
    mutating func takeNow(owed: inout Int) -> Bool {
        guard perTick != nil else { return true }
        guard waiting.isEmpty else { return false }
        let payment = min(owed, left)
        owed -= payment
        left -= payment
        guard owed == 0, left > 0 else { return false }
        left -= 1
        return true
    }

    /// Queues a waiter for its next turn, after it has paid what it owes. A waiter is queued at most once.
    mutating func wait(_ waiter: Waiter, owing owed: Int) { waiting.append(Place(waiter: waiter, owed: max(owed, 0))) }

    /// New turns fall due; what was not used of the last ones is lost.
    mutating func tick() { if let perTick { left = perTick } }

    /// Gives one turn to each waiter in order, and returns the first that owes nothing and may run a command; nil when the
    /// queue is empty or no turn is left. A waiter that has gone is returned at once: it takes no turn and its debt is void.
    mutating func next(hasGone: (Waiter) -> Bool) -> Waiter? {
        guard perTick != nil else { return waiting.popFirst()?.waiter }
        while left > 0, var place = waiting.popFirst() {
            if hasGone(place.waiter) { return place.waiter }
            left -= 1
            if place.owed == 0 { return place.waiter }
            place.owed -= 1
            waiting.append(place)
        }
        return nil
    }
}
