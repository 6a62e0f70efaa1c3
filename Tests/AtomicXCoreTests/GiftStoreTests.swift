import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore

@Suite(.timeLimit(.minutes(5))) struct GiftStoreTests {
    private func panel(_ name: String) throws -> GiftPanel {
        var rose = try World.rose()
        rose.name = name
        rose.level = 2
        rose.resourceURL = "u"
        return GiftPanel(categories: [
            OvationModel.GiftCategory(
                categoryID: "c", name: "Flowers", desc: "d", extensionInfo: ["k": "v"], giftList: [rose])
        ])
    }

    @Test func `the panel is fetched in the language that was set`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("gift.list", ok: try panel("Rosa"))
        world.gift.setLanguage("es")
        try await world.gift.refreshUsableGifts()
        #expect(world.server.commands.last?.command == .giftList(GiftList(language: "es")))
        let category = try #require(world.gift.state.value.usableGifts.first)
        #expect(category.categoryID == "c" && category.name == "Flowers" && category.desc == "d")
        #expect(category.extensionInfo == ["k": "v"])
        let gift = try #require(category.giftList.first)
        #expect(
            gift.giftID == "rose" && gift.name == "Rosa" && gift.coins == 5 && gift.level == 2
                && gift.resourceURL == "u")
    }

    @Test func `each order raises one gift event with its count and sender`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.gift.giftEventPublisher)
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 101, durable: 1)
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 102, durable: 2)
        try await world.send(try World.giftReceived(order: "o1", count: 1, sender: World.viewer), seq: 103, durable: 3)
        #expect(events.values.count == 2)
        guard case .onReceiveGift("live_1", let gift, 3, let sender)? = events.values.first,
            case .onReceiveGift("live_1", _, 1, let own)? = events.values.last
        else {
            Issue.record("\(events.values)")
            return
        }
        #expect(gift.giftID == "rose" && gift.name == "Rose" && gift.coins == 5)
        #expect(sender.userName == "Other" && own.userID == "viewer")
    }

    @Test func `an order shown once is not shown again after a second join`() async throws {
        let world = World()
        try await world.enter()
        let events = Recorder(world.gift.giftEventPublisher)
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 101, durable: 1)
        try await world.hub.liveList.leaveLive()
        try await world.hub.liveList.joinLive(liveID: "live_1")
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 101, durable: 1)
        #expect(events.values.count == 1)
    }

    @Test func `a gift event takes the gift's name from the loaded panel`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("gift.list", ok: try panel("Rosa"))
        try await world.gift.refreshUsableGifts()
        let events = Recorder(world.gift.giftEventPublisher)
        try await world.send(try World.giftReceived(order: "o1", count: 3), seq: 101, durable: 1)
        guard case .onReceiveGift(_, let gift, _, _)? = events.values.first else {
            Issue.record("the gift raised no event")
            return
        }
        #expect(gift.name == "Rosa")
    }

    @Test func `a loaded panel is fetched again when the catalogue changes`() async throws {
        let world = World()
        try await world.logIn()
        world.server.on("gift.list", ok: try panel("Rose"))
        try await world.server.send(frame: FrameEncoder.catalogueChanged())
        try await world.queue.settle()
        try await world.like.sendLike()
        #expect(world.server.commands("gift.list").isEmpty)
        try await world.gift.refreshUsableGifts()
        world.server.on("gift.list", ok: try panel("Tulip"))
        let panels = Recorder(world.gift.state.subscribe())
        try await world.server.send(frame: FrameEncoder.catalogueChanged())
        await panels.wait { $0.last?.usableGifts.first?.giftList.first?.name == "Tulip" }
    }

    @Test func `every order has its own id and succeeds when it is charged`() async throws {
        let world = World()
        try await world.enter()
        world.server.on("gift.send") { frame in
            guard case .giftSend(let order) = frame.command, let coins = Coins(15), let balance = Coins(85) else {
                return []
            }
            return [
                .ok(
                    GiftCharged(
                        orderID: order.orderID, giftID: order.giftID, count: 3, coins: coins, balance: balance,
                        durable: 1,
                        at: ScriptedServer.at))
            ]
        }
        try await world.gift.sendGift(giftID: "rose", count: 3)
        try await world.gift.sendGift(giftID: "rose", count: 3)
        let orders = world.server.commands("gift.send").compactMap { command -> GiftSend? in
            if case .giftSend(let order) = command { order } else { nil }
        }
        #expect(orders.count == 2 && Set(orders.map(\.orderID)).count == 2)
        #expect(orders.allSatisfy { $0.giftID.rawValue == "rose" && $0.count == 3 && $0.to == nil })
    }

    @Test(arguments: [ErrorCode.insufficientBalance, .giftRefusedByBilling, .giftNotFound, .giftsDisabled])
    func `a refused order fails with the server's reason`(code: ErrorCode) async throws {
        let world = World()
        try await world.enter()
        world.server.on("gift.send", error: Rejection(code))
        do {
            try await world.gift.sendGift(giftID: "rose", count: 3)
            Issue.record("a refused order succeeded")
        } catch {
            #expect(error.ovationCode == code.rawValue && error.localizedDescription == code.defaultMessage)
            #expect(error.code == (code == .insufficientBalance ? 102_004 : code.rawValue))
        }
    }

    @Test(arguments: [
        ("rose", UInt(0), -1001), ("rose", .max, -1001), ("", 1, 102002), ("twenty-one characters", 1, 102002),
    ])
    func `an invalid order fails without being sent`(giftID: String, count: UInt, code: Int) async throws {
        let world = World()
        try await world.enter()
        do {
            try await world.gift.sendGift(giftID: giftID, count: count)
            Issue.record("an invalid order succeeded")
        } catch {
            #expect(error.code == code)
        }
        #expect(world.server.commands("gift.send").isEmpty)
    }
}
