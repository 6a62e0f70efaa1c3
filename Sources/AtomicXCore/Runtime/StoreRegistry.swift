/// The stores of one kind by live: the same id always has the same store.
///
/// A store is kept while an app holds it, and the last ones asked for are kept anyway: an app may subscribe to
/// `BarrageStore.create(liveID:).state` and keep no more than the subscription. The bound is for those who swipe
/// through thousands of lives.
final class StoreRegistry<Store: AnyObject & Sendable>: Sendable {
    /// How many stores are kept that no app holds.
    static var keptMax: Int { 64 }

    private struct Entry: Sendable {
        weak var store: Store?
        /// The same, while it is kept.
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

    /// The store of a live. May be called on any thread.
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

    /// Every store that still exists. May be called on any thread.
    var all: [Store] { entries.withLock { $0.byLive.values.compactMap(\.store) } }

    private static func forgetOldest(_ entries: inout Entries) {
        let kept = entries.byLive.filter { $0.value.kept != nil }
        guard kept.count > keptMax, let oldest = kept.min(by: { $0.value.usedAt < $1.value.usedAt }) else { return }
        entries.byLive[oldest.key]?.kept = nil
        // The entries of those that no app held are empty by now, but for the one that was just let go.
        entries.byLive = entries.byLive.filter { $0.value.store != nil }
    }
}
