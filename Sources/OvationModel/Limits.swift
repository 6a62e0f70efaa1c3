/// Every limit of the server, with its name and its default. Each is a configuration key, `limits.<name>`.
///
/// A rate or duration of 0 means none, unless its description says otherwise.
public struct Limits: Hashable, Sendable {
    /// Messages a second that a live delivers, over all senders. It never delays gifts and control messages.
    public var roomMessagesPerSecond = 40
    /// Messages that a live may deliver at once after a quiet time.
    public var roomMessagesBurst = 80
    /// Barrage messages a second of one viewer. Owner and administrators are exempt.
    public var userMessagesPerSecond = 5
    /// Barrage messages that one viewer may send at once after a quiet time.
    public var userMessagesBurst = 10
    /// The longest that an event waits to share a write with others in a busy live, in milliseconds.
    public var coalescingMilliseconds = 40
    /// The same for the smallest lives. It grows with the number of viewers, because waiting saves a write for each of them.
    public var coalescingMillisecondsMin = 5
    /// The same for lives with more than `coalescingLargeRoomViewers` viewers.
    public var coalescingLargeRoomMilliseconds = 50
    /// The number of viewers from which a live counts as large for coalescing.
    public var coalescingLargeRoomViewers = 2_000
    /// The longest wait in a live whose writes take more than half of an event loop's time. The wait grows until they take half.
    public var coalescingMillisecondsMax = 70
    /// The number of viewers of a live to whom an event loop writes at once. If there are more, it writes in parts of about this size, each
    /// in its own turn. 0 means all at once.
    public var partViewersMax = 512
    /// How long delivering one batch of a live may occupy an event loop, in milliseconds. Barrage beyond that is dropped, and its sender
    /// gets a reply that says so. 0 means no limit.
    public var deliveryMillisecondsMax = 60
    /// The compression level for clients with permessage-deflate: 1 is fastest, 9 is smallest, 0 is off.
    public var compressionLevel = 6
    /// How many viewers of a live must support compression before its events are compressed. A stream takes 96 KiB.
    public var compressionViewersMin = 10
    /// The shortest interval between two restarts of a live's compressed stream. A restart takes in the viewers who have joined.
    public var compressionResetMilliseconds = 1_000
    /// The longest that counts, likes and sampled joins wait for a write that happens anyway, in lives above `exactAudienceMax`.
    public var conflatedDelayMilliseconds = 250
    /// The number of viewers up to which every join and leave is sent. Above it they are sampled, and the count stays exact.
    public var exactAudienceMax = 500
    /// Joins and leaves a second that are sent in lives above `exactAudienceMax`.
    public var sampledAudienceEventsPerSecond = 5
    /// The shortest interval between two `audience.counted` of a live.
    public var audienceCountIntervalMilliseconds = 1_000
    /// The shortest interval between two `like.received` of a live.
    public var likeIntervalMilliseconds = 250
    /// Likes in one command.
    public var likesPerCommandMax = 1_000
    /// Events that a live keeps for clients that reconnect.
    public var historyMax = 500
    /// Earlier messages that viewers see when they enter.
    public var historyOnJoin = 50
    /// Messages that a live remembers, to delete or pin them.
    public var messagesRememberedMax = 1_000
    /// Messages that are pinned at a time. With another one, the oldest gives way.
    public var pinnedMessagesMax = 1
    /// Earlier gifts that viewers see when they enter.
    public var giftsOnJoin = 10
    /// Viewers that a snapshot lists.
    public var audienceInSnapshot = 100
    /// Viewers on one page of `audience.list`.
    public var audiencePageMax = 200
    /// Lives on one page of `room.list`.
    public var roomPageMax = 50
    /// Lives that one search or filter of the list looks at. Beyond them its page ends early.
    public var roomsExaminedMax = 1_000
    /// How many lives of other servers of a cluster a server has on its list, those with the most viewers.
    public var listedElsewhereMax = 10_000
    /// Ids of lives that are on at no server of a cluster, as a server remembers them for `unknownLiveMilliseconds`. Further ones are read
    /// from the storage each time they are asked for.
    public var unknownLivesMax = 10_000
    /// How long a server of a cluster remembers that a live is on nowhere. A live that begins is found at once.
    public var unknownLiveMilliseconds = 1_000
    /// Members of one live; 0 means no limit.
    public var roomMembersMax = 0
    /// Administrators of one live.
    public var adminsMax = 5
    /// Muted users of one live at a time.
    public var mutesMax = 1_000
    /// Banned users of one live at a time.
    public var bansMax = 10_000
    /// Lives that one session may be in at a time.
    public var roomsPerSessionMax = 20
    /// Sessions of one user. A new one replaces the oldest.
    public var sessionsPerUserMax = 5
    /// Bytes of one frame from a client.
    public var frameBytesMax = 65_536
    /// Malformed frames after which the connection is closed.
    public var malformedFramesMax = 10
    /// How long a new connection may take to send `session.open`.
    public var openTimeoutSeconds = 10
    /// The interval between the server's pings.
    public var pingIntervalSeconds = 25
    /// How long a client may be silent or disconnected before it counts as gone.
    public var silenceSeconds = 90
    /// Bytes that may wait for a slow connection before it is closed.
    public var connectionPendingBytesMax = 1_048_576
    /// Bytes of missed events, over all of its lives, that a returning client gets at once.
    public var replayBytesMax = 1_048_576
    /// Bytes of one message between a live and the connections of its members, where these are on different nodes.
    public var crossingBytesMax = 1_048_576
    /// Stored events that are read at a time, for returning clients and for lives that check what was stored.
    public var storedEventsPageMax = 100
    /// How long after the end of a live its visitors can still fetch events that they missed.
    public var pastVisitSeconds = 604_800
    /// Visitors of one live that the server remembers as stored. All others are stored again when they enter again.
    public var visitorsKnownMax = 10_000
    /// How long a connection may be too slow for barrage before it is closed.
    public var slowConnectionSeconds = 30
    /// Connections at a time; 0 means no limit.
    public var connectionsMax = 0
    /// Commands a second of one connection that run without a delay. Beyond that, the connection takes turns with others that send too
    /// fast; nothing is refused. A gift counts as four commands. Each KiB that a command reads or returns counts as one more. Barrage
    /// counts only if `userMessagesPerSecond` applies to it.
    public var connectionCommandsPerSecond = 20
    /// Commands that one connection may send at once after a quiet time.
    public var connectionCommandsBurst = 100
    /// Turns a second for all connections of one event loop that exceed their rate. 0 means no limit.
    public var surplusCommandsPerSecond = 1_000
    /// Commands of all connections that wait for the storage. Up to this number, each connection may have `ordersInFlightMax` of them.
    /// Beyond it, each gets an equal share of this number, at least two. 0 turns sharing off.
    public var answersPendingMax = 2_048
    /// Commands a second of one user that change stored data: settings, members, profile. Administrators of the app are exempt.
    public var userControlsPerSecond = 5
    /// Such commands that one user may send at once after a quiet time.
    public var userControlsBurst = 50
    /// Open lives of one user. Lives that the app's backend creates do not count. 0 means no limit.
    public var userLivesMax = 20
    /// Lives that one user may create in an hour.
    public var userCreationsPerHour = 120
    /// Lives that one user may create at once after a quiet time.
    public var userCreationsBurst = 60
    /// WebSocket handshakes a second from one address. For IPv6, an address is the 64-bit network.
    public var addressHandshakesPerSecond = 400
    /// Handshakes that one address may begin with.
    public var addressHandshakesBurst = 20_000
    /// Logins a second from one address.
    public var addressLoginsPerSecond = 400
    /// Logins that one address may begin with.
    public var addressLoginsBurst = 20_000
    /// Joins a second from one address, including those of returning clients.
    public var addressJoinsPerSecond = 400
    /// Joins that one address may begin with.
    public var addressJoinsBurst = 20_000
    /// Addresses and users whose rates are counted separately. All others share one rate.
    public var rateKeysMax = 65_536
    /// How long a live goes on without its owner.
    public var ownerAbsenceSeconds = 300
    /// Bytes of a barrage text, or of the data of a custom barrage.
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
    /// The shortest interval between two `catalogue.changed`. The first of several edits is announced at once.
    public var catalogueChangedIntervalMilliseconds = 1_000
    /// Edits of the catalogue that may wait for the one before them.
    public var catalogueEditsPendingMax = 1_000
    /// How long a combo waits for the next gift of the same sender, kind and receivers. 0 turns combos off.
    public var comboWindowMilliseconds = 5_000
    /// Open combos of one live. If there are more, the one that would end first ends at once.
    public var combosOpenMax = 1_000
    /// Orders in one `gift.received`.
    public var giftOrdersPerFrameMax = 128
    /// Rows of a board that clients can read.
    public var boardRowsMax = 100
    /// The shortest interval between two `board.changed` of a live.
    public var boardIntervalMilliseconds = 1_000
    /// Orders of one sender that may wait for their commit. Meanwhile the sender's connection is not read.
    public var ordersInFlightMax = 64
    /// Writes that may wait for the storage. Beyond that, commands are refused with `storageUnavailable`. Half of it is reserved for gifts.
    public var journalPendingMax = 100_000
    /// Writes that share one transaction.
    public var journalBatchMax = 8_192
    /// Writes in one transaction that no gift depends on. Gifts come first, together with earlier writes of their live.
    public var journalOrdinaryBatchMax = 256
    /// How long the app's backend may take to answer whether a gift, a message or a join is allowed.
    public var callbackTimeoutMilliseconds = 2_000
    /// How long the app's backend may take to acknowledge a notification.
    public var callbackDeliveryTimeoutMilliseconds = 5_000
    /// Bytes of a backend's answer that are read.
    public var callbackAnswerBytesMax = 65_536
    /// Connections to the app's backend.
    public var callbackConnectionsMax = 16
    /// Lives whose callbacks are delivered at a time. The callbacks of one live are delivered one after another.
    public var callbackRoomsInFlightMax = 16
    /// Callbacks that may wait for delivery. Further ones are not recorded.
    public var callbackRowsMax = 100_000
    /// Undelivered callbacks that are kept for inspection. A new one replaces the oldest.
    public var callbackDeadLettersMax = 10_000
    /// How long the server tries to deliver a callback.
    public var callbackGiveUpSeconds = 86_400
    /// Messages of all senders that wait for the backend's review.
    public var callbackReviewsMax = 1_000
    /// Messages of one sender that wait for the backend's review.
    public var callbackReviewsPerSenderMax = 10
    /// Words in the app's filter list.
    public var wordFilterWordsMax = 2_000
    /// Words in the filter list of one live.
    public var wordFilterRoomWordsMax = 500
    /// Bytes of one filter word.
    public var wordBytesMax = 64
    /// Lines of the moderation log of one live. A new one replaces the oldest.
    public var moderationLogMax = 10_000
    /// Lines on one page of the moderation log.
    public var moderationLogPageMax = 100
    /// Log lines a second about filtered texts in one live. Further texts are only counted.
    public var filteredTextsLoggedPerSecond = 10

