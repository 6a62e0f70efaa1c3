import NIOCore
import OvationModel
import Testing

@testable import OvationServer

/// What one tick has to tell, for quick connections and for slow ones.
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

    @Test func `everything is for all, in order, and gifts and control are for the slow too`() {
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
    func `only what has a number and is not essential is told as skipped`(lane: DeliveryClass) {
        var numbered = RoomBatch(epoch: "e")
        numbered.append([1], lane: lane, seq: 7)
        #expect(numbered.droppable == (lane == .essential ? nil : 7...7))
        #expect((numbered.essentialFrames.readableBytes > 0) == (lane == .essential))
        var unnumbered = RoomBatch(epoch: "e")
        unnumbered.append([1], lane: lane, seq: nil)
        #expect(unnumbered.droppable == nil)
    }

    @Test func `the range that is skipped begins and ends with what is left out`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1], lane: .essential, seq: 1)
        batch.append([2], lane: .barrage, seq: 2)
        batch.append([3], lane: .essential, seq: 3)
        batch.append([4], lane: .barrage, seq: 4)
        batch.append([5], lane: .essential, seq: 5)
        #expect(batch.droppable == 2...4)
    }

    @Test func `a copy has the same content in memory of its own`() {
        var batch = RoomBatch(epoch: "e")
        batch.append([1, 2, 3], lane: .essential, seq: 1)
        batch.append([4], lane: .barrage, seq: 2)
        var copy = batch.copied()
        #expect(copy.epoch == "e")
        #expect(copy.count == 2)
        #expect(copy.droppable == 2...2)
        #expect(copy.frames == batch.frames)
        #expect(copy.essentialFrames == batch.essentialFrames)
        func address(_ buffer: ByteBuffer) -> UnsafeRawPointer? { buffer.withUnsafeReadableBytes { $0.baseAddress } }
        #expect(address(copy.frames) != address(batch.frames))
        copy.append([5], lane: .barrage, seq: 3)
        #expect(batch.count == 2)
        #expect(batch.frames == framed([1, 2, 3], [4]))
    }
}
