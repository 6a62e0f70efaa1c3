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
