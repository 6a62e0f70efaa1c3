import DequeModule
import OvationModel
import OvationRules
import OvationStorage

/// Writes that must keep their order among each other.
enum JournalLane: Hashable, Sendable {
    /// Of one start of a live.
    case live(LiveSessionID)
    /// Orders that the app's own billing pays, without an event in a live.
    case billing
    /// Of what users say of themselves.
    case profiles
    /// Of tickets for publishing.
    case tickets
    /// Of everything else.
    case rest
}

/// Writes that wait for the storage, and which of them go next.
///
/// What belongs together stays in the order in which it came: everything of one start of a live, all profiles, all
/// tickets, all the rest.
/// Between these lanes those go first in which an order of gifts waits, by turns; of everything else a batch has a few. So
/// nothing that is written in masses holds up a gift, and no gift holds up everything else for ever.
///
/// A pure state machine: it neither writes nor waits.
struct JournalQueue<Entry: Sendable>: Sendable {
    private struct Item: Sendable {
        let ticket: UInt64
        let isGift: Bool
        let entry: Entry
    }

    private struct Queue: Sendable {
        var items: Deque<Item> = []
        var gifts = 0
        /// Whether it is among those in which a gift waits, and among the others.
        var isUrgent = false
        var isOrdinary = false
    }

    private let batchMax: Int
    private let ordinaryMax: Int
    private let pendingMax: Int
    private var queues: [JournalLane: Queue] = [:]
    /// Lanes in which a gift waits, in the order of their turns.
    private var urgent: Deque<JournalLane> = []
    /// The others; and some in which a gift has come to wait since.
    private var ordinary: Deque<JournalLane> = []
    private var barriers: Deque<(ticket: UInt64, entry: Entry)> = []
    private var writes = 0
    private var gifts = 0
    private var lastTicket: UInt64 = 0
    /// Whether the next batch of one is for a lane without gifts.
    private var isOrdinaryTurn = false

    /// What a lane gives in one turn.
    private static var turnMax: Int { 16 }

    /// Makes an empty queue.
    init(limits: Limits) {
        batchMax = max(limits.journalBatchMax, 1)
        ordinaryMax = max(limits.journalOrdinaryBatchMax, 1)
        pendingMax = limits.journalPendingMax
    }

    /// How many wait, barriers included.
    var count: Int { writes + barriers.count }

    var isEmpty: Bool { count == 0 }

    /// Takes a write in.
    ///
    /// - Parameter isGift: whether a gift order waits for it.
    /// - Returns: Whether there was room. The second half of it is for gifts alone.
    mutating func append(_ entry: Entry, to lane: JournalLane, isGift: Bool) -> Bool {
        guard count < pendingMax, isGift || writes - gifts < (pendingMax + 1) / 2 else { return false }
        let item = Item(ticket: nextTicket(), isGift: isGift, entry: entry)
        var isUrgent = false
        var isOrdinary = false
        withQueue(lane) { queue in
            queue.items.append(item)
            if isGift { queue.gifts += 1 }
            isUrgent = isGift && !queue.isUrgent
            isOrdinary = !isGift && !queue.isUrgent && !queue.isOrdinary
            if isUrgent { queue.isUrgent = true }
            if isOrdinary { queue.isOrdinary = true }
        }
        if isUrgent { urgent.append(lane) }
        if isOrdinary { ordinary.append(lane) }
        writes += 1
        if isGift { gifts += 1 }
        return true
    }

    /// Takes in what waits for everything that is here already.
    ///
    /// - Returns: Whether there was room.
    mutating func appendBarrier(_ entry: Entry) -> Bool {
        guard count < pendingMax else { return false }
        barriers.append((nextTicket(), entry))
        return true
    }

    /// What shares the next transaction; empty where nothing waits.
    mutating func takeBatch() -> [Entry] {
        var batch: [Entry] = []
        takeUrgent(upTo: takeGiftsMax(), into: &batch)
        takeOrdinary(into: &batch)
        if batch.isEmpty { takeUrgent(upTo: batchMax, into: &batch) }
        takeBarriers(into: &batch)
        return batch
    }

