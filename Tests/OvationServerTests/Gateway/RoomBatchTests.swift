import NIOCore
import OvationModel
import Testing

@testable import OvationNode
@testable import OvationSupport

/// The frames of one tick, for fast and for slow connections.
struct RoomBatchTests {
    private func framed(_ payloads: [UInt8]...) -> ByteBuffer {
        var buffer = ByteBuffer()
        for payload in payloads { Framing.appendText(payload, to: &buffer) }
        return buffer
    }

    @Test func `a new batch is empty`() {
        let batch = RoomBatch(epoch: "e")
        #expect(batch.isEmpty)
        #expect(batch.frames.readableBytes == 0)
        #expect(batch.essentialFrames.readableBytes == 0)
        #expect(batch.droppable == nil)
    }

    @Test func `fast connections get every frame in order, and slow ones get gifts and control events`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .barrage, seq: 10)
        batch.append([2], lane: .essential, seq: 11)
        batch.append([3], lane: .membership, seq: 12)
        batch.append([4], lane: .reaction, seq: nil)
        batch.append([5], lane: .essential, seq: 13)
        batch.append([6], lane: .count, seq: nil)
        #expect(!batch.isEmpty)
        #expect(batch.count == 6)
        #expect(batch.frames == framed([1], [2], [3], [4], [5], [6]))
        #expect(batch.essentialFrames == framed([2], [5]))
        #expect(batch.droppable == 10...12)
    }

    @Test(arguments: DeliveryClass.allCases)
    func `only numbered events that are not essential are announced as skipped`(lane: DeliveryClass) {
        var numbered = RoomBatch(epoch: "e")
        numbered.append([1], lane: lane, seq: 7)
        #expect(numbered.droppable == (lane == .essential ? nil : 7...7))
        #expect((numbered.essentialFrames.readableBytes > 0) == (lane == .essential))
        var unnumbered = RoomBatch(epoch: "e")
        unnumbered.append([1], lane: lane, seq: nil)
        #expect(unnumbered.droppable == nil)
    }

    @Test func `the skipped range starts and ends with events that were left out`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .essential, seq: 1)
        batch.append([2], lane: .barrage, seq: 2)
        batch.append([3], lane: .essential, seq: 3)
        batch.append([4], lane: .barrage, seq: 4)
        batch.append([5], lane: .essential, seq: 5)
        #expect(batch.droppable == 2...4)
    }

    /// A frame of the compressed stream. Its bytes are not compressed, because only its readers matter here.
    private func compressed(_ byte: UInt8, beginsAfresh: Bool = false) -> CompressedFrame {
        CompressedFrame(bytes: ByteBuffer(bytes: [byte]), beginsAfresh: beginsAfresh)
    }

    @Test func `a viewer who joins the compressed stream gets the frames before its new start uncompressed`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .barrage, seq: 1, compressed: compressed(101))
        batch.append([2], lane: .barrage, seq: 2, compressed: compressed(102, beginsAfresh: true))
        batch.append([3], lane: .barrage, seq: 3, compressed: compressed(103, beginsAfresh: true))
        batch.finish()
        #expect(batch.compressedFrames == ByteBuffer(bytes: [101, 102, 103]))
        var joining = framed([1])
        joining.writeBytes([102, 103])
        #expect(batch.joiningFrames == joining)
        #expect(batch.frames == framed([1], [2], [3]))
        #expect(!batch.isOutOfStream)
    }

    @Test func `a viewer who joins at a stream's new start gets the same frames as the others`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .barrage, seq: 1, compressed: compressed(101, beginsAfresh: true))
        batch.finish()
        #expect(batch.joiningFrames == ByteBuffer(bytes: [101]))
        var other = RoomBatch(epoch: "e")
        other.append([1], lane: .barrage, seq: 1, compressed: compressed(101))
        other.finish()
        #expect(other.joiningFrames == nil, "the stream does not start again in this batch")
    }

    @Test(arguments: [true, false])
    func `a batch with a frame outside of the stream ends the stream`(begins: Bool) {
        var batch = RoomBatch(epoch: "e")
        let first = begins ? nil : compressed(101)
        let second = begins ? compressed(102, beginsAfresh: true) : nil
        batch.append([1], lane: .barrage, seq: 1, compressed: first)
        batch.append([2], lane: .barrage, seq: 2, compressed: second)
        batch.append([3], lane: .barrage, seq: 3, compressed: compressed(103))
        batch.finish()
        #expect(batch.compressedFrames == nil)
        #expect(batch.joiningFrames == nil)
        #expect(batch.isOutOfStream)
        #expect(batch.frames == framed([1], [2], [3]))
    }

    @Test func `a batch without compressed frames does not affect followers of an old stream`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .barrage, seq: 1)
        batch.finish()
        #expect(batch.compressedFrames == nil && !batch.isOutOfStream)
    }
}
