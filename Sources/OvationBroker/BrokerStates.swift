import Synchronization

/// The state of a broker, and those who watch it. They are told each change once, in its order, whichever threads changes come from.
package final class BrokerStates: Sendable {
    private struct State {
        var now = BrokerState.connecting
        var watches: [@Sendable (BrokerState) -> Void] = []
        /// What is to be told, each to whom. One thread at a time tells.
        var tellings: [@Sendable () -> Void] = []
        var isTelling = false
    }

    private let state = Mutex(State())

    package init() {}

    package var now: BrokerState { state.withLock { $0.now } }

    /// Notes a state; nothing follows the end. False where it was so already.
    @discardableResult
    package func become(_ new: BrokerState) -> Bool {
        let isNew = state.withLock { state in
            guard state.now != new, state.now != .closed else { return false }
            state.now = new
            for watch in state.watches { state.tellings.append { watch(new) } }
            return true
        }
        tell()
        return isNew
    }

    /// Adds a watch, which is told the state at the moment first.
    package func watch(_ watch: @escaping @Sendable (BrokerState) -> Void) {
        state.withLock { state in
            let now = state.now
            state.watches.append(watch)
            state.tellings.append { watch(now) }
        }
        tell()
    }

    /// Tells what is to be told, unless another thread is at it, which then tells this too.
    private func tell() {
        let isMine = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard isMine else { return }
        while let next = take() { next() }
    }

    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.tellings.isEmpty else {
                state.isTelling = false
                return nil
            }
            return state.tellings.removeFirst()
        }
    }
}
