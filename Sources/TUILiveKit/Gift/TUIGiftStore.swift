import AtomicXCore
import Foundation

/// The gifts of the app's panel, and the server that they are of.
///
/// May be used on any thread.
///
/// `@unchecked Sendable`: what changes is behind the lock. A server that the app sets is handed out as it is; it has to bear being
/// called from wherever the app calls it.
public final class TUIGiftStore: @unchecked Sendable {
    /// The only one of an app.
    public static var shared: TUIGiftStore { GiftKit.shared.store }

    /// How many gifts of panels that did not come from the server are remembered for showing them.
    static let materialsMax = 1_024

    /// The files of effects.
    public let giftCacheService: GiftCacheService

    private let lock = NSLock()
    private let orders: GiftOrders
    private var server: any IGiftCloudServer
    private var changes = 0
    private var list: [TUIGift] = []
    private var materials: [String: TUIGift] = [:]

    init(server: any IGiftCloudServer, cache: GiftCacheService, orders: GiftOrders) {
        self.server = server
        giftCacheService = cache
        self.orders = orders
    }

    /// The gifts that can be sent: those that ``giftCloudServer`` named at the last login, change of the catalogue or change of the
    /// server.
    public var giftList: [TUIGift] {
        get { lock.withLock { list } }
        set { lock.withLock { list = newValue } }
    }

    /// The server that settles: Ovation's wallet, or the app's own from when it is set.
    public var giftCloudServer: any IGiftCloudServer {
        get { lock.withLock { server } }
        set {
            lock.withLock {
                server = newValue
                changes += 1
            }
            orders.changeServer()
            refresh()
        }
    }

    /// Asks the server for its gifts. Where it fails, those of before stay.
    func refresh() {
        let (server, change) = lock.withLock { (self.server, changes) }
        server.queryGiftInfoList { [weak self] error, gifts in
            guard let self, error == .noError else { return }
            lock.withLock { if changes == change { list = gifts } }
        }
    }

    /// Remembers gifts that a panel shows and that are the app's own, so that they are shown with the same pictures and effects
    /// when they are sent.
    func learn(_ gifts: [TUIGift]) {
        lock.withLock {
            for gift in gifts where !list.contains(where: { $0 === gift }) {
                guard materials[gift.giftId] != nil || materials.count < Self.materialsMax else { return }
                materials[gift.giftId] = gift
            }
        }
    }

    /// The app's own gift of an id, for its name, pictures and effect; nil where the app has none.
    func material(of giftID: String) -> TUIGift? {
        lock.withLock { materials[giftID] ?? list.first { $0.giftId == giftID } }
    }

    /// The hash of the file at an address, where a gift says one.
    func effectHash(of url: URL) -> String? {
        let address = url.absoluteString
        let gift = lock.withLock {
            materials.values.first { $0.animationUrl == address } ?? list.first { $0.animationUrl == address }
        }
        return gift?.effectHash
    }
}
