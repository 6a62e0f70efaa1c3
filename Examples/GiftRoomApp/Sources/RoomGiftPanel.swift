import SwiftUI
import TUILiveKit

/// The gifts that one can send, with the panel of the gift kit.
struct RoomGiftPanel: UIViewRepresentable {
    let liveID: String
    /// Who sends.
    let sender: String

    func makeCoordinator() -> Shop { Shop(sender: sender) }

    func makeUIView(context: Context) -> TUIGiftListView {
        let panel = TUIGiftListView(groupId: liveID)
        panel.delegate = context.coordinator
        panel.setGiftList(TUIGiftStore.shared.giftList)
        TUIGiftStore.shared.giftCloudServer.queryBalance { [weak panel] error, balance in
            if error == .noError { panel?.setBalance(balance) }
        }
        return panel
    }

    func updateUIView(_ panel: TUIGiftListView, context: Context) { context.coordinator.sender = sender }

    /// Settles what the user chooses, with the wallet of the server.
    @MainActor
    final class Shop: TUIGiftListViewDelegate {
        var sender: String

        init(sender: String) { self.sender = sender }

        func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
            // One without an id stands for the owner of the live.
            let receiver = TUIGiftUser(userId: "", userName: "", avatarUrl: "", level: "")
            TUIGiftStore.shared.giftCloudServer.sendGift(
                sender: sender, receiver: receiver.userId, giftModel: giftModel, giftCount: giftCount
            ) { [weak view] error, balance in
                view?.setBalance(balance)
                guard error == .noError else { return }
                // The gift is charged and shown already; this step sends nothing more.
                view?.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver)
            }
        }

        func onRecharge(giftListView view: TUIGiftListView) {
            // A shop of your own comes here. A server with --dev makes coins.
            TUIGiftStore.shared.giftCloudServer.rechargeBalance { [weak view] error, balance in
                if error == .noError { view?.setBalance(balance) }
            }
        }
    }
}
