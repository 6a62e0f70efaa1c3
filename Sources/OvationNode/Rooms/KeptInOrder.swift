import OvationModel

/// The writes of a live that are under way, and what waits for them: stored events are published in the order of their numbers,
/// the stored state is read again after a lost answer of the storage, and the live ends when nothing is under way.
///
/// What is kept and what the live knows can part: a storage that fails may have kept the batch all the same. Then the live reads what
/// is kept, publishes what it has not published, and goes on from there.
///
/// Pure: facts come in with calls, and actions come out in order. `Event` is a stored event with its consequences; this type
/// looks at neither.
struct KeptInOrder<Event> {
    /// What is to be done.
    enum Action {
        /// Publish a stored event, then carry out its consequences.
        case tell(Event)
        /// Only carry out the consequences of a stored event. It was published when it was read from the storage.
        case follow(Event)
        /// Read what is kept after this number, then call ``wasRead(_:isFull:)`` or ``readingFailed()``.
        case read(after: Int64)
        /// Call ``readAfterPause()`` in a while.
        case pause
        /// Publish the event at this index of the page that was read.
        case tellRead(Int)
        /// Take over the counters that are kept, and all else that is kept where `adopts`.
        case takeOver(adopts: Bool)
        /// Everything that is stored has been published.
        case upToDate
        /// Decide how the live ends, and keep it; call ``endRefused(_:)`` or ``kept(_:durable:)``.
        case keepEnd
        /// The live goes on: its end was refused, and is not kept.
        case goOn(Rejection)
    }

    /// How far the end of the live is.
    enum End {
        /// It was not requested.
        case none
        /// It was requested. No new commands are accepted, and the orders under way are awaited.
        case asked
        /// It is on its way to the storage. Further wishes to end are answered with its outcome.
        case written
        /// The storage refused it. It is found out whether it is kept all the same.
        case refused(Rejection)
        /// It was published. Nothing is published after it.
        case told
    }

    /// Whether what is kept is being read.
    private enum Reading {
        case none
        /// It is, and must be read once more where `again`.
        case underWay(again: Bool)
    }

    /// A stored event of a page that was read.
    struct Read {
        var durable: Int64
        /// The event, where it ends the live; nil for every other.
        var end: Event?
    }

    /// The number of the last stored event that was told, or is about to be.
    private(set) var reached: Int64
    private(set) var end = End.none
    private var reading = Reading.none
    /// Stored events that wait for one before them, in the order of their numbers.
    private var waiting: [(durable: Int64, event: Event)] = []
    /// How many orders are being charged.
    private var orders = 0
    /// How many changes are in force and not kept yet.
    private var changes = 0
    /// Whether what is kept is to be taken over when no change is under way any more.
    private var mustTakeOver = false

    /// Begins where the storage is.
    ///
    /// - Parameter reached: the number of the last stored event.
    init(reached: Int64) { self.reached = reached }

    /// Whether the live is about to end or over; nothing new is let in.
    var isEnding: Bool { if case .none = end { false } else { true } }

    /// Whether the end is on its way to the storage, or was told.
    var isEndDecided: Bool {
        switch end {
        case .none, .asked: false
        case .written, .refused, .told: true
        }
    }

    /// Whether nothing is under way: everything that was decided is kept and told.
    var isIdle: Bool {
        guard orders == 0, changes == 0, waiting.isEmpty, case .none = reading else { return false }
        return true
    }

    private var isOver: Bool { if case .told = end { true } else { false } }
}

// MARK: - What is kept

extension KeptInOrder {
    /// A stored event was kept under a number. It is published after all before it.
    mutating func kept(_ event: Event, durable: Int64) -> [Action] {
        waiting.append((durable, event))
        var actions: [Action] = []
        takeWaiting(&actions)
        if !waiting.isEmpty { read(&actions) }
        return actions
    }

    private mutating func takeWaiting(_ actions: inout [Action]) {
        while let next = waiting.first, next.durable <= reached + 1 {
            waiting.removeFirst()
            if next.durable > reached {
                reached = next.durable
                actions.append(.tell(next.event))
            } else {
                actions.append(.follow(next.event))
            }
        }
    }

