package import OvationModel
import Synchronization

/// The outcome of work that cannot be cancelled, for one waiter that can: whichever comes first, the outcome or the end of the
/// waiter's patience.
package final class FirstOutcome<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.idle)

    /// Makes an outcome that is not there yet.
    package init() {}

    /// Waits for the outcome.
    ///
    /// - Throws: the work's error, or `CancellationError` as soon as the waiting task is cancelled.
    package func value() async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { begin($0) }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Says what the outcome is. Later ones than the first are of no interest.
    package func end(_ result: Result<Value, any Error>) {
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

extension FirstOutcome {
    /// Asks something that is answered by a call, and waits for the answer.
    ///
    /// - Parameter ask: asks, and hands on who is to be told the answer.
    /// - Throws: what the answer refuses it with; `serverShuttingDown` as soon as the waiting task is cancelled. A server that
    ///   stops at once may leave questions without an answer, and must not wait for their callers.
    package static func answer(
        to ask: (@escaping @Sendable (Result<Value, Rejection>) -> Void) -> Void
    ) async throws(Rejection) -> Value {
        let outcome = FirstOutcome()
        ask { outcome.end($0.mapError { $0 as any Error }) }
        do {
            return try await outcome.value()
        } catch {
            throw error as? Rejection ?? Rejection(.serverShuttingDown)
        }
    }
}
