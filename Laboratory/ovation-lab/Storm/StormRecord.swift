import OvationClient
import OvationModel
import OvationWire
import Synchronization

/// What the clients of a storm saw: every order that was made, every answer, and every gift that a host was shown.
final class StormRecord: Sendable {
    private struct State {
        var orders: [JournaledOrder] = []
        var answers: [String: GiftCharged] = [:]
        var answerCount = 0
        var problems: [String] = []
        var shown: [LiveID: [String: Int]] = [:]
        var waiting: [String: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())
    /// How many orders were acknowledged, each time that there is one more.
    let progress: AsyncStream<Int>
    private let more: AsyncStream<Int>.Continuation

    init() { (progress, more) = AsyncStream.makeStream() }

    /// Every order that was made.
    var orders: [JournaledOrder] { state.withLock { $0.orders } }

    /// What was answered, by sender and order id.
    var answers: [String: GiftCharged] { state.withLock { $0.answers } }

    /// What was wrong as it was seen.
    var problems: [String] { state.withLock { $0.problems } }

    /// How often a live's host was shown each gift.
    func shown(in live: LiveID) -> [String: Int] { state.withLock { $0.shown[live] ?? [:] } }

    /// Nothing more is killed.
    func finish() { more.finish() }

    static func key(_ sender: UserID, _ order: OrderID) -> String { "\(sender)/\(order)" }

    /// Notes an order before it is sent.
    func made(_ order: JournaledOrder) { state.withLock { $0.orders.append(order) } }

    /// Notes what became of an order.
    func answered(_ sender: UserID, _ order: OrderID, _ result: Result<GiftCharged, Rejection>) {
        let key = Self.key(sender, order)
        let count: Int? = state.withLock { state in
            switch result {
            case .failure(let rejection) where rejection.code == .notMember:
                // The server never had the order, because one of the two was gone too soon, and the user's next app sent it
                // before it was in the live again: nothing is charged, which the audit sees to.
                return nil
            case .failure(let rejection):
                state.problems.append("The order \(key) was refused: \(rejection)")
                return nil
            case .success(let answer):
                if let first = state.answers[key] {
                    if first != answer { state.problems.append("The order \(key) was answered in two ways.") }
                    return nil
                }
                state.answers[key] = answer
                state.answerCount += 1
                return state.answerCount
            }
        }
        if let count { more.yield(count) }
    }

    /// Notes a gift that a host was shown.
    func showed(_ gift: GiftReceived, in live: LiveID) {
        let key = Self.key(gift.sender.userID, gift.orderID)
        let waiting = state.withLock { state in
            state.shown[live, default: [:]][key, default: 0] += 1
            return state.waiting.removeValue(forKey: key)
        }
        waiting?.resume()
    }

    /// Waits until a host was shown a gift.
    func waitUntilShown(_ sender: UserID, _ order: OrderID, in live: LiveID) async {
        let key = Self.key(sender, order)
        await withCheckedContinuation { continuation in
            let isShown = state.withLock { state in
                if state.shown[live]?[key] != nil { return true }
                state.waiting[key] = continuation
                return false
            }
            if isShown { continuation.resume() }
        }
    }
}

/// What an app keeps of its orders on a phone's disk: it outlives the clients of its user.
final class StormJournal: OrderJournal {
    private let record: StormRecord
    private let orders = Mutex<[JournaledOrder]>([])

    init(_ record: StormRecord) { self.record = record }

    /// The orders that have no answer yet.
    var unfinished: [OrderID] { orders.withLock { $0.map(\.order.orderID) } }

    func append(_ order: JournaledOrder) async throws {
        record.made(order)
        orders.withLock { $0.append(order) }
    }

    func remove(_ orderID: OrderID, of owner: OrderOwner) async {
        orders.withLock { orders in orders.removeAll { $0.order.orderID == orderID && $0.owner == owner } }
    }

    func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
        orders.withLock { orders in orders.filter { $0.owner == owner } }
    }
}
