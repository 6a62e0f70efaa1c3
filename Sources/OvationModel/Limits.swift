/// Every limit of the server: a name, a default and what it bounds. Each is a key of the configuration, `limits.<name>`.
///
/// For a rate or a duration 0 means none, unless the text says otherwise.
public struct Limits: Hashable, Sendable {
    /// Messages a second that a live delivers, over all senders. Gifts and control are never held back by it.
    public var roomMessagesPerSecond = 40
    /// Messages that a live may deliver at once after it was quiet.
    public var roomMessagesBurst = 80
    /// Barrage messages a second of one viewer. Owner and administrators are exempt.
    public var userMessagesPerSecond = 5
    /// Barrage messages that one viewer may send at once after being quiet.
    public var userMessagesBurst = 10
    /// The longest that an event waits for others to share a write with, in a busy live.
    public var coalescingMilliseconds = 40
    /// The same in the smallest lives, in milliseconds; with more viewers it grows, because waiting spares a write for each.
    public var coalescingMillisecondsMin = 5
    /// The same above `coalescingLargeRoomViewers` viewers.
    public var coalescingLargeRoomMilliseconds = 50
    /// From how many viewers on a live counts as large for coalescing.
    public var coalescingLargeRoomViewers = 2_000
    /// The longest that an event waits where writing to all viewers takes an event loop more than half of the time; so much
    /// longer than the above, at most, that it takes half.
    public var coalescingMillisecondsMax = 70
    /// How many viewers of a live an event loop writes to in one go. Where it has more of them it writes to them in parts of
    /// about so many, each in its turn. 0 means all at once.
    public var partViewersMax = 512
    /// How long the delivery of one batch of a live may take an event loop; barrage beyond that is dropped and its sender told.
    /// 0 means no limit.
    public var deliveryMillisecondsMax = 60
    /// How hard events are compressed for clients that offer permessage-deflate: 1 is fastest, 9 is smallest, 0 is not at all.
    public var compressionLevel = 6
    /// How many viewers of a live must be able to follow before its events are compressed; a stream takes 96 KiB.
    public var compressionViewersMin = 10
    /// The shortest time between two beginnings of a live's compressed stream, which take in those who have joined.
    public var compressionResetMilliseconds = 1_000
    /// The longest that a count, likes or a sampled join wait in a live above `exactAudienceMax` for something that is
    /// written anyway.
    public var conflatedDelayMilliseconds = 250
    /// Up to how many viewers every single join and leave is told; above, they are sampled and the count stays right.
    public var exactAudienceMax = 500
    /// Joins and leaves a second that are told in a live above `exactAudienceMax`.
    public var sampledAudienceEventsPerSecond = 5
    /// The shortest time between two `audience.counted` of a live.
    public var audienceCountIntervalMilliseconds = 1_000
    /// The shortest time between two `like.received` of a live.
    public var likeIntervalMilliseconds = 250
    /// Likes in one command.
    public var likesPerCommandMax = 1_000
    /// Events that a live keeps for clients that reconnect.
    public var historyMax = 500
    /// Messages of the past that a viewer sees on entering.
    public var historyOnJoin = 50
    /// Viewers that a snapshot names.
    public var audienceInSnapshot = 100
    /// Viewers that one page of `audience.list` names.
    public var audiencePageMax = 200
    /// Lives that one page of `room.list` names.
    public var roomPageMax = 50
    /// Members of one live; 0 means no limit.
    public var roomMembersMax = 0
    /// Administrators of one live.
    public var adminsMax = 5
    /// Users that are muted in one live at a time.
    public var mutesMax = 1_000
    /// Users that are banned from one live at a time.
    public var bansMax = 10_000
    /// Lives that one session may be in at a time.
    public var roomsPerSessionMax = 20
    /// Sessions of one user; the oldest gives way.
    public var sessionsPerUserMax = 5
    /// Bytes of one frame from a client.
    public var frameBytesMax = 65_536
    /// Frames that are not commands before the connection is closed.
    public var malformedFramesMax = 10
    /// How long a connection may take to send `session.open`.
    public var openTimeoutSeconds = 10
    /// How often the server pings.
    public var pingIntervalSeconds = 25
    /// How long a client may be silent or away before it has left.
    public var silenceSeconds = 90
    /// Bytes that may wait for one slow connection before it is closed.
    public var connectionPendingBytesMax = 1_048_576
    /// Bytes of missed events, of all its lives together, that a client which comes back is sent at once.
    public var replayBytesMax = 1_048_576
    /// Stored events that are read at a time, for a client that comes back and for a live that looks what is kept.
    public var storedEventsPageMax = 100
    /// How long after the end of a live those who were in it can still be told what they missed of it.
    public var pastVisitSeconds = 604_800
    /// Visitors of one live that are known to be kept as such; the storage is told again of the others when they enter again.
    public var visitorsKnownMax = 10_000
    /// How long a connection may be too slow for barrage before it is closed.
    public var slowConnectionSeconds = 30
    /// Connections at a time; 0 means no limit.
    public var connectionsMax = 0
    /// Commands a second of one connection that are run at once. Beyond, it is read no faster than it gets turns among all that
    /// send too fast; nothing is refused. A gift counts as four, and each KiB that a command reads or is answered as one more.
    /// Barrage counts only where `userMessagesPerSecond` holds.
    public var connectionCommandsPerSecond = 20
    /// Commands that one connection may send at once after being quiet.
    public var connectionCommandsBurst = 100
    /// Turns a second that the connections of one event loop have together beyond their own pace. 0 means no limit.
    public var surplusCommandsPerSecond = 1_000
    /// Commands that wait for the storage, over all connections, up to which each may have `ordersInFlightMax` of them; beyond,
    /// each has an equal share of so many, two at least. 0 means that none is divided.
    public var answersPendingMax = 2_048
    /// Commands a second of one user that change something which is kept: settings, members, profile. Administrators of the
    /// app are exempt.
    public var userControlsPerSecond = 5
    /// Such commands that one user may send at once after being quiet.
    public var userControlsBurst = 50
    /// Lives of one user that are open at a time; those that the app's backend makes do not count. 0 means no limit.
    public var userLivesMax = 20
    /// Lives that one user may create in an hour.
    public var userCreationsPerHour = 120
    /// Lives that one user may create at once after having created none.
    public var userCreationsBurst = 60
    /// WebSocket handshakes a second from one address, an IPv6 address being the 64 bits of its network.
    public var addressHandshakesPerSecond = 400
    /// Handshakes that one address may begin with.
    public var addressHandshakesBurst = 20_000
    /// Logins a second from one address.
    public var addressLoginsPerSecond = 400
    /// Logins that one address may begin with.
    public var addressLoginsBurst = 20_000
    /// Entries into lives a second from one address, those included with which a client comes back.
    public var addressJoinsPerSecond = 400
    /// Entries that one address may begin with.
    public var addressJoinsBurst = 20_000
    /// Addresses, and users, whose rates are kept apart; all others share one.
    public var rateKeysMax = 65_536
    /// How long a live goes on without its owner.
    public var ownerAbsenceSeconds = 300
    /// Bytes of one barrage text or of the data of a custom one.
    public var barrageBytesMax = 2_048
    /// Gifts in one order.
    public var giftCountMax = 9_999
    /// Receivers of one order.
    public var giftReceiversMax = 10
    /// Gifts in the catalogue.
    public var giftsMax = 500
    /// Categories of the gift panel.
    public var giftCategoriesMax = 3
    /// Languages in which one gift or category has texts.
    public var giftLanguagesMax = 50
    /// The shortest time between two `catalogue.changed`. The first one of a row of edits is told at once.
    public var catalogueChangedIntervalMilliseconds = 1_000
    /// Edits of the catalogue that may wait for the one before them.
    public var catalogueEditsPendingMax = 1_000
    /// How long a combo waits for the next gift of the same sender, kind and receivers. 0: no combos.
    public var comboWindowMilliseconds = 5_000
    /// Combos of one live that may be open at a time; beyond it, the one that would end first ends.
    public var combosOpenMax = 1_000
    /// Orders that one `gift.received` tells at most.
    public var giftOrdersPerFrameMax = 128
    /// Places of a board that can be read.
    public var boardRowsMax = 100
    /// The shortest time between two `board.changed` of a live.
    public var boardIntervalMilliseconds = 1_000
    /// Orders of one sender that may wait for their commit; the sender's connection is read no further meanwhile.
    public var ordersInFlightMax = 64
    /// Writes that may wait for the storage before commands are refused with `storageUnavailable`. Half of it is for gifts
    /// alone.
    public var journalPendingMax = 100_000
    /// Writes that share one transaction.
    public var journalBatchMax = 8_192
    /// Writes of one transaction that no gift waits for. Gifts come first, with what was written before them in their live.
    public var journalOrdinaryBatchMax = 256
    /// How long the app's backend may take to answer a question: whether a gift, a message or an entry is allowed.
    public var callbackTimeoutMilliseconds = 2_000
    /// How long it may take to take note of something that happened.
    public var callbackDeliveryTimeoutMilliseconds = 5_000
    /// Bytes of an answer that are read.
    public var callbackAnswerBytesMax = 65_536
    /// Connections to the app's backend.
    public var callbackConnectionsMax = 16
    /// Lives whose callbacks are delivered at a time; those of one live go one after the other.
    public var callbackRoomsInFlightMax = 16
    /// Callbacks that may wait for their delivery; later ones are not recorded.
    public var callbackRowsMax = 100_000
    /// Callbacks that were given up and are kept to be looked at; the oldest give way.
    public var callbackDeadLettersMax = 10_000
    /// After how long a callback is given up.
    public var callbackGiveUpSeconds = 86_400
    /// Messages that wait for the backend's review, over all senders.
    public var callbackReviewsMax = 1_000
    /// Messages of one sender that wait for the backend's review.
    public var callbackReviewsPerSenderMax = 10
    /// Words of the app's list that texts are searched for.
    public var wordFilterWordsMax = 2_000
    /// Words of the list of one live.
    public var wordFilterRoomWordsMax = 500
    /// Bytes of one word of a list.
    public var wordBytesMax = 64
    /// Lines of the moderation log that are kept of one live; the oldest give way.
    public var moderationLogMax = 10_000
    /// Lines that one page of the moderation log has.
    public var moderationLogPageMax = 100
    /// Lines a second that one live writes about texts with words of a list; the rest is counted only.
    public var filteredTextsLoggedPerSecond = 10

