import OvationModel
import OvationRules
import Testing

/// The orders that a live lets through, and the orders that it gives to the ledger.
struct RoomGiftTests {
    @Test
    func `an order has its sender, live, gift, count, receivers and time, and nothing is shown before its charge`()
        throws
    {
        let live = TestLive()
        try live.enter("owner", "bob", "carl")
        live.pass(seconds: 5)
        let outcome = try live.perform(.gifting(order: "o-1", count: 3, to: ["carl", "owner"]), as: "bob")
        let order = GiftOrder(
            sender: .named("bob"), orderID: OrderID(unchecked: "o-1"), liveID: LiveID(unchecked: "live"),
            sessionID: LiveSessionID(unchecked: "start-1"), gift: .rose, count: 3,
            to: [.named("carl"), TestLive.owner], at: live.now)
        #expect(outcome.order == order)
        #expect(outcome.publications.isEmpty)
        #expect(outcome.commit == nil)
        #expect(live.room.statistics.totalGiftsSent == 0)
    }

    @Test func `a gift without a receiver is for the owner, present or not`() throws {
        let live = TestLive()
        try live.enter("bob")
        #expect(try live.perform(.gifting(), as: "bob").order?.to == [TestLive.owner])
        #expect(try live.perform(.gifting(to: ["owner"]), as: "bob").order?.to == [TestLive.owner])
        try live.enter("owner")
        #expect(try live.perform(.gifting(), as: "bob").order?.to == [TestLive.owner])
    }

    @Test func `the backend may send a gift for a user who is not inside, under the same rules as everybody`() throws {
        let live = TestLive()
        try live.enter("carl")
        var room = live.room
        func send(_ command: RoomCommand, for name: String, onBehalf: Bool = true) throws -> RoomOutcome {
            let actor = RoomActor(user: .named(name), isAdministrator: true, isOnBehalf: onBehalf)
            return try room.handle(command, from: actor, at: live.now)
        }
        #expect(try send(.gifting(count: 2), for: "bob").order?.sender == .named("bob"))
        #expect(throws: Rejection(.notMember)) { try send(.gifting(), for: "bob", onBehalf: false) }
        #expect(throws: Rejection.self) { try send(.gifting(count: 0), for: "bob") }
        #expect(throws: Rejection.self) { try send(.gifting(to: ["bob"]), for: "bob") }
        // A member's order has the name by which the live knows the member.
        let renamed = RoomActor(
            user: UserInfo(userID: UserID(unchecked: "carl"), userName: "An older name"), isOnBehalf: true)
        #expect(try room.handle(.gifting(), from: renamed, at: live.now).order?.sender == .named("carl"))
    }

    @Test(arguments: [
        (Int.min, false), (-1, false), (0, false), (1, true), (9_999, true), (10_000, false), (.max, false),
    ])
    func `the count of a gift is 1 to 9,999`(count: Int, isLetThrough: Bool) throws {
        let live = TestLive()
        try live.enter("bob")
        #expect(live.refusal(.gifting(count: count), as: "bob") == (isLetThrough ? nil : .illegalParameter))
    }

    @Test(arguments: [(1, true), (10, true), (11, false)])
    func `an order has at most ten receivers`(count: Int, isLetThrough: Bool) throws {
        let live = TestLive()
        let receivers = (1...count).map { "r\($0)" }
        try live.enter("bob")
        for receiver in receivers { try live.enter(receiver) }
        #expect(live.refusal(.gifting(to: receivers), as: "bob") == (isLetThrough ? nil : .illegalParameter))
    }

    @Test func `each receiver is named once and is in the live`() throws {
        let live = TestLive()
        try live.enter("bob", "carl")
        #expect(live.refusal(.gifting(to: ["carl", "carl"]), as: "bob") == .illegalParameter)
        #expect(live.refusal(.gifting(to: ["carl", "nobody"]), as: "bob") == .notMember)
        try live.leave("carl")
        #expect(live.refusal(.gifting(to: ["carl"]), as: "bob") == .notMember)
    }

    @Test func `while gifts are switched off they are refused for everybody`() throws {
        let live = TestLive { $0.admins = [UserID(unchecked: "admin")] }
        try live.enter("owner", "admin", "bob")
        try live.perform(.giftsOff, as: "owner")
        for name in ["owner", "admin", "bob"] { #expect(live.refusal(.gifting(), as: name) == .giftsDisabled) }
        try live.perform(.setting { $0.isGiftEnabled = true }, as: "owner")
        #expect(live.refusal(.gifting(), as: "bob") == nil)
    }

    @Test func `a gift that is not in the catalogue is refused by its id`() throws {
        let live = TestLive()
        try live.enter("bob")
        #expect(live.refusal(.gifting(nil), as: "bob") == .giftNotFound)
        do {
            try live.perform(.gifting(nil), as: "bob")
        } catch {
            #expect(error.message.contains("unknown"))
        }
    }

    @Test func `no rate refuses a gift`() throws {
        var limits = Limits()
        limits.roomMessagesPerSecond = 1
        limits.roomMessagesBurst = 1
        limits.userMessagesPerSecond = 1
        limits.userMessagesBurst = 1
        let live = TestLive(limits: limits)
        try live.enter("bob")
        for number in 1...1_000 {
            #expect(try live.perform(.gifting(order: "o\(number)"), as: "bob").order != nil)
        }
    }

    @Test func `the gift counters only grow, in whatever order the ledger answers`() throws {
        let live = TestLive()
        func counted(_ sent: Int, _ coins: Int64, _ senders: Int) {
            let fact = RoomFact.giftsCounted(
                totalGiftsSent: sent, totalGiftCoins: coins, totalUniqueGiftSenders: senders)
            #expect(live.note(fact) == RoomOutcome())
        }
        counted(5, 50, 2)
        counted(3, 30, 1)
        let statistics = live.room.statistics(at: live.now)
        #expect(statistics.totalGiftsSent == 5)
        #expect(statistics.totalGiftCoins == 50)
        #expect(statistics.totalUniqueGiftSenders == 2)
        live.pass(seconds: 10)
        #expect(live.tick().counted?.statistics.totalGiftCoins == 50)
    }
}
