import OvationTestKit

@testable import OvationClient

/// Passes values from one side of a test to the other, in order. Only one task may wait at a time.
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

    /// Waits for the next value. A test that runs out of time ends here instead of hanging.
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

    /// Takes out all values that are there.
    func drain() -> [Value] {
        state.withLock { state in
            defer { state.values = [] }
            return state.values
        }
    }
}
