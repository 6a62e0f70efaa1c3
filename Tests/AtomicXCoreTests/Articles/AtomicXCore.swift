// The code of the first page of AtomicXCore's catalogue. It is enough that it compiles.

import AtomicXCore
import OpenCombineShim

func tour(userSig: String) async throws(ErrorInfo) {
    try await LoginStore.shared.login(sdkAppID: 1_400_000_001, userID: "ada", userSig: userSig)
    let gifts = GiftStore.create(liveID: "live_1").giftEventPublisher.sink { event in
        guard case .onReceiveGift(_, let gift, let count, let sender) = event else { return }
        print("\(sender.userName) sent \(gift.name) x \(count)")
    }
    let live = try await LiveListStore.shared.joinLive(liveID: "live_1")
    try await BarrageStore.create(liveID: live.liveID).sendTextMessage(text: "Hello")

    gifts.cancel()
}

func end() async throws(ErrorInfo) {
    let statistics = try await LiveListStore.shared.endLive()
    print("\(statistics.totalViewers) entries, \(statistics.totalGiftCoins) coins")
}
