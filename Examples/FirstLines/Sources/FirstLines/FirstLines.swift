import AtomicXCore
import Combine

/// Enters a live and prints what is said and given in it: `swift run FirstLines demo_music`, beside `ovation serve --dev`.
@main
enum FirstLines {
    static func main() async throws {
        let liveID = CommandLine.arguments.dropFirst().first ?? "demo_music"
        try await LoginStore.shared.login(sdkAppID: 1_400_000_001, userID: "first-lines", userSig: "dev")

        var seen = 0
        let barrage = BarrageStore.create(liveID: liveID).state.subscribe().sink { state in
            for message in state.messageList where message.sequence > seen {
                print("\(message.sender.userName): \(message.textContent)")
                seen = message.sequence
            }
        }
        let gifts = GiftStore.create(liveID: liveID).giftEventPublisher.sink { event in
            guard case .onReceiveGift(_, let gift, let count, let sender) = event else { return }
            print("\(sender.userName) sent \(gift.name) x \(count)")
        }
        let live = try await LiveListStore.shared.joinLive(liveID: liveID)
        print("In \(live.liveName), with \(live.liveOwner.userName).")

        for await event in LiveListStore.shared.liveListEventPublisher.values {
            print("Out again: \(event)")
            break
        }
        barrage.cancel()
        gifts.cancel()
    }
}
