/// What each limit bounds, in one line. A test compares the names with those of `Limits.definitions`.
enum LimitMeanings {
    /// The lines by name of the limit.
    static let byName: [String: String] = [
        "roomMessagesPerSecond":
            "Messages a second that a live delivers, over all senders; never gifts or control. 0: no limit.",
        "roomMessagesBurst": "Messages that a live may deliver at once after it was quiet.",
        "userMessagesPerSecond": "Barrage a second of one viewer; owner and administrators are exempt. 0: no limit.",
        "userMessagesBurst": "Barrage that one viewer may send at once after being quiet.",
        "conflatedDelayMilliseconds":
            "The longest that counts, likes and sampled joins of a large live wait to share a write.",
        "deliveryMillisecondsMax":
            "How long delivering a batch of a live may take; barrage beyond is dropped. 0: no limit.",
        "compressionLevel": "How hard events are compressed for clients that can: 1 fastest, 9 smallest, 0 not at all.",
        "compressionViewersMin": "How many viewers must be able to follow before a live's events are compressed.",
        "compressionResetMilliseconds": "The shortest time between two beginnings of a live's compressed stream.",
        "coalescingMilliseconds": "The longest that an event waits to share a write in a busy live. 0: not at all.",
        "coalescingLargeRoomMilliseconds": "The same in a large live.",
        "coalescingLargeRoomViewers": "From how many viewers on a live is large for coalescing.",
        "exactAudienceMax":
            "Up to how many viewers every join and leave is told; above, some are, and the count stays right.",
        "sampledAudienceEventsPerSecond": "Joins and leaves a second that are told above exactAudienceMax.",
        "audienceCountIntervalMilliseconds": "The shortest time between two audience counts of a live.",
        "likeIntervalMilliseconds": "The shortest time between two like events of a live.",
        "likesPerCommandMax": "Likes in one command.",
        "historyMax": "Events that a live keeps for clients that reconnect.",
        "historyOnJoin": "Messages of the past that a viewer sees on entering.",
        "audienceInSnapshot": "Viewers that are named to one who enters.",
        "audiencePageMax": "Viewers in one page of the audience list.",
        "roomPageMax": "Lives in one page of the live list.",
        "roomMembersMax": "Members of one live. 0: no limit.",
        "adminsMax": "Administrators of one live.",
        "roomsPerSessionMax": "Lives that one session may be in at a time.",
        "sessionsPerUserMax": "Sessions of one user; the oldest gives way.",
        "frameBytesMax": "Bytes of one frame from a client.",
        "malformedFramesMax": "Frames that are no commands before a connection is closed.",
        "openTimeoutSeconds": "How long a connection may take to log in.",
        "pingIntervalSeconds": "How often the server pings.",
        "silenceSeconds": "How long a client may be silent or away before it has left; more than pingIntervalSeconds.",
        "connectionPendingBytesMax": "Bytes that may wait for one slow connection before it is closed.",
        "slowConnectionSeconds": "How long a connection may be too slow for barrage before it is closed. 0: no limit.",
        "connectionsMax": "Connections at a time. 0: no limit.",
        "ownerAbsenceSeconds": "How long a live goes on without its owner. 0: no limit.",
        "barrageBytesMax": "Bytes of one barrage text, or of the data of a custom one.",
        "giftCountMax": "Gifts in one order.",
        "giftReceiversMax": "Receivers of one order.",
        "ordersInFlightMax":
            "Orders of one sender that may wait to be stored; the connection is read no further meanwhile.",
        "journalPendingMax": "Writes that may wait for the storage before commands are refused.",
        "journalBatchMax": "Writes that share one transaction.",
        "restCallsPerSecond": "Calls a second of one command of the REST API, over all callers. 0: no limit.",
        "restBodyBytesMax": "Bytes of the body of one REST call.",
        "restCreateIntervalMilliseconds": "The shortest time between two REST calls that make a live of the same id.",
        "robotsMax": "Robots of one live.",
    ]
}
