import Synchronization

/// The outcome of work that cannot be cancelled, for one waiter that can: whichever comes first, the outcome or the end of the
/// waiter's patience.
final class FirstOutcome<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.idle)

    /// Waits for the outcome.
    ///
    /// - Throws: the work's error, or `CancellationError` as soon as the waiting task is cancelled.
    func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin($0) }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Says what the outcome is. Later ones than the first are of no interest.
    func end(_ result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .ended: return nil
            case .idle:
                state = .ended(result)
                return nil
            case .waiting(let continuation):
                state = .ended(result)
                return continuation
            }
        }
        waiting?.resume(with: result)
    }

    private func begin(_ continuation: CheckedContinuation<Value, any Error>) {
        let early: Result<Value, any Error>? = state.withLock { state in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let early { continuation.resume(with: early) }
    }
}
