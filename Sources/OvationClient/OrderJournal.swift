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

    /// Forgets an order that was charged. One that is not there is no error. A crash may bring it back: then it only gets
    /// its answer again.
    func remove(_ orderID: OrderID, of owner: OrderOwner) async

    /// Forgets an order that was not charged and is not to be any more. Returns once no crash can bring it back: it might be
    /// charged then, after its sender was told that it was not. One that is not there is no error.
    ///
    /// - Throws: Any error where that cannot be promised; the order then counts as unfinished.
    func withdraw(_ orderID: OrderID, of owner: OrderOwner) async throws

    /// The orders of a user that were not removed, oldest first.
    ///
    /// - Throws: Any error where they could not be read.
    func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder]
}

extension OrderJournal {
    /// Forgets an order as ``remove(_:of:)`` does. For journals that no crash brings anything back to.
    public func withdraw(_ orderID: OrderID, of owner: OrderOwner) async throws { await remove(orderID, of: owner) }
}

/// Why a journal did not keep an order.
public enum OrderJournalError: Error, Hashable, Sendable {
    /// It holds as many unfinished orders as it may.
    case full
    /// The file could not be written or read: what was tried, and the system's error number.
    case file(String, errno: Int32)
    /// The file failed so that nobody can know whether a later run finds the order in it: what was tried, and the system's
    /// error number. The order counts as unfinished.
    case undecided(String, errno: Int32)

    /// The same failure, where what was written could not be taken back either.
    static func leftUndecided(by error: any Error) -> OrderJournalError {
        guard case .file(let what, let number)? = error as? OrderJournalError else {
            return .undecided("\(error)", errno: 0)
        }
        return .undecided(what, errno: number)
    }
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