    /// Topics of one live that have messages which are kept.
    public var topicsMax = 100
    /// Of these, those in which one viewer was the first to have a message kept. Owner and administrators are exempt.
    public var userTopicsMax = 10
    /// Bytes of one message of a topic.
    public var topicMessageBytesMax = 2_048
    /// Bytes of the payload of one message of a topic.
    public var topicPayloadBytesMax = 4_096
    /// Users whom one message of a topic names as the only ones to be told.
    public var topicReceiversMax = 50
    /// Topics of one live that one connection listens to.
    public var topicSubscriptionsMax = 50
    /// Messages of one topic that are kept; the oldest give way.
    public var topicMessagesKeptMax = 500
    /// Bytes of all kept messages of topics of one live, each with 256 bytes for its names and numbers.
    public var topicBytesKeptMax = 16_777_216
    /// Bytes of one user's kept messages of topics in one live, counted as ``topicBytesKeptMax`` is.
    public var userTopicBytesKeptMax = 4_194_304
    /// Kept messages that one page of a topic has.
    public var topicMessagesPageMax = 50
    /// Equal messages in one command.
    public var topicCountMax = 100
    /// The shortest time between two events that tell the messages of topics which are told together.
    public var topicIntervalMilliseconds = 100
    /// Different messages of topics that a live tells at a time; further ones are dropped and their senders told.
    public var topicMessagesTogetherMax = 32
    /// Bytes of different messages of topics that a live tells at a time.
    public var topicBytesTogetherMax = 8_192
    /// Commands a second with which one viewer publishes. Owner and administrators are exempt.
    public var userTopicMessagesPerSecond = 20
    /// Such commands that one viewer may send at once after being quiet.
    public var userTopicMessagesBurst = 60
    /// How long a meeting goes on without anybody in it.
    public var meetingEmptySeconds = 300

