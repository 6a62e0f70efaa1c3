import NIOCore

@testable import OvationClient

/// A client clock that a test advances.
final class ManualClientClock: ClientClock {
    private struct Call {
        let number: Int
        let deadline: NIODeadline
        let eventLoop: any EventLoop
        let body: @Sendable () -> Void
    }

    private struct State {
        var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var calls: [Call] = []
        var next = 0
    }

    private let state = Locked(State())

    var now: NIODeadline { state.withLock { $0.now } }

    func schedule(
        at deadline: NIODeadline, on eventLoop: any EventLoop, _ body: @escaping @Sendable () -> Void
    ) -> ClientTimer {
        let number = state.withLock { state in
            state.next += 1
            state.calls.append(Call(number: state.next, deadline: deadline, eventLoop: eventLoop, body: body))
            return state.next
        }
        return ClientTimer { [state] in
            state.withLock { state in state.calls.removeAll { $0.number == number } }
        }
    }

    /// Advances the clock and makes the calls that fall due, each at its own time.
    func advance(by amount: TimeAmount, on eventLoop: any EventLoop) async throws {
        // Work already queued on the loop may still set a timer.
        try await eventLoop.submit {}.get()
        let target = now + amount
        while let call = takeCall(until: target) { try await call.eventLoop.submit(call.body).get() }
        state.withLock { $0.now = target }
    }

    private func takeCall(until target: NIODeadline) -> Call? {
        state.withLock { state in
            let due = state.calls.indices.filter { state.calls[$0].deadline <= target }
            guard let index = due.min(by: { state.calls[$0].deadline < state.calls[$1].deadline }) else { return nil }
            state.now = max(state.now, state.calls[index].deadline)
            return state.calls.remove(at: index)
        }
    }
}
