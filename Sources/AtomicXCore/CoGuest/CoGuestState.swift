/// The guests of a live, and the users who may become guests.
public struct CoGuestState: JSONCodable, Sendable {
    /// The users in the seats of this live, including the owner. Users of connected lives are not among them.
    public var connected: [SeatUserInfo] = []
    /// The users whom a host invited and who have not answered. Only the owner and administrators have them.
    public var invitees: [LiveUserInfo] = []
    /// The users who applied for a seat and have no answer, in the order in which they applied. Only the owner and administrators have
    /// them.
    public var applicants: [LiveUserInfo] = []
    /// The users who could be invited. It is always empty, as in the vendor's library. The viewers are in
    /// ``LiveAudienceState/audienceList``.
    public var candidates: [LiveUserInfo] = []

    /// Makes the state of a live without guests.
    public init() {}
}
