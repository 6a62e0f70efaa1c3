// What the articles take for granted: an app's own server of coins, and engines around libraries that an app brings.

import TUILiveKit
import UIKit

final class MyCloudServer: IGiftCloudServer {
    func rechargeBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) { callback(.noError, 0) }
    func queryBalance(callback: @escaping (TUIGiftServerError, Int) -> Void) { callback(.noError, 0) }
    func queryGiftInfoList(callback: @escaping (TUIGiftServerError, [TUIGift]) -> Void) { callback(.noError, []) }

    func sendGift(
        sender: String, receiver: String, giftModel: TUIGift, giftCount: Int,
        callback: @escaping (TUIGiftServerError, Int) -> Void
    ) {
        callback(.noError, 0)
    }
}

class WrappedEngine: GiftAnimationEngine {
    weak var delegate: (any GiftAnimationEngineDelegate)?
    let contentView = GiftKitView()

    func load(path: String) {}
    func play() {}
    func pause() {}
    func stop() {}
    func setRepeatCount(_ count: Int) {}
    func seek(to seconds: Double) {}
}

final class LottieGiftEngine: WrappedEngine {}
final class PAGGiftEngine: WrappedEngine {}
