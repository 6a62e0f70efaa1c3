public import Foundation

/// Takes a part out of a state, for the `subscribe` of a ``StatePublisher``.
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

    /// Selects whatever a closure makes of the state.
    public init(projector: @escaping (State) -> Value) {
        self.projector = projector
    }

    /// The part of a state.
    public func map(_ state: State) -> Value { projector(state) }

    /// The part of a state that is named by a hash; computed once for the same hash, if no other came between.
    ///
    /// May be called on any thread.
    public func map(_ state: State, stateHash: UUID) -> Value {
        if let value = lock.withLock({ known?.stateHash == stateHash ? known?.value : nil }) { return value }
        let value = projector(state)
        setResult(value: value, forStateHash: stateHash)
        return value
    }

    /// Remembers the part of the state that a hash names, so that it need not be computed.
    ///
    /// May be called on any thread.
    public func setResult(value: Value, forStateHash stateHash: UUID) {
        lock.withLock { known = (stateHash, value) }
    }
}
