// The code of the article of this name in the catalogue of AtomicXCore. It is enough that it compiles.

import AtomicXCore
import OpenCombineShim

@MainActor
final class LiveScreen {
    private let liveID: String
    private var subscriptions: Set<AnyCancellable> = []

    init(liveID: String) { self.liveID = liveID }

    func enter() async throws(ErrorInfo) {
        try await LoginStore.shared.login(sdkAppID: 1_400_000_001, userID: "ada", userSig: "dev")
        BarrageStore.create(liveID: liveID).state
            .subscribe(StatePublisherSelector(keyPath: \BarrageState.messageList))
            .sink { messages in print(messages.last?.textContent ?? "Nobody has said anything.") }
            .store(in: &subscriptions)
        GiftStore.create(liveID: liveID).giftEventPublisher
            .sink { event in
                switch event {
                case .onReceiveGift(_, let gift, let count, let sender):
                    print("\(sender.userName) sent \(gift.name) x \(count)")
                }
            }
            .store(in: &subscriptions)
        LiveListStore.shared.liveListEventPublisher
            .sink { event in
                switch event {
                case .onLiveEnded(_, _, let message), .onKickedOutOfLive(_, _, let message): print(message)
                }
            }
            .store(in: &subscriptions)
        let live = try await LiveListStore.shared.joinLive(liveID: liveID)
        print("In \(live.liveName), with \(live.liveOwner.userName)")
    }

    func say(_ text: String) async {
        do {
            try await BarrageStore.create(liveID: liveID).sendTextMessage(text: text)
        } catch {
            print("\(error.code): \(error.message)")
        }
    }

    func leave() async throws(ErrorInfo) {
        try await LiveListStore.shared.leaveLive()
        subscriptions.removeAll()
    }
}

func chooseLive() async throws(ErrorInfo) -> LiveInfo? {
    try await LiveListStore.shared.fetchLiveList(cursor: "", count: 20)
    return LiveListStore.shared.state.value.liveList.first
}

func host() async throws(ErrorInfo) {
    var live = LiveInfo()
    live.liveID = "ada_live"
    live.liveName = "Ada plays the piano"
    live.coverURL = "https://example.com/ada.jpg"
    try await LiveListStore.shared.startLive(live)

    let statistics = try await LiveListStore.shared.endLive()
    print("\(statistics.totalViewers) entries, \(statistics.totalGiftCoins) coins")
}
