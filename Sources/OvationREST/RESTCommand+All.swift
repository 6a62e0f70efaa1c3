extension RESTCommand {
    /// All commands. One that is missing here is not served.
    package static let all: [RESTCommand] =
        rooms
        + streams + streamEvents
        + recordings
        + members
        + metadata
        + robots
        + messages
        + topics
        + accounts
        + profiles
        + seats
        + battles
        + callbacks
        + webhookAdministration
        + ledger
        + gifts
        + giftCategories
        + giftLanguages
        + giftEffects
        + giftOrder
        + sentGifts
        + wallets
        + boards
        + moderation
        + barrages
        + audience
        + console
        + operatorLog
        + userData
        + nodeHistory
        + uploadedFiles
}
