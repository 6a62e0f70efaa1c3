import OvationModel
import OvationRules
import OvationWire

/// The events of a live, in order: it numbers them, encodes each once, keeps the latest for clients that resume, gathers
/// gifts, and decides when what has gathered leaves for the edges.
///
/// Pure: the time comes in with each call (``Turn``), what edges report comes in as values, and what is to be done comes out as actions, in
/// their order. It knows nothing of connections.
struct Broadcast {
    /// What is to be done.
    enum Action: Equatable {
        /// Send these events to every edge that has viewers.
        case send(EdgeMessage.EventBatch)
        /// Have every edge write what waits there.
        case flush
        /// Count a frame of gifts among the events that the live has sent.
        case countGifts
        /// Admit everybody who waits to enter.
        case admit
        /// Call ``ring(_:at:in:)`` then.
        case wake(Alarm, at: UInt64)
    }

    /// Why an alarm was set.
    enum Alarm: Equatable, Sendable {
        /// Events that are due.
        case events
        /// Entrants that are due.
        case entrants
        /// Gifts that are due.
        case gathered
        /// Events that waited for a ride.
        case ride
    }

    /// An event, encoded.
    struct Event: Equatable, Codable, Sendable {
        let name: RoomEventName
        let frame: [UInt8]
        let lane: DeliveryClass
        /// Its number; nil for one that has no place among the numbered events.
        let seq: Int64?
    }

    /// One call: its moment, and what is to be done because of it.
    struct Turn {
        let wall: Timestamp
        /// The moment by a monotonic clock.
        let nanoseconds: UInt64
        /// What is to be done, in this order.
        var actions: [Action] = []
    }

    /// What has gathered since the last batch.
    private struct Gathered {
        var events: [Event] = []
        var bytes = 0
        /// Whether it must not wait for something else that is sent.
        var isUrgent = false
        /// Whether some of it has a place among the live's numbered events.
        var hasNumbered = false
    }

    let liveID: LiveID
    /// The run of numbers that the events belong to.
    let epoch: String
    /// The number of the last stored event that was sent.
    private(set) var durable: Int64
    /// The last messages.
    var messages: RecentBarrages
    /// The last gifts, for new members.
    private(set) var gifts: RecentGifts
    /// The number of the last batch.
    private(set) var batchNumber: Int64 = 0
    /// How many sessions are in the live, with a connection or without: the window grows with them.
    private(set) var members = 0
    var ring: EventRing
    private var waiting = Gathered()
    /// When events leave, and entrants with them; where viewers are in parts, entrants alone.
    private var events: Coalescer
    private var entries: Coalescer
    /// When the next batch was asked for, and the next entrants; nil where none were.
    private var eventsDue: UInt64?
    private var entriesDue: UInt64?
    private var entrantCount = 0
    /// Charged gifts that go out with the next flush.
    private var gathering: GiftGathering
    /// When the gathered gifts were told last, and when they are the next time where they must not wait for a flush.
    private var gatheredToldAt: UInt64 = 0
    private var gatheredDue: UInt64?
    /// When events that wait for a ride are written without one; nil where none wait.
    private var rideDue: UInt64?
    /// The last report of each edge.
    private var reports: [EdgeReport] = []
    /// Whether edges are elsewhere, so that a message to them costs something.
    private let hasEdgesElsewhere: Bool
    private let limits: Limits

    /// How many batches leave in the window of a part, where viewers are in parts: the parts wait for each other, not for the batch.
    private static let batchesPerWindow: UInt64 = 4

