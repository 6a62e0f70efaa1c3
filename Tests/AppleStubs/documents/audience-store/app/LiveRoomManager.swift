// document: Display Welcome Message on Entry

import Foundation
import AtomicXCore
import Combine

class LiveRoomManager {
    private let liveId: String
    private let audienceManager: AudienceManager
    private let barrageManager: BarrageManager  // Assume you have implemented BarrageManager as described in the barrage documentation
    private var cancellables = Set<AnyCancellable>()

    init(liveId: String) {
        self.liveId = liveId
        // Initialize two core managers
        self.audienceManager = AudienceManager(liveId: liveId)
        self.barrageManager = BarrageManager(liveId: liveId)

        // Set up linkage
        setupWelcomeMessageFlow()
    }

    private func setupWelcomeMessageFlow() {
        // 1. Get the LiveAudienceStore instance
        let audienceStore = LiveAudienceStore.create(liveID: self.liveId)

        // 2. Get the BarrageStore instance (thanks to internal mechanisms, this will be the same instance)
        let barrageStore = BarrageStore.create(liveID: self.liveId)

        // 3. Subscribe to audience events
        audienceStore.liveAudienceEventPublisher
            .receive(on: DispatchQueue.main)
            .sink { event in
                // 4. Only handle audience join events
                guard case .onAudienceJoined(let newAudience) = event else {
                    return
                }

                // 5. Create a local tip message
                var welcomeTip = Barrage()
                welcomeTip.messageType = .text
                welcomeTip.textContent = "Welcome \(newAudience.userName) to the live room!"

                // 6. Call BarrageStore's API to insert it into the barrage list
                barrageStore.appendLocalTip(message: welcomeTip)
            }
            .store(in: &cancellables)
    }
}
