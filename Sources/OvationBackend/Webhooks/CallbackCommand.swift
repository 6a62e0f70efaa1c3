/// The notifications and requests to the app's backend, by the names of the API that we are compatible with.
///
/// The API has no other names. A name that is here and not in ``isServed`` belongs to a part that this server does not have
/// (follows). It may be in a command list all the same, so that a backend's configuration is accepted unchanged.
package enum CallbackCommand: String, CaseIterable, Codable, Sendable {
    case afterCreateRoom = "Live.CallbackAfterCreateRoom"
    case afterDestroyRoom = "Live.CallbackAfterDestroyRoom"
    case afterUpdateRoomInfo = "Live.CallbackAfterUpdateRoomInfo"
    case afterSetMetadata = "Live.CallbackAfterSetMetadata"
    case afterDelMetadata = "Live.CallbackAfterDelMetadata"
    case afterMemberStateChanged = "Live.CallbackAfterMemberStateChanged"
    case afterModifyAdmin = "Live.CallbackAfterModifyAdmin"
    case afterSeatInfoChanged = "Mic.CallbackAfterSeatInfoChanged"
    case beforeSendGift = "Live.CallbackBeforeSendGift"
    /// A switch rather than an event: a gift is let through if the backend does not answer.
    case giftsPassOnSilence = "Live.CallbackBeforeCallBackNotBlock"
    case beforeSendMessage = "Group.CallbackBeforeSendMsg"
    case afterSendMessage = "Group.CallbackAfterSendMsg"

    /// Ours: a gift was charged and sent to the live.
    case afterSendGift = "Live.CallbackAfterSendGift"
    /// Ours: what was charged for a gift that was not delivered is to be given back.
    case cancelSendGift = "Live.CallbackCancelSendGift"
    /// Ours: a message of a topic was kept.
    case afterPublish = "Live.CallbackAfterPublish"
    /// Ours: the picture of a live began, or its codecs or size changed.
    case afterStreamBegin = "Live.CallbackAfterStreamBegin"
    /// Ours: the picture of a live broke off, and may come back.
    case afterStreamInterrupt = "Live.CallbackAfterStreamInterrupt"
    /// Ours: the picture of a live stopped.
    case afterStreamStop = "Live.CallbackAfterStreamStop"
    /// Ours: a recording of a picture is complete.
    case afterRecord = "Live.CallbackAfterRecord"
    /// Ours: a user wants to enter.
    case beforeJoin = "Live.CallbackBeforeJoin"
    /// Ours: an operator looks whether the backend answers.
    case test = "Live.CallbackTest"

    case afterRoomsReachThreshold = "Live.CallbackAfterCreateRoomReachingThreshold"
    case afterChangeOwner = "Live.CallbackAfterChangeOwner"
    case afterCreateBattle = "Live.CallbackAfterCreateBattle"
    case afterStartBattle = "Live.CallbackAfterStartBattle"
    case afterEndBattle = "Live.CallbackAfterEndBattle"
    case afterFollowAdd = "Follow.CallbackAfterFollowAdd"
    case afterFollowDelete = "Follow.CallbackAfterFollowDelete"

    /// Whether this server ever sends it.
    var isServed: Bool {
        switch self {
        case .afterRoomsReachThreshold, .afterChangeOwner, .afterFollowAdd, .afterFollowDelete: false
        default: true
        }
    }

    /// Whether the answer decides about coins. Then it has to be the answer to this question and no other, so that the question goes over
    /// a connection on which nothing else is ever asked.
    var isAboutCoins: Bool { self == .beforeSendGift || self == .cancelSendGift }

    /// Whether the query names the address and the platform of the user who caused it. The documents of these two list neither.
    var namesClient: Bool { self != .afterMemberStateChanged && self != .afterChangeOwner }
}
