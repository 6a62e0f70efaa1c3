import OvationRules

/// An order as its sender knows it, from the first sending to the last answer.
final class OrderRecord {
    let sender: String
    let orderID: String
    let live: String
    let gift: String
    let price: Int64
    let count: Int
    /// Who receives; empty for the owner of the live.
    let to: [String]
    /// How often it was sent.
    var sendings = 0
    /// Sendings whose answer did not come, or did not say what became of it.
    var unsure = 0
    /// The first answer that it was charged, as it came.
    var answer: ArraySlice<UInt8>?
    /// The content of that answer.
    var charged: [String: Any] = [:]
    /// The code with which it was refused for good.
    var refusal: Int?
    /// The code with which the app's billing refused it, and how often the server had been killed by then.
    var billingRefusal: (code: Int, crashes: Int)?
    /// When the sending was sent that was refused so; in nanoseconds of the world.
    var refusedSendingAt: UInt64?
    /// Whether the sender goes on trying.
    var isPending = true

    init(sender: String, orderID: String, live: String, gift: String, price: Int64, count: Int, to: [String]) {
        self.sender = sender
        self.orderID = orderID
        self.live = live
        self.gift = gift
        self.price = price
        self.count = count
        self.to = to
    }

    var key: String { "\(sender)/\(orderID)" }
}

/// What one client saw of one start of a live, from its entering to its leaving.
final class Stay {
    let user: String
    let live: String
    let session: String
    /// The number of the last stored event when it entered.
    let entered: Int64
    var epoch: String
    var seq: Int64
    /// The number of the last stored event that it saw.
    var durable: Int64
    /// The stored events that it saw, in their order: names, and the orders of gifts.
    var events: [(durable: Int64, name: String, order: String?)] = []
    /// Gifts that it was shown before all that was stored before them, by their numbers.
    var ahead: [Int64: String] = [:]
    /// Numbers that were missing, until the server says that it left them out.
    var gaps: [ClosedRange<Int64>] = []
    /// Where the live stood when the client came back and was let in anew, until the snapshot has come.
    var reentered: Int64?
    /// Stored events that it goes without because it was let in anew behind them.
    var passed: [(after: Int64, upTo: Int64)] = []
    /// How it ended; nil while it goes on.
    var ending: Ending?

    /// How a stay ends.
    enum Ending {
        /// The client left, was removed or crashed: what came after it is nobody's business.
        case left
        /// The live ended, and the client was told so by its last event.
        case toldTheEnd
        /// The live was over when the client came back.
        case cameTooLate
    }

    init(user: String, live: String, session: String, epoch: String, seq: Int64, durable: Int64) {
        self.user = user
        self.live = live
        self.session = session
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
        entered = durable
    }
}

/// Coins that the app's backend gives.
struct CreditRecord {
    let reference: String
    let user: String
    let coins: Int64
    /// Whether the server said that it is kept.
    var isKept = false
}

/// What everybody outside the server has seen: the auditor's side of the books.
final class Observations {
    var orders: [OrderRecord] = []
    var stays: [Stay] = []
    var credits: [CreditRecord] = []
    /// Messages that are to be kept in topics, and what connections heard of them.
    var published: [PublishRecord] = []
    var topicStays: [TopicStay] = []
    /// How many taps were sent into each live.
    var taps: [String: Int] = [:]
    /// What everybody is told that the combo of an order has come to.
    var combos: [String: String] = [:]
    /// What was wrong as it was seen, one sentence each.
    var problems: [String] = []
    /// How often the server was killed.
    var crashes: () -> Int = { 0 }
    /// The app's own billing, where it pays for gifts.
    var biller: SimulatedBiller?
    /// What everybody in a live is sent is read once.
    private var frames: [[UInt8]: ReceivedFrame] = [:]

    /// Reads a frame of the server; nil where it is none.
    func frame(_ bytes: [UInt8]) -> ReceivedFrame? {
        guard bytes.starts(with: Self.eventStart) else { return ReceivedFrame(bytes) }
        if let known = frames[bytes] { return known }
        guard let frame = ReceivedFrame(bytes) else { return nil }
        if frames.count >= 256 { frames.removeAll(keepingCapacity: true) }
        frames[bytes] = frame
        return frame
    }

    /// Somebody was shown gifts: where the app's billing pays, it has said yes before, or they are shown as unconfirmed.
    func shown(_ frame: ReceivedFrame, to user: String) {
        guard let biller else { return }
        if biller.policy.failsOpen, frame.data["isUnconfirmed"] as? Bool == true { return }
        let travelling = frame.data["orders"] as? [[String: Any]]
        for order in travelling?.map({ $0["orderID"] }) ?? [frame.data["orderID"]] {
            let key = ReceivedFrame.order(of: ["sender": frame.data["sender"] ?? "", "orderID": order ?? ""])
            if key.map({ biller.account(of: $0).isConfirmed }) != true {
                problems.append("\(user) was shown the gift \(key ?? "?"), which the billing had not confirmed")
            }
        }
    }

    private static let eventStart = Array("{\"room\"".utf8)
}
