import NIOCore
import OvationModel
import OvationObservability
import OvationRules
import OvationSupport
import OvationWire

/// The way of a live to its viewers: the bytes that wait for each part of them, the compressed stream, and the loop rooms that
/// write.
///
/// It decides nothing: the live's ``Broadcast`` and ``Admission`` say what waits, when to write it and whom to admit.
/// Confined to the event loop of its live.
final class RoomEdge: EdgePort {
    private let liveID: LiveID
    private let epoch: String
    private let node: Node
    private let homeLoop: Int
    /// One part of the viewers, and what waits for it.
    private struct Part {
        let loop: Int
        let number: Int
        var batch: RoomBatch
    }

    /// The parts, those of an event loop one after the other, as the live's ``PartSchedule`` has them.
    private var parts: [Part]
    /// The live's compressed stream; nil while too few could follow.
    private var deflater: RoomDeflater?
    /// What the event loops report of their deliveries.
    let reports: DeliveryReports

    init(liveID: LiveID, epoch: String, node: Node, homeLoop: Int) {
        self.liveID = liveID
        self.epoch = epoch
        self.node = node
        self.homeLoop = homeLoop
        parts = (0..<node.shards.count).map { Part(loop: $0, number: 0, batch: RoomBatch(epoch: epoch)) }
        reports = DeliveryReports(loops: node.shards.count)
    }

    /// Whether what waits takes longer to deliver than it may.
    var isOverloaded: Bool {
        let bytes = parts.reduce(0) { max($0, $1.batch.frames.readableBytes) }
        return reports.exceeds(milliseconds: node.limits.deliveryMillisecondsMax, bytes: bytes)
    }

    var sessions: EdgeSessions {
        EdgeSessions(hub: node.hub, liveID: liveID, roomsMax: node.limits.roomsPerSessionMax)
    }

    func handle(_ message: EdgeMessage) {
        switch message {
        case .add(let event, let viewers): add(event, viewers)
        case .write(let part, let viewers): write(part: part, viewers)
        case .divide(let loop, let count): divide(loop: loop, into: count)
        case .admit(let admitted): admit(admitted)
        case .refuseEntry(let connection, let id, let rejection):
            node.reach(connection) { $0.reply(id: id, error: rejection) }
        case .finishEntry(let connection, atOnce: true): node.reach(connection) { $0.finishEntry() }
        case .finishEntry(let connection, atOnce: false):
            let shard = node.shards[connection.loop]
            shard.eventLoop.execute { shard.connection(connection.number)?.finishEntry() }
        case .detach(let connection): detach(connection)
        case .resumed(let connection, let entry, let frames):
            node.reach(connection) { $0.resumed(entry, replayed: frames) }
        case .resumedInPart(let connection, let position, let membership, let frames):
            node.reach(connection) { $0.resumed(inPart: position, membership, frames: frames) }
        case .resumeEnded(let connection, let position, let bytesMax):
            node.reach(connection) { $0.resumeEnded(position, bytesMax: bytesMax) }
        case .sendBack(let connection): node.reach(connection) { $0.close(.openFailed) }
        case .tellTopic(let frame, let viewers): tell(frame, viewers)
        case .unsubscribe(let connection, let topic): unsubscribe(connection, from: topic)
        case .forget: forget()
        }
    }
}

// MARK: - The fan-out

extension RoomEdge {
    /// Whether an event loop has viewers, or is the home loop, where viewers may be about to enter.
    private func isInUse(loop: Int, _ viewersByLoop: [Int]) -> Bool { viewersByLoop[loop] > 0 || loop == homeLoop }

    private func add(_ event: Broadcast.Event, _ viewersByLoop: [Int]) {
        let compressed = compress(event.frame, viewersByLoop)
        for index in parts.indices where isInUse(loop: parts[index].loop, viewersByLoop) {
            parts[index].batch.append(event.frame, lane: event.lane, seq: event.seq, compressed: compressed)
        }
        node.services.metrics.event(event.name)
    }

