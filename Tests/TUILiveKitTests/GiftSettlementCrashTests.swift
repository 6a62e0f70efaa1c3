import Foundation
import OpenCombineShim
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// A settlement has two steps: the server charges, then the panel sends. The app may be gone between any two things that happen. The
/// client's journal outlives it; so does the server. Afterwards a gift is charged and shown once, or neither.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftSettlementCrashTests {
    /// A journal of a run of the app that ends while it writes: what was kept before stays, and nothing returns.
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
            // The run is over: nothing that comes after the write ever happens.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }

        func remove(_ orderID: OrderID, of owner: OrderOwner) async { await kept.remove(orderID, of: owner) }

        func unfinished(of owner: OrderOwner) async throws -> [JournaledOrder] { try await kept.unfinished(of: owner) }
    }

    private let server = KitServer()
    private let journal = InMemoryOrderJournal()
    private let rose = TUIGift(giftId: "rose", giftName: "Rose", imageUrl: "", animationUrl: "", price: 1)

    /// The next run of the app: logs in, enters the live, and has settled what the last one left.
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

    /// The first step.
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

    @Test func `gone before the order is kept: nothing is charged and nothing is shown`() async throws {
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

    @Test func `gone after the order is kept and before it is sent: charged and shown by the next run`() async throws {
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
        #expect(try await leftOrders() == 0)
    }

    @Test(arguments: [KitServer.Fault.order, .answer])
    func `the connection breaks on the way there or back: the same order is sent again, charged and shown once`(
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
    func `gone after it was charged and before the answer came: the next run learns of it and shows nothing twice`()
        async throws
    {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        // What the run knew when it went: an order without an answer.
        let owner = OrderOwner(serverURL: "wss://live.example.com/v1/ws", userID: UserID(unchecked: "viewer"))
        charge(world, page)
        await page.wait(for: "noError")
        let order = try #require(server.orders.first)
        try await journal.append(JournaledOrder(owner: owner, liveID: KitServer.live, order: order))
        let (_, next) = try await nextRun()
        #expect(next.lines == ["settled"] && server.orders.count == 2)
        expectOneGift()
    }

    @Test func `gone between the two steps: the gift is charged and shown, and nothing is left to do`() async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        let play = world.makePlayView()
        play.delegate = page
        charge(world, page)
        await page.wait(for: "noError")
        await page.wait(for: "received rose x2")
        // The app is gone here; its second step never comes.
        #expect(try await leftOrders() == 0)
        _ = try await nextRun()
        expectOneGift()
    }

    @Test func `the second step finds the order of the first and sends nothing`() async throws {
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

    @Test func `the second step does not wait for the first: still one order`() async throws {
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

    @Test func `an order whose outcome is unknown is asked for again under its id when the user tries again`()
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

    @Test func `own settlement, gone after the panel's order is kept: the next run shows the gift once`() async throws {
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
        // The app did not know how far it was, so it sends the bill again.
        next.makeListView().sendGift(giftModel: rose, giftCount: 2, receiver: receiver(), orderID: "bill_7") { result in
            page.add((try? result.get()) == nil ? "failed" : "sent")
        }
        await page.wait(for: "sent")
        expectOneGift()
        #expect(server.chargedOrders == ["bill_7"])
    }

    @Test func `own settlement, gone before the panel's order: nothing is shown until the app sends its bill`()
        async throws
    {
        let first = KitWorld(server: server, journal: journal)
        try await first.enter()
        // The app's own server was paid; the app is gone before it called the panel.
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

    @Test func `an order id that is none is refused and nothing is sent`() async throws {
        let (world, page) = (KitWorld(server: server, journal: journal), GiftPage())
        try await world.enter()
        world.makeListView().sendGift(giftModel: rose, giftCount: 1, receiver: receiver(), orderID: "a b") { result in
            if case .failure(let error) = result { page.add("\(error.code)") }
        }
        await page.wait(for: "-1001")
        #expect(server.orders.isEmpty)
    }
}
