import OvationModel
import OvationRules
import OvationWire

/// The events of a live, in order: it numbers them, encodes each once, keeps the latest for clients that resume, gathers
/// gifts, and schedules the writes to each part of the viewers.
///
/// Pure: the time and the load of the edge come in with each call (``Turn``), and what is to be done comes out of it as actions, in their
/// order. It knows nothing of connections.
struct Broadcast {
    /// What is to be done.
    enum Action: Equatable {
        /// Add an event to what waits for every part that is in use.
        case add(Event)
        /// Count a frame of gifts among the events that the live has sent.
        case countGifts
        /// Write what waits for a part, which is one of this event loop's.
        case write(part: Int, loop: Int)
        /// Admit the entrants of an event loop into this one of its parts.
        case admit(loop: Int, part: Int)
        /// Call ``ring(_:at:in:)`` then.
        case wake(Alarm, at: UInt64)
        /// Divide the viewers of an event loop anew.
        case divide(loop: Int, into: Int)
    }

    /// Why an alarm was set.
    enum Alarm: Equatable, Sendable {
        /// A part that is due.
        case part(Int)
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

    /// One call: its moment, what writing costs at the edge, and what is to be done because of it.
    struct Turn<Cost: WritingCost> {
        let wall: Timestamp
        /// The moment by a monotonic clock.
        let nanoseconds: UInt64
        let cost: Cost
        /// What is to be done, in this order.
        var actions: [Action] = []
    }

    let liveID: LiveID
    /// The run of numbers that the events belong to.
    let epoch: String
    /// The number of the last stored event that was sent.
    private(set) var durable: Int64
    /// The last messages, for new members.
    private(set) var history: [BarrageRecord] = []
    private(set) var schedule: PartSchedule
    private var ring: EventRing
    /// Charged gifts that go out with the next flush.
    private var gathering: GiftGathering
    /// When the gathered gifts were told last, and when they are the next time where they must not wait for a flush.
    private var gatheredToldAt: UInt64 = 0
    private var gatheredDue: UInt64?
    /// When events that wait for a ride are written without one; nil where none wait.
    private var rideDue: UInt64?
    /// Whether a new division of the viewers was requested.
    private var isDivisionDue = false
    private let limits: Limits

    /// Makes the broadcast of a live that has sent nothing yet in this run.
    ///
    /// - Parameters:
    ///   - durable: the number of its last stored event.
    ///   - loops: how many event loops have viewers.
    ///   - homeLoop: the one that the live runs on.
    init(liveID: LiveID, durable: Int64, loops: Int, homeLoop: Int, limits: Limits, at now: Timestamp) {
        self.liveID = liveID
        self.durable = durable
        self.limits = limits
        // A new run of numbers begins at a number that no earlier run can have reached.
        epoch = String(now.milliseconds, radix: 36)
        ring = EventRing(countMax: limits.historyMax, lastSeq: now.milliseconds * 1000, durable: durable)
        gathering = GiftGathering(limits: limits)
        schedule = PartSchedule(loops: loops, homeLoop: homeLoop, limits: limits)
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
        _ publications: [RoomPublication], in turn: inout Turn<some WritingCost>
    ) -> Int64? {
        var last: Int64?
        for publication in publications {
            let seq = publication.isSequenced ? ring.takeSeq() : nil
            if case .barrageSent(let barrage) = publication.event, let seq {
                keep(BarrageRecord(seq: seq, at: turn.wall, barrage: barrage))
            }
            append(
                publication.event.name, data: publication.event.encodedData,
                EventPosition(epoch: epoch, seq: seq, durable: nil, at: turn.wall), publication.lane, in: &turn)
            // What is conflated has no place among the numbered events, so in a large live it may ride with the next of them.
            if seq == nil, schedule.members > limits.exactAudienceMax {
                scheduleRide(in: &turn)
            } else {
                schedule.markUrgent()
                scheduleFlush(isNumbered: seq != nil, in: &turn)
            }
            last = seq ?? last
        }
        return last
    }

