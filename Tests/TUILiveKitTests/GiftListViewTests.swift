import Foundation
import OvationModel
import OvationWire
import Testing

@testable import AtomicXCore
@testable import TUILiveKit

/// The panel and the play view under their 4.x names.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct GiftListViewTests {
    /// An app's page that implements every delegate method.
    private final class Page: GiftListViewDelegate, GiftPlayViewDelegate {
        final class OwnCell: GiftBaseCell {}

        private(set) var lines: [String] = []
        let header = GiftKitView(frame: .zero)
        let bottom = GiftKitView(frame: .zero)
        private var waiter: (String, CheckedContinuation<Void, Never>)?

        func giftListView(_ giftListView: GiftListView, cellClassFor gift: AtomicXCore.Gift) -> GiftBaseCell.Type? {
            add("cell \(gift.giftID)")
            return gift.giftID == "crown" ? OwnCell.self : nil
        }

        func giftListViewHeaderRightView(_ giftListView: GiftListView) -> GiftKitView? { header }

        func giftListViewBottomView(_ giftListView: GiftListView) -> GiftKitView? { bottom }

        func giftListView(_ giftListView: GiftListView, didSelect gift: AtomicXCore.Gift) {
            add("selected \(gift.giftID)")
        }

        func giftListView(
            _ giftListView: GiftListView, didSend gift: AtomicXCore.Gift, count: UInt, result: Result<Void, ErrorInfo>
        ) {
            switch result {
            case .success: add("sent \(gift.giftID) x\(count)")
            case .failure(let error): add("failed \(gift.giftID) \(error.code)")
            }
        }

        func giftPlayView(
            _ giftPlayView: GiftPlayView, onReceiveGift gift: AtomicXCore.Gift, giftCount: Int, sender: LiveUserInfo
        ) { add("received \(gift.giftID) x\(giftCount) from \(sender.userID)") }

        func giftPlayView(_ giftPlayView: GiftPlayView, onPlayGiftAnimation gift: AtomicXCore.Gift) {
            add("play \(gift.resourceURL)")
        }

        func wait(for line: String) async {
            if !lines.contains(line) { await withCheckedContinuation { waiter = (line, $0) } }
        }

        private func add(_ line: String) {
            lines.append(line)
            guard let waiter, waiter.0 == line else { return }
            self.waiter = nil
            waiter.1.resume()
        }
    }

    /// A page that implements only the required methods.
    private final class SparsePage: GiftListViewDelegate {
        func giftListView(
            _ giftListView: GiftListView, didSend gift: AtomicXCore.Gift, count: UInt, result: Result<Void, ErrorInfo>
        ) {}
    }

    private let world = KitWorld()
    private let page = Page()

    private func makeList() async throws -> GiftListView {
        try await world.enter()
        let list = GiftListView(roomId: KitWorld.live, kit: world.kit)
        while list.shelf.categories.isEmpty { await world.settle() }
        return list
    }

    @Test func `every method of the app's delegate is called`() async throws {
        let list = try await makeList()
        list.delegate = page
        #expect(list.slots.headerRight === page.header && list.slots.bottom === page.bottom)
        let (rose, crown) = (list.shelf.gifts[0], list.shelf.gifts[1])
        #expect(list.cellClass(for: crown) == Page.OwnCell.self && list.cellClass(for: rose) == GiftComboCell.self)
        list.shelf.choose(1)
        list.shelf.send(rose, count: 3)
        await page.wait(for: "sent rose x3")
        list.shelf.send(crown, count: 9)
        await page.wait(for: "failed crown 102004")
        #expect(page.lines.prefix(3) == ["cell crown", "cell rose", "selected crown"])
        let play = GiftPlayView(roomId: KitWorld.live, kit: world.kit)
        play.delegate = page
        world.server.show(KitServer.rocket, from: "fan", order: "o9")
        await page.wait(for: "received rocket x1 from fan")
        #expect(page.lines.last == "play /gifts/rocket.svga")
    }

    @Test func `a delegate with only the required method gets the kit's defaults`() async throws {
        let (list, sparse) = (try await makeList(), SparsePage())
        list.delegate = sparse
        #expect(list.slots.headerRight == nil && list.slots.bottom == nil)
        #expect(list.cellClass(for: list.shelf.gifts[0]) == GiftComboCell.self)
        list.shelf.chooseCategory(1)
        #expect(list.cellClass(for: list.shelf.gifts[0]) == GiftSingleCell.self, "The rocket has an effect.")
    }

    @Test func `choosing a category chooses its first gift, and a swipe moves to the next category`() async throws {
        let list = try await makeList()
        list.delegate = page
        list.shelf.swipe(by: 1)
        #expect(list.shelf.category == 1 && list.shelf.selected == 0 && page.lines == ["selected rocket"])
        list.shelf.swipe(by: 1)
        #expect(list.shelf.category == 1, "There is no third.")
        list.shelf.swipe(by: -1)
        #expect(list.shelf.category == 0)
        list.shelf.choose(99)
        list.shelf.chooseCategory(-1)
        #expect(list.shelf.category == 0 && list.shelf.selected == 0)
    }

    @Test func `each touch of the chosen gift counts up the combo and sends one gift`() async throws {
        let list = try await makeList()
        list.delegate = page
        let cell = GiftComboCell(frame: .zero)
        list.prepare(cell, for: list.shelf.gifts[0])
        list.touch(0, cell: cell)
        cell.isSelected = true
        #expect(cell.comboCount == 0)
        for _ in 0..<3 { list.touch(0, cell: cell) }
        #expect(cell.comboCount == 3)
        world.clock.advance(milliseconds: 4_999)
        #expect(cell.comboCount == 3)
        world.clock.advance(milliseconds: 1)
        #expect(cell.comboCount == 0)
        cell.performSendAction()
        #expect(cell.comboCount == 1)
        cell.isSelected = false
        #expect(cell.comboCount == 0)
        while world.server.orders.count < 4 { await world.settle() }
        #expect(world.server.orders.allSatisfy { $0.count == 1 })
    }

    @Test func `a batch is collected and sent as one order`() async throws {
        let list = try await makeList()
        list.delegate = page
        let cell = GiftBatchCell(frame: .zero)
        list.prepare(cell, for: list.shelf.gifts[0])
        cell.isSelected = true
        for _ in 0..<10 { cell.handleHitWhenSelected() }
        #expect(cell.batchCount == 15)
        cell.performSendAction()
        #expect(cell.batchCount == 1)
        await page.wait(for: "sent rose x15")
        cell.prepareForReuse()
        #expect(cell.batchCount == 0)
        cell.performSendAction()
        cell.sendGift(count: 0)
        await world.settle()
        #expect(world.server.orders.count == 1, "An empty cell orders nothing.")
    }

    @Test func `a finger resting on a batch counts up ten times a second until it lifts`() async throws {
        let list = try await makeList()
        let cell = GiftBatchCell(frame: .zero)
        list.prepare(cell, for: list.shelf.gifts[0])
        cell.beginHold()
        #expect(cell.batchCount == 0, "The cell is not chosen.")
        cell.isSelected = true
        cell.beginHold()
        world.clock.advance(milliseconds: 450)
        #expect(cell.batchCount == 6)
        cell.endHold()
        world.clock.advance(milliseconds: 1_000)
        #expect(cell.batchCount == 6)
    }

    @Test(arguments: [
        (["en-GB"], "en"), (["de"], "en"), ([], "en"), (["zh-Hans-CN"], "zh-Hans"), (["zh-Hant-TW"], "zh-Hant"),
        (["zh-TW"], "zh-Hant"), (["zh_HK"], "zh-Hant"), (["zh"], "zh-Hans"), (["zh-Hans-HK"], "zh-Hans"),
        (["ja-JP"], "ja"), (["ar"], "ar"), (["de", "ja"], "ja"),
    ])
    func `gifts have names in the user's language if the catalogue has them`(preferred: [String], language: String) {
        #expect(GiftShelfModel.language(of: preferred) == language)
    }

    @Test func `the panel uses the rows and sizes that the app sets`() async throws {
        let list = try await makeList()
        list.setRows(rows: 0)
        list.setItemSize(itemSize: CGSize(width: 50, height: 60))
        #expect(list.config.rows == 1 && list.config.itemWidth == 50 && list.config.itemHeight == 60)
    }

    @Test func `a play view that stopped observing shows nothing until it starts again`() async throws {
        try await world.enter()
        let play = GiftPlayView(roomId: KitWorld.live, kit: world.kit)
        play.delegate = page
        play.stopObserving()
        world.server.show(KitServer.rose, from: "fan", order: "o1")
        await world.settle()
        #expect(page.lines.isEmpty)
        play.startObserving()
        play.startObserving()
        world.server.show(KitServer.rose, from: "fan", order: "o2")
        await page.wait(for: "received rose x1 from fan")
        #expect(page.lines.count == 1)
    }
}
