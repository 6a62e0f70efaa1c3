import Foundation
import OvationClient
import OvationModel
import OvationWire
import Testing

@testable import TUILiveKit

/// What the panel and the stage of a `LiveRoom` choose, send and show.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct LiveRoomViewTests {
    private let world = KitWorld()
    private let room: LiveRoom

    init() async throws { room = try await Self.enter(world.server) }

    private static func enter(_ server: KitServer, patienceSeconds: Double = 10) async throws -> LiveRoom {
        let client = OvationClient(
            configuration: ClientConfiguration(
                serverURL: "wss://live.example.com", reconnectDelaySecondsMin: 0, reconnectDelaySecondsMax: 0,
                requestTimeoutSeconds: patienceSeconds),
            transport: server, orderJournal: InMemoryOrderJournal())
        try await client.logIn(sdkAppID: 1_400_000_001, userID: UserID(unchecked: "viewer"), userSig: "dev")
        return try await client.joinLiveRoom(KitServer.live)
    }

    // MARK: - The panel

    private func sale(in room: LiveRoom? = nil) async throws -> GiftSale {
        let room = room ?? self.room
        try await room.fetchGifts()
        try await room.fetchBalance()
        return GiftSale(room)
    }

    @Test func `a gift is chosen, counted, paid and sent once`() async throws {
        let sale = try await sale()
        #expect(!sale.canSend && sale.price == nil)
        sale.show(category: 1)
        #expect(sale.gifts.map(\.giftID.rawValue) == ["rocket", "crown"])
        sale.show(category: 9)
        sale.choose(sale.gifts[1])
        sale.setCount(3)
        #expect(sale.price == Coins(300) && sale.canSend && !sale.isShortOfCoins)
        await sale.send()
        #expect(sale.failure == nil && room.balance == Coins(200))
        #expect(world.server.orders.map(\.count) == [3])
        #expect(sale.isShortOfCoins && !sale.canSend)
        await sale.send()
        #expect(world.server.orders.count == 1)
        sale.choose(KitServer.rose)
        #expect(sale.count == 1 && sale.canSend)
        sale.setCount(1_000_000)
        #expect(sale.count == GiftSale.countMax)
        sale.setCount(-4)
        #expect(sale.count == 1)
    }

    @Test func `a refused gift shows its reason and can be sent again`() async throws {
        let sale = try await sale()
        world.server.refuse(.giftRefusedByBilling)
        sale.choose(KitServer.rose)
        await sale.send()
        #expect(sale.failure?.code == .giftRefusedByBilling && sale.undecided.isEmpty && sale.canSend)
        world.server.refuse(nil)
        await sale.send()
        #expect(sale.failure == nil && world.server.chargedOrders.count == 1)
    }

    @Test func `a gift with an unknown outcome cannot be sent again before it is settled`() async throws {
        // The timeout is short, so the sale does not wait for the client's repeats.
        let sale = try await sale(in: try await Self.enter(world.server, patienceSeconds: 2))
        sale.choose(KitServer.rose)
        world.server.refuse(.outcomeUnknown)
        await sale.send()
        #expect(sale.undecided.values.first == KitServer.rose.giftID && !sale.canSend)
        sale.choose(KitServer.crown)
        #expect(sale.canSend)
    }

    // MARK: - The stage

    /// Feeds the stage everything that the live shows until the user leaves it.
    private func show(_ gifts: [(OvationModel.Gift, String)], on stage: GiftStageModel) async throws {
        let events = room.events()
        for (number, (gift, user)) in gifts.enumerated() { world.server.show(gift, from: user, order: "o\(number)") }
        try await room.leave()
        await stage.run(events)
    }

    @Test func `gifts are bullets that count up, with names and valid picture addresses`() async throws {
        let stage = GiftStageModel(room, kit: world.kit)
        try await show([(KitServer.rose, "fan"), (KitServer.rose, "fan"), (KitServer.crown, "bo")], on: stage)
        #expect(stage.bullets.map { $0?.count } == [2, 1])
        #expect(stage.bullets[0]?.sender == "Fan" && stage.bullets[0]?.gift == "Rose")
        #expect(stage.bullets[0]?.giftPicture == "https://live.example.com/gifts/rose.png")
        world.clock.advance(milliseconds: 5_000)
        #expect(stage.bullets == [nil, nil])
    }

    @Test func `an effect fills the stage until it ends`() async throws {
        let engine = FakeEngine()
        GiftAnimationEngines.register("stage1") { engine }
        world.network.put([1], at: "https://live.example.com/effects/rocket.stage1")
        let stage = GiftStageModel(room, kit: world.kit)
        try await show([(KitServer.gift("rocket", 200, effect: "/effects/rocket.stage1"), "fan")], on: stage)
        while stage.effect == nil { await Task.yield() }
        #expect(stage.effect === engine.contentView && engine.calls.contains("play"))
        engine.finish()
        #expect(stage.effect == nil)
    }

    @Test func `a gift without its effect file is a card, and a gift with effects turned off is a bullet`()
        async throws
    {
        let stage = GiftStageModel(room, kit: world.kit)
        try await show([(KitServer.rocket, "fan")], on: stage)
        while stage.effect == nil { await Task.yield() }
        world.clock.advance(milliseconds: 60_000)
        #expect(stage.effect == nil)
        try await room.join()
        let calm = GiftStageModel(room, kit: world.kit)
        calm.playsEffects = false
        let events = room.events()
        world.server.show(KitServer.rocket, from: "bo", order: "calm")
        try await room.leave()
        await calm.run(events)
        #expect(calm.effect == nil && calm.bullets[0]?.gift == "Rocket")
    }
}
