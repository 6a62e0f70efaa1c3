import DequeModule
import OvationModel

/// Whose turn it is among the connections of one event loop that send more than their own pace.
///
/// So many turns fall due with every tick, and each goes to whoever has waited longest. However many connections send as fast
/// as they can, they take a bounded part of the event loop together; where nobody else does, one of them has all of it. A
/// pure state machine: its owner keeps it ticking while ``isTicking``.
struct SurplusTurns<Waiter> {
    /// How often turns fall due.
    static var tickMilliseconds: Int64 { 5 }

    /// Turns of one tick; nil for no limit.
    private let perTick: Int?
    /// Turns that are left of this tick; what was taken beyond them is missing in the next ones.
    private var left: Int
    private var waiting: Deque<Waiter> = []

    /// Makes turns that nobody waits for.
    init(limits: Limits) {
        let perSecond = limits.surplusCommandsPerSecond
        perTick = perSecond > 0 ? max(1, perSecond / Int(1_000 / Self.tickMilliseconds)) : nil
        left = perTick ?? 0
    }

    /// How many wait.
    var waitingCount: Int { waiting.count }

    /// Whether the next tick changes anything.
    var isTicking: Bool { !waiting.isEmpty || perTick.map { left < $0 } ?? false }

    /// Whether a turn is free for somebody who has not waited.
    var isFree: Bool { perTick == nil || waiting.isEmpty && left > 0 }

    /// Lets somebody wait for a turn. Nobody waits for two.
    mutating func wait(_ waiter: Waiter) { waiting.append(waiter) }

    /// Notes what a turn was used for.
    mutating func charge(_ cost: Int) { if perTick != nil { left -= min(cost, Int(Int32.max)) } }

    /// New turns fall due.
    mutating func tick() { if let perTick { left = min(perTick, left + perTick) } }

    /// Who goes next; nil where nobody waits or no turn is left.
    mutating func next() -> Waiter? { perTick == nil || left > 0 ? waiting.popFirst() : nil }
}