    /// An order is being charged. The live does not end before it is answered.
    mutating func beginOrder() { orders += 1 }

    /// An order is answered.
    mutating func finishOrder() -> [Action] {
        orders -= 1
        precondition(orders >= 0, "an order is answered once")
        var actions: [Action] = []
        keepEndIfDue(&actions)
        return actions
    }

    /// A change is in force and being kept.
    mutating func beginChange() { changes += 1 }

    /// A change is answered.
    ///
    /// - Parameter isRefused: whether the storage refused it, so that what is kept is in force.
    mutating func finishChange(isRefused: Bool) -> [Action] {
        changes -= 1
        precondition(changes >= 0, "a change is answered once")
        var actions: [Action] = []
        if isRefused || mustTakeOver && changes == 0 { read(&actions) }
        return actions
    }

    /// An order was kept, or may have been, and was not published.
    ///
    /// - Parameter durable: its number; nil where it is not known.
    mutating func mayHaveMissed(_ durable: Int64?) -> [Action] {
        var actions: [Action] = []
        if durable.map({ $0 > reached }) ?? true { read(&actions) }
        return actions
    }
}

// MARK: - Reading what is kept

extension KeptInOrder {
    private mutating func read(_ actions: inout [Action]) {
        guard !isOver else { return }
        guard case .none = reading else {
            reading = .underWay(again: true)
            return
        }
        reading = .underWay(again: false)
        actions.append(.read(after: reached))
    }

    /// The storage cannot be read. Until it says what it kept, nothing that comes after it can be told.
    mutating func readingFailed() -> [Action] { [.pause] }

    /// The pause after a failure is over.
    mutating func readAfterPause() -> [Action] {
        var actions: [Action] = []
        reading = .none
        read(&actions)
        return actions
    }

    /// A page of what is kept was read.
    ///
    /// - Parameters:
    ///   - page: the stored events after the number that was asked for, in order.
    ///   - isFull: whether there may be more.
    mutating func wasRead(_ page: [Read], isFull: Bool) -> [Action] {
        var isWantedAgain = false
        if case .underWay(let again) = reading { isWantedAgain = again }
        reading = .none
        var actions: [Action] = []
        guard !isOver else { return actions }
        for (place, event) in page.enumerated() where event.durable == reached + 1 {
            reached = event.durable
            if let end = event.end { return actions + [.tell(end)] }
            actions.append(.tellRead(place))
        }
        takeWaiting(&actions)
        // There may be more behind a full page; behind a gap there is nothing that could be told.
        if isFull, let last = page.last, last.durable <= reached {
            read(&actions)
            return actions
        }
        // A reading may have missed what is under way.
        mustTakeOver = changes > 0
        actions.append(.takeOver(adopts: !mustTakeOver))
        if isWantedAgain || !waiting.isEmpty {
            read(&actions)
            return actions
        }
        actions.append(.upToDate)
        if case .refused(let rejection) = end {
            end = .none
            actions.append(.goOn(rejection))
        } else {
            keepEndIfDue(&actions)
        }
        return actions
    }
}

// MARK: - The end

extension KeptInOrder {
    /// The live shall end, by a request that is allowed to end it.
    mutating func askEnd() -> [Action] {
        if case .none = end { end = .asked }
        var actions: [Action] = []
        keepEndIfDue(&actions)
        return actions
    }

    /// What is stored and not published yet belongs before the end, and into its statistics.
    private mutating func keepEndIfDue(_ actions: inout [Action]) {
        guard case .asked = end, orders == 0, waiting.isEmpty, case .none = reading else { return }
        end = .written
        actions.append(.keepEnd)
    }

    /// The rules refuse the end after all.
    mutating func endImpossible(_ rejection: Rejection) -> [Action] {
        end = .none
        return [.goOn(rejection)]
    }

    /// The storage refused the end, or kept it and could not say so.
    mutating func endRefused(_ rejection: Rejection) -> [Action] {
        end = .refused(rejection)
        var actions: [Action] = []
        read(&actions)
        return actions
    }

    /// The end was published.
    mutating func ended() {
        end = .told
        waiting = []
    }
}
