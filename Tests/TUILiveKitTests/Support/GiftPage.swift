import Foundation
import TUILiveKit

/// An app's page as the documents show it: a panel, a play view, and the app's part of their delegates.
///
/// It records one line for each event, and a test can wait for lines.
@MainActor
final class GiftPage: TUIGiftListViewDelegate, TUIGiftPlayViewDelegate {
    /// The views on the screen.
    var views: [GiftKitView] = []
    private(set) var lines: [String] = []
    /// What the app does to send a gift.
    var onSend: @MainActor (TUIGiftListView, TUIGift, Int) -> Void = { _, _, _ in }
    /// What the app does when the user taps recharge.
    var onRecharge: @MainActor (TUIGiftListView) -> Void = { _ in }
    /// What the app does when a gift's effect should play.
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

    /// Records a line.
    func add(_ line: String) {
        lines.append(line)
        guard let waiter, count(waiter.prefix) >= waiter.count else { return }
        self.waiter = nil
        waiter.resume.resume()
    }

    /// Waits for a number of lines with the prefix.
    func wait(for prefix: String, count wanted: Int = 1) async {
        guard count(prefix) < wanted else { return }
        await withCheckedContinuation { waiter = (wanted, prefix, $0) }
    }

    /// The number of lines with the prefix.
    func count(_ prefix: String) -> Int { lines.count { $0.hasPrefix(prefix) } }
}
