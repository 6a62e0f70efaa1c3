/// Selects a part of a state.
public protocol StatePropertySelector<State, Value> {
    /// The type of the state.
    associatedtype State
    /// The type of the part.
    associatedtype Value

    /// Returns the part of a state.
    func map(_ state: State) -> Value
}
