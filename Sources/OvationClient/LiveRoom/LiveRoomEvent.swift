public import OvationModel
public import OvationWire

/// An event in a live or around it, as ``LiveRoom/events()`` delivers it.
public enum LiveRoomEvent: Sendable {
    /// Somebody wrote a message, perhaps this user. Messages from before the user entered are in ``LiveRoom/messages`` only.
    case message(LiveMessage)
    /// A message was deleted. ``LiveRoom/messages`` no longer has it.
    case messageDeleted(BarrageDeleted)
    /// Other messages are pinned than before. ``LiveRoom/pinned`` has them too.
    case pinnedChanged(BarragePinned)
    /// Somebody sent gifts, perhaps this user. Each order comes once, even if the server sends it again.
    case gift(GiftReceived)
    /// Gift combos ended.
    case combosEnded(ComboEnded)
    /// Somebody liked the live.
    case likes(LikeReceived)
    /// A viewer entered. With more than 500 viewers only a sample of them is reported, but ``LiveRoom/viewerCount`` stays right.
    case viewerJoined(UserInfo)
    /// A viewer left. A removal is reported as ``kicked(_:)`` or ``banned(_:)`` instead.
    case viewerLeft(UserInfo)
    /// The owner entered.
    case ownerJoined(UserInfo)
    /// The owner left, and the live continues. It ends by itself if they stay away for too long.
    case ownerLeft(UserInfo)
    /// A moderator removed another user.
    case kicked(AudienceKicked)
    /// A moderator banned another user, or lifted a ban.
    case banned(AudienceBanned)
    /// A user was muted or unmuted, perhaps this user.
    case muted(AudienceMuted)
    /// A user became an administrator or no longer is one, perhaps this user.
    case appointed(AudienceAppointed)
    /// The settings of the live changed.
    case updated(RoomUpdated)
    /// The picture of the live began, stopped or was interrupted. ``LiveRoom/info`` has the new state too.
    case mediaChanged(RoomMedia)
    /// The first places of the live's board changed.
    case topSendersChanged([BoardRow])
    /// A message came on a topic that the app listens to. See ``LiveRoom/listen(to:)``.
    case topic(TopicName, TopicMessage)
    /// The server left out messages because this connection was too slow.
    case skipped(RoomSkipped)
    /// The state of the connection changed.
    case connection(ConnectionState)
    /// The client reconnected. Gifts and moderation that were missed follow in either case. If `recovered` is false, the missed messages,
    /// likes and counts do not follow. The room's properties then come from a new snapshot.
    case resumed(recovered: Bool)
    /// The user's wallet changed.
    case walletChanged(Wallet)
    /// The gift catalogue changed. ``LiveRoom/giftCategories`` follows by itself if it was fetched before.
    case catalogueChanged
    /// An order in this live whose outcome was unknown has its answer.
    case orderSettled(GiftSend, Result<GiftCharged, Rejection>)
    /// The consumer was too slow, so this number of events was dropped, here or among the events that follow. Messages, likes, and viewers
    /// who come and go were dropped first. The room's properties are right all the same.
    case missed(Int)
    /// The user is no longer in the live. This is the last event.
    case over(LiveRoomEnd)

    /// Whether this event is among the first to be dropped if a consumer is slow.
    var givesWay: Bool {
        switch self {
        case .message, .combosEnded, .likes, .viewerJoined, .viewerLeft, .ownerJoined, .ownerLeft, .topSendersChanged,
            .skipped:
            true
        case .topic(_, let message): message.number == nil
        case .messageDeleted, .pinnedChanged, .gift, .kicked, .banned, .muted, .appointed, .updated, .mediaChanged,
            .connection, .resumed,
            .walletChanged, .catalogueChanged, .orderSettled, .missed, .over:
            false
        }
    }
}
