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
    /// Whether some of them have a place among the room's events.
    var hasNumbered = false
    /// Whether some of them should not wait for the next flush that happens anyway.
    var isUrgent = false
    /// The first and last `seq` of those that a slow connection goes without.
    var droppable: ClosedRange<Int64>?

    /// Whether there is nothing to tell.
    var isEmpty: Bool { count == 0 }

    /// Adds an event.
    mutating func append(_ frame: [UInt8], lane: DeliveryClass, seq: Int64?) {
        count += 1
        if seq != nil { hasNumbered = true }
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
