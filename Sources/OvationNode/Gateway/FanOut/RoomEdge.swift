import NIOCore
import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationSupport
import OvationWire

/// An edge of a live: the bytes that wait for each part of its viewers, the compressed stream, and the loop rooms that write.
///
/// The live's ``Broadcast`` and ``Admission`` say what is told, and whom to admit; ``PartSchedule`` says when each part is written to.
///
/// Sound as `Sendable` because it is confined to the event loop of its live.
final class RoomEdge: EdgePort, @unchecked Sendable {
    private let id: EdgeID
    private let liveID: LiveID
    private let epoch: String
    private let node: Node
    private let home: RoomLoop
    private var schedule: PartSchedule
    /// What waits for each part, in the order of the schedule's.
    private var batches: [RoomBatch]
    /// The number of the last batch of events that came.
    private var lastBatch: Int64 = 0
    /// Whether the viewers are divided anew soon.
    private var isDivisionDue = false
    /// The live's compressed stream; nil while too few could follow.
    private var deflater: RoomDeflater?
    /// What the event loops report of their deliveries.
    private let reports: DeliveryReports
    /// The last report to the live.
    private var reported: EdgeReport
    /// Whether the live is over. Another start of it may run under its name.
    private var isForgotten = false

    /// Makes an edge without viewers.
    ///
    /// - Parameter home: the event loop that the live runs on.
    init(_ id: EdgeID, liveID: LiveID, epoch: String, node: Node, home: RoomLoop) {
        self.id = id
        self.liveID = liveID
        self.epoch = epoch
        self.node = node
        self.home = home
        schedule = PartSchedule(loops: node.shards.count, limits: node.limits)
        batches = schedule.parts.map { _ in RoomBatch(epoch: epoch) }
        reports = DeliveryReports(loops: node.shards.count)
        reported = EdgeReport(edge: id)
    }

    func handle(_ message: EdgeMessage) {
        switch message {
        case .batch(let batch): take(batch)
        case .flush: writeAll()
        case .admit(let admitted): admit(admitted)
        case .refuseEntry(let connection, let id, let rejection):
            node.reach(connection) { $0.reply(id: id, error: rejection) }
        case .finishEntry(let connection, atOnce: true): node.reach(connection) { $0.finishEntry() }
        case .finishEntry(let connection, atOnce: false):
            let shard = node.shards[connection.loop]
            shard.eventLoop.execute { shard.connection(connection.number)?.finishEntry() }
        case .detach(let connection): if node.services.bug != .removalUnseen { detach(connection) }
        case .exit(let session): node.hub.exit(session, room: liveID)
        case .resumed(let connection, let entry, let frames):
            node.reach(connection) { $0.resumed(entry, replayed: frames) }
        case .resumedInPart(let connection, let position, let membership, let frames):
            node.reach(connection) { $0.resumed(inPart: position, membership, frames: frames) }
        case .resumeEnded(let connection, let position, let bytesMax):
            node.reach(connection) { $0.resumeEnded(position, bytesMax: bytesMax) }
        case .sendBack(let connection): node.reach(connection) { $0.close(.openFailed) }
        case .tellTopic(let frame): tell(frame)
        case .subscribe(let connection, let topic, let ticket): subscribe(connection, to: topic, ticket)
        case .unsubscribe(let connection, let topic): unsubscribe(connection, from: topic)
        case .forget: forget()
        }
    }

    /// Tells the live something. There may be no such live any more.
    private func notify(_ notice: RoomNotice) { node.services.directory.room(liveID)?.notify(notice) }

    private var nanoseconds: UInt64 { node.services.clock.nanoseconds() }
}

// MARK: - The fan-out

extension RoomEdge {
    /// Takes events in, and has them written now or with the tick of each part.
    private func take(_ batch: EdgeMessage.EventBatch) {
        // One that came before is not told twice.
        guard batch.number > lastBatch else { return }
        lastBatch = batch.number
        schedule.members = batch.members
        var isNumbered = false
        for event in batch.events {
            add(event)
            if event.seq != nil { isNumbered = true }
        }
        for index in schedule.parts.indices where !schedule.parts[index].isEmpty {
            switch schedule.decide(index, isNumbered: isNumbered, at: nanoseconds, cost: reports) {
            case .write: write(index)
            case .wake(let due): wake(index, at: due)
            case .wait: break
            }
        }
        report()
    }

