import TUILiveKit
import UIKit

final class AudienceLiving: TUIGiftPlayViewDelegate {
    let giftCacheService = GiftCacheService()
    func giftPlayView(
        _ giftPlayView: TUIGiftPlayView, onReceiveGift gift: TUIGift, giftCount: Int, sender: TUIGiftUser, receiver: TUIGiftUser
    ) {}

    // document: Playing an effect

    // File Location:
    // iOS/TUILiveKit/Source/View/LiveRoom/View/Audience/Component/AudienceLiving.swift
    // iOS/TUILiveKit/Source/View/LiveRoom/View/Anchor/LivingView/AnchorLivingView.swift
    func giftPlayView(_ giftPlayView: TUIGiftPlayView, onPlayGiftAnimation gift: TUIGift) {
        guard let url = URL(string: gift.animationUrl) else { return }
        giftCacheService.request(withURL: url) { error, fileUrl in
            if error == 0 {
                DispatchQueue.main.async {
                    giftPlayView.playGiftAnimation(playUrl: fileUrl)
                }
            }
        }
    }
}  // added: the end of the class
