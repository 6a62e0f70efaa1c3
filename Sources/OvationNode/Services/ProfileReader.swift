import NIOCore
import OvationBackend
import OvationModel
import OvationStorage
import OvationSupport
import Synchronization

/// Reads what users say of themselves when they log in: at once for a lone login, and for many with one query every few
/// milliseconds.
///
/// A storm of logins would otherwise be a storm of queries, each with two changes of thread, and of transactions that keep
/// who has come for the first time.
final class ProfileReader: Sendable {
    typealias Completion = @Sendable (Result<UserProfile?, any Error>) -> Void

    private struct Request {
        let user: UserID
        let eventLoop: any EventLoop
        let completion: Completion
    }

    private struct State {
        var waiting: [Request] = []
        var isReading = false
    }

    /// How many users one query is for at most. SQLite has room for 32,766 variables.
    private static let batchMax = 1_000
    /// How long the next query waits after the last one, for others to join it.
    private static let pauseMilliseconds: Int64 = 10

    private let storage: any Storage
    private let background: BackgroundWork
    private let state = Mutex(State())

    init(storage: any Storage, background: BackgroundWork) {
        self.storage = storage
        self.background = background
    }

    /// Reads the profile of a user; nil where the server has never heard of them.
    ///
    /// - Parameter completion: called once, on that event loop.
    func read(_ user: UserID, on eventLoop: any EventLoop, _ completion: @escaping Completion) {
        let mustStart = state.withLock { state in
            state.waiting.append(Request(user: user, eventLoop: eventLoop, completion: completion))
            defer { state.isReading = true }
            return !state.isReading
        }
        if mustStart { background.submit { await self.run() } }
    }

    private func run() async {
        guard let batch = takeBatch() else { return }
        let profiles = await Result { try await storage.profiles(of: Array(Set(batch.map(\.user)))) }
        let byLoop = Dictionary(grouping: batch) { ObjectIdentifier($0.eventLoop) }
        for requests in byLoop.values {
            requests[0].eventLoop.execute {
                for request in requests {
                    request.completion(profiles.map { $0[request.user] })
                }
            }
        }
        batch[0].eventLoop.scheduleTask(in: .milliseconds(Self.pauseMilliseconds)) {
            self.background.submit { await self.run() }
        }
    }

    private func takeBatch() -> [Request]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isReading = false
                return nil
            }
            let batch = Array(state.waiting.prefix(Self.batchMax))
            state.waiting.removeFirst(batch.count)
            return batch
        }
    }
}
