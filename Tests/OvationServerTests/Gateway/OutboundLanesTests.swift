import OvationModel
import OvationTestKit
import Testing

@testable import OvationNode

/// A connection that reads too slowly first loses barrage and is then closed. It never uses up the room's memory.
struct OutboundLanesTests {
    private let start = Timestamp(milliseconds: 1_000)

    private func lanes(bytesMax: Int = 1_000, seconds: Int = 30) -> OutboundLanes {
        var limits = Limits()
        limits.connectionPendingBytesMax = bytesMax
        limits.slowConnectionSeconds = seconds
        return OutboundLanes(limits: limits)
    }

    @Test func `a connection that accepts bytes gets everything, however much`() {
        var lanes = lanes()
        for _ in 1...10 {
            #expect(lanes.offer(essentialBytes: 1_000_000, isWritable: true, at: start) == .writeAll)
            #expect(lanes.offerReply(bytes: 1_000_000, isWritable: true, at: start) == true)
        }
        #expect(lanes.pendingBytes == 0)
        #expect(lanes.blockedSince == nil)
    }

    @Test func `a blocked connection loses barrage and still gets gifts and control events`() {
        var lanes = lanes()
        #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: start) == .skip)
        #expect(lanes.blockedSince == start)
        #expect(lanes.offer(essentialBytes: 400, isWritable: false, at: start.adding(seconds: 1)) == .writeEssential)
        #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: start.adding(seconds: 2)) == .skip)
        #expect(lanes.pendingBytes == 400)
        #expect(lanes.blockedSince == start, "the time counts from the first skip")
    }

    @Test func `a blocked connection is closed above its limit of pending bytes, and not at the limit`() {
        var lanes = lanes()
        #expect(lanes.offer(essentialBytes: 999, isWritable: false, at: start) == .writeEssential)
        #expect(lanes.offer(essentialBytes: 1, isWritable: false, at: start) == .writeEssential)
        #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: start) == .skip)
        #expect(lanes.offer(essentialBytes: 1, isWritable: false, at: start) == .close)
        var once = self.lanes()
        #expect(once.offer(essentialBytes: 1_001, isWritable: false, at: start) == .close)
    }

    @Test func `replies count towards the same limit`() {
        var lanes = lanes()
        #expect(lanes.offer(essentialBytes: 500, isWritable: false, at: start) == .writeEssential)
        #expect(lanes.offerReply(bytes: 500, isWritable: false, at: start) == true)
        #expect(lanes.offerReply(bytes: 1, isWritable: false, at: start) == false)
        #expect(lanes.offer(essentialBytes: 1, isWritable: false, at: start) == .close)
        var first = self.lanes()
        #expect(first.offerReply(bytes: 10, isWritable: false, at: start) == true)
        #expect(first.blockedSince == start, "a reply can be the first to find the connection blocked")
    }

    @Test func `a connection that was blocked for thirty seconds is closed, whatever there is to write`() {
        for essentialBytes in [0, 1] {
            var lanes = lanes()
            #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: start) == .skip)
            let almost = start.adding(milliseconds: 29_999)
            #expect(!lanes.isTooSlow(at: almost))
            #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: almost) == .skip)
            let over = start.adding(seconds: 30)
            #expect(lanes.isTooSlow(at: over))
            #expect(lanes.offer(essentialBytes: essentialBytes, isWritable: false, at: over) == .close)
        }
    }

    @Test func `without a time limit a blocked connection is closed only for its bytes`() {
        var lanes = lanes(seconds: 0)
        #expect(lanes.offer(essentialBytes: 0, isWritable: false, at: start) == .skip)
        let later = start.adding(seconds: 1_000_000)
        #expect(!lanes.isTooSlow(at: later))
        #expect(lanes.offer(essentialBytes: 1, isWritable: false, at: later) == .writeEssential)
        #expect(lanes.offer(essentialBytes: 1_000, isWritable: false, at: later) == .close)
    }

    @Test func `a connection that accepts bytes again starts with all of its limits`() {
        for recover in [
            { (lanes: inout OutboundLanes) in lanes.becameWritable() },
            { (lanes: inout OutboundLanes) in
                #expect(lanes.offer(essentialBytes: 5, isWritable: true, at: self.start) == .writeAll)
            },
        ] {
            var lanes = lanes()
            #expect(lanes.offer(essentialBytes: 900, isWritable: false, at: start) == .writeEssential)
            recover(&lanes)
            #expect(lanes.pendingBytes == 0)
            #expect(lanes.blockedSince == nil)
            let later = start.adding(seconds: 29)
            #expect(lanes.offer(essentialBytes: 900, isWritable: false, at: later) == .writeEssential)
            #expect(!lanes.isTooSlow(at: start.adding(seconds: 58)))
            #expect(lanes.isTooSlow(at: later.adding(seconds: 30)))
        }
    }

    @Test func `a blocked connection is never given more than its limit, whatever happens`() {
        var random = SeededGenerator.printed()
        let seed = random.seed
        for _ in 0..<500 {
            var lanes = lanes()
            var now = start
            var handedOver = 0
            while true {
                now = now.adding(milliseconds: Int64.random(in: 0...2_000, using: &random))
                let bytes = Int.random(in: 0...300, using: &random)
                if Bool.random(using: &random) {
                    guard lanes.offerReply(bytes: bytes, isWritable: false, at: now) else { break }
                    handedOver += bytes
                } else {
                    let decision = lanes.offer(essentialBytes: bytes, isWritable: false, at: now)
                    if decision == .close { break }
                    #expect(decision == (bytes == 0 ? .skip : .writeEssential), "seed \(seed)")
                    handedOver += bytes
                }
                #expect(handedOver <= 1_000, "seed \(seed)")
                #expect(lanes.pendingBytes == handedOver, "seed \(seed)")
            }
        }
    }
}