    private func wake(_ index: Int, at due: UInt64) {
        home.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
            guard self.schedule.isDue(index, at: due) else { return }
            self.write(index)
            self.report()
        }
    }

    private func add(_ event: Broadcast.Event) {
        let compressed = compress(event.frame)
        for (index, part) in schedule.parts.enumerated() where schedule.isInUse(loop: part.loop) {
            batches[index].append(event.frame, lane: event.lane, seq: event.seq, compressed: compressed)
        }
        schedule.add(isNumbered: event.seq != nil)
    }

    /// The event in the live's compressed stream; nil where it has none.
    private func compress(_ frame: [UInt8]) -> CompressedFrame? {
        guard node.limits.compressionLevel > 0 else { return nil }
        var beginsAfresh = false
        // A stream begins and ends where a batch does.
        if schedule.parts.contains(where: { $0.isEmpty && schedule.isInUse(loop: $0.loop) }) {
            if reports.following == 0, reports.waiting < node.limits.compressionViewersMin {
                deflater = nil
            } else {
                let deflater = deflater ?? RoomDeflater(limits: node.limits)
                self.deflater = deflater
                beginsAfresh = deflater.beginAfresh(isWanted: reports.waiting > 0, at: nanoseconds)
            }
        }
        return deflater.map { CompressedFrame(bytes: $0.text(frame), beginsAfresh: beginsAfresh) }
    }

    /// Writes what waits for a part. One hop a part, never one a viewer.
    ///
    /// Every part has bytes of its own, so that event loops do not fight over one reference count.
    private func write(_ index: Int) {
        let (loop, number) = (schedule.parts[index].loop, schedule.parts[index].number)
        schedule.write(index, at: nanoseconds, cost: reports)
        var batch = batches[index]
        batches[index] = RoomBatch(epoch: epoch)
        guard schedule.isInUse(loop: loop) else { return }
        batch.finish()
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run { [batch, reports, node] in
            let room = shard.room(liveID)
            let start = node.services.clock.nanoseconds()
            let tally = room.deliver(batch, to: number, at: node.services.clock.monotonic())
            room.note(
                bytes: batch.frames.readableBytes, nanoseconds: node.services.clock.nanoseconds() &- start, part: number
            )
            reports.note(following: room.followingCount, waiting: room.waitingCount, cost: room.cost, loop: loop)
            node.services.metrics.delivered(events: batch.count, tally)
        }
        // What is written on another event loop takes its time there.
        if loop == home.index { schedule.noteBusy(loop, until: nanoseconds) }
    }

    /// Writes what waits to all viewers.
    private func writeAll() {
        for index in schedule.parts.indices where !schedule.parts[index].isEmpty { write(index) }
    }

    /// Tells the live how deliveries are, where that has changed.
    private func report() {
        var report = EdgeReport(edge: id)
        report.isDivided = schedule.isDivided
        report.writingNanosecondsMax = reports.nanosecondsMax
        report.picosecondsPerByteMax = reports.picosecondsPerByteMax
        report.waitingBytesMax = batches.reduce(0) { max($0, $1.frames.readableBytes) }
        guard report != reported, !isForgotten else { return }
        reported = report
        notify(.edgeReported(report))
    }

    /// Viewers of an event loop came or went. They are divided anew when those who come or go now have done so.
    private func changeViewers(by change: Int, loop: Int) {
        guard schedule.changeViewers(by: change, loop: loop), !isDivisionDue else { return }
        isDivisionDue = true
        home.eventLoop.execute { self.divide() }
    }

    /// Divides the viewers anew. Afterwards all viewers of a loop have received the same events.
    private func divide() {
        isDivisionDue = false
        writeAll()
        for (loop, count) in schedule.divide() {
            let (liveID, shard) = (liveID, node.shards[loop])
            shard.run {
                shard.room(liveID).divide(into: count)
                shard.forgetRoom(liveID)
            }
        }
        batches = schedule.parts.map { _ in RoomBatch(epoch: epoch) }
        report()
    }

    private func detach(_ connection: ConnectionAddress) {
        changeViewers(by: -1, loop: connection.loop)
        let (liveID, shard) = (liveID, node.shards[connection.loop])
        shard.run {
            guard let connection = shard.connection(connection.number) else { return }
            shard.room(liveID).remove(connection)
            shard.forgetRoom(liveID)
        }
    }

    private func forget() {
        isForgotten = true
        let liveID = liveID
        for shard in node.shards { shard.run { shard.forgetRoom(liveID) } }
    }
}

