import NIOCore
import OvationModel

/// What one room has to tell in one tick.
struct RoomBatch {
    /// The run of numbers that the events belong to.
    let epoch: String
    /// Every event, framed, in order.
    var frames = ByteBuffer()
    /// The gifts and control among them, framed.
    var essentialFrames = ByteBuffer()
    /// The same as `frames`, of the room's compressed stream; nil where it has none.
    var compressedFrames: ByteBuffer?
    /// Whether the compressed frames refer to nothing before them.
    var beginsAfresh = false
    /// How many events.
    var count = 0
    /// Whether some of them should not wait for the next flush that happens anyway.
    var isUrgent = false
    /// The first and last `seq` of those that a slow connection goes without.
    var droppable: ClosedRange<Int64>?

    /// Whether there is nothing to tell.
    var isEmpty: Bool { count == 0 }

    /// Adds an event.
    mutating func append(_ frame: [UInt8], lane: DeliveryClass, seq: Int64?) {
        count += 1
        Framing.appendText(frame, to: &frames)
        if lane == .essential {
            Framing.appendText(frame, to: &essentialFrames)
        } else if let seq {
            droppable = (droppable?.lowerBound ?? seq)...seq
        }
    }

    /// Adds the event that was appended last to the compressed stream, where the batch has a part of it.
    mutating func compress(_ frame: [UInt8], with deflater: RoomDeflater) {
        guard var frames = compressedFrames else { return }
        // Taken out meanwhile, so that it is changed where it is.
        compressedFrames = nil
        deflater.appendText(frame, to: &frames)
        compressedFrames = frames
    }

    /// The same bytes in memory of their own, so that event loops do not fight over one reference count.
    func copied() -> RoomBatch {
        var copy = self
        copy.frames = ByteBuffer(bytes: frames.readableBytesView)
        copy.essentialFrames = ByteBuffer(bytes: essentialFrames.readableBytesView)
        copy.compressedFrames = compressedFrames.map { ByteBuffer(bytes: $0.readableBytesView) }
        return copy
    }
}

/// What became of a batch on one event loop.
struct DeliveryTally {
    /// How many connections took it, wholly or in part.
    var connections = 0
    /// How many bytes they were sent, all together.
    var bytes = 0
    /// How many bytes less these are because of the compressed stream.
    var savedBytes = 0
    /// How many connections follow the room's compressed stream.
    var following = 0
    /// How many could and wait for it to begin afresh.
    var waiting = 0
}

/// The connections of one room on one event loop, densely packed.
///
/// Confined to its event loop.
final class LoopRoom {
    let liveID: LiveID
    private(set) var connections: ContiguousArray<Connection> = []

    init(liveID: LiveID) { self.liveID = liveID }

    /// Adds a connection; does nothing where it is in the room already.
    func add(_ connection: Connection) {
        guard connection.place(in: self) == nil else { return }
        connection.enter(self, at: connections.count)
        connections.append(connection)
    }

    /// Takes a connection out; the last one takes its place.
    func remove(_ connection: Connection) {
        guard let place = connection.place(in: self) else { return }
        connection.exit(self)
        let last = connections.removeLast()
        guard last !== connection else { return }
        connections[place] = last
        last.move(in: self, to: place)
    }

    /// Writes a batch to every connection.
    func deliver(_ batch: RoomBatch, at now: Timestamp) -> DeliveryTally {
        var tally = DeliveryTally()
        // By index, because a connection that is too slow leaves the room while it is its turn.
        var index = 0
        while index < connections.count {
            let connection = connections[index]
            connection.deliver(batch, of: self, at: now, &tally)
            if index < connections.count, connections[index] === connection { index += 1 }
        }
        return tally
    }
}
