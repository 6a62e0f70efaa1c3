import AtomicXCore
import Foundation
import OpenCombineShim
import OvationClient

/// The shared services of the kit's views, stores and servers. Tests make their own.
///
/// `@unchecked Sendable` is sound, because its properties never change, and what they hold has its own locks.
final class GiftKit: @unchecked Sendable {
    /// The instance for the app's login.
    static let shared = GiftKit(desk: .shared)

    let desk: GiftDesk
    let clock: any GiftClock
    let orders: GiftOrders
    let store: TUIGiftStore
    let manager: GiftManager
    /// Publishes the addresses of unavailable effects, on the main queue.
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

    /// The hooks for the cache of the app's effects.
    var cacheHooks: GiftCacheHooks {
        GiftCacheHooks(
            resolve: { [desk] url in URL(string: desk.resolved(url.absoluteString)) ?? url },
            hash: { [weak store] url in store?.effectHash(of: url) },
            failed: { [weak self] url in self?.failures.send(url) })
    }
}