    /// Calls a second of one command of the REST API, over all callers.
    public var restCallsPerSecond = 200
    /// Calls a second of one command of the gift catalogue.
    public var giftCallsPerSecond = 200
    /// Effects of gifts that are fetched and looked at at a time, on request; further requests are refused.
    public var effectChecksMax = 4
    /// How long the file of an effect that is to be looked at may take to come.
    public var effectCheckMilliseconds = 10_000
    /// Bytes of such a file that are fetched.
    public var effectCheckBytesMax = 10_485_760
    /// Entries that one page of `get_ledger` names.
    public var ledgerPageMax = 100
    /// Bytes of the body of one REST call.
    public var restBodyBytesMax = 262_144
    /// The shortest time between two REST calls that make a live of the same id.
    public var restCreateIntervalMilliseconds = 1_000
    /// Robots of one live.
    public var robotsMax = 1_000
    /// Orders that may wait for the app's own billing; further ones are refused with `billingBusy`.
    public var billingInFlightMax = 1_000
    /// How soon the app's own billing is asked again about an order that it did not decide; twice as late each time.
    public var billingRetryMilliseconds = 1_000
    /// How often the ledger is audited; 0 means never.
    public var ledgerAuditIntervalSeconds = 60
    /// Entries that one step of the audit reads.
    public var ledgerAuditEntriesMax = 100_000

