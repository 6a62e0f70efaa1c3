import Foundation
import TUILiveKit

/// A page of an app as the documents have it: a panel, a play view, and what the app does when they tell it something.
///
/// What happens is kept as a line each, so that a test can wait for it.
@MainActor
final class GiftPage: TUIGiftListViewDelegate, TUIGiftPlayViewDelegate {
    /// What the page has on the screen.
    var views: [GiftKitView] = []
    private(set) var lines: [String] = []
    /// What the app does when a gift is to be sent.
    var onSend: @MainActor (TUIGiftListView, TUIGift, Int) -> Void = { _, _, _ in }
    /// What the app does when the user wants more coins.
    var onRecharge: @MainActor (TUIGiftListView) -> Void = { _ in }
    /// What the app does when the effect of a gift has its turn.
    var onPlay: @MainActor (TUIGiftPlayView, TUIGift) -> Void = { _, _ in }
    private var waiter: (count: Int, prefix: String, resume: CheckedContinuation<Void, Never>)?

    func onRecharge(giftListView view: TUIGiftListView) {
        add("recharge")
        onRecharge(view)
    }

    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
        add("send \(giftModel.giftId) x\(giftCount)")
        onSend(view, giftModel, giftCount)
    }

    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser,
        receiver: TUIGiftUser
    ) {
        add("received \(gift.giftId) x\(giftCount) from \(sender.userId) for \(receiver.userId)")
    }

    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift) {
        add("play \(gift.giftId)")
        onPlay(giftPlayView, gift)
    }

    /// Keeps a line.
    func add(_ line: String) {
        lines.append(line)
        guard let waiter, count(waiter.prefix) >= waiter.count else { return }
        self.waiter = nil
        waiter.resume.resume()
    }

    /// Waits until a number of lines begin so.
    func wait(for prefix: String, count wanted: Int = 1) async {
        guard count(prefix) < wanted else { return }
        await withCheckedContinuation { waiter = (wanted, prefix, $0) }
    }

    /// How many lines begin so.
    func count(_ prefix: String) -> Int { lines.count { $0.hasPrefix(prefix) } }
}
