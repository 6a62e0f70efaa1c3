import OvationModel
import OvationWire

/// The state of a client that any thread may read, not only its event loop.
final class ClientShared: Sendable {
    struct Mirror: Sendable {
        var session: SessionOpened?
        var connection = ConnectionState.disconnected
        var unknownFrameCount = 0
    }

    private struct Handler {
        let token: HandlerToken
        let handle: @Sendable (ClientEvent) -> Void
        /// Called when no more events will come.
        let end: (@Sendable () -> Void)?
    }

    private struct Handlers {
        var all: [Handler] = []
        var next: UInt64 = 0
    }

    let mirror = Locked(Mirror())
    /// The orders that a call or a resend is already waiting for. A login must not send them a second time.
    let claimedOrders = Locked<Set<OrderID>>([])
    private let handlers = Locked(Handlers())

    /// Claims the orders that nobody has claimed yet.
    ///
    /// - Returns: The orders that were claimed by this call.
    func claim(_ orders: [JournaledOrder]) -> [JournaledOrder] {
        claimedOrders.withLock { claimed in orders.filter { claimed.insert($0.order.orderID).inserted } }
    }

    /// Releases orders that were claimed.
    func release(_ orders: [JournaledOrder]) {
        claimedOrders.withLock { $0.subtract(orders.map(\.order.orderID)) }
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

    /// Calls every handler, in the order in which they were added. Call it on the client's event loop only.
    func emit(_ event: ClientEvent) {
        for handler in handlers.withLock({ $0.all }) { handler.handle(event) }
    }
}