    /// Connections of whatever kind at a time; 0 means as many as the system's limit on open files leaves room for.
    public var socketsMax = 0
    /// Connections beyond these that may ask about the server's health.
    public var socketsForHealthMax = 16
    /// Files that connections leave for the database, for callbacks and the like.
    public var openFilesKept = 64
    /// How long a request over HTTP may take to come, and its answer to be taken.
    public var requestTimeoutSeconds = 30
    /// How long the server goes on reading a request that it has answered, and waits for the end of a connection.
    public var requestDiscardSeconds = 5
    /// Bytes of an answered request that are read on the way to the next one.
    public var requestDiscardedBytesMax = 8_388_608
    /// How long a connection of HTTP may be without a request.
    public var requestIdleSeconds = 60
    /// Lines a second that are logged about REST calls of nobody known.
    public var refusedCallsLoggedPerSecond = 5
    /// How long the server may take to stop. Half of it is the clients', then their connections are cut.
    public var stopSeconds = 15
    /// How often the server looks whether there is a new certificate.
    public var certificateCheckSeconds = 60
    /// How long before the end of its certificate the server warns of it.
    public var certificateWarningDays = 14

    /// Makes the default limits.
    public init() {}

    /// One limit by name, for configuration and documentation.
    public struct Definition: Sendable {
        /// The name, as in the configuration.
        public let name: String
        /// Where it is.
        public let field: any WritableKeyPath<Limits, Int> & Sendable
        /// The smallest value that makes sense.
        public let least: Int

        init(_ name: String, _ field: any WritableKeyPath<Limits, Int> & Sendable, least: Int = 0) {
            self.name = name
            self.field = field
            self.least = least
        }
    }

