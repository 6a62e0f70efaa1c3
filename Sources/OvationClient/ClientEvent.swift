public import OvationModel
public import OvationWire

/// How a client stands with its server.
public enum ConnectionState: Hashable, Sendable {
    /// Logged out, or the login failed.
    case disconnected
    /// A login is under way.
    case connecting
    /// Logged in; commands are answered.
    case connected
    /// The connection was lost; the next attempt, counted from 1, is waited for or under way. Commands wait.
    case reconnecting(attempt: Int)
    /// The server closed the connection for good. Only a new login leads out of it.
    case closed(CloseCode)
}

/// What a client tells its handlers.
public enum ClientEvent: Sendable {
    /// The connection is in another state.
    case connection(ConnectionState)
    /// Something happened in a room that the client is in: in order, and each thing once. `roomSnapshot` comes after
    /// entering and after a resume that could not recover everything. Gifts come one order at a time, however the server
    /// told them; the combo of each says what it had come to with that order.
    case room(LiveID, EventPosition, RoomEvent)
    /// After a reconnect the user is still in the room. Where `recovered` is false, stored events that were missed
    /// follow, then a `roomSnapshot` that replaces what is known.
    case resumed(LiveID, recovered: Bool)
    /// After a reconnect the user is in this room no longer. Stored events that were missed may still follow, so that a
    /// gift from before the end is shown.
    case removed(LiveID, Rejection)
    /// The user's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed; ask for it again.
    case catalogueChanged
    /// The user has logged in elsewhere too often and this session gave way. The client is logged out.
    case kickedOffline
    /// The UserSig has expired. The client is logged out; log in with a new one.
    case loginExpired
    /// An order that an earlier run of the app left without an answer, or one that failed with `outcomeUnknown`, got
    /// its answer after a login or reconnect.
    case orderSettled(LiveID, GiftSend, Result<GiftCharged, Rejection>)
}

/// What entering a live answers.
public struct EnteredRoom: Sendable {
    /// The personal part.
    public var membership: RoomJoined
    /// What everybody who enters is told.
    public var snapshot: RoomSnapshot

    /// Makes the answer of its parts.
    public init(membership: RoomJoined, snapshot: RoomSnapshot) {
        self.membership = membership
        self.snapshot = snapshot
    }
}

/// What a handler is removed with.
public struct HandlerToken: Hashable, Sendable {
    let number: UInt64
}
