// The code of the article of this name in the catalogue of AtomicXCore. It is enough that it compiles.

import AtomicXCore
import OpenCombineShim

func chat(in liveID: String) async throws(ErrorInfo) {
    let store = BarrageStore.create(liveID: liveID)
    try await store.sendTextMessage(text: "Hello", extensionInfo: ["level": "7"])
    try await store.sendCustomMessage(businessID: "quiz", data: #"{"answer":"b"}"#)

    var tip = Barrage()
    tip.liveID = liveID
    tip.textContent = "Be kind to each other."
    store.appendLocalTip(message: tip)
}

func hearQuiz(in liveID: String) -> AnyCancellable {
    BarrageStore.create(liveID: liveID).CustomMessageEventPublisher.sink { event in
        guard case .customMessageReceived(let barrage) = event, barrage.businessID == "quiz" else { return }
        print("\(barrage.sender.userName) answers \(barrage.data)")
    }
}

func reason(why error: ErrorInfo) -> String {
    switch error.ovationCode {
    case -2: "Too much is being said. Try again in a moment."
    case -2_380: "The host has switched messages off."
    case 100_017: "You may not write in this live."
    case 110_100: "Your message has a word that is not allowed here."
    case 110_101: "This live is in slow mode. Wait before you write again."
    default: error.message
    }
}

func moderate(_ userID: String, in liveID: String) async throws(ErrorInfo) {
    let audience = LiveAudienceStore.create(liveID: liveID)
    try await audience.disableSendMessage(userID: userID, isDisable: true)
    try await audience.kickUserOutOfRoom(userID: userID)
    try await audience.setAdministrator(userID: "grace")

    var live = LiveListStore.shared.state.value.currentLive
    live.isMessageDisable = true
    try await LiveListStore.shared.updateLiveInfo(live, modifyFlag: .isMessageDisable)
}

func maskWord(_ text: String, in liveID: String) async throws(ErrorInfo) -> [BarrageFilterWord] {
    let store = BarrageStore.create(liveID: liveID)
    try await store.changeFilterWords(add: [BarrageFilterWord(text: text, action: .mask)])
    return store.state.value.filterWordList
}

func watchAudience(of liveID: String) -> AnyCancellable {
    LiveAudienceStore.create(liveID: liveID).liveAudienceEventPublisher.sink { event in
        switch event {
        case .onAudienceJoined(let viewer): print("\(viewer.userName) came")
        case .onAudienceLeft(let viewer): print("\(viewer.userName) went")
        default: break
        }
    }
}
