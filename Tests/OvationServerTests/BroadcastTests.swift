import Foundation
import OvationModel
import OvationRules
import OvationTestKit
import OvationWire
import Testing

@testable import OvationNode

/// The events that a live sends, their order, and their time.
struct BroadcastTests {
    private static let window: UInt64 = 5_000_000

    private static func make(
        viewers: Int, isDivided: Bool = false, hasEdgesElsewhere: Bool = false,
        _ change: (inout Limits) -> Void = { _ in }
    ) -> Broadcast {
        var limits = Limits()
        change(&limits)
        var broadcast = Broadcast(
            liveID: Samples.id("l"), durable: 10, seqBase: 1_000, hasEdgesElsewhere: hasEdgesElsewhere, limits: limits)
        broadcast.setMembers(viewers)
        var report = EdgeReport(edge: EdgeID(number: 0))
        report.isDivided = isDivided
        broadcast.note(report)
        return broadcast
    }

    /// Runs `work` and names its actions as text, for comparison in a table.
    private static func words(
        _ broadcast: inout Broadcast, at nanoseconds: UInt64,
        _ work: (inout Broadcast, inout Broadcast.Turn) -> Void
    ) -> [String] {
        var turn = Broadcast.Turn(wall: Samples.time, nanoseconds: nanoseconds)
        work(&broadcast, &turn)
        return turn.actions.map { action in
            switch action {
            case .send(let batch):
                "\(batch.number): "
                    + batch.events.map { $0.name.rawValue + ($0.seq == nil ? " unnumbered" : "") }.joined(
                        separator: ", ")
            case .flush: "flush"
            case .countGifts: "count gifts"
            case .admit: "admit"
            case .wake(let alarm, let due): "wake \(alarm) at \(due)"
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

    private static func ring(_ broadcast: inout Broadcast, _ alarm: Broadcast.Alarm = .events, at due: UInt64)
        -> [String]
    {
        words(&broadcast, at: due) { $0.ring(alarm, at: due, in: &$1) }
    }

    private static func enter(_ broadcast: inout Broadcast, at nanoseconds: UInt64) -> [String] {
        words(&broadcast, at: nanoseconds) { $0.addEntrant(in: &$1) }
    }

    @Test func `an event after a pause is sent at once, and the next ones together at the end of the window`() {
        var broadcast = Self.make(viewers: 50)
        let first = broadcast.lastSeq
        #expect(Self.say(&broadcast, at: 1_000_000_000) == ["1: barrage.sent"])
        let due = 1_000_000_000 + Self.window
        #expect(Self.say(&broadcast, at: 1_000_000_001) == ["wake events at \(due)"])
        #expect(Self.keep(&broadcast, 11, at: 1_000_000_002) == [])
        #expect(broadcast.lastSeq == first + 3 && broadcast.durable == 11)
        #expect(Self.ring(&broadcast, at: due) == ["2: barrage.sent, room.updated"])
        // An alarm that came too late does nothing.
        #expect(Self.ring(&broadcast, at: due) == [])
    }

    @Test func `a stored event follows a number that nobody here needs to see`() {
        var broadcast = Self.make(viewers: 1)
        let told = Self.words(&broadcast, at: 1) { $0.pass(durable: 11, in: &$1) }
        #expect(told == [])
        #expect(Self.keep(&broadcast, 12, at: 1_000_000_000) == ["1: room.updated"])
    }

    @Test func `in a large live a count travels with the next event, or is sent alone when its time is over`() {
        var broadcast = Self.make(viewers: 500) { $0.exactAudienceMax = 100 }
        let count = RoomPublication(
            .likeReceived(LikeReceived(total: 1, added: 1, senders: [])), lane: .reaction, isSequenced: false)
        let told = Self.words(&broadcast, at: 1_000_000_000) { _ = $0.publish([count], in: &$1) }
        #expect(told.count == 1 && told[0].hasPrefix("wake ride"))
        #expect(
            Self.say(&broadcast, at: 1_000_000_001) == ["1: like.received unnumbered, barrage.sent"],
            "the count travels with this event")
        _ = Self.words(&broadcast, at: 3_000_000_000) { _ = $0.publish([count], in: &$1) }
        #expect(Self.ring(&broadcast, .ride, at: 4_000_000_000) == ["2: like.received unnumbered"])
    }

    @Test func `entrants are admitted behind what has gathered, and together where several come in a window`() {
        var broadcast = Self.make(viewers: 50)
        #expect(Self.enter(&broadcast, at: 1_000_000_000) == ["admit"])
        _ = Self.say(&broadcast, at: 2_000_000_000)
        let due = 2_000_000_000 + Self.window
        #expect(Self.enter(&broadcast, at: 2_000_000_001) == ["wake events at \(due)"])
        #expect(Self.say(&broadcast, at: 2_000_000_002) == [])
        #expect(Self.enter(&broadcast, at: 2_000_000_003) == [])
        #expect(Self.ring(&broadcast, at: due) == ["2: barrage.sent", "admit"])
        #expect(Self.words(&broadcast, at: 3_000_000_000) { $0.admitAtOnce(in: &$1) } == ["admit"])
    }

    @Test func `where viewers are in parts, events leave at once and entrants in a window of their own`() {
        var broadcast = Self.make(viewers: 50, isDivided: true)
        #expect(Self.say(&broadcast, at: 1_000_000_000) == ["1: barrage.sent"])
        #expect(Self.say(&broadcast, at: 1_000_000_001) == ["2: barrage.sent"], "the parts gather, not the live")
        #expect(Self.enter(&broadcast, at: 1_000_000_002) == ["admit"])
        let due = 1_000_000_002 + Self.window
        #expect(Self.enter(&broadcast, at: 1_000_000_003) == ["wake entrants at \(due)"])
        #expect(Self.say(&broadcast, at: 1_000_000_004) == ["3: barrage.sent"])
        #expect(Self.ring(&broadcast, .entrants, at: due) == ["admit"])
        #expect(Self.words(&broadcast, at: due + 1) { $0.flush(in: &$1) } == ["flush"])
    }

    @Test func `edges elsewhere are told to write everything, because it is not known yet whether they have parts`() {
        var broadcast = Self.make(viewers: 50, hasEdgesElsewhere: true)
        #expect(Self.keep(&broadcast, 11, at: 1_000_000_000) == ["1: room.updated"])
        #expect(Self.words(&broadcast, at: 1_000_000_001) { $0.flush(in: &$1) } == ["flush"])
    }

    @Test func `a batch for edges elsewhere leaves four times in the window of their parts`() {
        var broadcast = Self.make(viewers: 50, isDivided: true, hasEdgesElsewhere: true)
        #expect(Self.say(&broadcast, at: 1_000_000_000) == ["1: barrage.sent"])
        let due = 1_000_000_000 + Self.window / 4
        #expect(Self.say(&broadcast, at: 1_000_000_001) == ["wake events at \(due)"])
        #expect(Self.say(&broadcast, at: 1_000_000_002) == [])
        #expect(Self.ring(&broadcast, at: due) == ["2: barrage.sent, barrage.sent"])
    }

    @Test func `what is too much for one crossing leaves in several batches, in its order`() {
        var broadcast = Self.make(viewers: 50) { $0.crossingBytesMax = 1_000 }
        _ = Self.say(&broadcast, at: 1_000_000_000)
        for number: UInt64 in 1...5 { _ = Self.say(&broadcast, at: 1_000_000_000 + number) }
        let sent = Self.ring(&broadcast, at: 1_000_000_000 + Self.window)
        #expect(sent.count > 1 && sent.first?.hasPrefix("2: ") == true)
        #expect(sent.joined().components(separatedBy: "barrage.sent").count == 6, "none is lost: \(sent)")
    }

    @Test func `entrants that waited for a batch are admitted though the viewers were divided meanwhile`() {
        var broadcast = Self.make(viewers: 50)
        _ = Self.say(&broadcast, at: 1_000_000_000)
        let due = 1_000_000_000 + Self.window
        _ = Self.enter(&broadcast, at: 1_000_000_001)
        var report = EdgeReport(edge: EdgeID(number: 0))
        report.isDivided = true
        broadcast.note(report)
        #expect(Self.ring(&broadcast, at: due) == ["admit"])
    }

    @Test func `a gift that was gathered is told with the next batch though the viewers were divided meanwhile`() {
        var broadcast = Self.make(viewers: 50)
        _ = Self.say(&broadcast, at: 1_000_000_000)
        let due = 1_000_000_000 + Self.window
        let gift = GiftGathering.Gift(
            event: GiftReceived(
                orderID: Samples.id("o1"), gift: Samples.gift("rose", coins: 10), count: 1, coins: Samples.coins(10),
                sender: Samples.alice, to: [Samples.host]),
            durable: 11, at: Samples.time, combo: nil, gifterLevel: nil)
        #expect(Self.words(&broadcast, at: 1_000_000_001) { $0.gather(gift, in: &$1) } == ["wake events at \(due)"])
        var report = EdgeReport(edge: EdgeID(number: 0))
        report.isDivided = true
        broadcast.note(report)
        #expect(
            Self.ring(&broadcast, at: due) == ["count gifts", "2: gift.received"], "its alarm is the batch's")
        #expect(broadcast.durable == 11)
    }

    @Test func `a live is overloaded if what waits at an edge and at the live takes the slowest loop too long`() {
        var broadcast = Self.make(viewers: 50) { $0.deliveryMillisecondsMax = 60 }
        #expect(!broadcast.isOverloaded)
        var report = EdgeReport(edge: EdgeID(number: 1))
        // 20 ms for 100 KB, so 300 KB take 60 ms.
        report.picosecondsPerByteMax = 200_000
        report.waitingBytesMax = 299_950
        broadcast.note(report)
        #expect(!broadcast.isOverloaded)
        _ = Self.say(&broadcast, at: 1_000_000_000)
        _ = Self.say(&broadcast, at: 1_000_000_001)
        #expect(broadcast.isOverloaded, "a message waits here besides")
        report.waitingBytesMax = 0
        broadcast.note(report)
        #expect(!broadcast.isOverloaded, "the latest report counts")
    }

    @Test func `the last messages are remembered, as many as a viewer gets or a moderator may delete`() {
        for (onJoin, remembered) in [(3, 5), (5, 3)] {
            var broadcast = Self.make(viewers: 1) {
                $0.historyOnJoin = onJoin
                $0.messagesRememberedMax = remembered
            }
            let first = broadcast.lastSeq + 1
            for number in 0..<100 { _ = Self.say(&broadcast, at: UInt64(number) * 1_000_000_000) }
            let last = broadcast.lastSeq
            #expect(broadcast.messages.last(onJoin).map(\.seq) == Array((last - Int64(onJoin) + 1)...last))
            #expect(broadcast.messages[last - 4]?.seq == last - 4)
            #expect(broadcast.messages[last - 5] == nil && broadcast.messages[first] == nil)
            #expect(broadcast.messages[last + 1] == nil && broadcast.messages[.min] == nil)
        }
    }

    @Test func `a deleted message goes neither to who enters nor to who comes back`() {
        var broadcast = Self.make(viewers: 1)
        let before = broadcast.lastSeq
        for second in 1...3 { _ = Self.say(&broadcast, at: UInt64(second) * 1_000_000_000) }
        for seq in [before + 2, before + 2, before, .max, .min] {
            broadcast.forget(BarrageDeleted(seq: seq, sender: Samples.alice.userID, by: nil), at: Samples.time)
        }
        #expect(broadcast.messages.last(50).map(\.seq) == [before + 1, before + 3])
        #expect(broadcast.messages[before + 2] == nil)
        let frames = broadcast.frames(after: before, known: 10, since: 0, bytesMax: .max) ?? []
        let texts = frames.map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.map { $0.contains("barrage.sent") } == [true, false, true])
        #expect(texts[1].contains("barrage.deleted") && texts[1].contains("\"seq\":\(before + 2)"))
        _ = Self.say(&broadcast, at: 9_000_000_000)
        #expect(broadcast.lastSeq == before + 4, "the number stays taken")
    }

    @Test func `numbers begin above the base that the storage gave, and the epoch is that base`() {
        var broadcast = Self.make(viewers: 1)
        #expect(broadcast.epoch == String(1_000, radix: 36))
        _ = Self.say(&broadcast, at: 1)
        #expect(broadcast.lastSeq == 1_001)
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
