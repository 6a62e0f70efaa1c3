import OvationModel

/// Runs commands one after the other, in the order in which they were handed in.
///
/// The methods of a store may be called twice in a row without waiting for the first completion, and two messages must
/// then reach the live in that order. A task for each call would not promise it.
final class CommandLane: Sendable {
    private struct State: Sendable {
        var last: Task<Void, Never>?
        var count = 0
        /// Commands up to this number were waiting when the server turned out to be out of reach.
        var unreachableUpTo = 0
    }

    private let state = Locked(State())

    /// Runs a command after all that were handed in before have finished.
    ///
    /// When one fails because the server cannot be reached, those that are waiting for it fail with it, rather than
    /// each wait for the network as long again.
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