    /// Topics of one live that have stored messages.
    public var topicsMax = 100
    /// Topics of one live to which the same viewer wrote the first stored message. Owner and administrators are exempt.
    public var userTopicsMax = 10
    /// Bytes of a topic message.
    public var topicMessageBytesMax = 2_048
    /// Bytes of the payload of a topic message.
    public var topicPayloadBytesMax = 4_096
    /// Users to whom a topic message can be restricted.
    public var topicReceiversMax = 50
    /// Topics of one live that one connection is subscribed to.
    public var topicSubscriptionsMax = 50
    /// Stored messages of one topic. A new one replaces the oldest.
    public var topicMessagesKeptMax = 500
    /// Bytes of all stored topic messages of one live. Each message counts 256 bytes more for names and numbers.
    public var topicBytesKeptMax = 16_777_216
    /// Bytes of one user's stored topic messages in one live, counted like ``topicBytesKeptMax``.
    public var userTopicBytesKeptMax = 4_194_304
    /// Stored messages on one page of a topic.
    public var topicMessagesPageMax = 50
    /// Equal topic messages in one command.
    public var topicCountMax = 100
    /// The shortest interval between two events with gathered topic messages.
    public var topicIntervalMilliseconds = 100
    /// Different topic messages that a live gathers at a time. Further ones are dropped, and their senders get a reply that says so.
    public var topicMessagesTogetherMax = 32
    /// Bytes of different topic messages that a live gathers at a time.
    public var topicBytesTogetherMax = 8_192
    /// Publish commands a second of one viewer. Owner and administrators are exempt.
    public var userTopicMessagesPerSecond = 20
    /// Publish commands that one viewer may send at once after a quiet time.
    public var userTopicMessagesBurst = 60
    /// How long a meeting goes on while nobody is in it.
    public var meetingEmptySeconds = 300

