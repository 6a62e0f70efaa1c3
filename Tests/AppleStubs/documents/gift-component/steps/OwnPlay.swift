import TUILiveKit
import UIKit

final class OwnPlay: TUIGiftPlayViewDelegate {
    let fileUrl = ""

    // document: Receiving a gift

    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser, receiver: TUIGiftUser
    ) {
        // Custom Processing
    }

    // document: Playing a gift

    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift) {
        giftPlayView.playGiftAnimation(playUrl: fileUrl)
    }
}  // added: the end of the class
