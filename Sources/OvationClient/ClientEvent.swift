public import OvationModel
public import OvationWire

/// The state of a client's connection to its server.
public enum ConnectionState: Hashable, Sendable {
    /// The user is logged out, or the login failed.
    case disconnected
    /// A login is in progress.
    case connecting
    /// The user is logged in, and the server answers commands.
    case connected
    /// The connection was lost. Attempt number `attempt`, counted from 1, is scheduled or in progress. Commands wait.
    case reconnecting(attempt: Int)
    /// The server closed the connection for good. Only a new login changes this state.
    case closed(CloseCode)
}

/// An event that a client reports to its handlers.
public enum ClientEvent: Sendable {
    /// The state of the connection changed.
    case connection(ConnectionState)
    /// Something happened in a live that the client is in. Events come in order, and each comes once.
    ///
    /// A `roomSnapshot` comes after entering, and after a resume that could not recover everything. Gifts come one order at a time, even if
    /// the server sent several orders in one event. Each gift's combo has the totals as they were after that order.
    case room(LiveID, EventPosition, RoomEvent)
    /// The user is still in the live after a reconnect. If `recovered` is false, the stored events that were missed follow, and then a
    /// `roomSnapshot` that replaces what is known.
    case resumed(LiveID, recovered: Bool)
    /// The user is no longer in the live after a reconnect. Stored events that were missed may still follow, so that the app can show a
    /// gift from before the end.
    case removed(LiveID, Rejection)
    /// The user's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed. Fetch it again.
    case catalogueChanged
    /// The server ended this session because the user logged in on too many other devices. The client is logged out.
    case kickedOffline
    /// The UserSig has expired and the client is logged out. Log in with a new one.
    case loginExpired
    /// An order got its answer after a login or a reconnect. An earlier run of the app had left it without one, or it had failed with
    /// `outcomeUnknown`.
    case orderSettled(LiveID, GiftSend, Result<GiftCharged, Rejection>)
}

/// The answer to entering a live.
public struct EnteredRoom: Sendable {
    /// The part that concerns this user only.
    public var membership: RoomJoined
    /// The part that everybody who enters gets.
    public var snapshot: RoomSnapshot

    /// Makes an answer from its parts.
    public init(membership: RoomJoined, snapshot: RoomSnapshot) {
        self.membership = membership
        self.snapshot = snapshot
    }
}

/// Identifies a handler, so that it can be removed.
public struct HandlerToken: Hashable, Sendable {
    let number: UInt64
}
