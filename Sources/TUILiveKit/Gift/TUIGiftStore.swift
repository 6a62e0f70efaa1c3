import AtomicXCore
import Foundation

/// The gifts of the app's panel, and the server that provides them.
///
/// It may be used on any thread.
///
/// `@unchecked Sendable` is sound, because a lock guards everything that changes. A server that the app sets is returned unchanged; it must
/// support calls from every thread that the app uses.
public final class TUIGiftStore: @unchecked Sendable {
    /// The app's shared instance.
    public static var shared: TUIGiftStore { GiftKit.shared.store }

    /// The most gifts of the app's own panels to remember.
    static let materialsMax = 1_024

    /// The cache of effect files.
    public let giftCacheService: GiftCacheService

    private let lock = NSLock()
    private let orders: GiftOrders
    private var server: any IGiftCloudServer
    private var changes = 0
    /// How many refreshes were begun, and which of them gave the list. Answers may come in another order.
    private var (begun, shown) = (0, 0)
    private var list: [TUIGift] = []
    private var materials: [String: TUIGift] = [:]

    init(server: any IGiftCloudServer, cache: GiftCacheService, orders: GiftOrders) {
        self.server = server
        giftCacheService = cache
        self.orders = orders
    }

    /// The gifts that can be sent. ``giftCloudServer`` provides them after each login, each change of the catalogue and each change of the
    /// server.
    public var giftList: [TUIGift] {
        get { lock.withLock { list } }
        set { lock.withLock { list = newValue } }
    }

    /// The server that charges for gifts: Ovation's wallet by default, or the app's own.
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

    /// Loads the gifts from the server. If that fails, the previous gifts stay.
    func refresh() {
        let (server, change, number) = lock.withLock {
            begun += 1
            return (self.server, changes, begun)
        }
        server.queryGiftInfoList { [weak self] error, gifts in
            guard let self, error == .noError else { return }
            lock.withLock {
                guard changes == change, number > shown else { return }
                (list, shown) = (gifts, number)
            }
        }
    }

    /// Remembers the app's own gifts in a panel, so that their images and effects are used when they are received.
    func learn(_ gifts: [TUIGift]) {
        lock.withLock {
            for gift in gifts where !list.contains(where: { $0 === gift }) {
                guard materials[gift.giftId] != nil || materials.count < Self.materialsMax else { return }
                materials[gift.giftId] = gift
            }
        }
    }

    /// Returns the app's own version of a gift, with name, image and effect; nil if it has none.
    func material(of giftID: String) -> TUIGift? {
        lock.withLock { materials[giftID] ?? list.first { $0.giftId == giftID } }
    }

    /// Returns the required hash of the file at an address; nil if no gift has one.
    func effectHash(of url: URL) -> String? {
        let address = url.absoluteString
        let gift = lock.withLock {
            materials.values.first { $0.animationUrl == address } ?? list.first { $0.animationUrl == address }
        }
        return gift?.effectHash
    }
}
