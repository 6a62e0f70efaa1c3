public import OvationModel

/// A fact that the storage, the billing or the edge reports to a live: the result of a decision, or that time passed.
///
/// A fact is never refused. Clients and backends send a ``RoomCommand`` instead.
public enum RoomFact: Hashable, Sendable {
    /// Time passed: conflated events that are due are told, and a live that is left alone ends.
    case tick
    /// An order that was let through is charged. These come in the order of the numbers of the events. The outcome says what the
    /// combo of the order has come to.
    case orderCharged(GiftOrder, as: SettledOrder)
    /// An order that was let through is not charged, or was charged before.
    case orderNotCharged(GiftOrder)
    /// The storage counted the gifts of the live. Counts may overtake each other, so a smaller number is an older one.
    case giftsCounted(totalGiftsSent: Int, totalGiftCoins: Int64, totalUniqueGiftSenders: Int)
    /// An event told gifts, however many orders it had. It always passes, but what it takes of the rate is missing to everything
    /// else.
    case giftsTold
    /// A sender has spent so much in this live.
    case ranked(Ranking.Place)
    /// The board of the live was read from the storage. `isStale` says that it may be another one than was told.
    case boardRead([Ranking.Place], isStale: Bool)
    /// The live looks for these words from here on.
    case wordsKept([FilterWord])
    /// The whole app looks for the words of this filter from here on. Building a filter takes milliseconds, so it comes ready.
    case appWords(WordFilter)
    /// Whether more waits to be delivered than can be in time. While it does, all but gifts and control give way, as over the rate.
    case delivery(isOverloaded: Bool)
    /// The removal of a user cannot be kept. They were never away, so nothing is counted or told.
    case removalNotKept(UserID)
    /// The removal of a user was announced. The outcome releases their sessions.
    case removalTold(UserID)
    /// The removal of a user that was taken back turns out to be kept, and its event was announced. The outcome releases their sessions.
    case removalRead(UserID)
    /// The live was read as it is kept, because the storage refused a change: settings, offices, mutes, bans, robots, topics, seats,
    /// pins and words are what is kept.
    indirect case recordRead(RoomRecord)
    /// A record of what the live has to do with others is kept. The storage counted the coins of the battle in it.
    case coHostsKept
    /// The mutes or bans are about to be listed. Those that are over are forgotten, so that a page of the rest costs a page.
    case sanctionsListed
    /// The live or the server is about to end: the outcome tells what has gathered of topics, whatever the rate.
    case closing
    /// The picture of the live began, stopped or broke off. All viewers are notified.
    case mediaChanged(RoomMedia)
    /// The end of the live is kept: it is over. The outcome releases all sessions.
    case ended
}

/// Everything that changes a live, as a value. Two lives that begin with the same record and get the same inputs at the same times
/// are equal after each of them, and have said the same.
public enum RoomInput: Hashable, Sendable {
    /// A client or a backend sends a command, which may be refused.
    case command(RoomCommand, from: RoomActor)
    /// Something happened.
    case fact(RoomFact)
}
