import Synchronization

/// A gate that a test opens once.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrivals: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Makes a closed gate.
    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        let wait = Patience.begin("a gate to open")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let (isOpen, arrived) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                guard !state.isOpen else { return (true, []) }
                state.waiting.append(continuation)
                let count = state.waiting.count
                let arrived = state.arrivals.filter { $0.count <= count }.map(\.continuation)
                state.arrivals.removeAll { $0.count <= count }
                return (false, arrived)
            }
            for waiter in arrived { waiter.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits until this many tasks wait at the gate.
    public func waitUntilWaiting(_ count: Int = 1) async {
        let wait = Patience.begin("\(count) tasks at a gate")
        defer { wait.end() }
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.arrivals.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// Opens the gate for good.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
