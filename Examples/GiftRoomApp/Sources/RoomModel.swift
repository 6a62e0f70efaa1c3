import AtomicXCore
import Combine
import Foundation

/// What the screen of a live shows, taken from the stores. They change on the main queue.
@MainActor
final class RoomModel: ObservableObject {
    private static let messagesMax = 50

    let liveID: String
    @Published private(set) var title = ""
    @Published private(set) var messages: [Barrage] = []
    @Published private(set) var viewerCount = 0
    /// Whether there is something that the user has to read.
    @Published var hasProblem = false
    private(set) var problem = ""
    private(set) var userID = ""
    private var subscriptions: Set<AnyCancellable> = []

    init(liveID: String) { self.liveID = liveID }

    /// Logs in and enters the live.
    func enter() async {
        // Before the live is entered, so that nothing of it is missed.
        subscribe()
        // An app of your own asks its backend for the UserSig. A server with --dev takes "dev" from anybody.
        userID = "guest-\(Int.random(in: 1_000...9_999))"
        do {
            try await LoginStore.shared.login(sdkAppID: 1_400_000_001, userID: userID, userSig: "dev")
            let live = try await LiveListStore.shared.joinLive(liveID: liveID)
            title = live.liveName.isEmpty ? live.liveID : live.liveName
        } catch {
            report(error.localizedDescription)
        }
    }

    /// Leaves the live and logs out.
    func leave() async {
        subscriptions = []
        try? await LiveListStore.shared.leaveLive()
        try? await LoginStore.shared.logout()
    }

    /// Says something. It comes back as everybody's messages do, in the order of the live.
    func say(_ text: String) async {
        do {
            try await BarrageStore.create(liveID: liveID).sendTextMessage(text: text)
        } catch {
            report(error.localizedDescription)
        }
    }

    private func report(_ problem: String) {
        self.problem = problem
        hasProblem = true
    }

    private func subscribe() {
        BarrageStore.create(liveID: liveID).state.subscribe(StatePublisherSelector(projector: \.messageList))
            .sink { [weak self] messages in self?.messages = Array(messages.suffix(Self.messagesMax)) }
            .store(in: &subscriptions)
        LiveAudienceStore.create(liveID: liveID).state.subscribe(StatePublisherSelector(projector: \.audienceCount))
            .sink { [weak self] count in self?.viewerCount = Int(count) }
            .store(in: &subscriptions)
        LiveListStore.shared.liveListEventPublisher
            .sink { [weak self] event in
                switch event {
                case .onLiveEnded: self?.report("The live is over.")
                case .onKickedOutOfLive(_, _, let message): self?.report(message)
                }
            }
            .store(in: &subscriptions)
    }
}