    private mutating func keep(_ message: BarrageRecord) {
        history.append(message)
        // Trimmed by halves, so that the common case moves nothing.
        if history.count > 2 * limits.historyOnJoin + 16 {
            history.removeFirst(history.count - limits.historyOnJoin)
        }
    }

    /// Publishes a stored event at once: gifts and control events wait only for the tick of a busy room.
    ///
    /// Stored events are published in the order of their numbers.
    mutating func publishStored(
        _ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp, in turn: inout Turn<some WritingCost>
    ) {
        flushGathered(in: &turn)
        precondition(durable > self.durable, "stored events are told in the order of their numbers")
        self.durable = durable
        let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: durable, at: at)
        append(name, data: data, position, .essential, in: &turn)
        schedule.markUrgent()
        scheduleFlush(isNumbered: true, in: &turn)
    }

    /// Skips a stored event of a newer server version, which this version cannot send.
    mutating func pass(durable: Int64, in turn: inout Turn<some WritingCost>) {
        flushGathered(in: &turn)
        precondition(durable > self.durable, "stored events are told in the order of their numbers")
        self.durable = durable
    }

    /// Takes a gift in; it is told with the next flush, together with others of its kind.
    mutating func gather(
        _ gift: GiftGathering.Gift, in turn: inout Turn<some WritingCost>
    ) {
        precondition(gift.durable > durable, "stored events are told in the order of their numbers")
        gathering.add(gift)
        guard schedule.isDivided else { return scheduleFlush(isNumbered: true, in: &turn) }
        // All parts are told of gathered gifts with the same frames, so none can be waited for, and a frame for each part's flush
        // would let one sender's flood take many: they are told a few times in a window.
        guard gatheredDue == nil else { return }
        let due = gatheredToldAt + schedule.windowNanoseconds / 4
        guard turn.nanoseconds < due else { return ring(.gathered, at: due, in: &turn) }
        gatheredDue = due
        turn.actions.append(.wake(.gathered, at: due))
    }

    /// Adds the gifts that were gathered to what waits. Until then a gift that was charged is neither in ``durable`` nor in what
    /// those who come back are sent.
    mutating func flushGathered(in turn: inout Turn<some WritingCost>) {
        guard !gathering.isEmpty else { return }
        gatheredToldAt = turn.nanoseconds
        for frame in gathering.take() {
            durable = frame.durable
            let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: frame.durable, at: frame.at)
            append(.giftReceived, data: frame.data, position, .essential, in: &turn)
            turn.actions.append(.countGifts)
        }
        schedule.markUrgent()
    }

    /// Encodes an event once, and keeps it for clients that resume.
    private mutating func append(
        _ name: RoomEventName, data: [UInt8], _ position: EventPosition, _ lane: DeliveryClass,
        in turn: inout Turn<some WritingCost>
    ) {
        let frame = FrameEncoder.event(room: liveID, position: position, name: name, data: data)
        if let seq = position.seq { ring.append(frame, seq: seq, durable: durable) }
        schedule.add(isNumbered: position.seq != nil)
        turn.actions.append(.add(Event(name: name, frame: frame, lane: lane, seq: position.seq)))
    }
}

// MARK: - Writing

extension Broadcast {
    /// Delays conflated events until the next write, at most `conflatedDelayMilliseconds`.
    private mutating func scheduleRide(in turn: inout Turn<some WritingCost>) {
        guard rideDue == nil else { return }
        let due = turn.nanoseconds + UInt64(max(0, limits.conflatedDelayMilliseconds)) * 1_000_000
        rideDue = due
        turn.actions.append(.wake(.ride, at: due))
    }

    /// An alarm rings that an action asked for.
    mutating func ring(
        _ alarm: Alarm, at due: UInt64, in turn: inout Turn<some WritingCost>
    ) {
        switch alarm {
        case .part(let index):
            if schedule.isDue(index, at: due) { flush(part: index, in: &turn) }
        case .gathered:
            gatheredDue = nil
            flushGathered(in: &turn)
            scheduleFlush(isNumbered: true, in: &turn)
        case .ride:
            rideDue = nil
            schedule.markUrgent()
            scheduleFlush(isNumbered: false, in: &turn)
        }
    }