// MARK: - Entering

extension RoomEdge {
    /// Answers admitted members and adds them to the fan-out. The live is told of sessions that are over or have lost the connection
    /// meanwhile: these are not in the fan-out, but the session may come back.
    private func admit(_ admitted: EdgeMessage.Admitted) {
        lastBatch = max(lastBatch, admitted.after)
        var byLoop: [Int: [EdgeMessage.Admitted.Member]] = [:]
        for member in admitted.members { byLoop[member.entrant.connection.loop, default: []].append(member) }
        for (loop, members) in byLoop.sorted(by: { $0.key < $1.key }) {
            let (part, writeFirst) = schedule.admit(loop: loop, hasPresent: members.contains(where: \.isPresent))
            for index in writeFirst { write(index) }
            for member in members where !node.hub.note(member.entrant.session, in: liveID) {
                notify(.sessionEnded(member.entrant.session, .leave))
            }
            changeViewers(by: members.count { !$0.isPresent }, loop: loop)
            answer(members, snapshot: admitted.snapshot, loop: loop, part: part)
        }
    }

    private func answer(_ members: [EdgeMessage.Admitted.Member], snapshot: ByteBuffer?, loop: Int, part: Int) {
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run { [node] in
            let room = shard.room(liveID)
            func lost(_ entrant: Admission<EntryAnswer>.Entrant) {
                node.services.directory.room(liveID)?.notify(.connectionLost(entrant.session, entrant.connection))
            }
            for member in members {
                let entrant = member.entrant
                guard node.hub.isOpen(entrant.session, over: entrant.connection),
                    let connection = shard.connection(entrant.connection.number)
                else {
                    lost(entrant)
                    continue
                }
                switch entrant.answer {
                case .enter(let id, _):
                    // One write for both.
                    var frames = Framing.text(FrameEncoder.reply(id: id, ok: member.membership.json))
                    if let snapshot { frames.writeImmutableBuffer(snapshot) }
                    connection.entered(frames)
                case .resume(let frames, let recovered):
                    let entry = SessionOpened.Room(
                        room: liveID, joined: true, recovered: recovered, membership: member.membership)
                    connection.resumed(entry, replayed: frames, snapshot: recovered ? nil : snapshot)
                }
                guard connection.isSessionOpen else {
                    lost(entrant)
                    continue
                }
                room.add(connection, to: part)
            }
            shard.forgetRoom(liveID)
        }
    }
}

// MARK: - Topics

extension RoomEdge {
    /// Lets a connection listen to a topic, and tells the live.
    private func subscribe(_ connection: ConnectionAddress, to topic: TopicName, _ ticket: Int64) {
        let (liveID, shard, countMax) = (liveID, node.shards[connection.loop], node.limits.topicSubscriptionsMax)
        shard.run { [node] in
            func answer(_ refusal: Rejection?) {
                node.services.directory.room(liveID)?.notify(.subscribed(ticket: ticket, refusal))
            }
            guard let connection = shard.connection(connection.number) else { return answer(Rejection(.notMember)) }
            let refusal = shard.room(liveID).subscribe(connection, to: topic, max: countMax)
            shard.forgetRoom(liveID)
            answer(refusal)
        }
    }

    private func unsubscribe(_ connection: ConnectionAddress, from topic: TopicName) {
        let (liveID, shard) = (liveID, node.shards[connection.loop])
        shard.run {
            guard let connection = shard.connection(connection.number) else { return }
            shard.room(liveID).unsubscribe(connection, from: topic)
            shard.forgetRoom(liveID)
        }
    }

    /// Hands messages of a topic to every event loop that has viewers, with one hop each.
    private func tell(_ told: EdgeMessage.TopicFrame) {
        let liveID = liveID
        for (loop, viewers) in schedule.viewersByLoop.enumerated() where viewers > 0 {
            let shard = node.shards[loop]
            // Bytes of its own for each event loop, so that they do not fight over one reference count.
            let delivery = TopicDelivery(
                topic: told.topic, frame: Framing.text(told.frame), isEssential: told.isEssential,
                receivers: told.receivers, partMax: node.limits.partViewersMax)
            shard.run { [node] in
                shard.room(liveID).deliver(delivery, node: node, on: shard.eventLoop)
                shard.forgetRoom(liveID)
            }
        }
    }
}
