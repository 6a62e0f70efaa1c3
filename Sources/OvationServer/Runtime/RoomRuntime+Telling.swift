import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Tells what happened; the number of the last event that took one.
    @discardableResult
    func publish(_ publications: [RoomPublication]) -> Int64? {
        var last: Int64?
        let now = node.clock.wall()
        for publication in publications {
            let name = publication.event.name
            let seq = publication.isSequenced ? ring.takeSeq() : nil
            if case .barrageSent(let barrage) = publication.event, let seq {
                history.append(BarrageRecord(seq: seq, at: now, barrage: barrage))
                // Trimmed by halves, so that the common case moves nothing.
                if history.count > 2 * node.limits.historyOnJoin + 16 {
                    history.removeFirst(history.count - node.limits.historyOnJoin)
                }
            }
            let position = EventPosition(epoch: epoch, seq: seq, durable: nil, at: now)
            emit(name, data: publication.event.encodedData, position: position, lane: publication.lane)
            last = seq ?? last
        }
        return last
    }

    /// Tells a stored event, at once: gifts and control wait for nothing but the tick of a busy room.
    func publish(_ name: RoomEventName, data: [UInt8], durable: Int64, at: Timestamp) {
        tellGathered()
        precondition(durable > self.durable, "stored events are told in the order of their numbers")
        self.durable = durable
        let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: durable, at: at)
        emit(name, data: data, position: position, lane: .essential)
    }

    private func emit(_ name: RoomEventName, data: [UInt8], position: EventPosition, lane: DeliveryClass) {
        append(name, data: data, position: position, lane: lane)
        // What is conflated has no place among the numbered events, so in a large live it may ride with the next of them.
        if position.seq == nil, attachments.count > node.limits.exactAudienceMax {
            scheduleRide()
        } else {
            markUrgent()
            scheduleFlush(isNumbered: position.seq != nil)
        }
    }

    /// Encodes an event once, keeps it for those who come back, and adds it to the tick.
    func append(_ name: RoomEventName, data: [UInt8], position: EventPosition, lane: DeliveryClass) {
        let frame = FrameEncoder.event(room: liveID, position: position, name: name, data: data)
        if let seq = position.seq { ring.append(frame, seq: seq, durable: durable) }
        let compressed = compress(frame)
        for index in parts.indices where isInUse(index) {
            parts[index].batch.append(frame, lane: lane, seq: position.seq, compressed: compressed)
        }
        node.metrics.event(name)
    }

    /// The event in the room's compressed stream; nil where it has none.
    private func compress(_ frame: [UInt8]) -> CompressedFrame? {
        guard node.limits.compressionLevel > 0 else { return nil }
        var beginsAfresh = false
        // A stream begins and ends where a batch does.
        if parts.indices.contains(where: { isInUse($0) && parts[$0].batch.isEmpty }) {
            if reports.following == 0, reports.waiting < node.limits.compressionViewersMin {
                deflater = nil
            } else {
                let deflater = deflater ?? RoomDeflater(limits: node.limits)
                self.deflater = deflater
                beginsAfresh = deflater.beginAfresh(isWanted: reports.waiting > 0, at: node.clock.nanoseconds())
            }
        }
        return deflater.map { CompressedFrame(bytes: $0.text(frame), beginsAfresh: beginsAfresh) }
    }

    /// Lets conflated events wait for a write that happens anyway, but not for ever.
    private func scheduleRide() {
        guard rideDue == nil else { return }
        let delay = UInt64(max(0, node.limits.conflatedDelayMilliseconds)) * 1_000_000
        let due = node.clock.nanoseconds() + delay
        rideDue = due
        shard.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
            self.rideDue = nil
            self.markUrgent()
            self.scheduleFlush(isNumbered: false)
        }
    }
    /// Counts what was dropped and why, and says so in the log, once in a while for each room.
    func note(_ outcome: RoomOutcome) {
        guard outcome.dropped != nil || !outcome.givenWay.isEmpty else { return }
        if let reason = outcome.dropped {
            if room.isOverloaded, reason == .msgFreqCtrl {
                node.metrics.dropped(events: 1, reason: .overload)
            } else {
                node.metrics.dropped(reason)
            }
            drops[reason.rawValue, default: 0] += 1
        }
        for lane in outcome.givenWay {
            let cause = ServerMetrics.DropCause(lane)
            node.metrics.dropped(events: 1, reason: cause)
            drops[cause.rawValue, default: 0] += 1
        }
        let now = node.clock.monotonic()
        guard now.milliseconds(since: dropsLoggedAt) >= Self.dropLogIntervalMilliseconds else { return }
        dropsLoggedAt = now
        let counts = drops.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        drops = [:]
        logger.notice(
            "messages were dropped because the live or a sender is over its rate",
            metadata: ["room.dropped": "\(counts)"])
    }

    /// Wakes up when something conflated is due.
    func scheduleTick() {
        guard !isEnding, let due = room.nextTick else { return }
        let now = node.clock.wall()
        // What is due but was held back by the rate is tried again soon, not at once.
        let at = max(due, now.adding(milliseconds: 100))
        if let tickAt, tickAt <= at, tickAt > now { return }
        tick?.cancel()
        tickAt = at
        tick = shard.eventLoop.scheduleTask(in: .milliseconds(at.milliseconds(since: now))) { self.performTick() }
    }

    func performTick() {
        tickAt = nil
        defer { scheduleTick() }
        guard !isEnding else { return }
        let now = node.clock.wall()
        if let message = room.overdueMessage(at: now) {
            return end(
                message,
                RoomRequest(actor: .server, origin: nil, body: .command(.end(message: message)), reply: { _ in }))
        }
        if let outcome = try? room.handle(.tick, from: .server, at: now) {
            note(outcome)
            publish(outcome.publications)
        }
        updateListing()
        keepStatistics()
    }

    /// Brings the list up to date, and what is kept of the counters.
    func updateListing() {
        if hasRobots != !room.robotUsers.isEmpty {
            hasRobots.toggle()
            node.directory.note(hasRobots: hasRobots, in: self)
        }
        let now = listing
        guard now != listed else { return }
        listed = now
        node.directory.update(now, of: self)
    }

    func keepStatistics() {
        let now = room.statistics(at: node.clock.wall())
        var comparable = now
        comparable.totalDuration = keptStatistics.totalDuration
        guard comparable != keptStatistics else { return }
        keptStatistics = now
        node.journal.submit(.counters(room.info.sessionID, now), on: nil, nil)
    }

    /// Hands the counters to the journal before the server stops.
    func shutDown() {
        shard.eventLoop.preconditionInEventLoop()
        flush()
        tellMemberStates()
        guard !room.isEnded else { return }
        node.journal.submit(.counters(room.info.sessionID, room.statistics(at: node.clock.wall())), on: nil, nil)
    }
}

extension ServerMetrics.DropCause {
    /// Why an event of a lane was not told.
    init(_ lane: DeliveryClass) {
        switch lane {
        case .membership: self = .membership
        case .reaction: self = .reaction
        case .count: self = .audienceCount
        case .essential, .barrage: self = .roomRate
        }
    }
}

extension GiftCharged {
    /// The answer to an order, from what is kept of it. The same record always gives the same bytes.
    init(_ record: SettledOrder) {
        self.init(
            orderID: record.key.orderID, giftID: record.giftID, count: record.count, coins: record.coins,
            balance: record.balance, durable: record.durable, at: record.at)
    }
}
