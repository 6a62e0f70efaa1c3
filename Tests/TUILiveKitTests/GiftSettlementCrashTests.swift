import Foundation
import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// A settlement has two steps: the server charges, then the panel sends. The app may end between any two events, while the server and
/// the client's journal survive. Afterwards a gift is charged and shown once, or neither.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftSettlementCrashTests {
    /// The journal of a run that ends during a write. Earlier entries stay, and the write never returns.
    private final class DyingJournal: OrderJournal {
        let kept: InMemoryOrderJournal
        let diesBeforeKeeping: Bool
        let dead: @Sendable () -> Void

        init(_ kept: InMemoryOrderJournal, diesBeforeKeeping: Bool, dead: @escaping @Sendable () -> Void) {
            self.kept = kept
            self.diesBeforeKeeping = diesBeforeKeeping
            self.dead = dead
        }

        func append(_ order: JournaledOrder) async throws {
            if !diesBeforeKeeping { try await kept.append(order) }
            dead()
            // The run has ended, so nothing after the write happens.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }

        func remove(_ orderID: OrderID, of owner: OrderOwner) async { await kept.remove(orderID, of: owner) }

        func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] { try await kept.unfinished(of: owner) }
    }

    private let server = KitServer()
    private let journal = InMemoryOrderJournal()
    private let rose = TUIGift(giftId: "rose", giftName: "Rose", imageUrl: "", animationUrl: "", price: 1)

    /// Starts the app again, logs in, enters the live and settles what the last run left.
    private func nextRun() async throws -> (KitWorld, GiftPage) {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        let settled = world.hub.giftDesk.settlements.sink { _ in MainActor.assumeIsolated { page.add("settled") } }
        let left = try await leftOrders()
        try await world.enter()
        await page.wait(for: "settled", count: left)
        settled.cancel()
        await world.settle()
        return (world, page)
    }

    private func leftOrders() async throws -> Int {
        try await journal.unfinished(
            of: OrderOwner(serverURL: "wss://live.example.com/v1/ws", userID: UserID(unchecked: "viewer"))
        ).count
    }

    /// Runs the first step.
    private func charge(_ world: KitWorld, _ page: GiftPage) {
        world.kit.store.giftCloudServer.sendGift(sender: "viewer", receiver: "host", giftModel: rose, giftCount: 2) {
            error, balance in page.add("\(error) \(balance)")
        }
    }

    private func receiver() -> TUIGiftUser { TUIGiftUser(userId: "host", userName: "", avatarUrl: "", level: "") }

    private func expectOneGift() {
        #expect(server.chargedOrders.count == 1 && server.balance(of: "viewer") == 498)
        #expect(Set(server.orders.map(\.orderID)).count == 1)
    }

    @Test func `an app that ends before the order is stored charges nothing and shows nothing`() async throws {
        let gone = GiftPage()
        let world = KitWorld(
            server: server,
            journal: DyingJournal(journal, diesBeforeKeeping: true) {
                DispatchQueue.main.async { MainActor.assumeIsolated { gone.add("gone") } }
            })
        try await world.enter()
        charge(world, gone)
        await gone.wait(for: "gone")
        #expect(try await leftOrders() == 0)
        _ = try await nextRun()
        #expect(server.orders.isEmpty && server.balance(of: "viewer") == 500)
    }

    @Test func `an order stored but not sent is charged and shown by the next run`() async throws {
        let gone = GiftPage()
        let world = KitWorld(
            server: server,
            journal: DyingJournal(journal, diesBeforeKeeping: false) {
                DispatchQueue.main.async { MainActor.assumeIsolated { gone.add("gone") } }
            })
        try await world.enter()
        charge(world, gone)
        await gone.wait(for: "gone")
        #expect(server.orders.isEmpty)
        try await #expect(leftOrders() == 1)
        _ = try await nextRun()
        expectOneGift()
        // It leaves the journal after the event.
        while try await leftOrders() > 0 { await Task.yield() }
    }

    @Test(arguments: [KitServer.Fault.order, .answer])
    func `an order cut off on its way or before its answer is sent again, charged and shown once`(
        fault: KitServer.Fault
    ) async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        let play = world.makePlayView()
        play.delegate = page
        server.fail(fault)
        charge(world, page)
        await page.wait(for: "noError 498")
        await page.wait(for: "received rose x2")
        await world.settle()
        #expect(page.count("received") == 1 && server.orders.count == 2)
        expectOneGift()
    }

    @Test
    func `an order charged before its answer arrived is settled by the next run and not shown twice`()
        async throws
    {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        // The run ended with an order without an answer.
        let owner = OrderOwner(serverURL: "wss://live.example.com/v1/ws", userID: UserID(unchecked: "viewer"))
        charge(world, page)
        await page.wait(for: "noError")
        let order = try #require(server.orders.first)
        try await journal.append(JournaledOrder(owner: owner, liveID: KitServer.live, order: order))
        let (_, next) = try await nextRun()
        #expect(next.lines == ["settled"] && server.orders.count == 2)
        expectOneGift()
    }

    @Test func `an app that ends between the two steps leaves a charged and shown gift, and no open order`()
        async throws
    {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        let play = world.makePlayView()
        play.delegate = page
        charge(world, page)
        await page.wait(for: "noError")
        await page.wait(for: "received rose x2")
        // The app ends here, before its second step.
        #expect(try await leftOrders() == 0)
        _ = try await nextRun()
        expectOneGift()
    }

    @Test func `the second step finds the first step's order and sends nothing`() async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        charge(world, page)
        await page.wait(for: "noError")
        world.makeListView().sendGift(giftModel: rose, giftCount: 2, receiver: receiver()) { _ in page.add("sent") }
        await page.wait(for: "sent")
        await world.settle()
        #expect(server.orders.count == 1)
        expectOneGift()
    }

    @Test func `a second step that does not wait for the first still makes one order`() async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        charge(world, page)
        world.makeListView().sendGift(giftModel: rose, giftCount: 2, receiver: receiver()) { _ in page.add("sent") }
        await page.wait(for: "sent")
        await page.wait(for: "noError")
        await world.settle()
        expectOneGift()
        #expect(server.orders.count == 1)
    }

    @Test func `an order with an unknown outcome is sent again under its id when the user retries`()
        async throws
    {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        server.refuse(.outcomeUnknown)
        let orders = world.kit.orders
        let content = GiftOrderBook.Content(
            liveID: KitWorld.live, giftID: "rose", count: 2, receiver: "host")
        let first = orders.begin(content, newID: "order_1")
        orders.finish(first, .unknown)
        server.refuse(nil)
        charge(world, page)
        await page.wait(for: "noError 498")
        #expect(server.orders.map(\.orderID.rawValue) == ["order_1"])
        expectOneGift()
    }

    @Test func `with own settlement, an app that ends after storing the panel's order shows the gift once`()
        async throws
    {
        let gone = GiftPage()
        let world = KitWorld(
            server: server,
            journal: DyingJournal(journal, diesBeforeKeeping: false) {
                DispatchQueue.main.async { MainActor.assumeIsolated { gone.add("gone") } }
            })
        try await world.enter()
        world.makeListView().sendGift(giftModel: rose, giftCount: 2, receiver: receiver(), orderID: "bill_7")
        await gone.wait(for: "gone")
        let (next, page) = try await nextRun()
        // The app did not know how far it had come, so it sends the bill again.
        next.makeListView().sendGift(giftModel: rose, giftCount: 2, receiver: receiver(), orderID: "bill_7") { result in
            page.add((try? result.get()) == nil ? "failed" : "sent")
        }
        await page.wait(for: "sent")
        expectOneGift()
        #expect(server.chargedOrders == ["bill_7"])
    }

    @Test func `with own settlement, an app that ends before the panel's order shows nothing until it sends its bill`()
        async throws
    {
        let first = KitWorld(server: server, journal: journal)
        try await first.enter()
        // The app's own server has charged, and the app ended before it called the panel.
        let (next, page) = try await nextRun()
        #expect(server.orders.isEmpty)
        for _ in 0..<2 {
            next.makeListView().sendGift(
                giftModel: rose, giftCount: 2, receiver: receiver(), orderID: "bill_8"
            ) { _ in page.add("sent") }
        }
        await page.wait(for: "sent", count: 2)
        #expect(server.chargedOrders == ["bill_8"])
        expectOneGift()
    }

    @Test func `an invalid order id is refused without sending an order`() async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        world.makeListView().sendGift(giftModel: rose, giftCount: 1, receiver: receiver(), orderID: "a b") { result in
            if case .failure(let error) = result { page.add("\(error.code)") }
        }
        await page.wait(for: "-1001")
        #expect(server.orders.isEmpty)
    }
}
