import Foundation
import OpenCombineShim
import OvationClient
import OvationModel
import OvationRules
import OvationStorage
import OvationTestKit
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// An app's gift kit against the real server: the charges, what users see, and the books.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct GiftKitTests {
    /// One run of an app, with its stores, its kit and the device's journal.
    @MainActor
    private final class App: TUIGiftPlayViewDelegate {
        let hub: StoreHub
        let kit: GiftKit
        private(set) var shown: [String] = []
        private var waiter: (Int, CheckedContinuation<Void, Never>)?

        init(_ url: String, journal: any OrderJournal = InMemoryOrderJournal()) {
            let runtime = StoreRuntime { server in
                OvationClient(configuration: ClientConfiguration(serverURL: server), orderJournal: journal)
            }
            runtime.configure { $0.serverURL = url }
            hub = StoreHub(runtime: runtime)
            kit = GiftKit(desk: hub.giftDesk)
        }

        func enter(_ user: String) async throws {
            try await hub.login.login(sdkAppID: 1_400_000_001, userID: user, userSig: "dev")
            try await hub.liveList.joinLive(liveID: "r1")
        }

        /// The first step of the vendor's document: charge.
        func charge(_ gift: String, count: Int) async -> (TUIGiftServerError, Int) {
            await withCheckedContinuation { done in
                kit.store.giftCloudServer.sendGift(
                    sender: "fan", receiver: "host", giftModel: Self.gift(gift), giftCount: count
                ) { done.resume(returning: ($0, $1)) }
            }
        }

        /// The second step of the vendor's document: send.
        func send(_ gift: String, count: Int, orderID: String? = nil) async -> Bool {
            let list = TUIGiftListView(groupId: "r1", kit: kit)
            return await withCheckedContinuation { done in
                list.sendGift(
                    giftModel: Self.gift(gift), giftCount: count, receiver: Self.host, orderID: orderID
                ) { result in
                    done.resume(returning: (try? result.get()) != nil)
                }
            }
        }

        func waitForGifts(_ count: Int) async {
            if shown.count < count { await withCheckedContinuation { waiter = (count, $0) } }
        }

        func giftPlayView(
            _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser,
            receiver: TUIGiftUser
        ) {
            shown.append("\(gift.giftName) x\(giftCount) from \(sender.userId) for \(receiver.userId)")
            guard let waiter, shown.count >= waiter.0 else { return }
            self.waiter = nil
            waiter.1.resume()
        }

        func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift) {}

        private static var host: TUIGiftUser { TUIGiftUser(userId: "host", userName: "", avatarUrl: "", level: "") }

        private static func gift(_ id: String) -> TUIGift {
            TUIGift(giftId: id, giftName: id, imageUrl: "", animationUrl: "", price: 1)
        }
    }

    private static func run(
        _ body: @escaping @MainActor @Sendable (TestServer) async throws -> Void
    ) async throws {
        let storage = try TestServer.emptyStorage()
        let room = Samples.room("r1", owner: UserInfo(userID: Samples.id("host")))
        _ = try await storage.commit([.createRoom(room)])
        try await TestServer.run(storage: storage) { server in try await body(server) }
    }

    private static func balance(_ user: String, _ server: TestServer) async throws -> Int64? {
        try await server.storage.balance(of: .user(Samples.id(user)))?.amount
    }

    @Test func `the two steps of a settlement are one order, charged once and shown once to everybody`() async throws {
        try await Self.run { server in
            let (fan, other) = (App(server.url), App(server.url))
            try await fan.enter("fan")
            try await other.enter("other")
            let views = (TUIGiftPlayView(groupId: "r1", kit: fan.kit), TUIGiftPlayView(groupId: "r1", kit: other.kit))
            views.0.delegate = fan
            views.1.delegate = other
            let (error, left) = await fan.charge("crown", count: 3)
            #expect(error == .noError && left == 9_700)
            #expect(await fan.send("crown", count: 3))
            // When a second gift has come, nothing more can come of the first.
            _ = await fan.charge("rose", count: 1)
            await fan.waitForGifts(2)
            await other.waitForGifts(2)
            #expect(fan.shown == ["Crown x3 from fan for host", "Rose x1 from fan for host"])
            #expect(other.shown == fan.shown)
            #expect(try await Self.balance("fan", server) == 9_699)
            let (refusal, kept) = await fan.charge("rocket", count: 2)
            #expect(refusal == .balanceInsufficient && kept == 9_699)
            try await fan.hub.login.logout()
            try await other.hub.login.logout()
        }
    }

    @Test func `a recharge tops up coins on a developer's server, and the panel shows them`() async throws {
        try await Self.run { server in
            let fan = App(server.url)
            try await fan.enter("fan")
            let (error, balance): (TUIGiftServerError, Int) = await withCheckedContinuation { done in
                fan.kit.store.giftCloudServer.rechargeBalance { done.resume(returning: ($0, $1)) }
            }
            #expect(error == .noError && balance == 10_100)
            #expect(try await Self.balance("fan", server) == 10_100)
            try await fan.hub.login.logout()
        }
    }

    @Test func `an app that was killed between the steps finds its order again and charges it once`() async throws {
        try await Self.run { server in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kit-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appendingPathComponent("orders.jsonl").path
            // The last run stored the order and was killed. Its file does not say whether the order was sent.
            let endpoint = try #require(TransportEndpoint(serverURL: server.url))
            let owner = OrderOwner(serverURL: endpoint.description, userID: Samples.id("fan"))
            let order = GiftSend(
                orderID: OrderID(unchecked: "bill_1"), giftID: GiftID(unchecked: "crown"), count: 2,
                to: [Samples.id("host")])
            let journal = FileOrderJournal(path: path)
            try await journal.append(JournaledOrder(owner: owner, liveID: LiveID(unchecked: "r1"), order: order))
            let watcher = App(server.url)
            try await watcher.enter("other")
            let view = TUIGiftPlayView(groupId: "r1", kit: watcher.kit)
            view.delegate = watcher
            let next = App(server.url, journal: journal)
            try await next.enter("fan")
            #expect(await next.send("crown", count: 2, orderID: "bill_1"))
            #expect(await next.send("rose", count: 1, orderID: "bill_2"))
            await watcher.waitForGifts(2)
            #expect(watcher.shown == ["Crown x2 from fan for host", "Rose x1 from fan for host"])
            #expect(try await Self.balance("fan", server) == 9_799)
            try await next.hub.login.logout()
            try await watcher.hub.login.logout()
        }
    }
}
