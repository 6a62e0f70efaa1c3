import OvationModel
import Testing

@testable import OvationRules

/// Barrage, and how much of it one sender may send.
struct RoomMessageTests {
    @Test func `a message is announced at once, in order and with a number`() throws {
        let live = TestLive()
        try live.enter("bob")
        let kind = Barrage.Kind.text("hi", extensionInfo: ["color": "red"])
        let outcome = try live.perform(.barrage(kind), as: "bob")
        let event = RoomEvent.barrageSent(Barrage(sender: .named("bob"), kind: kind))
        #expect(outcome.publications == [RoomPublication(event, lane: .barrage, isSequenced: true)])
        #expect(outcome.commit == nil)
        #expect(outcome.dropped == nil)
        #expect(live.room.statistics.totalMessageSent == 1)
    }

    @Test func `a custom message is announced like a text`() throws {
        let live = TestLive()
        try live.enter("bob")
        let kind = Barrage.Kind.custom(businessID: "vote", data: "{}")
        let outcome = try live.perform(.barrage(kind), as: "bob")
        #expect(outcome.onlyEvent == .barrageSent(Barrage(sender: .named("bob"), kind: kind)))
    }

    @Test func `a viewer above their own rate gets UserFreqCtrl, and others are not held back`() throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        let live = TestLive(limits: limits)
        try live.enter("bob", "carl")
        for _ in 1...10 { #expect(try live.perform(.text(), as: "bob").dropped == nil) }
        let dropped = try live.perform(.text(), as: "bob")
        #expect(dropped.dropped == .userFreqCtrl)
        #expect(dropped.publications.isEmpty)
        #expect(live.room.statistics.totalMessageSent == 10, "dropped messages are not counted")
        #expect(try live.perform(.text(), as: "carl").dropped == nil)
        live.pass(milliseconds: 199)
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
        live.pass(milliseconds: 1)
        #expect(try live.perform(.text(), as: "bob").dropped == nil)
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
    }

    @Test(arguments: ["owner", "admin", "app"])
    func `owner and administrators are exempt from the sender's rate`(name: String) throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        let live = TestLive(limits: limits) { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter(name)
        for _ in 1...1_000 { #expect(try live.perform(.text(), as: name).dropped == nil) }
    }

    @Test func `the sender's rate comes before the room's`() throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 1
        limits.roomMessagesBurst = 1
        limits.userMessagesBurst = 2
        let live = TestLive(limits: limits)
        try live.enter("owner", "bob")
        _ = try live.perform(.text(), as: "owner")
        #expect(try live.perform(.text(), as: "bob").dropped == .msgFreqCtrl)
        #expect(try live.perform(.text(), as: "bob").dropped == .msgFreqCtrl)
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
    }

    @Test func `limits of 0 are no limits`() throws {
        let live = TestLive(limits: .withoutRates)
        try live.enter("bob")
        for _ in 1...1_000 { #expect(try live.perform(.text(), as: "bob").dropped == nil) }
    }

    @Test func `leaving and entering again does not refill the sender's bucket`() throws {
        let live = TestLive(limits: Limits())
        try live.enter("bob")
        for _ in 1...10 { _ = try live.perform(.text(), as: "bob") }
        try live.leave("bob")
        try live.enter("bob")
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
        try live.perform(.kicking("bob"), as: "owner")
        try live.enter("bob")
        #expect(try live.perform(.text(), as: "bob").dropped == .userFreqCtrl)
    }

    @Test func `the rate of a user who has left is forgotten when it is full again`() throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 0
        let live = TestLive(limits: limits)
        for viewer in 1...2_000 {
            try live.enter("v\(viewer)")
            _ = try live.perform(.text(), as: "v\(viewer)")
            try live.leave("v\(viewer)")
            live.pass(milliseconds: 100)
        }
        // A message is forgotten after 200 ms, so two senders count at a time. The others wait for the next cleaning.
        #expect(live.room.userRates.count <= 64)
    }
}
