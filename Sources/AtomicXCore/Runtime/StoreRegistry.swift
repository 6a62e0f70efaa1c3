import OvationClient

/// The stores of one kind, by live. The same id always has the same store.
///
/// A store lives as long as the app holds it. The registry also keeps the stores that were used last, because an app may subscribe to
/// `BarrageStore.create(liveID:).state` and hold only the subscription. Their number is bounded for users who swipe through thousands of
/// lives.
final class StoreRegistry<Store: AnyObject & Sendable>: Sendable {
    /// How many stores the registry keeps by itself.
    static var keptMax: Int { 64 }

    private struct Entry: Sendable {
        weak var store: Store?
        /// The same store while the registry keeps it.
        var kept: Store?
        var usedAt: Int
    }

    private struct Entries: Sendable {
        var byLive: [String: Entry] = [:]
        var uses = 0
    }

    private let entries = Locked(Entries())
    private let make: @Sendable (_ liveID: String) -> Store

    init(make: @escaping @Sendable (_ liveID: String) -> Store) { self.make = make }

    /// Returns the store of a live. It may be called on any thread.
    func store(for liveID: String) -> Store {
        entries.withLock { entries in
            entries.uses += 1
            if let store = entries.byLive[liveID]?.store {
                entries.byLive[liveID] = Entry(store: store, kept: store, usedAt: entries.uses)
                return store
            }
            let store = make(liveID)
            entries.byLive[liveID] = Entry(store: store, kept: store, usedAt: entries.uses)
            Self.forgetOldest(&entries)
            return store
        }
    }

    /// Every store that still exists. It may be read on any thread.
    var all: [Store] { entries.withLock { $0.byLive.values.compactMap(\.store) } }

    private static func forgetOldest(_ entries: inout Entries) {
        let kept = entries.byLive.filter { $0.value.kept != nil }
        guard kept.count > keptMax, let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        entries.byLive[oldest.key]?.kept = nil
        // Drop the entries whose stores are gone.
        entries.byLive = entries.byLive.filter { $0.value.store != nil }
    }
}