    /// Makes the broadcast of a live that has sent nothing yet in this run.
    ///
    /// - Parameters:
    ///   - durable: the number of its last stored event.
    ///   - seqBase: the number before the first event of the run, as the storage gave it.
    ///   - hasEdgesElsewhere: whether some of its edges are not in this process.
    init(liveID: LiveID, durable: Int64, seqBase: Int64, hasEdgesElsewhere: Bool = false, limits: Limits) {
        self.liveID = liveID
        self.durable = durable
        self.limits = limits
        self.hasEdgesElsewhere = hasEdgesElsewhere
        epoch = String(seqBase, radix: 36)
        ring = EventRing(countMax: limits.historyMax, lastSeq: seqBase, durable: durable)
        gathering = GiftGathering(limits: limits)
        messages = RecentBarrages(countMax: max(limits.historyOnJoin, limits.messagesRememberedMax))
        gifts = RecentGifts(countMax: limits.giftsOnJoin)
        events = Coalescer(limits: limits)
        entries = events
    }

    /// The number of the last numbered event.
    var lastSeq: Int64 { ring.lastSeq }

    /// The events after a number; nil where they are not all kept, see ``EventRing``.
    func frames(after seq: Int64, known: Int64, since: Int64, bytesMax: Int) -> [[UInt8]]? {
        ring.frames(after: seq, known: known, since: since, bytesMax: bytesMax)
    }
}

// MARK: - Telling

extension Broadcast {
    /// Tells what happened; the number of the last event that took one.
    mutating func publish(
        _ publications: [RoomPublication], in turn: inout Turn
    ) -> Int64? {
        var last: Int64?
        for publication in publications {
            let seq = publication.isSequenced ? ring.takeSeq() : nil
            if case .barrageSent(let barrage) = publication.event, let seq {
                messages.append(BarrageRecord(seq: seq, at: turn.wall, barrage: barrage))
            }
            append(
                publication.event.name, data: publication.event.encodedData,
                EventPosition(epoch: epoch, seq: seq, durable: nil, at: turn.wall), publication.lane)
            // What is conflated has no place among the numbered events, so in a large live it may ride with the next of them.
            if seq == nil, members > limits.exactAudienceMax {
                scheduleRide(in: &turn)
            } else {
                waiting.isUrgent = true
                schedule(isNumbered: seq != nil, in: &turn)
            }
            last = seq ?? last
        }
        return last
    }

    /// Publishes a stored event at once: gifts and control events wait only for the tick of a busy room.
    ///
    /// Stored events are published in the order of their numbers.
    mutating func publishStored(
        _ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp, in turn: inout Turn
    ) {
        flushGathered(in: &turn)
        precondition(durable > self.durable, "stored events are told in the order of their numbers")
        self.durable = durable
        let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: durable, at: at)
        append(name, data: data, position, .essential)
        waiting.isUrgent = true
        schedule(isNumbered: true, in: &turn)
    }

    /// Skips a stored event of a newer server version, which this version cannot send.
    mutating func pass(durable: Int64, in turn: inout Turn) {
        flushGathered(in: &turn)
        precondition(durable > self.durable, "stored events are told in the order of their numbers")
        self.durable = durable
    }

    /// Takes a gift in; it is told with the next flush, together with others of its kind.
    mutating func gather(
        _ gift: GiftGathering.Gift, in turn: inout Turn
    ) {
        precondition(gift.durable > durable, "stored events are told in the order of their numbers")
        gathering.add(gift)
        gifts.append(gift.event, durable: gift.durable, at: gift.at)
        guard isDivided else { return schedule(isNumbered: true, in: &turn) }
        // All parts are told of gathered gifts with the same frames, so none can be waited for, and a frame for each part's flush
        // would let one sender's flood take many: they are told a few times in a window.
        guard gatheredDue == nil else { return }
        let due = gatheredToldAt + events.window(viewers: members) / Self.batchesPerWindow
        guard turn.nanoseconds < due else { return ring(.gathered, at: due, in: &turn) }
        gatheredDue = due
        turn.actions.append(.wake(.gathered, at: due))
    }

    /// Adds the gifts that were gathered to what waits. Until then a gift that was charged is neither in ``durable`` nor in what
    /// those who come back are sent.
    mutating func flushGathered(in turn: inout Turn) {
        guard !gathering.isEmpty else { return }
        gatheredToldAt = turn.nanoseconds
        for frame in gathering.take() {
            durable = frame.durable
            let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: frame.durable, at: frame.at)
            append(.giftReceived, data: frame.data, position, .essential)
            turn.actions.append(.countGifts)
        }
        waiting.isUrgent = true
    }

    /// Encodes an event once, and keeps it for clients that resume.
    private mutating func append(_ name: RoomEventName, data: [UInt8], _ position: EventPosition, _ lane: DeliveryClass)
    {
        let frame = FrameEncoder.event(room: liveID, position: position, name: name, data: data)
        if let seq = position.seq { ring.append(frame, seq: seq, durable: durable) }
        waiting.events.append(Event(name: name, frame: frame, lane: lane, seq: position.seq))
        waiting.bytes += frame.count
        if position.seq != nil { waiting.hasNumbered = true }
    }
}

