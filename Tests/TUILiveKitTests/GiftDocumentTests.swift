import Foundation
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// The steps of the vendor's gift document, as an app writes them: its own gifts, balance, recharge and settlement, and playing an
/// effect.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftDocumentTests {
    /// An app's own server with its own coins and gifts.
    private final class OwnCloudServer: IGiftCloudServer {
        private(set) var coins = 1_000
        let gifts: [TUIGift]

        init(gifts: [TUIGift] = []) { self.gifts = gifts }

        func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) {
            coins += 50
            callback(.noError, coins)
        }

        func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) { callback(.noError, coins) }

        func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void) {
            callback(.noError, gifts)
        }

        func sendGift(
            sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
            callback: @escaping (TUIGiftServerError, Int) -> Void
        ) {
            let price = giftModel.price * giftCount
            guard price <= coins else { return callback(.balanceInsufficient, coins) }
            coins -= price
            callback(.noError, coins)
        }
    }

    /// What the document's page does with a gift, word for word except for the stores' names.
    private func settle(_ page: GiftPage, _ store: TUIGiftStore, sender: String = "viewer") {
        page.onSend = { [weak page] view, giftModel, giftCount in
            let receiver = TUIGiftUser()
            receiver.userId = "host"
            receiver.userName = "Host"
            receiver.avatarUrl = ""
            receiver.level = "0"
            store.giftCloudServer.sendGift(
                sender: sender, receiver: receiver.userId, giftModel: giftModel, giftCount: giftCount
            ) { error, balance in
                if error == .noError {
                    view.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver) { _ in
                        page?.add("sent")
                    }
                    view.setBalance(balance)
                    page?.add("paid, \(balance) left")
                } else {
                    page?.add("refused \(error)")
                }
            }
        }
    }

    private func makePage(_ world: KitWorld) -> (GiftPage, TUIGiftListView, TUIGiftPlayView) {
        let page = GiftPage()
        let (list, play) = (world.makeListView(), world.makePlayView())
        list.delegate = page
        play.delegate = page
        page.views = [list, play]
        return (page, list, play)
    }

    @Test
    func `a login loads each gift of the catalogue once, with valid addresses`()
        async throws
    {
        let world = KitWorld()
        #expect(world.kit.store.giftList.isEmpty)
        try await world.enter()
        await world.loadGifts()
        let gifts = world.kit.store.giftList
        #expect(gifts.map(\.giftId) == ["rose", "crown", "rocket"])
        let rocket = try #require(gifts.last)
        #expect(rocket.giftName == "Rocket" && rocket.price == 200)
        #expect(rocket.animationUrl == "https://live.example.com/gifts/rocket.svga")
        #expect(rocket.imageUrl == "https://live.example.com/gifts/rocket.png")
        #expect(rocket.extInfo["rank"] == "1")
    }

    @Test func `a gift of the app's own catalogue is shown with its name, picture and effect`() async throws {
        let world = KitWorld()
        try await world.enter()
        await world.settle()
        let (page, list, play) = makePage(world)
        let own = TUIGift(
            giftId: "rose", giftName: "Golden rose", imageUrl: "https://app.example.com/r.png",
            animationUrl: "https://app.example.com/r.svga", price: 3)
        list.setGiftList([own])
        #expect(list.panel.gifts.map(\.giftName) == ["Golden rose"])
        world.server.show(KitServer.rose, from: "fan", order: "o1")
        await page.wait(for: "play rose")
        #expect(play.model.effects.current?.show.gift === own)
        #expect(page.lines == ["received rose x1 from fan for host", "play rose"])
    }

    @Test func `the panel shows the balance that the app sets`() async throws {
        let world = KitWorld()
        let list = world.makeListView()
        #expect(list.panel.balance == nil)
        list.setBalance(77)
        #expect(list.panel.balance == 77)
    }

    @Test func `the document's call asks for the wallet's balance`() async throws {
        let world = KitWorld()
        try await world.enter()
        let list = world.makeListView()
        let page = GiftPage()
        world.kit.store.giftCloudServer.queryBalance { error, balance in
            if error == .noError { list.setBalance(balance) }
            page.add("asked")
        }
        await page.wait(for: "asked")
        #expect(list.panel.balance == 500)
    }

    @Test func `the panel's recharge button opens the app's own page, which sets the balance`() async throws {
        let world = KitWorld()
        let own = OwnCloudServer()
        world.kit.store.giftCloudServer = own
        let (page, list, _) = makePage(world)
        page.onRecharge = { view in
            own.rechargeBalance { _, balance in view.setBalance(balance) }
        }
        list.panel.tapRecharge()
        #expect(page.lines == ["recharge"] && list.panel.balance == 1_050)
    }

    @Test func `a recharge through the wallet adds 100 coins on a development server only`() async throws {
        let world = KitWorld()
        try await world.enter()
        let (page, list, _) = makePage(world)
        page.onRecharge = { view in
            world.kit.store.giftCloudServer.rechargeBalance { error, balance in
                view.setBalance(balance)
                page.add("\(error) \(balance)")
            }
        }
        list.panel.tapRecharge()
        await page.wait(for: "noError")
        #expect(list.panel.balance == 600)
        world.server.makeProductive()
        list.panel.tapRecharge()
        await page.wait(for: "operationFailed")
        #expect(page.lines == ["recharge", "noError 600", "recharge", "operationFailed 600"])
        #expect(world.server.balance(of: "viewer") == 600)
    }

    @Test func `a gift settled through the wallet is charged and shown once under one order`() async throws {
        let world = KitWorld()
        try await world.enter()
        await world.loadGifts()
        let (page, list, _) = makePage(world)
        settle(page, world.kit.store)
        list.setGiftList(world.kit.store.giftList)
        list.panel.choose(1)
        list.panel.tapSend()
        await page.wait(for: "sent")
        await page.wait(for: "received")
        await world.settle()
        #expect(page.count("received crown x1 from viewer for host") == 1 && page.count("received") == 1)
        #expect(page.count("paid, 400 left") == 1 && list.panel.balance == 400)
        #expect(world.server.orders.count == 1 && world.server.balance(of: "viewer") == 400)
        // The next tap is a new order.
        list.panel.tapSend()
        await page.wait(for: "sent", count: 2)
        await page.wait(for: "received", count: 2)
        #expect(Set(world.server.orders.map(\.orderID)).count == 2 && world.server.balance(of: "viewer") == 300)
    }

    @Test func `a user with too few coins gets balanceInsufficient, and no gift is shown`() async throws {
        let world = KitWorld()
        world.server.fill("viewer", 99)
        try await world.enter()
        await world.loadGifts()
        let (page, list, _) = makePage(world)
        settle(page, world.kit.store)
        list.setGiftList(world.kit.store.giftList)
        list.panel.choose(1)
        list.panel.tapSend()
        await page.wait(for: "refused")
        await world.settle()
        #expect(page.lines == ["send crown x1", "refused balanceInsufficient"])
        #expect(world.server.chargedOrders.isEmpty)
    }

    @Test(arguments: [
        ("viewer", "rose", 0, "paramError"), ("viewer", "rose", -1, "paramError"), ("other", "rose", 1, "paramError"),
        ("viewer", "unknown", 1, "paramError"), ("viewer", "rose", 10_000, "balanceInsufficient"),
    ])
    func `an invalid order is refused with its reason`(
        sender: String, gift: String, count: Int, reason: String
    ) async throws {
        let world = KitWorld()
        try await world.enter()
        let page = GiftPage()
        let model = TUIGift(giftId: gift, giftName: "", imageUrl: "", animationUrl: "", price: 1)
        world.kit.store.giftCloudServer.sendGift(sender: sender, receiver: "host", giftModel: model, giftCount: count) {
            error, _ in page.add("\(error)")
        }
        await page.wait(for: reason)
        #expect(world.server.chargedOrders.isEmpty)
    }

    @Test func `a user outside a live cannot send a gift`() async throws {
        let world = KitWorld()
        let page = GiftPage()
        let send = {
            world.kit.store.giftCloudServer.sendGift(
                sender: "viewer", receiver: "host", giftModel: TUIGift(), giftCount: 1
            ) { error, _ in page.add("\(error)") }
        }
        send()
        await page.wait(for: "paramError")
        try await world.hub.login.login(sdkAppID: 1_400_000_001, userID: "viewer", userSig: "dev")
        send()
        await page.wait(for: "operationFailed")
        #expect(world.server.orders.isEmpty)
    }

    @Test func `with own settlement the app's server charges, and the panel's order shows the gift`() async throws {
        let world = KitWorld()
        try await world.enter()
        let own = OwnCloudServer(gifts: [
            TUIGift(giftId: "rose", giftName: "Rose", imageUrl: "", animationUrl: "", price: 400)
        ])
        world.kit.store.giftCloudServer = own
        #expect(world.kit.store.giftList.map(\.price) == [400])
        let (page, list, _) = makePage(world)
        settle(page, world.kit.store)
        list.setGiftList(world.kit.store.giftList)
        list.panel.choose(0)
        list.panel.tapSend()
        await page.wait(for: "sent")
        await page.wait(for: "received rose x1 from viewer for host")
        #expect(own.coins == 600 && list.panel.balance == 600)
        #expect(world.server.orders.count == 1)
        // The app's own server refuses the payment, and the panel sends nothing.
        list.panel.tapSend()
        await page.wait(for: "sent", count: 2)
        list.panel.tapSend()
        await page.wait(for: "refused balanceInsufficient")
        await world.settle()
        #expect(world.server.orders.count == 2)
    }

    @Test func `with own settlement a gift without an order is not shown, and the app gets the refusal`() async throws {
        let world = KitWorld()
        try await world.enter()
        world.kit.store.giftCloudServer = OwnCloudServer()
        world.server.refuse(.giftRefusedByBilling)
        let (page, list, _) = makePage(world)
        let rose = TUIGift(giftId: "rose", giftName: "", imageUrl: "", animationUrl: "", price: 1)
        list.sendGift(giftModel: rose, giftCount: 1, receiver: TUIGiftUser()) { result in
            if case .failure(let error) = result { page.add("\(error.code)") }
        }
        await page.wait(for: "102004")
        await world.settle()
        #expect(page.lines == ["102004"])
    }

    @Test func `an effect's file is requested, read from the cache and played by its engine`()
        async throws
    {
        let world = KitWorld()
        try await world.enter()
        await world.settle()
        let (page, _, play) = makePage(world)
        let (engine, stage) = (FakeEngine(), DrawnStage())
        GiftAnimationEngines.register("effect1") { engine }
        play.model.surface = stage
        let address = "https://files.example.com/a/dragon.effect1"
        world.network.put([1, 2, 3], at: address)
        page.onPlay = { view, gift in
            guard let url = URL(string: gift.animationUrl) else { return }
            world.kit.store.giftCacheService.request(withURL: url) { error, fileUrl in
                if error == 0 {
                    DispatchQueue.main.async {
                        view.playGiftAnimation(playUrl: fileUrl)
                        page.add("playing")
                    }
                }
            }
        }
        world.server.show(KitServer.gift("dragon", 1, effect: address), from: "fan", order: "o1")
        await page.wait(for: "playing")
        #expect(page.lines == ["received dragon x1 from fan for host", "play dragon", "playing"])
        #expect(engine.calls.first == "repeat 1" && engine.calls.last == "play")
        #expect(stage.filling === engine.contentView)
        engine.finish()
        #expect(stage.lines == ["effect", "empty"] && play.model.effects.current == nil)
    }
}
