/// Who watches a live.
public struct LiveAudienceState: JSONCodable, Sendable {
    /// Viewers, in the order in which they entered; the owner is not among them. At most 1,000: in a large live these
    /// are the ones that were fetched and a sample of those who entered since, and ``audienceCount`` says how many
    /// there are.
    public var audienceList: [LiveUserInfo] = []
    /// How many viewers there are, the owner not counted.
    public var audienceCount: UInt = 0
    /// Who may not write. Known to owner and administrators from ``LiveAudienceStore/fetchAudienceList(completion:)``
    /// on; to others as far as it happened while they watched.
    public var messageBannedUserList: [LiveUserInfo] = []
    /// The administrators of the live.
    public var adminList: [LiveUserInfo] = []

    /// Makes the state of a live without viewers.
    public init() {}
}

/// What happens among the viewers of a live.
public enum LiveAudienceEvent: Sendable {
    /// Somebody entered.
    case onAudienceJoined(audience: LiveUserInfo)
    /// Somebody left, or was removed.
    case onAudienceLeft(audience: LiveUserInfo)
    /// Somebody may no longer write, or may again.
    case onAudienceMessageDisabled(audience: LiveUserInfo, isDisable: Bool)
    /// The owner entered while somebody watched.
    case onOwnerJoined(owner: LiveUserInfo)
    /// The owner left, and the live goes on.
    case onOwnerLeft(owner: LiveUserInfo)
    /// An administrator entered; comes after `onAudienceJoined` of the same user.
    case onAdminJoined(admin: LiveUserInfo)
    /// An administrator left; comes after `onAudienceLeft` of the same user.
    case onAdminLeft(admin: LiveUserInfo)
}
