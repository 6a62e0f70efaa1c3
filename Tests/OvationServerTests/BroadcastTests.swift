import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// The events that a live sends, their order, and their time.
struct BroadcastTests {
    private struct Writing: WritingCost {
        var nanosecondsMax: UInt64 = 0
        func nanoseconds(loop: Int) -> UInt64 { nanosecondsMax }
    }

    private static let window: UInt64 = 5_000_000

    private static func make(viewers: Int, partsOf viewersMax: Int = 0, _ change: (inout Limits) -> Void = { _ in })
        -> Broadcast
    {
        var limits = Limits()
        limits.partViewersMax = viewersMax
        change(&limits)
        var broadcast = Broadcast(
            liveID: Samples.id("l"), durable: 10, loops: 1, homeLoop: 0, limits: limits, at: Samples.time)
        broadcast.setMembers(viewers)
        _ = broadcast.changeViewers(by: viewers, loop: 0)
        return broadcast
    }

    /// Runs `work` and names its actions as text, for comparison in a table.
    private static func words(
        _ broadcast: inout Broadcast, at nanoseconds: UInt64,
        _ work: (inout Broadcast, inout Broadcast.Turn<Writing>) -> Void
    ) -> [String] {
        var turn = Broadcast.Turn(wall: Samples.time, nanoseconds: nanoseconds, cost: Writing())
        work(&broadcast, &turn)
        return turn.actions.map { action in
            switch action {
            case .add(let event): "add \(event.name.rawValue)" + (event.seq == nil ? ", unnumbered" : "")
            case .countGifts: "count gifts"
            case .write(let part, _): "write \(part)"
            case .admit(let loop, let part): "admit \(loop)/\(part)"
            case .wake(.part(let part), let due): "wake \(part) at \(due)"
            case .wake(.gathered, let due): "wake gathered at \(due)"
            case .wake(.ride, let due): "wake ride at \(due)"
            case .divide(let loop, let count): "divide \(loop) into \(count)"
            }
        }
    }

    private static func message(_ text: String) -> RoomPublication {
        RoomPublication(
            .barrageSent(Barrage(sender: Samples.alice, kind: .text(text, extensionInfo: [:]))), lane: .barrage,
            isSequenced: true)
    }

    private static func say(_ broadcast: inout Broadcast, at nanoseconds: UInt64) -> [String] {
        words(&broadcast, at: nanoseconds) { _ = $0.publish([message("hello")], in: &$1) }
    }

    private static func keep(_ broadcast: inout Broadcast, _ durable: Int64, at nanoseconds: UInt64) -> [String] {
        words(&broadcast, at: nanoseconds) {
            $0.publishStored(
                .roomUpdated, data: [0x7B, 0x7D], durable: durable, at: Samples.time, in: &$1)
        }
    }

    /// Rings the alarm of the first part.
    private static func ring(_ broadcast: inout Broadcast, at due: UInt64) -> [String] {
        words(&broadcast, at: due) { $0.ring(.part(0), at: due, in: &$1) }
    }

    @Test func `an event after a pause is written at once, and the next ones together at the end of the window`() {
        var broadcast = Self.make(viewers: 50)
        let first = broadcast.lastSeq
        #expect(Self.say(&broadcast, at: 1_000_000_000) == ["add barrage.sent", "write 0"])
        let due = 1_000_000_000 + Self.window
        #expect(Self.say(&broadcast, at: 1_000_000_001) == ["add barrage.sent", "wake 0 at \(due)"])
        #expect(Self.keep(&broadcast, 11, at: 1_000_000_002) == ["add room.updated"])
        #expect(broadcast.lastSeq == first + 3 && broadcast.durable == 11)
        #expect(Self.ring(&broadcast, at: due) == ["write 0"])
        // An alarm that came too late does nothing.
        #expect(Self.ring(&broadcast, at: due) == [])
    }

    @Test func `a stored event follows a number that nobody here needs to see`() {
        var broadcast = Self.make(viewers: 1)
        let told = Self.words(&broadcast, at: 1) { $0.pass(durable: 11, in: &$1) }
        #expect(told == [])
        #expect(Self.keep(&broadcast, 12, at: 1_000_000_000) == ["add room.updated", "write 0"])
    }

    @Test func `in a large live a count travels with the next event, or is written alone when its time is over`() {
        var broadcast = Self.make(viewers: 500) { $0.exactAudienceMax = 100 }
        let count = RoomPublication(
            .likeReceived(LikeReceived(total: 1, added: 1, senders: [])), lane: .reaction, isSequenced: false)
        let told = Self.words(&broadcast, at: 1_000_000_000) { _ = $0.publish([count], in: &$1) }
        #expect(told.count == 2 && told[0].hasSuffix("unnumbered") && told[1].hasPrefix("wake ride"))
        #expect(
            Self.say(&broadcast, at: 1_000_000_001) == ["add barrage.sent", "write 0"],
            "the count travels with this event")
    }

    @Test func `entrants are admitted with a flush, to one part after another`() {
        var broadcast = Self.make(viewers: 4, partsOf: 2)
        let divided = Self.words(&broadcast, at: 1) { $0.divide(in: &$1) }
        #expect(divided == ["divide 0 into 2"])
        func enter(_ isPresent: Bool, at nanoseconds: UInt64) -> [String] {
            Self.words(&broadcast, at: nanoseconds) {
                $0.admitAtOnce(loop: 0, isPresent: isPresent, in: &$1)
            }
        }
        #expect(enter(false, at: 1_000_000_000) == ["admit 0/0"])
        #expect(enter(false, at: 2_000_000_000) == ["admit 0/1"])
        // Both parts have something to send, but only the first may be written to now.
        #expect(
            Self.say(&broadcast, at: 3_000_000_000)
                == ["add barrage.sent", "write 0", "wake 1 at 3000050000"])
        _ = Self.say(&broadcast, at: 3_000_000_001)
        #expect(
            enter(true, at: 3_000_000_002) == ["write 0", "write 1", "admit 0/0"],
            "the session may be in the other part")
    }

    @Test func `history holds the last messages`() {
        var broadcast = Self.make(viewers: 1) { $0.historyOnJoin = 3 }
        for number in 0..<100 { _ = Self.say(&broadcast, at: UInt64(number) * 1_000_000_000) }
        #expect(broadcast.history.count <= 2 * 3 + 16)
        #expect(broadcast.history.last?.seq == broadcast.lastSeq)
    }

    @Test func `a returning viewer is sent the missed frames if the history still has all of them`() {
        var broadcast = Self.make(viewers: 1)
        let seq = broadcast.lastSeq
        _ = Self.say(&broadcast, at: 1)
        _ = Self.keep(&broadcast, 11, at: 2)
        #expect(broadcast.frames(after: seq, known: 10, since: 0, bytesMax: .max)?.count == 2)
        #expect(broadcast.frames(after: seq + 1, known: 10, since: 0, bytesMax: .max)?.count == 1)
        #expect(broadcast.frames(after: seq - 1, known: 10, since: 0, bytesMax: .max) == nil)
        #expect(
            broadcast.frames(after: seq, known: 9, since: 0, bytesMax: .max) == nil, "the client lacks stored event 10")
    }
}
