import OvationTestKit

@testable import OvationClient

/// Hands values from one side of a test to the other, in order. One consumer at a time.
final class Mailbox<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiting: CheckedContinuation<Value, Never>?
    }

    private let state = Locked(State())

    func put(_ value: Value) {
        let waiting = state.withLock { state in
            if state.waiting == nil { state.values.append(value) }
            return state.waiting.take()
        }
        waiting?.resume(returning: value)
    }

    /// The next value; waits for it where it is not there yet. A test whose time is over ends here, and does not hang.
    func next() async -> Value {
        let wait = Patience.begin("\(Value.self) in a mailbox")
        defer { wait.end() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let value: Value? = state.withLock { state in
                    guard state.values.isEmpty else { return state.values.removeFirst() }
                    state.waiting = continuation
                    return nil
                }
                if let value { continuation.resume(returning: value) }
            }
        } onCancel: {
            let isWaiting = state.withLock { $0.waiting != nil }
            precondition(!isWaiting, "a test waited in vain for \(Value.self)")
        }
    }

    /// What is there, taken out.
    func drain() -> [Value] {
        state.withLock { state in
            defer { state.values = [] }
            return state.values
        }
    }
}
