import OvationClient
import OvationModel

/// Runs commands one after the other, in the order in which they were enqueued.
///
/// An app may call a store's methods without waiting for the previous completion, and messages must still reach the live in that order. A
/// separate task for each call would not guarantee it.
final class CommandLane: Sendable {
    private struct State: Sendable {
        var last: Task<Void, Never>?
        var count = 0
        /// The number of the last command that was waiting when the server turned out to be unreachable.
        var unreachableUpTo = 0
    }

    private let state = Locked(State())

    /// Runs a command after all earlier ones have finished.
    ///
    /// If a command fails because the server cannot be reached, the commands waiting behind it fail too. Otherwise each would wait for the
    /// network just as long.
    func enqueue<Value: Sendable>(
        _ command: @escaping @Sendable () async throws -> Value,
        finish: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        state.withLock { state in
            state.count += 1
            state.last = Task { [self, previous = state.last, number = state.count] in
                await previous?.value
                finish(await run(command, number))
            }
        }
    }

    private func run<Value: Sendable>(
        _ command: @Sendable () async throws -> Value, _ number: Int
    ) async -> Result<Value, any Error> {
        if state.withLock({ number <= $0.unreachableUpTo }) { return .failure(Rejection(.networkUnavailable)) }
        do {
            return .success(try await command())
        } catch {
            if (error as? Rejection)?.code == .networkUnavailable { state.withLock { $0.unreachableUpTo = $0.count } }
            return .failure(error)
        }
    }
}
