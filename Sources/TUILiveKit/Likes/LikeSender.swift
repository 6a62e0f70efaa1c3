import AtomicXCore

/// Sends the likes of a user, gathered.
@MainActor
final class LikeSender {
    private var batch = LikeBatch()
    private var store: LikeStore
    private let kit: GiftKit
    private lazy var alarm = GiftAlarm(clock: kit.clock) { [weak self] in self?.tick() }

    init(roomID: String, kit: GiftKit) {
        store = kit.desk.likeStore(of: roomID)
        self.kit = kit
    }

    /// Likes another live from now on. What waits for the last one is sent.
    func setRoom(_ roomID: String) {
        if let rest = batch.flush(at: now) { store.sendLike(count: rest, completion: nil) }
        batch = LikeBatch()
        store = kit.desk.likeStore(of: roomID)
        alarm.set(nil)
    }

    /// The user touched the button.
    func tap() {
        send(batch.tap(at: now))
        alarm.set(batch.deadline)
    }

    private var now: Int64 { kit.clock.nowMilliseconds }

    private func tick() {
        send(batch.tick(at: now))
        alarm.set(batch.deadline)
    }

    private func send(_ count: UInt?) {
        guard let count else { return }
        let store = store
        store.sendLike(count: count) { [weak self, weak store] result in
            MainActor.assumeIsolated {
                // The answer of a live that was left says nothing of the next one.
                guard let self, self.store === store else { return }
                self.finish(result)
            }
        }
    }

    private func finish(_ result: Result<Void, ErrorInfo>) {
        // What is refused for good, as in a live without likes, would be refused again.
        let isTaken = if case .failure(let error) = result { !GiftDesk.mayBeTriedAgain(error) } else { true }
        batch.finish(isTaken: isTaken, at: now)
        alarm.set(batch.deadline)
    }
}
