import Foundation

/// The app's backend as it is told of gifts: what it has heard, whichever process of the server told it.
///
/// Sound as `Sendable` because only the thread that runs the simulation touches it.
final class SimulatedBackend: @unchecked Sendable {
    /// The orders that it was told of, by live, in the order in which it heard of each first.
    private(set) var orders: [String: [String]] = [:]
    private var known: Set<String> = []
    /// What was wrong with what it was told, one sentence each.
    private(set) var problems: [String] = []

    /// The one thing that it wants to be told.
    static let command = "Live.CallbackAfterSendGift"

    /// Hears of a gift. Hearing of it again is no news.
    func hear(_ command: String, _ body: [UInt8]) {
        guard command == Self.command,
            let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            object["CallbackCommand"] as? String == command, let live = object["RoomId"] as? String,
            let order = object["OrderId"] as? String
        else {
            problems.append("the backend was told what it cannot read: \(String(decoding: body, as: UTF8.self))")
            return
        }
        if known.insert(order).inserted { orders[live, default: []].append(order) }
    }

    /// Whether it was told of an order.
    func knows(_ order: String) -> Bool { known.contains(order) }
}
