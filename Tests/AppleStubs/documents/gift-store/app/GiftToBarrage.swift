// document: Display Gift Notifications in Barrage

import AtomicXCore  // added: the document shows a method only
import Combine  // added: the same

class LiveRoomManager {  // added: the class that the document speaks of, with the properties that its method names
    private let giftStore: GiftStore  // added: the same
    private let barrageStore: BarrageStore  // added: the same
    private var cancellables = Set<AnyCancellable>()  // added: the same

    init(liveId: String) {  // added: the same
        giftStore = GiftStore.create(liveID: liveId)  // added: the same
        barrageStore = BarrageStore.create(liveID: liveId)  // added: the same
        setupGiftToBarrageFlow()  // added: the same
    }  // added: the same

    // In LiveRoomManager or a similar top-level manager
    private func setupGiftToBarrageFlow() {
        giftStore.giftEventPublisher
            .receive(on: DispatchQueue.main)
            .sink { [weak self] event in  // 1. Listen for events
                guard case .onReceiveGift(_, let gift, let count, let sender) = event else { return }  // 2. Extract information

                guard let self = self else { return }
                // 3. Get BarrageStore (assume barrageStore is already initialized)

                // 4. Compose message
                let tipText = "\(sender.userName) sent \(gift.name) x \(count)"
                var giftTip = Barrage()
                giftTip.messageType = .text
                giftTip.textContent = tipText
                // Optional: set a special sender

                // 5. Insert locally
                self.barrageStore.appendLocalTip(message: giftTip)
            }
            .store(in: &cancellables)
    }
}  // added: the end of the class
