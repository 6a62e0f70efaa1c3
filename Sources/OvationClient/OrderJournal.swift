public import OvationModel
public import OvationWire

/// Whose orders: a user of a server.
public struct OrderOwner: Hashable, Codable, Sendable {
    /// The server, as ``TransportEndpoint`` spells it.
    public var serverURL: String
    /// The user.
    public var userID: UserID

    /// Makes an owner.
    public init(serverURL: String, userID: UserID) {
        self.serverURL = serverURL
        self.userID = userID
    }
}

/// An order of gifts as a journal keeps it.
public struct JournaledOrder: Hashable, Codable, Sendable {
    /// Whose it is.
    public var owner: OrderOwner
    /// The live that it is for.
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

/// Where a client keeps the orders that it has sent and has no answer to, so that a crash cannot take them.
///
/// An order is appended before it is sent and removed when its answer is definite. What is left after a crash is sent
/// again with the same id after the next login; the server charges an id once, so sending it again only learns its
/// outcome.
public protocol OrderJournal: Sendable {
    /// Keeps an order. Returns once it is where a crash cannot take it.
    ///
    /// - Throws: Any error where it could not be kept; the order is then not sent.
    func append(_ order: JournaledOrder) async throws

    /// Forgets an order whose answer is definite. One that is not there is no error.
    func remove(_ orderID: OrderID, of owner: OrderOwner) async

    /// The orders of a user that were not removed, oldest first.
    ///
    /// - Throws: Any error where they could not be read.
    func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder]
}

/// Why a journal did not keep an order.
public enum OrderJournalError: Error, Hashable, Sendable {
    /// It holds as many unfinished orders as it may.
    case full
    /// The file could not be written or read: what was tried, and the system's error number.
    case file(String, errno: Int32)
}

/// A journal that lives as long as the process. For tests, bots and tools that have nothing to lose.
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

    /// The orders of a user, oldest first.
    public func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
        orders.withLock { orders in orders.filter { $0.owner == owner } }
    }
}
