import NIOCore
import OvationModel

/// When what happened is written to whom.
extension RoomRuntime {
    /// Between two parts, so that the event loop sees what else there is to do.
    private static let breathNanoseconds: UInt64 = 50_000

    /// Whether an event loop has several parts.
    var isDivided: Bool { parts.count > partCounts.count }

    /// Whether a part has viewers. Those of the room's own event loop are in use without any, so that there is always one.
    func isInUse(_ index: Int) -> Bool {
        let loop = parts[index].loop
        return attachedByLoop[loop] > 0 || loop == shard.index
    }

    /// Bytes that wait to be written to a viewer.
    var waitingBytes: Int { parts.reduce(0) { max($0, $1.batch.frames.readableBytes) } }

    /// What waits now is not to wait for something else that is written.
    func markUrgent() {
        for index in parts.indices where !parts[index].batch.isEmpty { parts[index].batch.isUrgent = true }
    }

    /// Whether somebody waits to enter who comes into a part.
    private func hasEntrants(_ index: Int) -> Bool {
        guard !entrants.isEmpty else { return false }
        let loop = parts[index].loop
        return entryParts[loop] == parts[index].number && entrants.contains { $0.connection.shard.index == loop }
    }

    /// Asks for a flush of every part that has something to be told, now or with its tick.
    func scheduleFlush(isNumbered: Bool) {
        for index in parts.indices {
            let hasGifts = !gathering.isEmpty && !isDivided && isInUse(index)
            if parts[index].batch.isUrgent || hasGifts || hasEntrants(index) {
                scheduleFlush(ofPart: index, isNumbered: isNumbered)
            }
        }
    }

    private func scheduleFlush(ofPart index: Int, isNumbered: Bool) {
        let now = node.clock.nanoseconds()
        let decision = parts[index].coalescer.eventAdded(
            at: now, viewers: attachments.count, isNumbered: isNumbered)
        switch decision {
        case .flushNow:
            let loop = parts[index].loop
            let free = freeAt[loop]
            guard partCounts[loop] > 1, now < free else { return flush(part: index) }
            if let due = parts[index].flushDue, due <= free { return }
            // One part after the other, and others between them.
            freeAt[loop] = free + writingNanoseconds(loop) + Self.breathNanoseconds
            wakeUp(part: index, at: free)
        case .wait: break
        case .flushAt(let nanoseconds): wakeUp(part: index, at: nanoseconds)
        }
    }

    /// How long an event loop usually takes for one of its parts.
    private func writingNanoseconds(_ loop: Int) -> UInt64 {
        reports.nanoseconds(loop: loop) / UInt64(partCounts[loop])
    }