// MARK: - What edges report

extension Broadcast {
    /// Whether the viewers of an edge are in parts.
    var isDivided: Bool { reports.contains(where: \.isDivided) }

    /// How long the slowest event loop took for a batch the last time.
    private var writingNanosecondsMax: UInt64 { reports.reduce(0) { max($0, $1.writingNanosecondsMax) } }

    /// Whether what waits takes longer to deliver than it may.
    var isOverloaded: Bool {
        reports.contains { $0.exceeds(milliseconds: limits.deliveryMillisecondsMax, moreBytes: waiting.bytes) }
    }

    /// An edge reports of its deliveries.
    mutating func note(_ report: EdgeReport) {
        if let index = reports.firstIndex(where: { $0.edge == report.edge }) {
            reports[index] = report
        } else {
            reports.append(report)
        }
    }

    /// How many sessions are in the live.
    mutating func setMembers(_ count: Int) { members = count }
}

// MARK: - Sending

extension Broadcast {
    /// Delays conflated events until the next batch, at most `conflatedDelayMilliseconds`.
    private mutating func scheduleRide(in turn: inout Turn) {
        guard rideDue == nil else { return }
        let due = turn.nanoseconds + UInt64(max(0, limits.conflatedDelayMilliseconds)) * 1_000_000
        rideDue = due
        turn.actions.append(.wake(.ride, at: due))
    }

    /// An alarm rings that an action asked for.
    ///
    /// It may be late: something that could not wait may have been sent earlier, with all that had gathered.
    mutating func ring(_ alarm: Alarm, at due: UInt64, in turn: inout Turn) {
        switch alarm {
        case .events:
            guard eventsDue == due else { return }
            tick(in: &turn)
            // The viewers were divided meanwhile.
            if entrantCount > 0 { schedule(isNumbered: false, in: &turn) }
        case .entrants: if entriesDue == due { admit(in: &turn) }
        case .gathered:
            gatheredDue = nil
            flushGathered(in: &turn)
            schedule(isNumbered: true, in: &turn)
        case .ride:
            rideDue = nil
            if !waiting.events.isEmpty { waiting.isUrgent = true }
            schedule(isNumbered: false, in: &turn)
        }
    }

    /// Adds an entrant, which is admitted with a flush.
    mutating func addEntrant(in turn: inout Turn) {
        entrantCount += 1
        schedule(isNumbered: false, in: &turn)
    }

    /// Admits an entrant that resumes, at once, with everybody else who waits.
    mutating func admitAtOnce(in turn: inout Turn) {
        entrantCount += 1
        admit(in: &turn)
    }

    /// Some who waited to enter wait no more.
    mutating func removeEntrants(_ count: Int) { entrantCount = max(0, entrantCount - count) }

