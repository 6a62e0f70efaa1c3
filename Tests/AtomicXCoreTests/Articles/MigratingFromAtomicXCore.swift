// The code of the article of this name in the catalogue of AtomicXCore. It is enough that it compiles.

import AtomicXCore

func startApp() {
    Ovation.configure(serverURL: "wss://live.example.com")
}

func follow(_ event: LiveAudienceEvent) {
    switch event {
    case .onAudienceJoined(let viewer): print("\(viewer.userName) came")
    case .onAudienceLeft(let viewer): print("\(viewer.userName) went")
    default: break
    }
}

func leaveOrEnd(asOwner isOwner: Bool) {
    if isOwner {
        LiveListStore.shared.endLive { result in
            if case .success(let statistics) = result { print(statistics.totalLikesReceived) }
        }
    } else {
        LiveListStore.shared.leaveLive(completion: nil)
    }
}
