import OvationModel
import OvationWire

/// A command with the type of its answer.
struct Wish<Answer: Decodable & Sendable>: Sendable {
    let command: Command

    init(_ command: Command) { self.command = command }
}

// A misspelled id goes to the server, which refuses it like any client's.

extension Wish where Answer == SessionOpened {
    /// Logs in with the UserSig of `--dev` or with another one. `resume` names a session to continue.
    static func open(_ user: String, userSig: String = "dev", resuming resume: SessionOpen.Resume? = nil) -> Self {
        Self(
            .sessionOpen(
                SessionOpen(
                    sdkAppID: 1_400_000_001, userID: UserID(unchecked: user), userSig: userSig, resume: resume)))
    }
}

extension Wish where Answer == RoomJoined {
    static var join: Self { Self(.roomJoin) }

    static func create(_ live: String, isMeeting: Bool? = nil, _ change: (inout RoomSettings) -> Void = { _ in })
        -> Self
    {
        var settings = RoomSettings()
        change(&settings)
        return Self(.roomCreate(RoomCreate(liveID: LiveID(unchecked: live), settings: settings, isMeeting: isMeeting)))
    }
}

extension Wish where Answer == Empty {
    static var ping: Self { Self(.sessionPing) }
    static var leave: Self { Self(.roomLeave) }

    static func update(_ change: (inout RoomSettings) -> Void) -> Self {
        var settings = RoomSettings()
        change(&settings)
        return Self(.roomUpdate(settings))
    }

    static func profile(nickname: String) -> Self { Self(.userUpdate(UserProfile(nickname: nickname))) }
    static func like(_ count: Int? = nil) -> Self { Self(.likeSend(LikeSend(count: count))) }

    static func kick(_ user: String, reason: String? = nil) -> Self {
        Self(.audienceKick(AudienceKick(userID: UserID(unchecked: user), reason: reason)))
    }

    static func mute(_ user: String, _ muted: Bool = true, seconds: Int64? = nil, reason: String? = nil) -> Self {
        Self(
            .audienceMute(
                AudienceMute(userID: UserID(unchecked: user), muted: muted, seconds: seconds, reason: reason)))
    }

    static func ban(_ user: String, _ banned: Bool? = nil, seconds: Int64? = nil, reason: String? = nil) -> Self {
        Self(
            .audienceBan(AudienceBan(userID: UserID(unchecked: user), banned: banned, seconds: seconds, reason: reason))
        )
    }

    static func appoint(_ user: String, _ isAdmin: Bool = true) -> Self {
        Self(.audienceAdmin(AudienceAdmin(userID: UserID(unchecked: user), isAdmin: isAdmin)))
    }

    static func delete(_ seq: Int64, reason: String? = nil) -> Self {
        Self(.barrageDelete(BarrageDelete(seq: seq, reason: reason)))
    }

    static func pin(_ seq: Int64, _ isPinned: Bool? = nil) -> Self {
        Self(.barragePin(BarragePin(seq: seq, isPinned: isPinned)))
    }

    static func unsubscribe(_ topic: String) -> Self {
        Self(.pubsubUnsubscribe(PubSubUnsubscribe(topic: TopicName(unchecked: topic))))
    }
}

extension Wish where Answer == RoomStatistics {
    static var end: Self { Self(.roomEnd) }
}

extension Wish where Answer == RoomListing {
    static var info: Self { Self(.roomInfo) }
}

extension Wish where Answer == MediaPublishing {
    /// Asks where to publish the picture of the user's live.
    static var publishPicture: Self { Self(.mediaPublish) }
}

extension Wish where Answer == FileUploading {
    /// Asks where to upload a cover.
    static var uploadTicket: Self { Self(.fileTicket) }
}

extension Wish where Answer == UplinkTesting {
    /// Asks where to test the uplink.
    static var uplinkTest: Self { Self(.mediaTest) }
}

