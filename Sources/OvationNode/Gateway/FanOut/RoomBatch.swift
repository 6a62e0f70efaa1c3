import NIOCore
import OvationModel
import OvationSupport

/// An event as a frame of its room's compressed stream.
struct CompressedFrame {
    var bytes: ByteBuffer
    /// Whether the stream begins afresh with it, and refers to nothing before.
    var beginsAfresh: Bool
}

/// What one room has to tell some of its viewers in one tick.
struct RoomBatch {
    /// The run of numbers that the events belong to.
    let epoch: String
    /// Every event, framed, in order.
    var frames = ByteBuffer()
    /// The gifts and control among them, framed.
    var essentialFrames = ByteBuffer()
    /// The same as `frames`, for those who follow the room's compressed stream; nil where they get these too.
    private(set) var compressedFrames: ByteBuffer?
    /// The same, for one who follows the stream from where it begins afresh; nil where it does not.
    private(set) var joiningFrames: ByteBuffer?
    /// Whether the stream goes on without something that is only in `frames`, so that who is sent these follows it no more.
    private(set) var isOutOfStream = false
    /// How many bytes come before the place where the stream begins afresh.
    private var afresh: (frames: Int, compressed: Int)?
    /// How many events.
    var count = 0
    /// Whether some of them have a place among the room's events.
    var hasNumbered = false
    /// Whether some of them should not wait for the next flush that happens anyway.
    var isUrgent = false
    /// The first and last `seq` of those that a slow connection goes without.
    var droppable: ClosedRange<Int64>?

    /// Makes one with nothing in it.
    init(epoch: String) { self.epoch = epoch }

    /// Whether there is nothing to tell.
    var isEmpty: Bool { count == 0 }

    /// Adds an event.
    ///
    /// - Parameter compressed: the event in the room's compressed stream; nil where it is not in one.
    mutating func append(_ frame: [UInt8], lane: DeliveryClass, seq: Int64?, compressed: CompressedFrame? = nil) {
        follow(compressed)
        count += 1
        if seq != nil { hasNumbered = true }
        Framing.appendText(frame, to: &frames)
        if lane == .essential {
            Framing.appendText(frame, to: &essentialFrames)
        } else if let seq {
            droppable = (droppable?.lowerBound ?? seq)...seq
        }
    }

    /// Goes on with the compressed stream. A batch is in it wholly or not at all.
    private mutating func follow(_ compressed: CompressedFrame?) {
        if isEmpty, compressed != nil { compressedFrames = ByteBuffer() }
        let bytesBefore = compressedFrames?.readableBytes
        if let compressed, let bytesBefore {
            if compressed.beginsAfresh, afresh == nil { afresh = (frames.readableBytes, bytesBefore) }
            compressedFrames?.writeImmutableBuffer(compressed.bytes)
        } else if compressed != nil || bytesBefore != nil {
            isOutOfStream = true
            compressedFrames = nil
        }
    }

    /// Nothing more is added.
    mutating func finish() {
        guard let compressedFrames, let afresh else { return }
        guard afresh.frames > 0 else {
            joiningFrames = compressedFrames
            return
        }
        var joining = frames.getSlice(at: frames.readerIndex, length: afresh.frames) ?? ByteBuffer()
        var rest = compressedFrames
        rest.moveReaderIndex(forwardBy: afresh.compressed)
        joining.writeImmutableBuffer(rest)
        joiningFrames = joining
    }
}
