import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Counts what was dropped and why, and says so in the log, once in a while for each room.
    func note(_ outcome: RoomOutcome) {
        guard outcome.dropped != nil || !outcome.givenWay.isEmpty else { return }
        if let reason = outcome.dropped {
            if room.isOverloaded, reason == .msgFreqCtrl {
                services.metrics.dropped(events: 1, reason: .overload)
            } else {
                services.metrics.dropped(reason)
            }
            upkeep.noteDrop(reason.rawValue)
        }
        for lane in outcome.givenWay {
            let cause = ServerMetrics.DropCause(lane)
            services.metrics.dropped(events: 1, reason: cause)
            upkeep.noteDrop(cause.rawValue)
        }
        guard let counts = upkeep.dropsToLog(at: services.clock.monotonic()) else { return }
        logger.notice(
            "messages were dropped because the live or a sender is over its rate",
            metadata: ["room.dropped": "\(counts)"])
    }

    /// Wakes up when something conflated is due.
    func scheduleTick() {
        guard !kept.isEnding, let due = room.nextTick else { return }
        let now = services.clock.wall()
        // What is due but was held back by the rate is tried again soon, not at once.
        let at = max(due, now.adding(milliseconds: 100))
        if let tickAt = upkeep.tickAt, tickAt <= at, tickAt > now { return }
        upkeep.tick?.cancel()
        upkeep.tickAt = at
        upkeep.tick = loop.eventLoop.scheduleTask(in: .milliseconds(at.milliseconds(since: now))) {
            self.performTick()
        }
    }

    func performTick() {
        upkeep.tickAt = nil
        defer { scheduleTick() }
        guard !kept.isEnding else { return }
        let now = services.clock.wall()
        if let message = room.overdueMessage(at: now) {
            return end(
                message,
                RoomCall(request: RoomRequest(actor: .server, body: .command(.end(message: message))), reply: { _ in }))
        }
        let outcome = note(.tick, at: now)
        note(outcome)
        publish(outcome.publications)
        tell(outcome.topics)
        updateListing()
        keepStatistics()
    }

    /// Brings the list up to date, and what is kept of the counters.
    func updateListing() {
        if upkeep.robotsVersion != room.robotsVersion {
            upkeep.robotsVersion = room.robotsVersion
            services.directory.note(robots: Set(room.robotUsers.map(\.userID)), in: liveID, room.info.sessionID)
        }
        let now = listing(isForMembers: false)
        guard now != upkeep.listed else { return }
        upkeep.listed = now
        services.directory.update(now)
    }

    func keepStatistics() {
        let now = room.statistics(at: services.clock.wall())
        var comparable = now
        comparable.totalDuration = upkeep.keptStatistics.totalDuration
        guard comparable != upkeep.keptStatistics else { return }
        upkeep.keptStatistics = now
        services.journal.submit(.counters(room.info.sessionID, now), on: nil, nil)
    }

    /// Hands the counters to the journal before the server stops.
    func shutDown(_ call: RoomCall) {
        defer { call.reply(.success(.done)) }
        tell(note(.closing, at: services.clock.wall()).topics)
        flush()
        tellMemberStates()
        guard !room.isEnded else { return }
        services.journal.submit(
            .counters(room.info.sessionID, room.statistics(at: services.clock.wall())), on: nil, nil)
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
