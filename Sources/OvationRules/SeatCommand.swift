public import OvationModel

/// What can be asked about the seats of a live.
public enum SeatCommand: Hashable, Codable, Sendable {
    /// The actor takes a seat; a viewer applies for one where seats are by application. Without a number it is any seat.
    case take(index: Int?, seconds: Int, extraInfo: String)
    /// The actor leaves the seat.
    case leave
    /// A user moves to another seat; nil means the actor, who takes only a free one.
    case move(UserID?, to: Int, SeatMovePolicy)
    /// A user is taken off the seat.
    case kick(UserID)
    /// A seat, its microphone and its camera are locked (true) or unlocked (false); nil changes nothing.
    case lock(index: Int, seat: Bool?, microphone: Bool?, camera: Bool?)
    /// A user in a seat may open microphone and camera (true) or not (false); nil changes nothing.
    case allow(UserID, microphone: Bool?, camera: Bool?)
    /// A user in a seat is featured, or is no longer.
    case feature(UserID, Bool)
    /// The actor's microphone and camera are open (true) or closed (false); nil changes nothing.
    case devices(microphone: Bool?, camera: Bool?)
    /// The app puts a member on a seat.
    case place(UserID, index: Int?)
    /// A member is invited to a seat.
    case invite(UserID, index: Int?, seconds: Int, extraInfo: String)
    /// The actor's application is taken back; with a user, the invitation of that user.
    case cancel(UserID?)
    /// The application of a user is answered.
    case answerApplication(of: UserID, isAccepted: Bool)
    /// The actor answers the invitation of a user.
    case answerInvitation(of: UserID, isAccepted: Bool)
    /// The actor, who sits, sends something to another user who sits.
    case signal(to: UserID, data: String)
    /// What is due ends: requests without an answer, and seats of users who did not come back. The server itself asks for it.
    case expire
}

/// What a change of the seats has for single users.
public struct SeatOutcome: Hashable, Sendable {
    /// Something that only some of those in the live are told.
    public struct Telling: Hashable, Sendable {
        /// What happened.
        public var event: RoomEvent
        /// Who is told.
        public var receivers: [UserID]

        /// Makes a telling.
        public init(_ event: RoomEvent, to receivers: [UserID]) {
            self.event = event
            self.receivers = receivers
        }
    }

    /// What is told, once the change is kept.
    public var tellings: [Telling] = []
    /// The number of the seat that the actor has now, where a command was about one; nil for an application that waits.
    public var index: Int?

    /// Makes an outcome without consequences.
    public init() {}
}