    /// Adds an entrant, which is admitted with a flush.
    ///
    /// - Parameter isPresent: whether the session is a member over the same connection already.
    mutating func addEntrant(
        loop: Int, isPresent: Bool, in turn: inout Turn<some WritingCost>
    ) {
        schedule.addEntrant(loop: loop, isPresent: isPresent)
        scheduleFlush(isNumbered: false, in: &turn)
    }

    /// Admits an entrant that resumes, at once.
    mutating func admitAtOnce(
        loop: Int, isPresent: Bool, in turn: inout Turn<some WritingCost>
    ) {
        schedule.addEntrant(loop: loop, isPresent: isPresent)
        flush(in: &turn)
    }

    /// Some who waited to enter wait no more.
    mutating func removeEntrants(_ count: Int, loop: Int) { schedule.removeEntrants(count, loop: loop) }

    /// How many sessions are in the live.
    mutating func setMembers(_ count: Int) { schedule.members = count }

    /// Viewers of an event loop came or went.
    ///
    /// - Returns: whether ``divide(in:)`` is to be called soon, when those who enter or leave now are done.
    mutating func changeViewers(by change: Int, loop: Int) -> Bool {
        guard schedule.changeViewers(by: change, loop: loop), !isDivisionDue else { return false }
        isDivisionDue = true
        return true
    }

    /// Requests a flush of every part that has events waiting, now or with its tick.
    private mutating func scheduleFlush(
        isNumbered: Bool, in turn: inout Turn<some WritingCost>
    ) {
        for index in schedule.parts.indices {
            let hasGifts =
                !gathering.isEmpty && !schedule.isDivided && schedule.isInUse(loop: schedule.parts[index].loop)
            guard schedule.parts[index].isUrgent || hasGifts || schedule.hasEntrants(index) else { continue }
            switch schedule.decide(index, isNumbered: isNumbered, at: turn.nanoseconds, cost: turn.cost) {
            case .flush: flush(part: index, in: &turn)
            case .wake(let nanoseconds): turn.actions.append(.wake(.part(index), at: nanoseconds))
            case .wait: break
            }
        }
    }

    /// Writes the waiting events to every part, and admits the entrants.
    mutating func flush(in turn: inout Turn<some WritingCost>) {
        flushGathered(in: &turn)
        for index in schedule.parts.indices { flush(part: index, in: &turn) }
    }

    /// Writes the waiting events to a part, then admits the entrants that go into this part.
    private mutating func flush(
        part index: Int, in turn: inout Turn<some WritingCost>
    ) {
        let hasEntrants = schedule.hasEntrants(index)
        if hasEntrants || !schedule.isDivided { flushGathered(in: &turn) }
        if schedule.flush(index, at: turn.nanoseconds, cost: turn.cost) { write(index, in: &turn) }
        guard hasEntrants else { return }
        for other in schedule.partsBeforeEntrants(index) {
            schedule.write(other, at: turn.nanoseconds, cost: turn.cost)
            write(other, in: &turn)
        }
        schedule.admitEntrants(index)
        turn.actions.append(.admit(loop: schedule.parts[index].loop, part: schedule.parts[index].number))
    }

    private func write(_ part: Int, in turn: inout Turn<some WritingCost>) {
        // Named now: the viewers may be divided anew before the action is carried out.
        turn.actions.append(.write(part: part, loop: schedule.parts[part].loop))
    }

    /// An event loop was busy with its writes until then.
    mutating func noteBusy(loop: Int, until nanoseconds: UInt64) { schedule.noteBusy(loop, until: nanoseconds) }

    /// Divides the viewers anew. Afterwards all viewers have received the same events, and no part has a write pending.
    mutating func divide(in turn: inout Turn<some WritingCost>) {
        isDivisionDue = false
        flushGathered(in: &turn)
        schedule.markUrgent()
        for index in schedule.parts.indices { flush(part: index, in: &turn) }
        for (loop, count) in schedule.divide() { turn.actions.append(.divide(loop: loop, into: count)) }
    }
}