    private func wakeUp(part index: Int, at nanoseconds: UInt64) {
        parts[index].flushDue = nanoseconds
        shard.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(nanoseconds)) {
            // Something that could not wait may have been written earlier, with all that had gathered.
            guard index < self.parts.count, self.parts[index].flushDue == nanoseconds else { return }
            self.flush(part: index)
        }
    }

    /// Writes what has gathered to everybody, and lets in those who wait to enter.
    func flush() {
        tellGathered()
        for index in parts.indices { flush(part: index) }
    }

    /// Writes what has gathered to a part, then lets in those who wait to enter and come into this part.
    private func flush(part index: Int) {
        parts[index].flushDue = nil
        let hasEntrants = hasEntrants(index)
        if hasEntrants || !isDivided { tellGathered() }
        var part = parts[index]
        guard part.batch.isUrgent || hasEntrants else { return parts[index].coalescer.foundNothing() }
        let now = node.clock.nanoseconds()
        parts[index].coalescer.flushed(
            at: now, lastNanoseconds: reports.nanosecondsMax, hasNumbered: part.batch.isUrgent && part.batch.hasNumbered
        )
        // Where nobody is, nothing that waits is for who enters.
        if part.batch.isUrgent || attachedByLoop[part.loop] == 0 {
            parts[index].batch = RoomBatch(epoch: epoch)
            part.batch.finish()
            deliver(part)
            if partCounts[part.loop] > 1 { noteBusy(part.loop, since: now) }
        }
        if hasEntrants {
            if partCounts[part.loop] > 1 { writeToEntrantsPresent(on: part.loop) }
            admitEntrants(on: part.loop, to: part.number)
            entryParts[part.loop] = (part.number + 1) % partCounts[part.loop]
        }
    }

    /// Whoever enters again over the connection that they are in with is answered where the live stands, and may be in another
    /// part than the one into which the others come. Its viewers are told first what that answer counts.
    private func writeToEntrantsPresent(on loop: Int) {
        let isPresent = entrants.contains {
            $0.connection.shard.index == loop && attachments[$0.session]?.connection === $0.connection
        }
        guard isPresent else { return }
        for index in parts.indices where parts[index].loop == loop && parts[index].batch.isUrgent { write(part: index) }
    }

    /// Writes what has gathered for a part, and lets nobody in.
    private func write(part index: Int) {
        parts[index].flushDue = nil
        var part = parts[index]
        let now = node.clock.nanoseconds()
        parts[index].coalescer.flushed(
            at: now, lastNanoseconds: reports.nanosecondsMax, hasNumbered: part.batch.hasNumbered)
        parts[index].batch = RoomBatch(epoch: epoch)
        part.batch.finish()
        deliver(part)
        noteBusy(part.loop, since: now)
    }

    private func noteBusy(_ loop: Int, since start: UInt64) {
        let now = node.clock.nanoseconds()
        let end = loop == shard.index ? now : start + writingNanoseconds(loop)
        freeAt[loop] = max(freeAt[loop], end + Self.breathNanoseconds)
    }

    /// One hop a part, never one a viewer. Every part has bytes of its own, so that event loops do not fight over one
    /// reference count.
    private func deliver(_ part: RoomPart) {
        guard attachedByLoop[part.loop] > 0 else { return }
        let (liveID, batch, loop, number) = (liveID, part.batch, part.loop, part.number)
        let shard = node.shards[loop]
        shard.run { [reports, node] in
            let room = shard.room(liveID)
            let start = node.clock.nanoseconds()
            let tally = room.deliver(batch, to: number, at: node.clock.monotonic())
            room.note(
                bytes: batch.frames.readableBytes, nanoseconds: node.clock.nanoseconds() &- start, part: number)
            reports.note(following: room.followingCount, waiting: room.waitingCount, cost: room.cost, loop: loop)
            node.metrics.delivered(events: batch.count, tally)
        }
    }
}

// MARK: - Dividing

extension RoomRuntime {
    private func wantedCount(_ loop: Int) -> Int {
        RoomPart.count(
            viewers: attachedByLoop[loop], viewersMax: node.limits.partViewersMax, current: partCounts[loop])
    }

    /// Has the viewers divided anew where there are far more or fewer of them; not at once, because this is called while
    /// somebody enters or leaves.
    func considerDividing() {
        guard !isDivisionDue, partCounts.indices.contains(where: { wantedCount($0) != partCounts[$0] }) else { return }
        isDivisionDue = true
        shard.eventLoop.execute { self.divide() }
    }

    private func divide() {
        isDivisionDue = false
        // Afterwards everybody has been told the same, and no part waits for anything.
        tellGathered()
        markUrgent()
        for index in parts.indices { flush(part: index) }
        for loop in partCounts.indices {
            let count = wantedCount(loop)
            if count != partCounts[loop] { divide(loop, into: count) }
        }
    }

    private func divide(_ loop: Int, into count: Int) {
        guard let first = parts.firstIndex(where: { $0.loop == loop }) else { return }
        let coalescer = parts[first].coalescer
        let divided = (0..<count).map {
            RoomPart(loop: loop, number: $0, batch: RoomBatch(epoch: epoch), coalescer: coalescer)
        }
        parts.replaceSubrange(first..<first + partCounts[loop], with: divided)
        partCounts[loop] = count
        entryParts[loop] = 0
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run {
            shard.room(liveID).divide(into: count)
            shard.forgetRoom(liveID)
        }
    }
}