    /// Calls a second of each command of the REST API, over all callers.
    public var restCallsPerSecond = 200
    /// Calls a second of each command of the gift catalogue.
    public var giftCallsPerSecond = 200
    /// Gift effects that are downloaded and checked on request at a time. Further requests are refused.
    public var effectChecksMax = 4
    /// How long downloading an effect for a check may take.
    public var effectCheckMilliseconds = 10_000
    /// Bytes of an effect that are downloaded for a check.
    public var effectCheckBytesMax = 10_485_760
    /// Bytes of a picture that is uploaded: the cover of a live, the icon of a gift.
    public var uploadPictureBytesMax = 2_097_152
    /// The longer side of a picture that is uploaded, in pixels.
    public var uploadPictureSideMax = 4_096
    /// Bytes of an animation that is uploaded.
    public var uploadEffectBytesMax = 10_485_760
    /// How long a ticket of an upload holds.
    public var uploadTicketSeconds = 300
    /// How long an upload may take.
    public var uploadSecondsMax = 60
    /// How long nothing may come of an upload.
    public var uploadSilenceSeconds = 10
    /// Bytes of an upload that have to come in a second; one that is slower in two windows is given up. 0: no bound.
    public var uploadBytesPerSecondMin = 4_096
    /// The length of the windows over which ``uploadBytesPerSecondMin`` is counted.
    public var uploadPaceSeconds = 5
    /// Uploads at a time. Further ones are refused with `uploadsBusy`.
    public var uploadsMax = 8
    /// Uploads of one user at a time.
    public var userUploadsMax = 2
    /// Uploads from one address at a time.
    public var addressUploadsMax = 4
    /// Tickets of uploads that one user gets in an hour.
    public var userUploadsPerHour = 60
    /// Tickets of uploads that one user gets at once after a quiet time.
    public var userUploadsBurst = 20
    /// Bytes with which a user may test their uplink.
    public var uplinkTestBytesMax = 2_097_152
    /// The time after which a user may test their uplink again, and for which a ticket of a test holds.
    public var uplinkTestSeconds = 60
    /// Tests of uplinks at a time.
    public var uplinkTestsMax = 16
    /// How long one request of a test may take, and how long a user's tests hold places in ``uplinkTestSeconds``.
    public var uplinkTestPostSecondsMax = 12
    /// Files of one user that are kept.
    public var userFilesMax = 200
    /// Bytes of one user's files that are kept.
    public var userFileBytesMax = 104_857_600
    /// Mebibytes of all uploaded files that are kept.
    public var filesMebibytesMax = 10_240
    /// The part of ``filesMebibytesMax``, in percent, that users fill. The rest is for what administrators upload.
    public var userFilesPercentMax = 75
    /// Mebibytes that stay free on the disk of the uploaded files. Where there are fewer, none is taken.
    public var filesFreeMebibytesMin = 1_024
    /// For how many hours after its last use a file stays, where room is short, that neither a live nor the catalogue names.
    public var fileReferenceHours = 6
    /// How many days an uploaded file is kept that neither a live nor the catalogue names. 0: for ever.
    public var fileUnusedDays = 30
    /// Entries on one page of `get_ledger`.
    public var ledgerPageMax = 100
    /// Bytes of the body of a REST call.
    public var restBodyBytesMax = 262_144
    /// The shortest interval between two REST calls that create a live with the same id.
    public var restCreateIntervalMilliseconds = 1_000
    /// Robots of one live.
    public var robotsMax = 1_000
    /// Applications for a seat and invitations to one that wait for an answer in one live.
    public var seatRequestsMax = 100
    /// Lives in one link, and in one battle.
    public var linkLivesMax = 9
    /// The longest battle, in seconds; also how long one lasts that does not say.
    public var battleSeconds = 300
    /// The shortest interval between two requests of a live to others for a link, and between two for battles.
    public var coHostRequestIntervalMilliseconds = 1_000
    /// The interval in which the scores of a battle are gathered.
    public var battleScoreIntervalMilliseconds = 500
    /// Users in seats of a video live, where each sends a picture to each other. 0 means no limit.
    public var meshVideoSeatsMax = 4
    /// Users in seats of a voice live, where each sends the voice to each other. 0 means no limit.
    public var meshVoiceSeatsMax = 8
    /// Bytes of what one user in a seat sends to another.
    public var seatSignalBytesMax = 16_384
    /// Signals a second that one user may send to others in seats. 0 means no limit.
    public var seatSignalsPerSecond = 20
    /// Such signals that one user may send at once after a quiet time.
    public var seatSignalsBurst = 200
    /// Bytes a second of such signals of one user, as they are written. 0 means no limit.
    public var seatSignalBytesPerSecond = 65_536
    /// Bytes of such signals that one user may send at once after a quiet time. Less than what may wait for the connection of another.
    public var seatSignalBytesBurst = 262_144
    /// Orders that may wait for the app's own billing. Further ones are refused with `billingBusy`.
    public var billingInFlightMax = 1_000
    /// The delay before an undecided order is sent to the app's own billing again. It doubles each time.
    public var billingRetryMilliseconds = 1_000
    /// The interval between audits of the ledger; 0 means never.
    public var ledgerAuditIntervalSeconds = 60
    /// Entries that one step of the audit reads.
    public var ledgerAuditEntriesMax = 100_000

