import OvationModel
import OvationWire

/// What of a client other threads than its event loop may look at.
final class ClientShared: Sendable {
    struct Mirror: Sendable {
        var session: SessionOpened?
        var connection = ConnectionState.disconnected
        var unknownFrameCount = 0
    }

    private struct Handler {
        let token: HandlerToken
        let handle: @Sendable (ClientEvent) -> Void
        /// Called when there will be no more events.
        let end: (@Sendable () -> Void)?
    }

    private struct Handlers {
        var all: [Handler] = []
        var next: UInt64 = 0
    }

    let mirror = Locked(Mirror())
    /// The orders that a call is waiting for, which a login must not send a second time.
    let ordersInHand = Locked<Set<OrderID>>([])
    private let handlers = Locked(Handlers())

    /// Takes orders in hand that nobody has.
    ///
    /// - Returns: those that were taken.
    func takeInHand(_ orders: [JournaledOrder]) -> [JournaledOrder] {
        ordersInHand.withLock { inHand in orders.filter { inHand.insert($0.order.orderID).inserted } }
    }

    /// Gives orders out of hand.
    func letGo(_ orders: [JournaledOrder]) {
        ordersInHand.withLock { $0.subtract(orders.map(\.order.orderID)) }
    }

    func addHandler(
        _ handle: @escaping @Sendable (ClientEvent) -> Void, end: (@Sendable () -> Void)? = nil
    ) -> HandlerToken {
        handlers.withLock { handlers in
            let token = HandlerToken(number: handlers.next)
            handlers.next += 1
            handlers.all.append(Handler(token: token, handle: handle, end: end))
            return token
        }
    }

    func removeHandler(_ token: HandlerToken) {
        handlers.withLock { handlers in handlers.all.removeAll { $0.token == token } }
    }

    func removeAllHandlers() {
        let ended = handlers.withLock { handlers in
            defer { handlers.all = [] }
            return handlers.all
        }
        for handler in ended { handler.end?() }
    }

    /// Tells every handler, in the order in which they were added. Only on the client's event loop.
    func emit(_ event: ClientEvent) {
        for handler in handlers.withLock({ $0.all }) { handler.handle(event) }
    }
}
