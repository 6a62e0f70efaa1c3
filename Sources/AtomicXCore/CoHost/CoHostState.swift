/// The hosts that a live is connected with, and those that it could be connected with.
///
/// Of every host it has the live's id, the user's id, the name and the picture; the other fields of ``SeatUserInfo`` have their defaults.
/// A connected host who is muted here has ``SeatUserInfo/allowOpenMicrophone`` false.
/// Requests are those of the owner; viewers see who is connected.
public struct CoHostState: JSONCodable, Sendable {
    /// Whether the live is connected.
    public var coHostStatus = CoHostStatus.disconnected
    /// The connected hosts, including the user's own live. It is empty without a connection.
    public var connected: [SeatUserInfo] = []
    /// The hosts whom the user asked and who have not answered.
    public var invitees: [SeatUserInfo] = []
    /// The host who asks the user for a connection; nil if nobody does.
    public var applicant: SeatUserInfo?
    /// The cursor of the next page of candidates. It is empty before the first page and after the last one.
    public var candidatesCursor = ""
    /// The hosts of the lives that are on, as far as ``CoHostStore/getCoHostCandidates(cursor:completion:)`` fetched them. The user's own
    /// live may be among them.
    public var candidates: [SeatUserInfo] = []

    /// Makes the state of a live that stands alone.
    public init() {}
}
