import OpenCombineShim
import OvationClient

/// Says when the user is no longer in a live, whatever the reason: after ``LiveListState/currentLive`` has changed and the app has heard
/// of it.
///
/// `@unchecked Sendable` is sound because mutable properties are used on the stores' queue only.
final class LiveDepartures: @unchecked Sendable {
    private var current = ""
    private var subscription: AnyCancellable?
    private let handler = Locked<@Sendable (String) -> Void>({ _ in })

    init(_ liveList: LiveListStore, _ runtime: StoreRuntime) {
        subscription = liveList.state.subscribe(StatePublisherSelector(keyPath: \LiveListState.currentLive.liveID))
            .sink { [weak self, weak liveList] liveID in
                guard let self else { return }
                let left = current
                current = liveID
                guard !left.isEmpty else { return }
                // The event that says why follows in the same moment, and comes first.
                runtime.queue.async { [weak self, weak liveList] in
                    guard let self, liveList?.state.value.currentLive.liveID != left else { return }
                    handler.withLock { $0 }(left)
                }
            }
    }

    /// Sets the handler. It is called on the stores' queue with the id of the live.
    func setHandler(_ handler: @escaping @Sendable (String) -> Void) { self.handler.withLock { $0 = handler } }
}
