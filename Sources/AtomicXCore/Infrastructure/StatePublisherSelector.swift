public import Foundation

/// Selects a part of a state, for `subscribe` of a ``StatePublisher``.
///
/// ```swift
/// store.state.subscribe(StatePublisherSelector(keyPath: \BarrageState.messageList))
/// ```
public class StatePublisherSelector<State, Value>: StatePropertySelector {
    private let projector: (State) -> Value
    private let lock = NSLock()
    private var known: (stateHash: UUID, value: Value)?

    /// Selects a property.
    public convenience init(keyPath: KeyPath<State, Value>) {
        self.init { $0[keyPath: keyPath] }
    }

    /// Selects the value that a closure computes from the state.
    public init(projector: @escaping (State) -> Value) {
        self.projector = projector
    }

    /// Returns the part of a state.
    public func map(_ state: State) -> Value { projector(state) }

    /// Returns the part of a state that a hash identifies. It is computed once for several calls in a row with the same hash.
    ///
    /// It may be called on any thread.
    public func map(_ state: State, stateHash: UUID) -> Value {
        if let value = lock.withLock({ known?.stateHash == stateHash ? known?.value : nil }) { return value }
        let value = projector(state)
        setResult(value: value, forStateHash: stateHash)
        return value
    }

    /// Remembers the part of the state that a hash identifies, so that it need not be computed.
    ///
    /// It may be called on any thread.
    public func setResult(value: Value, forStateHash stateHash: UUID) {
        lock.withLock { known = (stateHash, value) }
    }
}