    /// Connections of all kinds at a time; 0 means as many as the system's limit on open files allows.
    public var socketsMax = 0
    /// Additional connections that are reserved for health checks.
    public var socketsForHealthMax = 16
    /// File descriptors that are reserved for the database, callbacks and similar.
    public var openFilesKept = 64
    /// How long an HTTP request may take to arrive, and its answer to be read.
    public var requestTimeoutSeconds = 30
    /// How long the server goes on reading a request that it has already answered, and waits for the connection to close.
    public var requestDiscardSeconds = 5
    /// Bytes of an answered request that are discarded to reach the next one.
    public var requestDiscardedBytesMax = 8_388_608
    /// How long an HTTP connection may be idle.
    public var requestIdleSeconds = 60
    /// Log lines a second about REST calls from unknown callers.
    public var refusedCallsLoggedPerSecond = 5
    /// How long a session of the console lasts after its last call.
    public var consoleSessionIdleSeconds = 900
    /// How long a session of the console lasts at most, however much it is used.
    public var consoleSessionSecondsMax = 43_200
    /// Sessions of the console that one administrator has. With one more, the one that was used least lately ends.
    public var consoleSessionsPerUserMax = 10
    /// Sign-ins at the console, and tokens that hold no longer, from one address in an hour.
    public var addressSignInsPerHour = 240
    /// Sign-ins and wrong tokens that one address may begin with.
    public var addressSignInsBurst = 30
    /// Lines that the log of operators keeps; the oldest give way.
    public var operatorLogMax = 1_000_000
    /// How many days a line of the log of operators is kept. 0: as long as there is room.
    public var operatorLogDays = 400
    /// Lines on one page of the log of operators.
    public var operatorLogPageMax = 200
    /// Rows that one step of the erasure of a user looks at. Gifts wait for a step.
    public var erasureRowsMax = 2_000
    /// How long one call goes on with the erasure of a user before it answers how far it is.
    public var erasureCallMilliseconds = 2_000
    /// How many days after the end of a live its pinned messages keep their texts, and given-up callbacks are kept. 0: for ever.
    public var retentionChatDays = 0
    /// How many days after the end of a live its visits are kept. 0: `pastVisitSeconds`, and then until others need the room.
    public var retentionVisitDays = 0
    /// How many days a line of a moderation log is kept. 0: as long as there is room.
    public var retentionModerationDays = 0
    /// How often what is too old is forgotten. 0: never.
    public var retentionIntervalSeconds = 600
    /// Rows of each kind that one step forgets. Gifts wait for a step.
    public var retentionRowsMax = 1_000
    /// Steps of one round of forgetting; the next round goes on.
    public var retentionStepsMax = 100
    /// Minutes of the node's own history that are kept for charts.
    public var historyMinutesMax = 10_080
    /// How often the node reads its metrics for the history. 0: never, and there are no charts.
    public var historySampleSeconds = 10
    /// How long the server may take to stop. Clients get half of it, then their connections are cut.
    public var stopSeconds = 15
    /// How long a server of a cluster goes on as before after it has said that it is not ready, so that load balancers notice.
    public var drainNoticeSeconds = 2
    /// How long a server of a cluster may take to hand its lives and clients to the others, before it stops. 0: it just stops.
    public var drainSeconds = 10
    /// The interval at which the server checks for a new certificate.
    public var certificateCheckSeconds = 60
    /// How many days before its certificate expires the server begins to warn.
    public var certificateWarningDays = 14