    /// Every limit, in the order of the documentation.
    public static let definitions: [Definition] = [
        Definition("roomMessagesPerSecond", \.roomMessagesPerSecond),
        Definition("roomMessagesBurst", \.roomMessagesBurst, least: 1),
        Definition("userMessagesPerSecond", \.userMessagesPerSecond),
        Definition("userMessagesBurst", \.userMessagesBurst, least: 1),
        Definition("coalescingMilliseconds", \.coalescingMilliseconds),
        Definition("coalescingMillisecondsMin", \.coalescingMillisecondsMin),
        Definition("coalescingLargeRoomMilliseconds", \.coalescingLargeRoomMilliseconds),
        Definition("coalescingLargeRoomViewers", \.coalescingLargeRoomViewers),
        Definition("coalescingMillisecondsMax", \.coalescingMillisecondsMax),
        Definition("partViewersMax", \.partViewersMax),
        Definition("deliveryMillisecondsMax", \.deliveryMillisecondsMax),
        Definition("compressionLevel", \.compressionLevel),
        Definition("compressionViewersMin", \.compressionViewersMin, least: 1),
        Definition("compressionResetMilliseconds", \.compressionResetMilliseconds),
        Definition("conflatedDelayMilliseconds", \.conflatedDelayMilliseconds),
        Definition("exactAudienceMax", \.exactAudienceMax),
        Definition("sampledAudienceEventsPerSecond", \.sampledAudienceEventsPerSecond),
        Definition("audienceCountIntervalMilliseconds", \.audienceCountIntervalMilliseconds, least: 1),
        Definition("likeIntervalMilliseconds", \.likeIntervalMilliseconds, least: 1),
        Definition("likesPerCommandMax", \.likesPerCommandMax, least: 1),
        Definition("historyMax", \.historyMax, least: 1),
        Definition("historyOnJoin", \.historyOnJoin),
        Definition("audienceInSnapshot", \.audienceInSnapshot),
        Definition("audiencePageMax", \.audiencePageMax, least: 1),
        Definition("roomPageMax", \.roomPageMax, least: 1),
        Definition("roomMembersMax", \.roomMembersMax),
        Definition("adminsMax", \.adminsMax),
        Definition("mutesMax", \.mutesMax),
        Definition("bansMax", \.bansMax),
        Definition("roomsPerSessionMax", \.roomsPerSessionMax, least: 1),
        Definition("sessionsPerUserMax", \.sessionsPerUserMax, least: 1),
        Definition("frameBytesMax", \.frameBytesMax, least: 1_024),
        Definition("malformedFramesMax", \.malformedFramesMax, least: 1),
        Definition("openTimeoutSeconds", \.openTimeoutSeconds, least: 1),
        Definition("pingIntervalSeconds", \.pingIntervalSeconds, least: 1),
        Definition("silenceSeconds", \.silenceSeconds, least: 2),
        Definition("connectionPendingBytesMax", \.connectionPendingBytesMax, least: 65_536),
        Definition("replayBytesMax", \.replayBytesMax, least: 65_536),
        Definition("storedEventsPageMax", \.storedEventsPageMax, least: 1),
        Definition("pastVisitSeconds", \.pastVisitSeconds),
        Definition("visitorsKnownMax", \.visitorsKnownMax, least: 1),
        Definition("slowConnectionSeconds", \.slowConnectionSeconds),
        Definition("connectionsMax", \.connectionsMax),
        Definition("connectionCommandsPerSecond", \.connectionCommandsPerSecond),
        Definition("connectionCommandsBurst", \.connectionCommandsBurst, least: 1),
        Definition("surplusCommandsPerSecond", \.surplusCommandsPerSecond),
        Definition("answersPendingMax", \.answersPendingMax),
        Definition("userControlsPerSecond", \.userControlsPerSecond),
        Definition("userControlsBurst", \.userControlsBurst, least: 1),
        Definition("userLivesMax", \.userLivesMax),
        Definition("userCreationsPerHour", \.userCreationsPerHour),
        Definition("userCreationsBurst", \.userCreationsBurst, least: 1),
        Definition("addressHandshakesPerSecond", \.addressHandshakesPerSecond),
        Definition("addressHandshakesBurst", \.addressHandshakesBurst, least: 1),
        Definition("addressLoginsPerSecond", \.addressLoginsPerSecond),
        Definition("addressLoginsBurst", \.addressLoginsBurst, least: 1),
        Definition("addressJoinsPerSecond", \.addressJoinsPerSecond),
        Definition("addressJoinsBurst", \.addressJoinsBurst, least: 1),
        Definition("rateKeysMax", \.rateKeysMax, least: 1),
        Definition("ownerAbsenceSeconds", \.ownerAbsenceSeconds),
        Definition("barrageBytesMax", \.barrageBytesMax, least: 1),
        Definition("giftCountMax", \.giftCountMax, least: 1),
        Definition("giftReceiversMax", \.giftReceiversMax, least: 1),
        Definition("giftsMax", \.giftsMax, least: 1),
        Definition("giftCategoriesMax", \.giftCategoriesMax, least: 1),
        Definition("giftLanguagesMax", \.giftLanguagesMax, least: 1),
        Definition("catalogueChangedIntervalMilliseconds", \.catalogueChangedIntervalMilliseconds),
        Definition("catalogueEditsPendingMax", \.catalogueEditsPendingMax, least: 1),
        Definition("comboWindowMilliseconds", \.comboWindowMilliseconds),
        Definition("combosOpenMax", \.combosOpenMax, least: 1),
        Definition("giftOrdersPerFrameMax", \.giftOrdersPerFrameMax, least: 1),
        Definition("boardRowsMax", \.boardRowsMax, least: 3),
        Definition("boardIntervalMilliseconds", \.boardIntervalMilliseconds, least: 1),
        Definition("ordersInFlightMax", \.ordersInFlightMax, least: 1),
        Definition("journalPendingMax", \.journalPendingMax, least: 1),
        Definition("journalBatchMax", \.journalBatchMax, least: 1),
        Definition("journalOrdinaryBatchMax", \.journalOrdinaryBatchMax, least: 1),
        Definition("topicsMax", \.topicsMax),
        Definition("userTopicsMax", \.userTopicsMax),
        Definition("topicMessageBytesMax", \.topicMessageBytesMax, least: 1),
        Definition("topicPayloadBytesMax", \.topicPayloadBytesMax),
        Definition("topicReceiversMax", \.topicReceiversMax, least: 1),
        Definition("topicSubscriptionsMax", \.topicSubscriptionsMax, least: 1),
        Definition("topicMessagesKeptMax", \.topicMessagesKeptMax, least: 1),
        Definition("topicBytesKeptMax", \.topicBytesKeptMax),
        Definition("userTopicBytesKeptMax", \.userTopicBytesKeptMax),
        Definition("topicMessagesPageMax", \.topicMessagesPageMax, least: 1),
        Definition("topicCountMax", \.topicCountMax, least: 1),
        Definition("topicIntervalMilliseconds", \.topicIntervalMilliseconds, least: 1),
        Definition("topicMessagesTogetherMax", \.topicMessagesTogetherMax, least: 1),
        Definition("topicBytesTogetherMax", \.topicBytesTogetherMax, least: 1),
        Definition("userTopicMessagesPerSecond", \.userTopicMessagesPerSecond),
        Definition("userTopicMessagesBurst", \.userTopicMessagesBurst, least: 1),
        Definition("meetingEmptySeconds", \.meetingEmptySeconds, least: 1),
        Definition("restCallsPerSecond", \.restCallsPerSecond),
        Definition("giftCallsPerSecond", \.giftCallsPerSecond),
        Definition("effectChecksMax", \.effectChecksMax),
        Definition("effectCheckMilliseconds", \.effectCheckMilliseconds, least: 1),
        Definition("effectCheckBytesMax", \.effectCheckBytesMax, least: 1_024),
        Definition("ledgerPageMax", \.ledgerPageMax, least: 1),
        Definition("restBodyBytesMax", \.restBodyBytesMax, least: 1_024),
        Definition("restCreateIntervalMilliseconds", \.restCreateIntervalMilliseconds),
        Definition("robotsMax", \.robotsMax),
        Definition("callbackTimeoutMilliseconds", \.callbackTimeoutMilliseconds, least: 1),
        Definition("callbackDeliveryTimeoutMilliseconds", \.callbackDeliveryTimeoutMilliseconds, least: 1),
        Definition("callbackAnswerBytesMax", \.callbackAnswerBytesMax, least: 1_024),
        Definition("callbackConnectionsMax", \.callbackConnectionsMax, least: 1),
        Definition("callbackRoomsInFlightMax", \.callbackRoomsInFlightMax, least: 1),
        Definition("callbackRowsMax", \.callbackRowsMax),
        Definition("callbackDeadLettersMax", \.callbackDeadLettersMax),
        Definition("callbackGiveUpSeconds", \.callbackGiveUpSeconds, least: 1),
        Definition("callbackReviewsMax", \.callbackReviewsMax, least: 1),
        Definition("callbackReviewsPerSenderMax", \.callbackReviewsPerSenderMax, least: 1),
        Definition("billingInFlightMax", \.billingInFlightMax, least: 1),
        Definition("billingRetryMilliseconds", \.billingRetryMilliseconds, least: 10),
        Definition("ledgerAuditIntervalSeconds", \.ledgerAuditIntervalSeconds),
        Definition("ledgerAuditEntriesMax", \.ledgerAuditEntriesMax, least: 1),
        Definition("wordFilterWordsMax", \.wordFilterWordsMax),
        Definition("wordFilterRoomWordsMax", \.wordFilterRoomWordsMax),
        Definition("wordBytesMax", \.wordBytesMax, least: 1),
        Definition("moderationLogMax", \.moderationLogMax, least: 1),
        Definition("moderationLogPageMax", \.moderationLogPageMax, least: 1),
        Definition("filteredTextsLoggedPerSecond", \.filteredTextsLoggedPerSecond),
        Definition("socketsMax", \.socketsMax),
        Definition("socketsForHealthMax", \.socketsForHealthMax),
        Definition("openFilesKept", \.openFilesKept),
        Definition("requestTimeoutSeconds", \.requestTimeoutSeconds, least: 1),
        Definition("requestDiscardSeconds", \.requestDiscardSeconds, least: 1),
        Definition("requestDiscardedBytesMax", \.requestDiscardedBytesMax),
        Definition("requestIdleSeconds", \.requestIdleSeconds, least: 1),
        Definition("refusedCallsLoggedPerSecond", \.refusedCallsLoggedPerSecond),
        Definition("stopSeconds", \.stopSeconds),
        Definition("certificateCheckSeconds", \.certificateCheckSeconds, least: 1),
        Definition("certificateWarningDays", \.certificateWarningDays),
    ]
}
