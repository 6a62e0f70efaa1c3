import AtomicXCore
import OvationClient

/// The app's ``GiftOrderBook``, usable on any thread.
final class GiftOrders: Sendable {
    private let book = Locked(GiftOrderBook())
    private let clock: any GiftClock

    init(clock: any GiftClock) { self.clock = clock }

    func begin(_ content: GiftOrderBook.Content, newID: String) -> String {
        book.withLock { $0.begin(content, newID: newID, at: clock.nowMilliseconds) }
    }

    func finish(_ orderID: String, _ outcome: GiftOrderBook.Outcome) {
        book.withLock { $0.finish(orderID, outcome, at: clock.nowMilliseconds) }
    }

    func settled(_ orderID: String) { book.withLock { $0.settled(orderID) } }

    func isSent(_ content: GiftOrderBook.Content) -> Bool {
        book.withLock { $0.isSent(content, at: clock.nowMilliseconds) }
    }

    func changeServer() { book.withLock { $0.changeServer() } }
}
