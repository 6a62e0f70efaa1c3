import Foundation

/// The app's backend as a receiver of callbacks about gifts, from all processes of the server.
///
/// It is safely `Sendable`, because only the simulation's thread uses it.
final class SimulatedBackend: @unchecked Sendable {
    /// The reported orders by live, in the order of their first report.
    private(set) var orders: [String: [String]] = [:]
    private var known: Set<String> = []
    /// Problems with the callbacks, one sentence each.
    private(set) var problems: [String] = []

    /// The only command that it wants to receive.
    static let command = "Live.CallbackAfterSendGift"

    /// Receives a gift. Repetitions are ignored.
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

    /// Returns true if an order was reported.
    func knows(_ order: String) -> Bool { known.contains(order) }
}
