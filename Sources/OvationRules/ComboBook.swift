public import OvationModel

/// The combos of one live: which orders belong together, and when a combo is over.
///
/// What decides is the sequence of charged orders with the times at which they were let through, never the time that the
/// disk took: a combo does not end while one of its orders may still be on its way to the ledger. Bounded by
/// `limits.combosOpenMax`.
public struct ComboBook: Equatable, Sendable {
    /// Combos that one `combo.ended` tells at most.
    static let endedPerEventMax = 100

    private struct Key: Hashable {
        let sender: UserID
        let giftID: GiftID
        let to: [UserID]

        init(_ order: GiftOrder) {
            sender = order.sender.userID
            giftID = order.gift.giftID
            to = order.to.map(\.userID)
        }

        init(_ event: GiftReceived) {
            sender = event.sender.userID
            giftID = event.gift.giftID
            to = event.to.map(\.userID)
        }
    }

    /// What an order that was charged adds to its combo.
    private struct Charge {
        let durable: Int64
        let count: Int
        let coins: Coins
        let at: Timestamp
    }

    private struct Open: Equatable {
        var sender: UserInfo
        var combo: GiftCombo
    }

    private let windowMilliseconds: Int64
    private let openMax: Int
    private var open: [Key: Open] = [:]
    /// How many orders of a combo, open or not, are on their way to the ledger.
    private var awaited: [Key: Int] = [:]
    private var ended: [ComboEnded.Entry] = []
    /// No open combo ends before it; nil where none is open.
    private var due: Timestamp?
    private var latest: Timestamp?

    /// Makes an empty book of the configured bounds.
    public init(limits: Limits) {
        windowMilliseconds = Int64(limits.comboWindowMilliseconds)
        openMax = limits.combosOpenMax
    }

    /// How many combos are open.
    public var openCount: Int { open.count }

    /// When there may be something to tell; nil where nothing is pending.
    public var nextEnd: Timestamp? { ended.isEmpty ? due : Timestamp(milliseconds: 0) }

    /// Whether combos have ended that were not announced yet.
    var hasEnded: Bool { !ended.isEmpty }

    /// Notes that an order was let through and goes to the ledger. Its ``settled(_:as:)`` follows.
    public mutating func letThrough(_ order: GiftOrder) {
        guard windowMilliseconds > 0 else { return }
        awaited[Key(order), default: 0] += 1
    }

    /// Takes in what became of an order; calls come in the order of the numbers of the events.
    ///
    /// - Parameter record: the order as it was charged now; nil where it was not.
    /// - Returns: What its combo has come to; nil where it was not charged, or combos are off.
    public mutating func settled(_ order: GiftOrder, as record: SettledOrder?) -> GiftCombo? {
        guard windowMilliseconds > 0 else { return nil }
        let key = Key(order)
        if let count = awaited[key] { awaited[key] = count > 1 ? count - 1 : nil }
        guard let record else { return nil }
        return add(
            Charge(durable: record.durable, count: record.count, coins: record.coins, at: record.at), to: key,
            from: order.sender)
    }

    /// Takes up the combos that are open after gifts that were charged before this process ran the live. It comes before the first order.
    ///
    /// A combo that is over by now is not told: everybody knows until when it lasted.
    ///
    /// - Parameter gifts: the live's last gifts, in the order of the numbers of their events.
    mutating func takeUp(_ gifts: [PastGift], at now: Timestamp) {
        guard windowMilliseconds > 0 else { return }
        for gift in gifts {
            let charge = Charge(
                durable: gift.durable, count: gift.event.count, coins: gift.event.coins, at: gift.at)
            _ = add(charge, to: Key(gift.event), from: gift.event.sender)
        }
        ended = []
        open = open.filter { $0.value.combo.until > now }
        due = open.values.lazy.map(\.combo.until).min()
    }

    private mutating func add(_ charge: Charge, to key: Key, from sender: UserInfo) -> GiftCombo {
        latest = max(latest ?? charge.at, charge.at)
        let until = charge.at.adding(milliseconds: windowMilliseconds)
        if let grown = grow(key, sender, by: charge, until: until) { return grown }
        if let old = open.removeValue(forKey: key) { end(key, old) }
        if open.count >= openMax { endTheFirst() }
        let combo = GiftCombo(id: charge.durable, count: charge.count, coins: charge.coins, until: until)
        open[key] = Open(sender: sender, combo: combo)
        due = min(due ?? until, until)
        return combo
    }

    /// Adds to the open combo; nil where there is none, it is over, or it would have more coins than there can be.
    private mutating func grow(
        _ key: Key, _ sender: UserInfo, by charge: Charge, until: Timestamp
    ) -> GiftCombo? {
        guard var entry = open[key], charge.at < entry.combo.until,
            let coins = entry.combo.coins.adding(charge.coins)
        else { return nil }
        entry.sender = sender
        entry.combo.count += charge.count
        entry.combo.coins = coins
        entry.combo.until = max(entry.combo.until, until)
        open[key] = entry
        return entry.combo
    }

    /// Ends the combos whose time is over.
    mutating func endOverdue(at now: Timestamp) {
        guard let due, now >= due else { return }
        let over = open.filter { $0.value.combo.until <= now && awaited[$0.key] == nil }
        // By their numbers, so that the same combos always end in the same order.
        for (key, entry) in over.sorted(by: { $0.value.combo.precedes($1.value.combo) }) {
            open[key] = nil
            end(key, entry)
        }
        self.due = open.values.lazy.map(\.combo.until).min()
    }

    /// Removes the ended combos that were not announced yet, and returns them as an event; nil when there are none.
    mutating func takeEnded() -> ComboEnded? {
        guard !ended.isEmpty else { return nil }
        let told = ended.prefix(Self.endedPerEventMax)
        ended.removeFirst(told.count)
        return ComboEnded(combos: Array(told))
    }

    /// Keeps up with a clock that is set back.
    mutating func follow(_ now: Timestamp) {
        guard let latest, now.isSetBack(from: latest) else { return }
        self.latest = now
        let until = now.adding(milliseconds: windowMilliseconds)
        for key in open.keys { open[key]?.combo.until = until }
        if due != nil { due = until }
    }

    private mutating func endTheFirst() {
        guard let first = open.min(by: { $0.value.combo.precedes($1.value.combo) }) else { return }
        open[first.key] = nil
        end(first.key, first.value)
    }

    private mutating func end(_ key: Key, _ entry: Open) {
        var combo = entry.combo
        combo.isFinal = true
        // A live that is over its rate for long forgets the oldest: everybody knows until when they lasted.
        if ended.count >= openMax { ended.removeFirst() }
        ended.append(ComboEnded.Entry(sender: entry.sender, giftID: key.giftID, combo: combo))
    }
}

extension GiftCombo {
    /// Whether a combo ends before another one.
    fileprivate func precedes(_ other: GiftCombo) -> Bool { (until, id) < (other.until, other.id) }
}
