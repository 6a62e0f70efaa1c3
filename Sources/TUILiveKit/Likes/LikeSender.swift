import AtomicXCore

/// Sends a user's likes in batches.
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

    /// Changes the live. Likes that wait for the previous one are sent.
    func setRoom(_ roomID: String) {
        if let rest = batch.flush(at: now) { store.sendLike(count: rest, completion: nil) }
        batch = LikeBatch()
        store = kit.desk.likeStore(of: roomID)
        alarm.set(nil)
    }

    /// Handles a tap on the button.
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
                // The answer belongs to a live that the user has left.
                guard let self, self.store === store else { return }
                self.finish(result)
            }
        }
    }

    private func finish(_ result: Result<Void, ErrorInfo>) {
        // A final refusal, for instance in a live without likes, would only be repeated.
        let isTaken = if case .failure(let error) = result { !GiftDesk.mayBeTriedAgain(error) } else { true }
        batch.finish(isTaken: isTaken, at: now)
        alarm.set(batch.deadline)
    }
}
