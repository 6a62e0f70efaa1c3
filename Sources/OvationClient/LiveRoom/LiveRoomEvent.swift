public import OvationModel
public import OvationWire

/// What happens in a live and around it, as ``LiveRoom/events()`` tells it.
public enum LiveRoomEvent: Sendable {
    /// Somebody wrote, the user too. Messages from before one entered are in ``LiveRoom/messages`` only.
    case message(LiveMessage)
    /// Somebody sent gifts, the user too. Each order comes once, also when the server tells it again.
    case gift(GiftReceived)
    /// Combos of gifts are over.
    case combosEnded(ComboEnded)
    /// Likes came.
    case likes(LikeReceived)
    /// Somebody entered. In a live of more than 500 viewers it is a sample; ``LiveRoom/viewerCount`` stays right.
    case viewerJoined(UserInfo)
    /// Somebody left. Of a removal there is ``kicked(_:)`` or ``banned(_:)`` instead.
    case viewerLeft(UserInfo)
    /// A moderator removed somebody else.
    case kicked(AudienceKicked)
    /// A moderator banned somebody else, or let somebody back.
    case banned(AudienceBanned)
    /// Somebody may no longer write, or may again; the user too.
    case muted(AudienceMuted)
    /// Somebody is an administrator now, or is one no longer; the user too.
    case appointed(AudienceAppointed)
    /// Settings of the live changed.
    case updated(RoomUpdated)
    /// The picture of the live began, stopped or broke off. ``LiveRoom/info`` has it too.
    case mediaChanged(RoomMedia)
    /// The first places of the live's board are others.
    case topSendersChanged([BoardRow])
    /// A message of a topic that ``LiveRoom/listen(to:)`` was called for.
    case topic(TopicName, TopicMessage)
    /// This connection was too slow for messages, which the server left out.
    case skipped(RoomSkipped)
    /// The connection is in another state.
    case connection(ConnectionState)
    /// A lost connection was made anew. Gifts and moderation that were missed follow in either case. Where `recovered` is false, messages,
    /// likes and counts of the meantime do not: the properties of the room are then those of a new snapshot.
    case resumed(recovered: Bool)
    /// The user's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed. ``LiveRoom/giftCategories`` follows by itself where it was fetched before.
    case catalogueChanged
    /// An order of this live whose outcome was not known has its answer.
    case orderSettled(GiftSend, Result<GiftCharged, Rejection>)
    /// This consumer was so slow that events were left out, here or among those that follow: how many. Messages, likes, and who comes
    /// and goes were the first to be left out. The properties of the room are right all the same.
    case missed(Int)
    /// The user is in the live no longer. The last event.
    case over(LiveRoomEnd)

    /// Whether it may be left out before others where a consumer is slow.
    var givesWay: Bool {
        switch self {
        case .message, .combosEnded, .likes, .viewerJoined, .viewerLeft, .topSendersChanged, .skipped: true
        case .topic(_, let message): message.number == nil
        case .gift, .kicked, .banned, .muted, .appointed, .updated, .mediaChanged, .connection, .resumed,
            .walletChanged, .catalogueChanged, .orderSettled, .missed, .over:
            false
        }
    }
}
