import Foundation
import OpenCombineShim
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// What a play view shows: bullets, effects one after the other, and hearts. Nothing may stop the queue.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftPlayTests {
    private let world = KitWorld()
    private let page = GiftPage()
    private let stage = DrawnStage()
    private let play: TUIGiftPlayView

    init() async throws {
        try await world.enter()
        await world.settle()
        play = world.makePlayView()
        play.delegate = page
        play.model.surface = stage
    }

    private func gift(_ name: String, kind: String = "none") -> OvationModel.Gift {
        KitServer.gift(name, 1, effect: "https://files.example.com/\(name).\(kind)")
    }

    private func show(_ gift: OvationModel.Gift, count: Int = 1, from user: String = "fan", order: String) async {
        world.server.show(gift, count: count, from: user, order: order)
        await world.settle()
    }

    @Test func `gifts without an effect are bullets that count up and leave`() async {
        await show(KitServer.rose, order: "o1")
        await show(KitServer.rose, count: 4, order: "o2")
        #expect(stage.lines == ["bullet 0 rose x1", "count 0 rose x5"])
        world.clock.advance(milliseconds: 5_000)
        #expect(stage.lines.last == "gone 0")
        #expect(page.lines == ["received rose x1 from fan for host", "received rose x4 from fan for host"])
    }

    @Test func `an order that comes again is shown once`() async {
        await show(KitServer.rose, order: "o1")
        await show(KitServer.rose, order: "o1")
        #expect(page.count("received") == 1)
    }

    @Test func `the user's own gift is shown with its receiver`() async throws {
        let guest = UserInfo(userID: UserID(unchecked: "guest"))
        world.server.show(KitServer.rose, from: "viewer", order: "o1", to: [guest])
        await world.settle()
        #expect(page.lines == ["received rose x1 from viewer for guest"])
        #expect(play.model.bullets.shown.first??.isOwn == true)
    }

    @Test func `effects play one after the other, the user's own first`() async {
        let engine = FakeEngine()
        GiftAnimationEngines.register("play1") { engine }
        for (name, user) in [("a", "fan"), ("b", "fan"), ("c", "viewer")] {
            await show(gift(name, kind: "play1"), from: user, order: name)
        }
        #expect(page.count("play") == 1)
        play.playGiftAnimation(playUrl: "/files/a.play1")
        #expect(engine.calls == ["repeat 1", "load a.play1", "play"])
        engine.finish()
        #expect(page.lines.last == "play c")
        play.playGiftAnimation(playUrl: "/files/c.play1")
        engine.finish()
        #expect(page.lines.last == "play b")
    }

    @Test func `a failed download shows the gift as a card, and the next effect plays`() async {
        page.onPlay = { [world, page] _, gift in
            guard let url = URL(string: gift.animationUrl) else { return }
            world.kit.store.giftCacheService.request(withURL: url) { code, _ in page.add("code \(code)") }
        }
        await show(gift("a"), order: "o1")
        await show(gift("b"), order: "o2")
        await page.wait(for: "code -1")
        // The app's completion runs before the view's.
        await world.settle()
        #expect(stage.lines == ["card Fan sent A × 1"])
        world.clock.advance(milliseconds: 2_000)
        #expect(page.count("play b") == 1)
    }

    @Test func `an app that never plays a gift does not stop the queue`() async {
        await show(gift("a"), order: "o1")
        await show(gift("b"), order: "o2")
        world.clock.advance(milliseconds: 19_999)
        #expect(page.lines.last == "received b x1 from fan for host")
        world.clock.advance(milliseconds: 1)
        #expect(stage.lines == ["card Fan sent A × 1"])
        world.clock.advance(milliseconds: 2_000)
        #expect(page.lines.last == "play b")
    }

    @Test func `an engine that never ends or cannot play does not stop the queue`() async {
        let engine = FakeEngine()
        GiftAnimationEngines.register("play2") { engine }
        for name in ["a", "b", "c"] { await show(gift(name, kind: "play2"), order: name) }
        play.playGiftAnimation(playUrl: "/files/a.play2")
        world.clock.advance(milliseconds: 60_000)
        #expect(engine.calls.last == "stop" && page.lines.last == "play b")
        engine.failsAtLoad = true
        play.playGiftAnimation(playUrl: "/files/b.play2")
        #expect(stage.lines == ["effect", "empty", "card Fan sent B × 1"] || stage.lines.last == "card Fan sent B × 1")
        world.clock.advance(milliseconds: 2_000)
        #expect(page.lines.last == "play c")
        // A late report of an engine that no longer plays is ignored.
        engine.finish()
        #expect(play.model.effects.current?.stage == .file)
    }

    @Test(arguments: ["/files/a.unknown", "/files/a", "", "/files/a.pag"])
    func `a file type without an engine is shown as a card, and the app gets an error`(path: String) async {
        let toasts = world.kit.manager.toastSubject.sink { [page] text in MainActor.assumeIsolated { page.add(text) } }
        await show(gift("a"), order: "o1")
        play.playGiftAnimation(playUrl: path)
        #expect(page.lines.last == "The effect of this gift cannot be shown.")
        toasts.cancel()
        #expect(stage.lines == ["card Fan sent A × 1"])
        #expect((stage.filling as? GiftStillCard)?.imageAddress == "https://live.example.com/gifts/a.png")
        world.clock.advance(milliseconds: 2_000)
        #expect(stage.lines.last == "empty" && play.model.effects.current == nil)
    }

    @Test func `a file that arrives while an effect plays is played after it`() async {
        let engine = FakeEngine()
        GiftAnimationEngines.register("play3") { engine }
        play.playGiftAnimation(playUrl: "/files/one.play3")
        play.playGiftAnimation(playUrl: "/files/two.play3")
        engine.finish()
        #expect(engine.calls.filter { $0.hasPrefix("load") } == ["load one.play3", "load two.play3"])
        engine.finish()
        #expect(stage.filling == nil)
    }

    @Test func `an endless effect started by the app gives way to a gift`() async {
        let engine = FakeEngine()
        GiftAnimationEngines.register("play5") { engine }
        play.playGiftAnimation(playUrl: "/files/own.play5")
        await show(gift("a", kind: "play5"), order: "o1")
        play.playGiftAnimation(playUrl: "/files/a.play5")
        #expect(engine.calls.count { $0.hasPrefix("load") } == 1)
        world.clock.advance(milliseconds: 20_000)
        #expect(engine.calls.filter { $0.hasPrefix("load") } == ["load own.play5", "load a.play5"])
        engine.finish()
        #expect(play.model.effects.current == nil && stage.filling == nil)
    }

    @Test func `a view without a delegate fetches the file and plays it`() async {
        let engine = FakeEngine()
        GiftAnimationEngines.register("play4") { [page] in
            page.add("made")
            return engine
        }
        play.delegate = nil
        world.network.put([1], at: "https://files.example.com/a.play4")
        await show(gift("a", kind: "play4"), order: "o1")
        await page.wait(for: "made")
        #expect(engine.calls.last == "play")
    }

    @Test func `a view without a delegate shows a card if the file cannot be fetched`() async {
        play.delegate = nil
        await show(gift("a"), order: "o1")
        while stage.lines.isEmpty { await Task.yield() }
        #expect(stage.lines == ["card Fan sent A × 1"])
    }

    @Test func `effects beyond twenty waiting ones are shown as bullets`() async {
        for number in 0..<22 { await show(gift("a"), from: "fan\(number)", order: "o\(number)") }
        #expect(play.model.effects.waiting.count == 20)
        #expect(stage.lines == ["bullet 0 a x1"])
        #expect(page.count("received") == 22)
    }

    @Test func `other people's likes are counted and add hearts, the user's own only add hearts`() async {
        world.server.like(5, from: "fan")
        world.server.like(2, from: "viewer")
        await world.settle()
        #expect(play.getLikeCount() == 5)
        #expect(stage.lines == ["hearts 1", "hearts 1"])
        world.clock.advance(milliseconds: 200)
        #expect(stage.lines.count { $0.hasPrefix("hearts") } > 2)
    }

    @Test func `another live shows nothing of the previous one`() async {
        await show(KitServer.rose, order: "o1")
        await show(gift("a"), order: "o2")
        world.server.like(5, from: "fan")
        await world.settle()
        play.setRoomId(roomId: "live_2")
        #expect(play.groupId == "live_2" && play.getLikeCount() == 0)
        #expect(stage.lines.last == "gone 0" && play.model.effects.current == nil)
        await show(KitServer.rose, order: "o3")
        #expect(page.count("received") == 2)
        play.groupId = KitWorld.live
        await show(KitServer.rose, order: "o4")
        #expect(page.count("received") == 3)
    }

    @Test func `a file that does not match the catalogue's hash is not played`() async {
        let hash = String(repeating: "0", count: 64)
        let gift = KitServer.gift(
            "safe", 1, effect: "https://files.example.com/safe.none", extensionInfo: ["sha256": hash])
        world.server.change(GiftPanel(categories: [GiftCategory(categoryID: "c", name: "", giftList: [gift])]))
        while world.kit.store.giftList.first?.giftId != "safe" { await world.settle() }
        world.network.put([1], at: "https://files.example.com/safe.none")
        let url = URL(string: "https://files.example.com/safe.none")
        await #expect(throws: GiftCacheError.hashMismatch) {
            try await world.kit.store.giftCacheService.file(for: try #require(url))
        }
    }
}
