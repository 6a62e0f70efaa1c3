import OvationModel
import OvationStorage

/// The queue of callbacks for the app's backend in memory, with a lane for each live, as the storage contract demands.
struct MemoryOutbox {
    private struct Lane {
        var attempts = 0
        var dueAt = Timestamp(milliseconds: 0)
        /// The callbacks, oldest first.
        var callbacks: [StoredCallback] = []
    }

    private var lanes: [LiveID: Lane] = [:]
    private var dead: [DeadCallback] = []
    private var lastNumber: Int64 = 0

    /// The numbers of stored callbacks.
    var counts: CallbackCounts {
        CallbackCounts(waiting: lanes.values.reduce(0) { $0 + $1.callbacks.count }, dead: dead.count)
    }

    mutating func record(_ drafts: [CallbackDraft]) -> CallbackCounts {
        for draft in drafts {
            lastNumber += 1
            lanes[draft.liveID, default: Lane()].callbacks.append(StoredCallback(number: lastNumber, draft: draft))
        }
        return counts
    }

    mutating func apply(_ change: CallbackChange) -> CallbackCounts {
        switch change {
        case .delivered(let live, let number): drop(from: live) { $0.number <= number }
        case .postponed(let live, let attempts, let dueAt):
            lanes[live]?.attempts = attempts
            lanes[live]?.dueAt = dueAt
        case .hurried: for live in lanes.keys { lanes[live]?.dueAt = Timestamp(milliseconds: 0) }
        case .gaveUp(let live, let number, let attempts, let failure, let at, let deadMax):
            if let callback = lanes[live]?.callbacks.first(where: { $0.number == number }) {
                dead.append(DeadCallback(callback: callback, attempts: attempts, failure: failure, diedAt: at))
            }
            drop(from: live) { $0.number == number }
            dead.sort { ($0.diedAt, $0.callback.number) < ($1.diedAt, $1.callback.number) }
            dead.removeFirst(max(0, dead.count - deadMax))
        case .revived(let numbers, let at):
            for number in numbers.sorted() {
                guard let place = dead.firstIndex(where: { $0.callback.number == number }) else { continue }
                var draft = dead.remove(at: place).callback.draft
                draft.at = at
                _ = record([draft])
            }
        case .dropped(let numbers): dead.removeAll { numbers.contains($0.callback.number) }
        }
        return counts
    }

    /// Removes callbacks of a live. The next one becomes due, or the lane disappears.
    private mutating func drop(from live: LiveID, where isGone: (StoredCallback) -> Bool) {
        lanes[live]?.callbacks.removeAll(where: isGone)
        lanes[live]?.attempts = 0
        lanes[live]?.dueAt = Timestamp(milliseconds: 0)
        if lanes[live]?.callbacks.isEmpty == true { lanes[live] = nil }
    }

    func lanes(limit: Int) -> [CallbackLane] {
        let all = lanes.map { CallbackLane(liveID: $0, attempts: $1.attempts, dueAt: $1.dueAt) }
        return Array(all.sorted { ($0.dueAt, $0.liveID) < ($1.dueAt, $1.liveID) }.prefix(max(0, limit)))
    }

    func callbacks(of live: LiveID, limit: Int) -> [StoredCallback] {
        Array(lanes[live]?.callbacks.prefix(max(0, limit)) ?? [])
    }

    func dead(after number: Int64, limit: Int) -> [DeadCallback] {
        let later = dead.filter { $0.callback.number > number }.sorted { $0.callback.number < $1.callback.number }
        return Array(later.prefix(max(0, limit)))
    }
}
