extension RESTCommand {
    /// Every command, by service. A list that is missing here is a list that does not exist.
    static let all: [RESTCommand] =
        rooms
        + members
        + metadata
        + robots
        + messages
        + topics
        + accounts
        + profiles
        + seats
        + callbacks
        + webhookAdministration
        + ledger
        + gifts
        + giftCategories
        + giftLanguages
        + giftEffects
        + sentGifts
        + wallets
        + boards
        + moderation
}
