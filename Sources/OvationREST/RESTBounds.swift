/// The bounds of the REST API that no rule of a live has and no operator sets.
///
/// Backends are written against them, and `docs/rest.md` and `Protocol/openapi.yaml` promise them. `FieldBounds` has those of fields that
/// clients know too, `Limits` those that an operator sets. Sizes of texts are bytes of UTF-8.
enum RESTBounds {
    // MARK: Lists in a call

    /// Users of one call that mutes, bans or kicks. The vendor's `ban_member` takes as many.
    static let membersMax = 20
    /// Robots of one call. `limits.robotsMax` says how many a live may have.
    static let robotsMax = 100
    /// Accounts of one `multiaccount_import`, as the vendor's takes.
    static let accountsMax = 100
    /// Users of one `portrait_get`, as the vendor's takes.
    static let profilesMax = 100
    /// Fields of a profile that one call reads or sets. A profile has fewer; the same field may be named twice.
    static let profileFieldsMax = 100
    /// Entries of metadata in one call. It is far above what a live may have, so that a call of too many keys is answered with 100500.
    static let metadataEntriesMax = 1_000
    /// Given-up callbacks that one call sends again or forgets.
    static let deadLettersMax = 100

    // MARK: Pages

    /// Entries of a page of which the call does not say how many it wants.
    static let pageDefault = 20
    /// The same for a page of the moderation log or of the sanctions of a user.
    static let moderationPageDefault = 50
    /// Given-up callbacks, or open orders, in a page.
    static let numberedPageMax = 100
    /// Lives in a page of the sanctions of a user.
    static let sanctionsPageMax = 100
    /// Banned users in a page. It is also the default: a call that says nothing of pages wants the whole list.
    static let bannedPageMax = 1_000
    /// Banned users that may be passed over: all that a 32-bit client can count.
    static let bannedOffsets = 0...Int(Int32.max)
    /// Records in a page of the export of a user, and as many where the call does not say.
    static let userRecordsPageMax = 100
    /// Entries of the ledger that a call with a filter looks through.
    static let ledgerEntriesReadMax = 10_000
    /// Lives with waiting callbacks that `get_status` names.
    static let waitingLivesMax = 100

    /// Points of the history of a node in one answer.
    static let historyPointsMax = 360
    /// Over how many seconds a history may be asked for: up to seven days.
    static let historySeconds = 60...604_800
    /// The same where a call does not say: an hour.
    static let historySecondsDefault = 3_600

    // MARK: Texts and numbers

    /// The caller's own id of a payment or a refund.
    static let referenceBytesMax = 128
    /// The caller's own id of a correction of the ledger.
    static let correctionReferenceBytesMax = 64
    /// Recordings in a page.
    static let recordingsPageMax = 100
    /// The operator by whom the log of operators is filtered.
    static let operatorBytesMax = 64
    /// What was changed, by which the log of operators is filtered.
    static let objectBytesMax = 400
    /// What an administrator notes of an order.
    static let noteBytesMax = 200
    /// The token that signs the query of callbacks, as the vendor's API takes it.
    static let tokenBytes = 1...128
    /// Seconds for which the last key of callbacks signs beside a new one: up to thirty days.
    static let overlapSeconds = 0...2_592_000
    /// The same where a call does not say: a day.
    static let overlapSecondsDefault = 86_400
    /// Unix seconds up to the end of the year 9999. A larger number is no time in seconds; it may be milliseconds by mistake.
    static let unixSeconds: ClosedRange<Int64> = 0...253_402_300_799
    /// Numbers in the fields of a profile, as the vendor's chat has them.
    static let profileNumbers = 0...Int(UInt32.max)
    /// Characters of an unknown word that its refusal repeats.
    static let repeatedCharactersMax = 64
}