extension Wish where Answer == EncoderSetup {
    /// Asks how an encoder publishes, and what became of publishers.
    static var encoder: Self { Self(.mediaEncoder) }
}

extension Wish where Answer == RoomPage {
    static func lives(
        count: Int? = nil, search: String? = nil, category: Int? = nil, kind: LiveKind? = nil
    ) -> Self { Self(.roomList(RoomList(count: count, search: search, category: category, kind: kind))) }
}

extension Wish where Answer == MetadataPage {
    static func metadata(set: [String: String]? = nil, delete: [String]? = nil) -> Self {
        Self(.roomMetadata(RoomMetadata(set: set, delete: delete)))
    }
}

extension Wish where Answer == EarnedCoins {
    /// Asks what a live earned its owner.
    static func earnings(in session: LiveSessionID? = nil) -> Self {
        Self(.roomEarnings(RoomEarnings(sessionID: session)))
    }
}

extension Wish where Answer == RoomWordList {
    static func words(add: [RoomWords.Word]? = nil, remove: [String]? = nil) -> Self {
        Self(.roomWords(RoomWords(add: add, remove: remove)))
    }
}

extension Wish where Answer == AudiencePage {
    static func audience(count: Int? = nil, cursor: String? = nil) -> Self {
        Self(.audienceList(AudienceList(cursor: cursor, count: count)))
    }
}

extension Wish where Answer == ModerationPage {
    static func log(count: Int? = nil, cursor: String? = nil) -> Self {
        Self(.audienceLog(AudienceLog(cursor: cursor, count: count)))
    }
}

extension Wish where Answer == BarrageAccepted {
    static func say(_ text: String, _ extensionInfo: [String: String]? = nil) -> Self {
        Self(.barrageSend(BarrageSend(text: text, extensionInfo: extensionInfo)))
    }

    static func custom(_ businessID: String, _ data: String) -> Self {
        Self(.barrageSend(BarrageSend(businessID: businessID, data: data)))
    }
}

extension Wish where Answer == GiftPanel {
    static func panel(language: String? = nil) -> Self { Self(.giftList(GiftList(language: language))) }
}

extension Wish where Answer == GiftCharged {
    /// Orders a gift of ``TestServer/catalogue`` for the owner.
    static func give(_ order: String, _ gift: String = "rose", count: Int? = nil) -> Self {
        Self(
            .giftSend(GiftSend(orderID: OrderID(unchecked: order), giftID: GiftID(unchecked: gift), count: count)))
    }
}

extension Wish where Answer == Wallet {
    static var wallet: Self { Self(.walletGet) }

    static func topUp(_ coins: Coins, order: String) -> Self {
        Self(.walletTopUp(WalletTopUp(coins: coins, orderID: OrderID(unchecked: order))))
    }
}

extension Wish where Answer == BoardPage {
    static func board(_ kind: BoardKind? = nil, _ period: BoardPeriod? = nil, count: Int? = nil) -> Self {
        Self(.boardList(BoardList(kind: kind, period: period, count: count)))
    }
}

extension Wish where Answer == TopicAccepted {
    static func publish(
        _ topic: String, _ message: String, payload: String? = nil, persist: Bool? = nil, sendOnly: [String]? = nil,
        count: Int? = nil
    ) -> Self {
        Self(
            .pubsubPublish(
                PubSubPublish(
                    topic: TopicName(unchecked: topic), message: message, payload: payload, persist: persist,
                    sendOnly: sendOnly?.map { UserID(unchecked: $0) }, count: count)))
    }
}

extension Wish where Answer == TopicPage {
    static func subscribe(_ topic: String, after: Int64? = nil) -> Self {
        Self(.pubsubSubscribe(PubSubSubscribe(topic: TopicName(unchecked: topic), after: after)))
    }

    static func messages(_ topic: String, after: Int64? = nil, count: Int? = nil) -> Self {
        Self(.pubsubMessages(PubSubMessages(topic: TopicName(unchecked: topic), after: after, count: count)))
    }
}
