import DequeModule
package import OvationModel
import Synchronization

/// Messages that wait for the review of the app's backend: first in, first out for each sender, side by side for all.
///
/// A sender's next message is asked about when the one before it is decided. So the messages of one sender stay in order, and the room
/// waits for none of them.
package final class MessageReviews: Sendable {
    package typealias Job = @Sendable () async -> Void

    private struct State {
        /// The messages behind the one that is being asked about, by sender; without an entry if none is being asked about.
        var queues: [UserID: Deque<Job>] = [:]
        var count = 0
    }

    private let background: BackgroundWork
    private let limits: Limits
    private let state = Mutex(State())

    package init(background: BackgroundWork, limits: Limits) {
        self.background = background
        self.limits = limits
    }

    /// How many wait.
    var count: Int { state.withLock { $0.count } }

    /// Runs a job when the sender's earlier ones are done; false where too many wait.
    package func submit(_ job: @escaping Job, of sender: UserID) -> Bool {
        enum Turn { case refused, first, queued }
        let turn: Turn = state.withLock { state in
            guard state.count < limits.callbackReviewsMax,
                (state.queues[sender]?.count).map({ $0 + 1 < limits.callbackReviewsPerSenderMax }) ?? true
            else { return .refused }
            state.count += 1
            guard state.queues[sender] == nil else {
                state.queues[sender]?.append(job)
                return .queued
            }
            state.queues[sender] = []
            return .first
        }
        if turn == .first { background.submit { await self.run(job, of: sender) } }
        return turn != .refused
    }

    private func run(_ first: @escaping Job, of sender: UserID) async {
        var job: Job? = first
        while let current = job {
            await current()
            job = state.withLock { state in
                state.count -= 1
                guard let next = state.queues[sender]?.popFirst() else {
                    state.queues[sender] = nil
                    return nil
                }
                return next
            }
        }
    }
}
