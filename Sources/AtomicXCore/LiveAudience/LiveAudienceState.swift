/// The audience of a live.
public struct LiveAudienceState: JSONCodable, Sendable {
    /// At most 1,000 viewers in the order in which they entered, without the owner. In a large live these are the viewers that were
    /// fetched, and a sample of those who entered since. ``audienceCount`` has the number of all viewers.
    public var audienceList: [LiveUserInfo] = []
    /// The number of viewers, without the owner.
    public var audienceCount: UInt = 0
    /// The users who are muted. For the owner and administrators the list is complete after
    /// ``LiveAudienceStore/fetchAudienceList(completion:)``. Others see only mutes that happened while they watched.
    public var messageBannedUserList: [LiveUserInfo] = []
    /// The administrators of the live.
    public var adminList: [LiveUserInfo] = []

    /// Makes the state of a live without viewers.
    public init() {}
}

/// An event about the people in a live.
public enum LiveAudienceEvent: Sendable {
    /// A viewer entered.
    case onAudienceJoined(audience: LiveUserInfo)
    /// A viewer left or was removed.
    case onAudienceLeft(audience: LiveUserInfo)
    /// A user was muted or unmuted.
    case onAudienceMessageDisabled(audience: LiveUserInfo, isDisable: Bool)
    /// The owner entered.
    case onOwnerJoined(owner: LiveUserInfo)
    /// The owner left, and the live continues.
    case onOwnerLeft(owner: LiveUserInfo)
    /// An administrator entered. It comes after `onAudienceJoined` of the same user.
    case onAdminJoined(admin: LiveUserInfo)
    /// An administrator left. It comes after `onAudienceLeft` of the same user.
    case onAdminLeft(admin: LiveUserInfo)
}