    /// Has what waits leave, now or with its tick.
    private mutating func schedule(isNumbered: Bool, in turn: inout Turn) {
        let isDivided = isDivided
        if waiting.isUrgent || !isDivided && (!gathering.isEmpty || entrantCount > 0) {
            if isDivided, !hasEdgesElsewhere {
                // The parts wait for each other, and the way to them costs nothing.
                tick(in: &turn)
            } else {
                let share = isDivided ? Self.batchesPerWindow : 1
                switch events.eventAdded(
                    at: turn.nanoseconds, viewers: members, isNumbered: isNumbered, windowShare: share)
                {
                case .flushNow: tick(in: &turn)
                case .flushAt(let due):
                    eventsDue = due
                    turn.actions.append(.wake(.events, at: due))
                case .wait: break
                }
            }
        }
        // Each admission has a part written to before its time, so where there are parts entrants wait for a window of their own.
        guard isDivided, entrantCount > 0 else { return }
        switch entries.eventAdded(at: turn.nanoseconds, viewers: members, isNumbered: false) {
        case .flushNow: admit(in: &turn)
        case .flushAt(let due):
            entriesDue = due
            turn.actions.append(.wake(.entrants, at: due))
        case .wait: break
        }
    }

    /// Sends what has gathered; where viewers are in no parts, entrants are admitted after it.
    private mutating func tick(in turn: inout Turn) {
        guard !isDivided else {
            // Gifts that were gathered before the viewers were divided have no alarm of their own.
            if gatheredDue == nil { flushGathered(in: &turn) }
            return send(in: &turn)
        }
        flushGathered(in: &turn)
        let hasEntrants = entrantCount > 0
        send(isTick: hasEntrants, in: &turn)
        if hasEntrants { letIn(in: &turn) }
    }

    /// Admits the entrants, after everything that has gathered.
    private mutating func admit(in turn: inout Turn) {
        flushGathered(in: &turn)
        send(isTick: true, in: &turn)
        entriesDue = nil
        entries.flushed(at: turn.nanoseconds, lastNanoseconds: writingNanosecondsMax, hasNumbered: false)
        letIn(in: &turn)
    }

    private mutating func letIn(in turn: inout Turn) {
        entrantCount = 0
        turn.actions.append(.admit)
    }

    /// Sends what has gathered, unless it may wait for something else.
    ///
    /// - Parameter isTick: whether something else is sent now, so that the window begins anew.
    private mutating func send(isTick: Bool = false, in turn: inout Turn) {
        eventsDue = nil
        guard waiting.isUrgent || isTick else { return events.foundNothing() }
        events.flushed(
            at: turn.nanoseconds, lastNanoseconds: writingNanosecondsMax,
            hasNumbered: waiting.isUrgent && waiting.hasNumbered)
        guard waiting.isUrgent else { return }
        var rest = waiting.events[...]
        while !rest.isEmpty {
            let events = waiting.bytes <= limits.crossingBytesMax / 2 ? rest : rest.prefix(Self.count(rest, limits))
            batchNumber += 1
            turn.actions.append(
                .send(EdgeMessage.EventBatch(number: batchNumber, members: members, events: Array(events))))
            rest = rest[events.endIndex...]
        }
        waiting = Gathered()
    }

    /// How many of these events may cross to an edge elsewhere at once. At least one: an event is always far smaller.
    private static func count(_ events: ArraySlice<Event>, _ limits: Limits) -> Int {
        var bytes = 0
        let end = events.firstIndex { event in
            bytes += event.frame.count
            return bytes > limits.crossingBytesMax / 2
        }
        return max(1, (end ?? events.endIndex) - events.startIndex)
    }

    /// Sends everything that has gathered, has it written to all viewers, and admits the entrants.
    mutating func flush(in turn: inout Turn) {
        flushGathered(in: &turn)
        let hasEntrants = entrantCount > 0
        send(isTick: hasEntrants, in: &turn)
        // Whether an edge elsewhere has parts is known here only once its report has crossed.
        if isDivided || hasEdgesElsewhere { turn.actions.append(.flush) }
        if hasEntrants { letIn(in: &turn) }
    }
}
