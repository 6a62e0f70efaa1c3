// The code of the article of this name in the catalogue of TUILiveKit. It is enough that it compiles.

import TUILiveKit
import UIKit

final class LivePage: UIViewController, TUIGiftListViewDelegate {
    lazy var panel: TUIGiftListView = {
        let panel = TUIGiftListView(groupId: "live_1")
        panel.delegate = self
        panel.setGiftList(TUIGiftStore.shared.giftList)
        TUIGiftStore.shared.giftCloudServer.queryBalance { error, balance in
            if error == .noError { panel.setBalance(balance) }
        }
        return panel
    }()

    func onSendGift(giftListView view: TUIGiftListView, giftModel: TUIGift, giftCount: Int) {
        let receiver = TUIGiftUser(userId: "host", userName: "Host", avatarUrl: "", level: "0")
        TUIGiftStore.shared.giftCloudServer.sendGift(
            sender: "ada", receiver: receiver.userId, giftModel: giftModel, giftCount: giftCount
        ) { error, balance in
            view.setBalance(balance)
            guard error == .noError else { return }
            view.sendGift(giftModel: giftModel, giftCount: giftCount, receiver: receiver)
        }
    }

    func onRecharge(giftListView view: TUIGiftListView) {
        print("Open the shop.")
    }
}

final class EffectPage: UIViewController, TUIGiftPlayViewDelegate {
    let files = GiftCacheService()

    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift) {
        guard let url = URL(string: gift.animationUrl) else { return }
        files.request(withURL: url) { error, fileUrl in
            if error == 0 { giftPlayView.playGiftAnimation(playUrl: fileUrl) }
        }
    }

    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser, receiver: TUIGiftUser
    ) {
        print("\(sender.userName) sent \(gift.giftName) x \(giftCount)")
    }
}

@MainActor
func prepare() {
    TUIGiftStore.shared.giftCloudServer = MyCloudServer()

    GiftAnimationEngines.register("json") { LottieGiftEngine() }
    GiftAnimationEngines.register("pag") { PAGGiftEngine() }
}

@MainActor
func show(for delegate: any TUIGiftListViewDelegate & TUIGiftPlayViewDelegate) {
    let panel = TUIGiftListView(groupId: "live_1")
    panel.delegate = delegate
    panel.setGiftList(TUIGiftStore.shared.giftList)

    let player = TUIGiftPlayView(groupId: "live_1")  // over the whole picture
    player.delegate = delegate
}