    /// Takes everything out, in the order in which it came.
    mutating func drain() -> [Entry] {
        let items =
            queues.values.flatMap { $0.items.map { ($0.ticket, $0.entry) } } + barriers.map { ($0.ticket, $0.entry) }
        queues = [:]
        urgent = []
        ordinary = []
        barriers = []
        writes = 0
        gifts = 0
        return items.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension JournalQueue {
    private mutating func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    private mutating func withQueue<Value>(_ lane: JournalLane, _ body: (inout Queue) -> Value) -> Value {
        body(&queues[lane, default: Queue()])
    }

    /// How much of a batch lanes with gifts may have while others wait too.
    private mutating func takeGiftsMax() -> Int {
        guard !ordinary.isEmpty else { return batchMax }
        guard batchMax == 1 else { return batchMax - min(ordinaryMax, batchMax / 2) }
        defer { isOrdinaryTurn.toggle() }
        return isOrdinaryTurn ? 0 : 1
    }

    /// Gives every lane with a gift its turns. What stands before a gift in its lane goes with it, a few of a batch.
    private mutating func takeUrgent(upTo countMax: Int, into batch: inout [Entry]) {
        var othersLeft = ordinaryMax
        var later: [JournalLane] = []
        while batch.count < countMax, let lane = urgent.popFirst() {
            let turn = min(Self.turnMax, countMax - batch.count)
            let (hasGifts, isHeldUp) = takeTurn(of: lane, turn, &othersLeft, into: &batch)
            guard hasGifts else { continue }
            if isHeldUp { later.append(lane) } else { urgent.append(lane) }
        }
        urgent.append(contentsOf: later)
    }

    private mutating func takeTurn(
        of lane: JournalLane, _ turn: Int, _ othersLeft: inout Int, into batch: inout [Entry]
    ) -> (hasGifts: Bool, isHeldUp: Bool) {
        var left = turn
        var isHeldUp = false
        var others = othersLeft
        var taken: [Item] = []
        var becomesOrdinary = false
        let (hasGifts, isDone) = withQueue(lane) { queue in
            while left > 0, queue.gifts > 0, let next = queue.items.first {
                if !next.isGift {
                    guard others > 0 else {
                        isHeldUp = true
                        break
                    }
                    others -= 1
                } else {
                    queue.gifts -= 1
                }
                queue.items.removeFirst()
                taken.append(next)
                left -= 1
            }
            guard queue.gifts == 0 else { return (true, false) }
            queue.isUrgent = false
            becomesOrdinary = !queue.items.isEmpty && !queue.isOrdinary
            if becomesOrdinary { queue.isOrdinary = true }
            return (false, queue.items.isEmpty && !queue.isOrdinary)
        }
        othersLeft = others
        note(taken, into: &batch)
        if becomesOrdinary { ordinary.append(lane) }
        if isDone { queues[lane] = nil }
        return (hasGifts, isHeldUp)
    }

    /// Gives lanes without a gift their turns.
    private mutating func takeOrdinary(into batch: inout [Entry]) {
        var left = min(ordinaryMax, batchMax - batch.count)
        while left > 0, let lane = ordinary.popFirst() {
            var taken: [Item] = []
            let (isOver, goesOn) = withQueue(lane) { queue in
                // A gift has come: its turns are among those.
                guard !queue.isUrgent else {
                    queue.isOrdinary = false
                    return (false, false)
                }
                let turn = min(Self.turnMax, left, queue.items.count)
                taken = Array(queue.items.prefix(turn))
                queue.items.removeFirst(turn)
                queue.isOrdinary = !queue.items.isEmpty
                return (queue.items.isEmpty, queue.isOrdinary)
            }
            left -= taken.count
            note(taken, into: &batch)
            if goesOn { ordinary.append(lane) }
            if isOver { queues[lane] = nil }
        }
    }

    private mutating func note(_ taken: [Item], into batch: inout [Entry]) {
        for item in taken {
            batch.append(item.entry)
            writes -= 1
            if item.isGift { gifts -= 1 }
        }
    }

    /// Adds the barriers to the batch that are due: no earlier write is left in the queue.
    private mutating func takeBarriers(into batch: inout [Entry]) {
        guard !barriers.isEmpty else { return }
        let oldest = queues.values.compactMap { $0.items.first?.ticket }.min() ?? .max
        while let first = barriers.first, first.ticket < oldest {
            barriers.removeFirst()
            batch.append(first.entry)
        }
    }
}

extension StorageWrite {
    /// The lane in which a write keeps its order, and whether a gift order waits for it.
    var journalPlace: (lane: JournalLane, isGift: Bool) {
        switch self {
        case .order(let order, _): (.live(order.sessionID), true)
        case .billing(.begin(let order, _)), .billing(.deliver(let order, _, _, _)): (.live(order.sessionID), true)
        case .billing: (.billing, true)
        case .createRoom(let record, livesMax: _): (.live(record.info.sessionID), false)
        case .abandonStart(let session, at: _): (.live(session), false)
        case .changeRoom(let session, _, _), .counters(let session, _): (.live(session), false)
        case .endRoom(let session, _, _, _, _, _), .visits(let session, _, _): (.live(session), false)
        case .topicMessage(let session, _, _, _): (.live(session), false)
        case .profile: (.profiles, false)
        case .publishTicket, .redeemTicket: (.tickets, false)
        case .credit, .refund, .correction, .halt, .catalogue, .words, .changeCatalogue, .setting, .callbacks,
            .callbacksOfLastWrite, .callbackChange, .rebuildBoards, .streamKey, .operatorAct, .erase, .forget,
            .coHostCourse, .recording:
            (.rest, false)
        }
    }
}
