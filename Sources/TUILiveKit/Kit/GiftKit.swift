import AtomicXCore
import Foundation
import OpenCombineShim

/// What the kit's views, stores and servers stand on. Tests make their own.
///
/// `@unchecked Sendable`: its properties do not change after it is made, and what they hold has locks of its own.
final class GiftKit: @unchecked Sendable {
    /// The one of the app's login.
    static let shared = GiftKit(desk: .shared)

    let desk: GiftDesk
    let clock: any GiftClock
    let orders: GiftOrders
    let store: TUIGiftStore
    let manager: GiftManager
    /// Tells the addresses of effects that could not be had, on the main queue.
    let failures = PassthroughSubject<URL, Never>()
    private var subscriptions: [AnyCancellable] = []

    init(
        desk: GiftDesk, clock: any GiftClock = SystemGiftClock(),
        cache: (@escaping @Sendable () -> GiftCacheHooks?) -> GiftCacheService = { GiftCacheService(hooks: $0) }
    ) {
        self.desk = desk
        self.clock = clock
        let orders = GiftOrders(clock: clock)
        self.orders = orders
        let hooks = Locked<GiftCacheHooks?>(nil)
        let store = TUIGiftStore(
            server: GiftCloudServer(desk: desk, orders: orders), cache: cache { hooks.withLock { $0 } }, orders: orders)
        self.store = store
        manager = GiftManager(cache: store.giftCacheService)
        subscriptions = [
            desk.settlements.sink { orders.settled($0) },
            desk.catalogueChanges.sink { [weak store] in store?.refresh() },
            desk.users.removeDuplicates().sink { [weak store] user in if user != nil { store?.refresh() } },
        ]
        hooks.withLock { $0 = self.cacheHooks }
    }

    /// What the cache of the app's effects asks the rest.
    var cacheHooks: GiftCacheHooks {
        GiftCacheHooks(
            resolve: { [desk] url in URL(string: desk.resolved(url.absoluteString)) ?? url },
            hash: { [weak store] url in store?.effectHash(of: url) },
            failed: { [weak self] url in self?.failures.send(url) })
    }
}
