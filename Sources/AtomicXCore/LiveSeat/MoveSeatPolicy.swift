/// What happens if a user is moved to a seat that another user has taken.
public enum MoveSeatPolicy: Int, JSONCodable, Sendable {
    /// Nobody moves, and the call fails.
    case abortWhenOccupied = 0
    /// The other user leaves the seat.
    case forceReplace = 1
    /// The two users change seats.
    case swapPosition = 2
}
