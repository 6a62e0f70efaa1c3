public import OvationModel
public import OvationWire

/// The owner of orders: a user of a server.
public struct OrderOwner: Hashable, Codable, Sendable {
    /// The server's URL, in the spelling of ``TransportEndpoint``.
    public var serverURL: String
    /// The user.
    public var userID: UserID

    /// Makes an owner.
    public init(serverURL: String, userID: UserID) {
        self.serverURL = serverURL
        self.userID = userID
    }
}

/// A gift order as a journal keeps it.
public struct JournaledOrder: Hashable, Codable, Sendable {
    /// The user and server that it belongs to.
    public var owner: OrderOwner
    /// The live in which the gift is sent.
    public var liveID: LiveID
    /// The order.
    public var order: GiftSend

    /// Makes an entry.
    public init(owner: OrderOwner, liveID: LiveID, order: GiftSend) {
        self.owner = owner
        self.liveID = liveID
        self.order = order
    }
}

/// Keeps the orders that a client sends until they have an answer, so that no crash loses them.
///
/// The client appends an order before it sends it, and removes it when the answer is definite. After a crash, it sends the remaining orders
/// again with the same ids at the next login. The server charges an id once, so sending it again only asks for the outcome.
public protocol OrderJournal: Sendable {
    /// Keeps an order. It returns once no crash can lose the order.
    ///
    /// - Throws: Any error if the order could not be kept. It is then not sent.
    func append(_ order: JournaledOrder) async throws

    /// Forgets an order that was charged. An unknown order is no error. A crash may bring the order back, and then it only gets its answer
    /// again.
    func remove(_ orderID: OrderID, of owner: OrderOwner) async

    /// Forgets an order that was not charged and must not be charged any more. It returns once no crash can bring the order back. Otherwise
    /// the order might be charged after its sender was told that it was not. An unknown order is no error.
    ///
    /// - Throws: Any error if that cannot be guaranteed. The order then counts as unfinished.
    func withdraw(_ orderID: OrderID, of owner: OrderOwner) async throws

    /// Returns the orders of a user that were not removed, oldest first.
    ///
    /// - Throws: Any error if the orders could not be read.
    func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder]
}

extension OrderJournal {
    /// Forgets an order as ``remove(_:of:)`` does. This is right for journals in which no crash brings an order back.
    public func withdraw(_ orderID: OrderID, of owner: OrderOwner) async throws { await remove(orderID, of: owner) }
}

/// The reason why a journal did not keep an order.
public enum OrderJournalError: Error, Hashable, Sendable {
    /// The journal holds the maximum of unfinished orders.
    case full
    /// The file could not be written or read. The values are the operation and the system's error number.
    case file(String, errno: Int32)
    /// The file failed in a way that leaves open whether a later run finds the order in it. The order counts as unfinished. The values are
    /// the operation and the system's error number.
    case undecided(String, errno: Int32)

    /// Turns a failure into ``undecided(_:errno:)``, because the write could not be undone either.
    static func leftUndecided(by error: any Error) -> OrderJournalError {
        guard case .file(let what, let number)? = error as? OrderJournalError else {
            return .undecided("\(error)", errno: 0)
        }
        return .undecided(what, errno: number)
    }
}

/// A journal in memory, for tests, bots and tools that have nothing to lose.
public final class InMemoryOrderJournal: OrderJournal {
    private let orders = Locked<[JournaledOrder]>([])

    /// Makes an empty journal.
    public init() {}

    /// Keeps an order.
    public func append(_ order: JournaledOrder) async throws {
        orders.withLock { $0.append(order) }
    }

    /// Forgets an order.
    public func remove(_ orderID: OrderID, of owner: OrderOwner) async {
        orders.withLock { orders in
            orders.removeAll { $0.order.orderID == orderID && $0.owner == owner }
        }
    }

    /// Returns the orders of a user, oldest first.
    public func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
        orders.withLock { orders in orders.filter { $0.owner == owner } }
    }
}
