import OvationModel
import OvationWire
import Testing

@testable import OvationClient

@Suite(.timeLimit(.minutes(5))) struct GiftOrderTests {
    private let liveID = ClientFixture.liveID
    private let owner = OrderOwner(serverURL: "ws://server.test/v1/ws", userID: ClientFixture.userID)

    private func order(in frame: CommandFrame) throws -> GiftSend {
        guard case .giftSend(let order) = frame.command else {
            Issue.record("\(frame.command.op) is not a gift order")
            throw Rejection(.failed)
        }
        return order
    }

    /// Waits until the journal holds the given number of orders.
    private func unfinished(_ journal: any OrderJournal) async throws -> [GiftSend] {
        try await journal.unfinished(of: owner).map(\.order)
    }

    private func settled(_ fixture: ClientFixture) async -> (GiftSend, Result<GiftCharged, Rejection>) {
        while true {
            if case .orderSettled(_, let order, let result) = await fixture.events.next() { return (order, result) }
        }
    }

    @Test func `an order enters the journal before it is sent and leaves it after its answer`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let charged = fixture.client.sendGift(ClientFixture.giftID, count: 3, to: [], in: liveID)
        let frame = await connection.nextCommand()
        let order = try order(in: frame)
        #expect(frame.room == liveID)
        #expect(order.count == 3 && order.to == nil)
        #expect(try await unfinished(fixture.journal) == [order])
        connection.reply(to: frame, ClientFixture.charged(order))
        #expect(try await charged == ClientFixture.charged(order))
        #expect(try await unfinished(fixture.journal).isEmpty)
    }

    @Test func `a final refusal is thrown and the order forgotten`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let refused = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        connection.refuse(await connection.nextCommand(), Rejection(.insufficientBalance))
        #expect(await refused?.code == .insufficientBalance)
        #expect(try await unfinished(fixture.journal).isEmpty)
    }

    @Test func `an order is sent again with the same id after a lost connection`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let charged = fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: liveID)
        let order = try order(in: await first.nextCommand())
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(try self.order(in: again) == order)
        second.reply(to: again, ClientFixture.charged(order))
        #expect(try await charged.orderID == order.orderID)
        #expect(second.sentCommands().isEmpty)
    }

    /// A journal that returns its orders only when the test allows it.
    private final class HeldJournal: OrderJournal {
        let reads = Mailbox<CheckedContinuation<Void, Never>>()
        private let base = InMemoryOrderJournal()

        func append(_ order: JournaledOrder) async throws { try await base.append(order) }

        func remove(_ orderID: OrderID, of owner: OrderOwner) async { await base.remove(orderID, of: owner) }

        func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] {
            let orders = try await base.unfinished(of: owner)
            await withCheckedContinuation { reads.put($0) }
            return orders
        }
    }

    @Test func `an order answered during the journal's read after a reconnect is not sent again`()
        async throws
    {
        let journal = HeldJournal()
        let fixture = ClientFixture(journal: journal)
        let first = try await fixture.logIn()
        await journal.reads.next().resume()
        async let charged = fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: liveID)
        let order = try order(in: await first.nextCommand())
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        // The reconnect has read that the order is unfinished. Now the answer arrives.
        let read = await journal.reads.next()
        second.reply(to: await second.nextCommand(), ClientFixture.charged(order))
        _ = try await charged
        read.resume()
        await journal.reads.next().resume()
        while !fixture.client.shared.claimedOrders.withLock({ $0.isEmpty }) { await Task.yield() }
        try await fixture.settle()
        #expect(second.sentCommands().isEmpty)
    }

    @Test func `an order that the server could not store is sent again with the same id`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        async let charged = fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: liveID)
        let frame = await connection.nextCommand()
        let order = try order(in: frame)
        connection.refuse(frame, Rejection(.storageUnavailable))
        try await fixture.settle()
        #expect(connection.sentCommands().isEmpty)
        try await fixture.advance(1)
        let again = await connection.nextCommand()
        #expect(again == frame)
        connection.reply(to: again, ClientFixture.charged(order))
        #expect(try await charged == ClientFixture.charged(order))
        #expect(try await unfinished(fixture.journal).isEmpty)
        try await fixture.advance(10)
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `an order that the server never stores ends with outcomeUnknown, and the next session settles it`()
        async throws
    {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let unknown = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        let frame = await first.nextCommand()
        let order = try order(in: frame)
        first.refuse(frame, Rejection(.storageUnavailable))
        try await fixture.advance(10)
        #expect(await unknown?.code == .outcomeUnknown)
        #expect(first.sentCommands() == [frame])
        #expect(try await unfinished(fixture.journal) == [order])
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(try self.order(in: again) == order)
        second.reply(to: again, ClientFixture.charged(order))
        #expect(try await settled(fixture).1.get() == ClientFixture.charged(order))
    }

    @Test func `an order with an unreadable answer stays in the journal, and the next session sends it again`()
        async throws
    {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let unknown = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        let frame = await first.nextCommand()
        let order = try order(in: frame)
        first.text("{\"id\":\(frame.id),\"ok\":{\"coins\":\"many\"}}")
        let told = await unknown
        #expect(told?.code == .invalidReply)
        #expect(told?.code.leavesOrderOpen == true)
        #expect(try await unfinished(fixture.journal) == [order])
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(try self.order(in: again) == order)
        second.reply(to: again, ClientFixture.charged(order))
        #expect(try await settled(fixture).1.get() == ClientFixture.charged(order))
    }

    @Test func `an order refused by a server shutting down goes to the next server`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let charged = fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: liveID)
        let frame = await first.nextCommand()
        first.refuse(frame, Rejection(.serverShuttingDown))
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(again == frame)
        second.reply(to: again, ClientFixture.charged(try order(in: again)))
        _ = try await charged
    }

    @Test
    func `an order without an answer ends with outcomeUnknown, and the next session settles it`()
        async throws
    {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        async let unknown = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        let order = try order(in: await first.nextCommand())
        try await fixture.advance(10)
        #expect(await unknown?.code == .outcomeUnknown)
        #expect(try await unfinished(fixture.journal) == [order])
        let (second, _) = try await fixture.reconnect(from: first, answering: ClientFixture.opened(resumed: true))
        let again = await second.nextCommand()
        #expect(try self.order(in: again) == order)
        second.reply(to: again, ClientFixture.charged(order))
        let (settledOrder, result) = await settled(fixture)
        #expect(settledOrder == order)
        #expect(try result.get() == ClientFixture.charged(order))
    }

    @Test func `an order that was never sent fails with networkUnavailable and is forgotten`() async throws {
        let fixture = ClientFixture()
        let first = try await fixture.logIn()
        first.lose()
        try await fixture.settle()
        async let refused = rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        // The call writes the journal first, and its timeout starts after that.
        await fixture.commandBegun()
        #expect(try await unfinished(fixture.journal).count == 1)
        try await fixture.advance(10)
        #expect(await refused?.code == .networkUnavailable)
        #expect(try await unfinished(fixture.journal).isEmpty)
    }

    @Test func `a gift is not sent if the journal fails`() async throws {
        struct Broken: OrderJournal {
            func append(_ order: JournaledOrder) async throws { throw OrderJournalError.full }
            func remove(_ orderID: OrderID, of owner: OrderOwner) async {}
            func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] { throw OrderJournalError.full }
        }
        let fixture = ClientFixture(journal: Broken())
        let connection = try await fixture.logIn()
        let refused = await rejection {
            try await fixture.client.sendGift(ClientFixture.giftID, count: 1, to: [], in: ClientFixture.liveID)
        }
        #expect(refused?.code == .storageUnavailable)
        try await fixture.settle()
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `a login sends the orders of an earlier run again and reports them`() async throws {
        let journal = InMemoryOrderJournal()
        let orders = ["o1", "o2"].map {
            GiftSend(orderID: OrderID(unchecked: $0), giftID: ClientFixture.giftID, count: 2)
        }
        for order in orders { try await journal.append(JournaledOrder(owner: owner, liveID: liveID, order: order)) }
        let stranger = OrderOwner(serverURL: owner.serverURL, userID: UserID(unchecked: "bob"))
        try await journal.append(
            JournaledOrder(
                owner: stranger, liveID: liveID,
                order: GiftSend(orderID: OrderID(unchecked: "x"), giftID: ClientFixture.giftID)))
        let fixture = ClientFixture(journal: journal)
        let connection = try await fixture.logIn()
        let first = await connection.nextCommand()
        let second = await connection.nextCommand()
        #expect(try [order(in: first), order(in: second)] == orders)
        connection.reply(to: first, ClientFixture.charged(orders[0]))
        connection.refuse(second, Rejection(.roomNotFound))
        let one = await settled(fixture)
        #expect(one.0 == orders[0])
        #expect(try one.1.get().orderID == orders[0].orderID)
        let two = await settled(fixture)
        #expect(two.0 == orders[1])
        #expect(two.1 == .failure(Rejection(.roomNotFound)))
        while try await !unfinished(journal).isEmpty { await Task.yield() }
        #expect(try await journal.unfinished(of: stranger).count == 1)
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `unfinished orders are sent a bounded number at a time`() async throws {
        let journal = InMemoryOrderJournal()
        for number in 0..<40 {
            let order = GiftSend(orderID: OrderID(unchecked: "o\(number)"), giftID: ClientFixture.giftID)
            try await journal.append(JournaledOrder(owner: owner, liveID: liveID, order: order))
        }
        let fixture = ClientFixture(journal: journal)
        let connection = try await fixture.logIn()
        for number in 0..<40 {
            let frame = await connection.nextCommand()
            let order = try order(in: frame)
            #expect(order.orderID.rawValue == "o\(number)")
            if number == 15 {
                try await fixture.settle()
                #expect(connection.sentCommands().isEmpty)
            }
            if number >= 15 {
                connection.reply(to: CommandFrame(id: frame.id - 15, command: .walletGet), ClientFixture.charged(order))
            }
        }
    }

    @Test func `a logged-out user's order is not sent in the next user's session`() async throws {
        let fixture = ClientFixture()
        let connection = try await fixture.logIn()
        let stranger = OrderOwner(serverURL: owner.serverURL, userID: UserID(unchecked: "bob"))
        let entry = JournaledOrder(
            owner: stranger, liveID: liveID,
            order: GiftSend(orderID: OrderID(unchecked: "x"), giftID: ClientFixture.giftID))
        let outcome = await withCheckedContinuation { continuation in
            fixture.client.perform { core in core.send(entry) { continuation.resume(returning: $0) } }
        }
        guard case .notSent(let rejection) = outcome else {
            Issue.record("the logged-out user's order was sent")
            return
        }
        #expect(rejection.code == .notLoggedIn)
        #expect(connection.sentCommands().isEmpty)
    }

    @Test func `order ids are valid, and equal only for equal seeds`() {
        func ids(seed: UInt64) -> [OrderID] {
            let client = ClientFixture(seed: seed).client
            return (0..<100).map { _ in client.makeOrderID() }
        }
        let one = ids(seed: 1)
        #expect(one == ids(seed: 1))
        #expect(Set(one + ids(seed: 2)).count == 200)
        #expect(one.allSatisfy { OrderID.isValid($0.rawValue) && $0.rawValue.count == 32 })
    }
}
