// The code of the article of this name in the catalogue of AtomicXCore. It is enough that it compiles.

import AtomicXCore
import OpenCombineShim

@MainActor
final class GiftPanelModel {
    private(set) var categories: [GiftCategory] = []
    private(set) var notice = ""
    private let store: GiftStore
    private var subscriptions: Set<AnyCancellable> = []

    init(liveID: String) {
        store = GiftStore.create(liveID: liveID)
        store.state.subscribe()
            .sink { [weak self] state in
                MainActor.assumeIsolated { self?.categories = state.usableGifts }
            }
            .store(in: &subscriptions)
    }

    func open() async throws(ErrorInfo) {
        store.setLanguage("en")
        try await store.refreshUsableGifts()
    }

    func send(_ gift: Gift, count: UInt) async {
        do {
            try await store.sendGift(giftID: gift.giftID, count: count)
            notice = ""
        } catch {
            switch error.ovationCode {
            case 110_004: notice = "You have too few coins."
            case 110_006: notice = "We are finding out whether your gift was sent. Please do not send it again."
            default: notice = error.message
            }
        }
    }
}

func showGifts(of liveID: String) -> AnyCancellable {
    GiftStore.create(liveID: liveID).giftEventPublisher.sink { event in
        guard case .onReceiveGift(_, let gift, let count, let sender) = event else { return }
        if gift.resourceURL.isEmpty {
            print("A card: \(sender.userName) sent \(gift.name) x \(count)")
        } else {
            print("An effect from \(gift.resourceURL)")
        }
    }
}
