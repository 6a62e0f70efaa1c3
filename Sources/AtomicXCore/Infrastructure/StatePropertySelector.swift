/// Takes a part out of a state.
public protocol StatePropertySelector<State, Value> {
    /// The whole.
    associatedtype State
    /// The part.
    associatedtype Value

    /// The part of a state.
    func map(_ state: State) -> Value
}
