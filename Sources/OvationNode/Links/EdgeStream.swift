import OvationModel
import OvationSupport

/// Puts what a home sends to an edge into its order again, and says what is missing.
///
/// Batches come on a subject of all edges, the rest on one of this edge alone, so either may overtake the other, and both may lose some.
/// Each message says behind which batch it belongs, and each batch which message it needs.
///
/// Pure: the edge asks the home for what is missing, and says when it has waited long enough.
struct EdgeStream {
    /// How many items may wait for what is missing. Those that come then are asked for again.
    static let heldMax = 64

    private let slot: UInt16
    private let bug: HostedBug?
    /// The run of numbers; nil before the first item.
    private(set) var epoch: String?
    /// The last batch and the last message that were handed on.
    private(set) var batch: Int64 = 0
    private(set) var message: Int64 = 0
    /// The viewers that are in the fan-out here, as the home counts them.
    private(set) var viewers: Set<ConnectionAddress> = []
    private var batches: [Int64: (needs: Int64, message: EdgeMessage?)] = [:]
    private var messages: [Int64: (after: Int64, message: EdgeMessage?)] = [:]
    /// The last that are known to have been sent.
    private var sentBatch: Int64 = 0
    private var sentMessage: Int64 = 0

    /// - Parameters:
    ///   - slot: of the node that has the edge.
    ///   - bug: planted by a simulation; nil in every server.
    init(slot: UInt16, bug: HostedBug? = nil) {
        self.slot = slot
        self.bug = bug
    }

    /// Whether something that was sent has not come.
    var isMissing: Bool { message < sentMessage || !viewers.isEmpty && batch < sentBatch }

    /// Whether a run of numbers began after another one. They are named after where their numbers begin, in base 36; see `SeqBase`.
    static func isLater(_ epoch: String, than other: String) -> Bool {
        guard let began = Int64(epoch, radix: 36), let otherBegan = Int64(other, radix: 36) else { return true }
        return began > otherBegan
    }

    /// The live runs anew, here or elsewhere: what is known of it is of an earlier run.
    mutating func begin(_ epoch: String) -> [EdgeMessage] {
        defer { self.epoch = epoch }
        (batches, messages) = ([:], [:])
        return giveUp(batch: 0, message: 0)
    }

    /// Takes an item of this run in; what can be handed on now, in its order.
    ///
    /// - Parameter content: what crossed; nil for a mark, and for what this node cannot read, which is passed over.
    mutating func take(_ item: LinkItem, _ content: EdgeMessage?) -> [EdgeMessage] {
        switch item.content {
        case .batch(let needs):
            sentBatch = max(sentBatch, item.number)
            if let needed = needs[slot] { sentMessage = max(sentMessage, needed) }
            hold(item.number, (needs[slot] ?? 0, content))
        case .message(let after):
            sentMessage = max(sentMessage, item.number)
            // The one that all others wait for is always taken.
            if item.number == message + 1 || (item.number > message && messages.count < Self.heldMax) {
                messages[item.number] = (after, content)
            }
        case .mark(let batch):
            sentBatch = max(sentBatch, batch)
            sentMessage = max(sentMessage, item.number)
        }
        return handOn()
    }

    private mutating func hold(_ number: Int64, _ held: (needs: Int64, message: EdgeMessage?)) {
        guard number > batch else { return }
        // Without viewers nobody waits for the batches before: the newest are kept for who is let in behind one of them.
        if batches.count >= Self.heldMax, number != batch + 1 {
            guard viewers.isEmpty, let oldest = batches.keys.min(), oldest < number else { return }
            batches[oldest] = nil
        }
        batches[number] = held
    }

    /// Does without what is missing: the viewers are sent back, and what comes behind these numbers is handed on.
    mutating func giveUp(batch: Int64, message: Int64) -> [EdgeMessage] {
        let gone = viewers.sorted { ($0.loop, $0.number) < ($1.loop, $1.number) }
        viewers = []
        (self.batch, sentBatch) = (batch, batch)
        (self.message, sentMessage) = (message, message)
        batches = batches.filter { $0.key > batch }
        messages = messages.filter { $0.key > message }
        return gone.flatMap { [.sendBack($0), .detach($0)] } + handOn()
    }

    private mutating func handOn() -> [EdgeMessage] {
        var handed: [EdgeMessage] = []
        while true {
            if let next = messages[message + 1], next.after <= batch || viewers.isEmpty || bug == .earlyAdmit {
                messages[message + 1] = nil
                message += 1
                if let known = next.message.flatMap({ note($0) }) { handed.append(known) }
            } else if !viewers.isEmpty, let next = batches[batch + 1], next.needs <= message {
                batches[batch + 1] = nil
                batch += 1
                if let batch = next.message { handed.append(batch) }
            } else if bug == .gapUnseen, !viewers.isEmpty, let next = batches.keys.min(), next > batch + 1 {
                batch = next - 1
            } else {
                return handed
            }
        }
    }

    /// Notes who comes and goes; nil for what is of no use here any more.
    private mutating func note(_ message: EdgeMessage) -> EdgeMessage? {
        switch message {
        case .admit(let admitted):
            // Who was sent back here is in the fan-out no longer, and the home does not know it yet.
            let members = admitted.members.map { member in
                EdgeMessage.Admitted.Member(
                    entrant: member.entrant, membership: member.membership,
                    isPresent: !viewers.insert(member.entrant.connection).inserted)
            }
            batch = max(batch, admitted.after)
            batches = batches.filter { $0.key > batch }
            return .admit(
                EdgeMessage.Admitted(members: members, snapshot: admitted.snapshot, after: admitted.after))
        // Of one that was sent back, it was handed on then.
        case .detach(let connection): return viewers.remove(connection) == nil ? nil : message
        case .forget:
            viewers = []
            return message
        default: return message
        }
    }
}
