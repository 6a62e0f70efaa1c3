import NIOCore
import OvationModel
import OvationRules
import OvationWire

/// The way of a live to its viewers: the bytes that wait for each part of them, the compressed stream, and the loop rooms that
/// write.
///
/// It decides nothing: what waits, when it is written and who is let in comes from the live's ``Broadcast`` and ``Admission``.
/// Confined to the event loop of its live.
final class RoomEdge {
    private let liveID: LiveID
    private let epoch: String
    private let node: Node
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

    init(liveID: LiveID, epoch: String, node: Node) {
        self.liveID = liveID
        self.epoch = epoch
        self.node = node
        parts = (0..<node.shardCount).map { Part(loop: $0, number: 0, batch: RoomBatch(epoch: epoch)) }
        reports = DeliveryReports(loops: node.shardCount)
    }

    /// Whether what waits takes longer to deliver than it may.
    var isOverloaded: Bool {
        let bytes = parts.reduce(0) { max($0, $1.batch.frames.readableBytes) }
        return reports.exceeds(milliseconds: node.limits.deliveryMillisecondsMax, bytes: bytes)
    }

    /// Adds an event to what waits for every part that is in use.
    func add(_ event: Broadcast.Event, in schedule: PartSchedule) {
        let compressed = compress(event.frame, in: schedule)
        for index in parts.indices where schedule.isInUse(loop: parts[index].loop) {
            parts[index].batch.append(event.frame, lane: event.lane, seq: event.seq, compressed: compressed)
        }
        node.metrics.event(event.name)
    }

    /// The event in the live's compressed stream; nil where it has none.
    private func compress(_ frame: [UInt8], in schedule: PartSchedule) -> CompressedFrame? {
        guard node.limits.compressionLevel > 0 else { return nil }
        var beginsAfresh = false
        // A stream begins and ends where a batch does.
        if parts.contains(where: { $0.batch.isEmpty && schedule.isInUse(loop: $0.loop) }) {
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

    /// Writes what waits for a part. One hop a part, never one a viewer.
    ///
    /// Every part has bytes of its own, so that event loops do not fight over one reference count.
    ///
    /// - Returns: the event loop that writes.
    func write(part index: Int, in schedule: PartSchedule) -> Int {
        var batch = parts[index].batch
        parts[index].batch = RoomBatch(epoch: epoch)
        let (loop, number) = (parts[index].loop, parts[index].number)
        guard schedule.viewersByLoop[loop] > 0 else { return loop }
        batch.finish()
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run { [batch, reports, node] in
            let room = shard.room(liveID)
            let start = node.clock.nanoseconds()
            let tally = room.deliver(batch, to: number, at: node.clock.monotonic())
            room.note(
                bytes: batch.frames.readableBytes, nanoseconds: node.clock.nanoseconds() &- start, part: number)
            reports.note(following: room.followingCount, waiting: room.waitingCount, cost: room.cost, loop: loop)
            node.metrics.delivered(events: batch.count, tally)
        }
        return loop
    }

    /// Divides the viewers of an event loop anew. Nothing waits for its parts, before and after.
    func divide(loop: Int, into count: Int) {
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

    /// Tells those who are let in so, and takes them into the fan-out.
    ///
    /// - Parameters:
    ///   - snapshot: what the live is, for those who need it.
    ///   - lost: told of those whose connection was lost meanwhile, and who are not in the fan-out. Their session may come back.
    func admit(
        _ admitted: [(entrant: RoomRuntime.Entrant, membership: RoomJoined)], snapshot: ByteBuffer?, on loop: Int,
        to part: Int, lost: @escaping @Sendable (RoomRuntime.Entrant) -> Void
    ) {
        guard !admitted.isEmpty else { return }
        let (liveID, shard) = (liveID, node.shards[loop])
        shard.run {
            let room = shard.room(liveID)
            for (entrant, membership) in admitted {
                guard let connection = shard.connection(entrant.connection.number) else {
                    lost(entrant)
                    continue
                }
                switch entrant.answer {
                case .enter(let id, _):
                    // One write for both.
                    var frames = Framing.text(FrameEncoder.reply(id: id, ok: membership.json))
                    if let snapshot { frames.writeImmutableBuffer(snapshot) }
                    connection.entered(frames)
                case .resume(let frames, let recovered):
                    let entry = SessionOpened.Room(
                        room: liveID, joined: true, recovered: recovered, membership: membership)
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

    /// Takes a connection out of the fan-out.
    func detach(_ connection: ConnectionAddress) {
        let (liveID, shard) = (liveID, node.shards[connection.loop])
        shard.run {
            guard let connection = shard.connection(connection.number) else { return }
            shard.room(liveID).remove(connection)
            shard.forgetRoom(liveID)
        }
    }

    /// Forgets the live on every event loop, when nobody is in it any more.
    func forget() {
        let liveID = liveID
        for shard in node.shards { shard.run { shard.forgetRoom(liveID) } }
    }
}
