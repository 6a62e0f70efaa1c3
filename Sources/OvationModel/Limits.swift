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
    /// Writes that may wait for the storage before commands are refused with `storageUnavailable`.
    public var journalPendingMax = 100_000
    /// Writes that share one transaction.
    public var journalBatchMax = 8_192
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

    /// Calls a second of one command of the REST API, over all callers.
    public var restCallsPerSecond = 200
    /// Calls a second of one command of the gift catalogue.
    public var giftCallsPerSecond = 200
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
        Definition("restCallsPerSecond", \.restCallsPerSecond),
        Definition("giftCallsPerSecond", \.giftCallsPerSecond),
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
    ]
}