    /// Makes the default limits.
    public init() {}

    /// A limit with its name, for configuration and documentation.
    public struct Definition: Sendable {
        /// The name in the configuration, without `limits.`.
        public let name: String
        /// The key path of the limit.
        public let field: any WritableKeyPath<Limits, Int> & Sendable
        /// The smallest value that makes sense.
        public let least: Int

        init(_ name: String, _ field: any WritableKeyPath<Limits, Int> & Sendable, least: Int = 0) {
            self.name = name
            self.field = field
            self.least = least
        }
    }

    /// All limits, in the order of the documentation.
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
        Definition("messagesRememberedMax", \.messagesRememberedMax),
        Definition("pinnedMessagesMax", \.pinnedMessagesMax, least: 1),
        Definition("giftsOnJoin", \.giftsOnJoin),
        Definition("audienceInSnapshot", \.audienceInSnapshot),
        Definition("audiencePageMax", \.audiencePageMax, least: 1),
        Definition("roomPageMax", \.roomPageMax, least: 1),
        Definition("roomsExaminedMax", \.roomsExaminedMax, least: 1),
        Definition("listedElsewhereMax", \.listedElsewhereMax, least: 0),
        Definition("unknownLivesMax", \.unknownLivesMax, least: 0),
        Definition("unknownLiveMilliseconds", \.unknownLiveMilliseconds, least: 0),
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
        Definition("crossingBytesMax", \.crossingBytesMax, least: 262_144),
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
        Definition("uploadPictureBytesMax", \.uploadPictureBytesMax, least: 1_024),
        Definition("uploadPictureSideMax", \.uploadPictureSideMax, least: 1),
        Definition("uploadEffectBytesMax", \.uploadEffectBytesMax, least: 1_024),
        Definition("uploadTicketSeconds", \.uploadTicketSeconds, least: 1),
        Definition("uploadSecondsMax", \.uploadSecondsMax, least: 1),
        Definition("uploadSilenceSeconds", \.uploadSilenceSeconds, least: 1),
        Definition("uploadBytesPerSecondMin", \.uploadBytesPerSecondMin),
        Definition("uploadPaceSeconds", \.uploadPaceSeconds, least: 1),
        Definition("uploadsMax", \.uploadsMax, least: 1),
        Definition("userUploadsMax", \.userUploadsMax, least: 1),
        Definition("addressUploadsMax", \.addressUploadsMax, least: 1),
        Definition("userUploadsPerHour", \.userUploadsPerHour),
        Definition("userUploadsBurst", \.userUploadsBurst, least: 1),
        Definition("uplinkTestBytesMax", \.uplinkTestBytesMax, least: 1_024),
        Definition("uplinkTestSeconds", \.uplinkTestSeconds, least: 1),
        Definition("uplinkTestsMax", \.uplinkTestsMax, least: 1),
        Definition("uplinkTestPostSecondsMax", \.uplinkTestPostSecondsMax, least: 1),
        Definition("userFilesMax", \.userFilesMax, least: 1),
        Definition("userFileBytesMax", \.userFileBytesMax, least: 1_024),
        Definition("filesMebibytesMax", \.filesMebibytesMax, least: 1),
        Definition("userFilesPercentMax", \.userFilesPercentMax, least: 1),
        Definition("filesFreeMebibytesMin", \.filesFreeMebibytesMin),
        Definition("fileReferenceHours", \.fileReferenceHours),
        Definition("fileUnusedDays", \.fileUnusedDays),
        Definition("ledgerPageMax", \.ledgerPageMax, least: 1),
        Definition("restBodyBytesMax", \.restBodyBytesMax, least: 1_024),
        Definition("restCreateIntervalMilliseconds", \.restCreateIntervalMilliseconds),
        Definition("robotsMax", \.robotsMax),
        Definition("seatRequestsMax", \.seatRequestsMax, least: 1),
        Definition("linkLivesMax", \.linkLivesMax, least: 2),
        Definition("battleSeconds", \.battleSeconds, least: 1),
        Definition("coHostRequestIntervalMilliseconds", \.coHostRequestIntervalMilliseconds),
        Definition("battleScoreIntervalMilliseconds", \.battleScoreIntervalMilliseconds, least: 10),
        Definition("meshVideoSeatsMax", \.meshVideoSeatsMax),
        Definition("meshVoiceSeatsMax", \.meshVoiceSeatsMax),
        Definition("seatSignalBytesMax", \.seatSignalBytesMax, least: 1),
        Definition("seatSignalsPerSecond", \.seatSignalsPerSecond),
        Definition("seatSignalsBurst", \.seatSignalsBurst, least: 1),
        Definition("seatSignalBytesPerSecond", \.seatSignalBytesPerSecond),
        Definition("seatSignalBytesBurst", \.seatSignalBytesBurst, least: 1),
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
        Definition("consoleSessionIdleSeconds", \.consoleSessionIdleSeconds, least: 1),
        Definition("consoleSessionSecondsMax", \.consoleSessionSecondsMax, least: 1),
        Definition("consoleSessionsPerUserMax", \.consoleSessionsPerUserMax, least: 1),
        Definition("addressSignInsPerHour", \.addressSignInsPerHour),
        Definition("addressSignInsBurst", \.addressSignInsBurst, least: 1),
        Definition("operatorLogMax", \.operatorLogMax, least: 1),
        Definition("operatorLogDays", \.operatorLogDays),
        Definition("operatorLogPageMax", \.operatorLogPageMax, least: 1),
        Definition("erasureRowsMax", \.erasureRowsMax, least: 1),
        Definition("erasureCallMilliseconds", \.erasureCallMilliseconds),
        Definition("retentionChatDays", \.retentionChatDays),
        Definition("retentionVisitDays", \.retentionVisitDays),
        Definition("retentionModerationDays", \.retentionModerationDays),
        Definition("retentionIntervalSeconds", \.retentionIntervalSeconds),
        Definition("retentionRowsMax", \.retentionRowsMax, least: 1),
        Definition("retentionStepsMax", \.retentionStepsMax, least: 1),
        Definition("historyMinutesMax", \.historyMinutesMax, least: 1),
        Definition("historySampleSeconds", \.historySampleSeconds),
        Definition("stopSeconds", \.stopSeconds),
        Definition("drainNoticeSeconds", \.drainNoticeSeconds),
        Definition("drainSeconds", \.drainSeconds),
        Definition("certificateCheckSeconds", \.certificateCheckSeconds, least: 1),
        Definition("certificateWarningDays", \.certificateWarningDays),
    ]
}
