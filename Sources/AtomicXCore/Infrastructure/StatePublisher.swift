public import OpenCombineShim

/// A state that can be read at any time and subscribed to.
///
/// A subscriber receives the value of the moment at once, on the thread that subscribes, then every later one on the
/// main queue. While it is called, ``value`` is still the value before.
///
/// `@unchecked Sendable`: the only stored property is a `@Published` whose publisher exists from the start, so that
/// reading and writing go through its lock; the stores write on the main queue only.
public class StatePublisher<State>: ObservableObject, @unchecked Sendable {
    /// Changes a state in place.
    public typealias StatePublisherUpdateClosure = (inout State) -> Void

    /// The value of the moment.
    ///
    /// May be read on any thread. It belongs to its store: what an app writes here is overwritten by the next change.
    @Published public var value: State

    /// Makes a state of its first value.
    public init(initialState: State) {
        value = initialState
        _ = $value  // From here on the value lives in the publisher, which has a lock.
    }

    /// Every state, beginning with that of the moment.
    public func subscribe() -> AnyPublisher<State, Never> {
        $value.eraseToAnyPublisher()
    }

    /// A part of every state, beginning with that of the moment; a value that equals the one before is left out.
    public func subscribe<Value>(_ selector: StatePublisherSelector<State, Value>) -> AnyPublisher<Value, Never>
    where Value: Equatable {
        $value.map { selector.map($0) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// A part of every state, beginning with that of the moment.
    public func subscribe<Value>(_ selector: StatePublisherSelector<State, Value>) -> AnyPublisher<Value, Never> {
        $value.map { selector.map($0) }.eraseToAnyPublisher()
    }

    /// Changes the state and publishes it once. Only on the stores' queue.
    func update(_ change: StatePublisherUpdateClosure) {
        var state = value
        change(&state)
        value = state
    }
}
