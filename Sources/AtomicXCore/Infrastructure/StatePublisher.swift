public import OpenCombineShim

/// A state that you can read at any time and subscribe to.
///
/// A subscriber gets the current value at once, on the thread that subscribes, and every later value on the main queue. While the
/// subscriber is called, ``value`` is still the previous value.
///
/// `@unchecked Sendable` is sound because the only stored property is a `@Published` whose publisher exists from the start. So reads and
/// writes go through the publisher's lock. The stores write on the main queue only.
public class StatePublisher<State>: ObservableObject, @unchecked Sendable {
    /// Changes a state in place.
    public typealias StatePublisherUpdateClosure = (inout State) -> Void

    /// The current value.
    ///
    /// It may be read on any thread. Only its store should change it: the next change overwrites what an app writes here.
    @Published public var value: State

    /// Makes a state with its first value.
    public init(initialState: State) {
        value = initialState
        _ = $value  // From now on the publisher stores the value, under its lock.
    }

    /// Publishes every state, beginning with the current one.
    public func subscribe() -> AnyPublisher<State, Never> {
        $value.eraseToAnyPublisher()
    }

    /// Publishes a part of every state, beginning with the current one. It leaves out a value that equals the previous one.
    public func subscribe<Value>(_ selector: StatePublisherSelector<State, Value>) -> AnyPublisher<Value, Never>
    where Value: Equatable {
        $value.map { selector.map($0) }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Publishes a part of every state, beginning with the current one.
    public func subscribe<Value>(_ selector: StatePublisherSelector<State, Value>) -> AnyPublisher<Value, Never> {
        $value.map { selector.map($0) }.eraseToAnyPublisher()
    }

    /// Changes the state and publishes it once. It must be called on the stores' queue.
    func update(_ change: StatePublisherUpdateClosure) {
        var state = value
        change(&state)
        value = state
    }
}