    /// The event in the live's compressed stream; nil where it has none.
    private func compress(_ frame: [UInt8], _ viewersByLoop: [Int]) -> CompressedFrame? {
        guard node.limits.compressionLevel > 0 else { return nil }
        var beginsAfresh = false
        // A stream begins and ends where a batch does.
        if parts.contains(where: { $0.batch.isEmpty && isInUse(loop: $0.loop, viewersByLoop) }) {
            if reports.following == 0, reports.waiting < node.limits.compressionViewersMin {
                deflater = nil
            } else {
                let deflater = deflater ?? RoomDeflater(limits: node.limits)
                self.deflater = deflater
                beginsAfresh = deflater.beginAfresh(
                    isWanted: reports.waiting > 0, at: node.services.clock.nanoseconds())
            }
        }
        return deflater.map { CompressedFrame(bytes: $0.text(frame), beginsAfresh: beginsAfresh) }
    }

    /// Writes what waits for a part. One hop a part, never one a viewer.
    ///
    /// Every part has bytes of its own, so that event loops do not fight over one reference count.
    private func write(part index: Int, _ viewersByLoop: [Int]) {
        var batch = parts[index].batch
        parts[index].batch = RoomBatch(epoch: epoch)
        let (loop, number) = (parts[index].loop, parts[index].number)
        guard viewersByLoop[loop] > 0 else { return }
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
    }

    private func divide(loop: Int, into count: Int) {
        guard let first = parts.firstIndex(where: { $0.loop == loop }) else { return }
        let end = parts[first...].firstIndex { $0.loop != loop } ?? parts.endIndex
        precondition(
            parts[first..<end].allSatisfy(\.batch.isEmpty), "what waits is written before the viewers are divided")
        let divided = (0..<count).map { Part(loop: loop, number: $0, batch: RoomBatch(epoch: epoch)) }
        parts.replaceSubrange(first..<end, with: divided)
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run {
            shard.room(liveID).divide(into: count)
            shard.forgetRoom(liveID)
        }
    }

    private func detach(_ connection: ConnectionAddress) {
        let (liveID, shard) = (liveID, node.shards[connection.loop])
        shard.run {
            guard let connection = shard.connection(connection.number) else { return }
            shard.room(liveID).remove(connection)
            shard.forgetRoom(liveID)
        }
    }

    private func forget() {
        let liveID = liveID
        for shard in node.shards { shard.run { shard.forgetRoom(liveID) } }
    }
}

// MARK: - Entering

extension RoomEdge {
    /// Answers admitted members and adds them to the fan-out. When a connection was lost meanwhile, the live is notified: the
    /// member is not in the fan-out, but the session may come back.
    private func admit(_ admitted: EdgeMessage.Admitted) {
        guard !admitted.members.isEmpty else { return }
        let (liveID, shard) = (liveID, node.shards[admitted.loop])
        shard.run { [node] in
            let room = shard.room(liveID)
            func lost(_ entrant: Admission<EntryAnswer>.Entrant) {
                node.services.directory.room(liveID)?.notify(.connectionLost(entrant.session, entrant.connection))
            }
            for member in admitted.members {
                let entrant = member.entrant
                guard let connection = shard.connection(entrant.connection.number) else {
                    lost(entrant)
                    continue
                }
                switch entrant.answer {
                case .enter(let id, _):
                    // One write for both.
                    var frames = Framing.text(FrameEncoder.reply(id: id, ok: member.membership.json))
                    if let snapshot = admitted.snapshot { frames.writeImmutableBuffer(snapshot) }
                    connection.entered(frames)
                case .resume(let frames, let recovered):
                    let entry = SessionOpened.Room(
                        room: liveID, joined: true, recovered: recovered, membership: member.membership)
                    connection.resumed(entry, replayed: frames, snapshot: recovered ? nil : admitted.snapshot)
                }
                guard connection.isSessionOpen else {
                    lost(entrant)
                    continue
                }
                room.add(connection, to: admitted.part)
            }
            shard.forgetRoom(liveID)
        }
    }
}

// MARK: - Topics

extension RoomEdge {
    func subscribe(
        _ connection: ConnectionAddress, to topic: TopicName, _ done: @escaping @Sendable (Rejection?) -> Void
    ) {
        let (liveID, shard, countMax) = (liveID, node.shards[connection.loop], node.limits.topicSubscriptionsMax)
        shard.run {
            guard let connection = shard.connection(connection.number) else { return done(Rejection(.notMember)) }
            let refusal = shard.room(liveID).subscribe(connection, to: topic, max: countMax)
            shard.forgetRoom(liveID)
            done(refusal)
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
    private func tell(_ told: EdgeMessage.TopicFrame, _ viewersByLoop: [Int]) {
        let liveID = liveID
        for (loop, viewers) in viewersByLoop.enumerated() where viewers > 0 {
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
