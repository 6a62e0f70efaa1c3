import OvationRules

/// An order from its sender's point of view, from the first attempt to the last answer.
final class OrderRecord {
    let sender: String
    let orderID: String
    let live: String
    let gift: String
    /// The price of one. Where prices change, it is what the order was charged with.
    var price: Int64
    let count: Int
    /// The receivers; empty for the owner of the live.
    let to: [String]
    /// How many times it was sent.
    var sendings = 0
    /// Attempts without an answer, or with an answer that leaves the outcome open.
    var unsure = 0
    /// True if a sending arrived twice. The client sees one of the two answers.
    var isDoubled = false
    /// The first answer that says that it was charged, unchanged.
    var answer: ArraySlice<UInt8>?
    /// The content of that answer.
    var charged: [String: Any] = [:]
    /// The code of the final refusal.
    var refusal: Int?
    /// The code with which the app's billing refused it, and how many times the server had crashed by then.
    var billingRefusal: (code: Int, crashes: Int)?
    /// When the refused attempt was sent, in nanoseconds of simulated time.
    var refusedSendingAt: UInt64?
    /// When the sender was told the refusal.
    var refusedAt: UInt64?
    /// True while the sender keeps trying.
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

/// A client's stay in one start of a live: everything it saw between entering and leaving.
final class Stay {
    let user: String
    let live: String
    let session: String
    /// The number of the last stored event when the client entered.
    let entered: Int64
    /// When the client entered, in nanoseconds of simulated time.
    let enteredAt: UInt64
    var epoch: String
    var seq: Int64
    /// The number of the last stored event that the client saw.
    var durable: Int64
    /// The stored events that the client saw, in order: their names, and the order ids of gifts.
    var events: [(durable: Int64, name: String, order: String?)] = []
    /// Gifts that were shown before earlier stored events arrived, by number.
    var ahead: [Int64: String] = [:]
    /// Missing numbers that the server has not yet declared as skipped.
    var gaps: [ClosedRange<Int64>] = []
    /// The messages that the client saw.
    var messages = SeenMessages()
    /// The number of the last stored event when the client entered again after a reconnect; nil once the snapshot arrives.
    var reentered: Int64?
    /// Stored events that the client misses because it entered again after them.
    var passed: [(after: Int64, upTo: Int64)] = []
    /// How the stay ended; nil while it lasts.
    var ending: Ending?

    /// The way in which a stay ends.
    enum Ending {
        /// The client left, was removed or crashed. Later events do not matter.
        case left
        /// The live ended, and the last event told the client.
        case toldTheEnd
        /// The live was over when the client came back.
        case cameTooLate
    }

    init(_ user: String, live: String, session: String, epoch: String, seq: Int64, durable: Int64, at time: UInt64) {
        enteredAt = time
        self.user = user
        self.live = live
        self.session = session
        self.epoch = epoch
        self.seq = seq
        self.durable = durable
        entered = durable
    }
}

/// Coins that the app's backend credits.
struct CreditRecord {
    let reference: String
    let user: String
    let coins: Int64
    /// True once the server has confirmed that the credit is stored.
    var isKept = false
}

/// Everything that was seen outside the server. The auditor works with it.
final class Observations {
    var orders: [OrderRecord] = []
    var stays: [Stay] = []
    var credits: [CreditRecord] = []
    /// Messages published to topics for storage, and the messages that connections received.
    var published: [PublishRecord] = []
    var topicStays: [TopicStay] = []
    /// The number of taps sent into each live.
    var taps: [String: Int] = [:]
    /// The combo that each order was announced with.
    var combos: [String: String] = [:]
    /// Problems noticed during the run, one sentence each.
    var problems: [String] = []
    /// Whether users who were taken out of a live go on talking in it.
    var hasIntruders = false
    /// How many times the server has crashed.
    var crashes: () -> Int = { 0 }
    /// When the home of a live let an order through that was charged; nil where its clock was set since, and nobody knows.
    var decidedAt: (String) -> UInt64? = { _ in nil }
    /// When the visit that is kept of a user in a start of a live was kept; nil where nobody noted it.
    var visitKeptAt: (_ user: String, _ session: String) -> UInt64? = { _, _ in nil }
    /// When each message was sent, by its text.
    private var said: [String: UInt64] = [:]
    /// Told of each message that a viewer is shown: the run of its number, its live, the viewer, and when it was sent.
    var onBarrage: ((String, String, String, UInt64) -> Void)?
    /// The app's own billing, if it pays for gifts.
    var biller: SimulatedBiller?
    /// A cache, because all viewers of a live receive the same frames.
    private var frames: [[UInt8]: ReceivedFrame] = [:]
    /// What was told as each number of a live's events.
    private var contents: [EventPlace: [UInt8]] = [:]

    /// Parses a frame of the server. Returns nil if it is invalid.
    func frame(_ bytes: [UInt8]) -> ReceivedFrame? {
        guard bytes.starts(with: Self.eventStart) else { return ReceivedFrame(bytes) }
        if let known = frames[bytes] { return known }
        guard let frame = ReceivedFrame(bytes) else { return nil }
        compare(frame)
        if frames.count >= 256 { frames.removeAll(keepingCapacity: true) }
        frames[bytes] = frame
        return frame
    }

    /// The place of an event among those of a live.
    private struct EventPlace: Hashable {
        let live: String
        let epoch: String
        let seq: Int64
        /// True for what takes the place of a deleted message. Who was there has seen the message as this number.
        let isDeletion: Bool
    }

    /// Compares an event with what others were told as the same number: whichever node tells it, and however often, it is the same.
    private func compare(_ frame: ReceivedFrame) {
        guard let live = frame.room, let epoch = frame.epoch, let seq = frame.seq else { return }
        let place = EventPlace(
            live: live, epoch: epoch, seq: seq,
            isDeletion: frame.event == "barrage.deleted" && ReceivedFrame.number(frame.data["seq"]) == seq)
        if let known = contents.updateValue(frame.bytes, forKey: place), known != frame.bytes {
            problems.append("\(live) has two events with the number \(seq) of \(epoch)")
        }
    }

    /// Records that gifts were shown. If the app's billing pays, it must have confirmed them, or they must be marked as unconfirmed.
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

    /// A user sends a message.
    func says(_ text: String, at time: UInt64) { if onBarrage != nil { said[text] = time } }

    /// A viewer is shown a message.
    func hears(_ frame: ReceivedFrame, in live: String, user: String) {
        guard let onBarrage, let epoch = frame.epoch, let text = frame.data["text"] as? String, let at = said[text]
        else { return }
        onBarrage(epoch, live, user, at)
    }

    private static let eventStart = Array("{\"room\"".utf8)
}
