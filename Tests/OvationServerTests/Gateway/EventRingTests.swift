import Testing

@testable import OvationNode

/// The ring gives a returning client exactly the events that it missed, or nothing at all.
struct EventRingTests {
    private func ring(countMax: Int, lastSeq: Int64 = 1_000, events: Int) -> EventRing {
        var ring = EventRing(countMax: countMax, lastSeq: lastSeq, durable: 0)
        for _ in 0..<events {
            let seq = ring.takeSeq()
            ring.append(frame(seq), seq: seq, durable: 0)
        }
        return ring
    }

    private func frame(_ seq: Int64) -> [UInt8] { Array("event \(seq)".utf8) }

    private func frames(_ range: ClosedRange<Int64>) -> [[UInt8]] { range.map(frame) }

    @Test func `numbers continue from the start`() {
        var ring = EventRing(countMax: 5, lastSeq: 41, durable: 0)
        #expect(ring.lastSeq == 41)
        #expect(ring.takeSeq() == 42)
        ring.append([1], seq: 42, durable: 0)
        #expect(ring.takeSeq() == 43)
        ring.append([2], seq: 43, durable: 0)
        #expect(ring.lastSeq == 43)
    }

    @Test func `an empty ring recovers a viewer at its start with no events, and no other viewer`() {
        let ring = ring(countMax: 5, events: 0)
        #expect(ring.frames(after: 1_000, known: 0) == [])
        for seq in [Int64(999), 1_001, 0, -1, .min, .max] { #expect(ring.frames(after: seq, known: 0) == nil) }
    }

    @Test func `every place gets exactly the events after it, or nothing`() {
        for events in 0...12 {
            let ring = ring(countMax: 5, events: events)
            let last = 1_000 + Int64(events)
            let oldest = max(1_000, last - 5)
            for seq in Int64(990)...1_020 {
                let expected: [[UInt8]]? =
                    seq == last ? [] : (oldest..<last).contains(seq) ? frames(seq + 1...last) : nil
                #expect(ring.frames(after: seq, known: 0) == expected, "after \(seq) of \(events)")
            }
        }
    }

    @Test func `a number that no server gave gets nothing and does not crash`() {
        let ring = ring(countMax: 5, events: 3)
        for seq in [Int64.min, .min + 1, -1, 0, 1_004, .max - 1, .max] {
            #expect(ring.frames(after: seq, known: 0) == nil)
        }
    }

    @Test func `a ring that starts at a real epoch's numbers recovers too`() {
        let start = Int64(1_732_156_800_123_000)
        let ring = ring(countMax: 500, lastSeq: start, events: 750)
        #expect(ring.lastSeq == start + 750)
        #expect(ring.frames(after: start + 250, known: 0)?.count == 500)
        #expect(ring.frames(after: start + 249, known: 0) == nil)
        #expect(ring.frames(after: start + 749, known: 0) == [frame(start + 750)])
    }

    @Test(arguments: [0, -3])
    func `a ring keeps at least one event`(countMax: Int) {
        let ring = ring(countMax: countMax, events: 4)
        #expect(ring.frames(after: 1_003, known: 0) == [frame(1_004)])
        #expect(ring.frames(after: 1_002, known: 0) == nil)
    }

    @Test func `a number that was taken and not used prevents only recoveries across it`() {
        var ring = ring(countMax: 5, events: 3)
        _ = ring.takeSeq()
        #expect(ring.frames(after: 1_003, known: 0) == nil, "event 1,004 is not in the ring")
        #expect(ring.frames(after: 1_004, known: 0) == [])
        let seq = ring.takeSeq()
        ring.append(frame(seq), seq: seq, durable: 0)
        #expect(ring.frames(after: 1_004, known: 0) == [frame(1_005)])
        for lost in Int64(1_000)...1_003 { #expect(ring.frames(after: lost, known: 0) == nil) }
    }

    @Test func `a client that lacks a stored event from before its place gets nothing`() {
        var ring = EventRing(countMax: 4, lastSeq: 1_000, durable: 7)
        for durable in [7, 8, 8, 9, 9, 10] as [Int64] {
            let seq = ring.takeSeq()
            ring.append(frame(seq), seq: seq, durable: durable)
        }
        // The first four events had the stored numbers 7, 8, 8 and 9. The ring still has the events after 1,002.
        #expect(ring.frames(after: 1_002, known: 8) == frames(1_003...1_006))
        #expect(ring.frames(after: 1_002, known: 7) == nil, "the client lacks stored event 8")
        #expect(ring.frames(after: 1_004, known: 9) == frames(1_005...1_006))
        #expect(ring.frames(after: 1_004, known: 8) == nil)
        #expect(ring.frames(after: 1_006, known: 10) == [])
        #expect(ring.frames(after: 1_006, known: 9) == nil)
        #expect(ring.frames(after: 1_006, known: .max) == [])
        let empty = EventRing(countMax: 4, lastSeq: 1_000, durable: 7)
        #expect(empty.frames(after: 1_000, known: 7) == [] && empty.frames(after: 1_000, known: 6) == nil)
    }
}
