import OvationModel
import OvationTestKit
import OvationWire
import Testing

@testable import OvationClient

@Suite struct EventFilterTests {
    private func place(_ seq: Int64?, durable: Int64? = nil, epoch: String = "e1") -> EventPosition {
        EventPosition(epoch: epoch, seq: seq, durable: durable, at: Timestamp(milliseconds: 1))
    }

    private func position(seq: Int64 = 10, durable: Int64 = 3) -> RoomPosition {
        RoomPosition(ClientFixture.joined(seq: seq, durable: durable))
    }

    /// A filter that has taken its snapshot.
    private func filter() -> EventFilter {
        var filter = EventFilter(entering: ClientFixture.joined())
        _ = filter.admit(.roomSnapshot(ClientFixture.snapshot()), at: place(nil))
        return filter
    }

    @Test func `an event with a larger seq in the same epoch is new`() {
        var position = position()
        #expect(position.admit(place(9)) == false)
        #expect(position.admit(place(10)) == false)
        #expect(position.admit(place(11)) == true)
        #expect(position.admit(place(11)) == false)
        #expect(position.admit(place(15)) == true)
        #expect(position.seq == 15)
    }

    @Test func `a new epoch accepts smaller numbers`() {
        var position = position()
        #expect(position.admit(place(2, epoch: "e2")) == true)
        #expect(position.admit(place(2, epoch: "e2")) == false)
        #expect(position.epoch == "e2")
        #expect(position.seq == 2)
    }

    @Test func `an event with a durable number is judged by it alone`() {
        var position = position()
        #expect(position.admit(place(99, durable: 3)) == false)
        #expect(position.seq == 10)
        #expect(position.admit(place(5, durable: 4)) == true)
        #expect(position.seq == 10)
        #expect(position.durable == 4)
    }

    @Test func `a replayed stored event has no seq and advances durable only`() {
        var position = position()
        #expect(position.admit(place(nil, durable: 8, epoch: "e9")) == true)
        #expect(position.durable == 8)
        #expect(position.epoch == "e1")
        #expect(position.seq == 10)
        #expect(position.admit(place(nil, durable: 8)) == false)
    }

    @Test func `an event without any number is always new`() {
        var position = position()
        #expect(position.admit(place(nil)) == true)
        #expect(position.admit(place(nil)) == true)
        #expect(position == self.position())
    }

    @Test func `numbers at the ends of their range do not trap`() {
        var position = position()
        #expect(position.admit(place(.min, durable: .min)) == false)
        #expect(position.admit(place(.max, durable: .max)) == true)
        #expect(position.admit(place(.max, durable: .max)) == false)
        #expect(position.admit(place(.min, epoch: "other")) == true)
    }

    @Test func `a gift order is shown once, even under new numbers`() {
        var filter = filter()
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(11, durable: 4)) == true)
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(12, durable: 5)) == false)
        #expect(filter.admit(ClientFixture.gift("o1", sender: "carol"), at: place(13, durable: 6)) == true)
        // The gift is dropped, but counts as seen.
        #expect(filter.position.durable == 6)
    }

    @Test func `the filter remembers a bounded number of gifts and forgets the oldest`() {
        var recent = RecentOrders(capacity: 3)
        let sender = UserID(unchecked: "bob")
        func insert(_ id: String) -> Bool { recent.insert(OrderID(unchecked: id), of: sender) }
        #expect(insert("a") && insert("b") && insert("c"))
        #expect(insert("a") == false)
        #expect(insert("d") == true)
        #expect(insert("a") == true)
        #expect(!insert("c") && !insert("d"))
    }

    @Test func `a resume before the snapshot asks for stored events and a snapshot`() {
        let entering = EventFilter(entering: ClientFixture.joined())
        let partial = entering.resumption(of: ClientFixture.liveID)
        #expect(partial.epoch == "" && partial.seq == 0 && partial.durable == 3)
        let whole = filter().resumption(of: ClientFixture.liveID)
        #expect(whole.epoch == "e1" && whole.seq == 10 && whole.durable == 3)
        #expect(whole.sessionID == LiveSessionID(unchecked: "l1"))
    }

    @Test func `an unrecovered resume admits missed stored events, then continues from the snapshot`() {
        var filter = filter()
        filter.resume(ClientFixture.joined(epoch: "e2", seq: 500, durable: 9))
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(nil, durable: 7)) == true)
        #expect(filter.admit(ClientFixture.gift("o0"), at: place(nil, durable: 3)) == false)
        #expect(filter.admit(.roomSnapshot(ClientFixture.snapshot()), at: place(nil, epoch: "e2")) == true)
        #expect(filter.position == RoomPosition(ClientFixture.joined(epoch: "e2", seq: 500, durable: 9)))
        #expect(filter.admit(ClientFixture.barrage("old"), at: place(500, epoch: "e2")) == false)
        #expect(filter.admit(ClientFixture.barrage("new"), at: place(501, epoch: "e2")) == true)
    }

    @Test func `a restarted live numbers its stored events from 1 again`() {
        var filter = filter()
        filter.resume(ClientFixture.joined(session: "l2", epoch: "e2", seq: 1, durable: 0))
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(nil, durable: 1)) == true)
    }

    @Test func `a second join of the same live never moves the position back`() {
        var filter = filter()
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(20, durable: 8)) == true)
        filter.enter(ClientFixture.joined(seq: 15, durable: 5))
        #expect(filter.position.seq == 20 && filter.position.durable == 8)
        filter.enter(ClientFixture.joined(session: "l2", epoch: "e2", seq: 1, durable: 0))
        #expect(filter.position == RoomPosition(ClientFixture.joined(session: "l2", epoch: "e2", seq: 1, durable: 0)))
    }

    @Test func `a room that the user has left admits missed stored events only`() {
        var filter = filter()
        filter.end()
        #expect(filter.admit(ClientFixture.gift("o1"), at: place(nil, durable: 4)) == true)
        #expect(filter.admit(ClientFixture.barrage("hi"), at: place(50)) == false)
    }

    @Test
    func `random repeats are shown once, and no gift with a new number is lost`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var filter = filter()
        var shown: [Int64: Int] = [:]
        var next: Int64 = 4
        for _ in 0..<5_000 {
            let isRepeat = Bool.random(using: &random) && next > 4
            let durable = isRepeat ? Int64.random(in: 4..<next, using: &random) : next
            if !isRepeat { next += 1 }
            if filter.admit(ClientFixture.gift("o\(durable)"), at: place(nil, durable: durable)) {
                shown[durable, default: 0] += 1
            }
        }
        #expect(shown.count == Int(next - 4), "seed \(seed)")
        #expect(shown.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
}
