/// What each limit of pictures bounds, in one line. A test compares the names with those of `MediaLimits.definitions`.
enum MediaLimitMeanings {
    /// The lines by name of the limit.
    static let byName: [String: String] = [
        "bitRateMax": "Bits a second that a publisher may send, over burstSeconds. 0: no limit.",
        "burstSeconds": "Seconds of the bit rate that may come at once: a connection that stood still catches up.",
        "initialisationBytesMax": "Bytes of the beginning of a stream.",
        "fragmentBytesMax": "Bytes of a fragment with its header.",
        "fragmentHeaderBytesMax": "Bytes of the header of a fragment.",
        "fragmentSamplesMax": "Samples in a fragment, of all tracks together.",
        "fragmentSecondsMax": "Seconds that a fragment lasts, and seconds between key frames.",
        "fragmentsPerSecondMax": "Fragments a second; twice as many may come at once. 0: no limit.",
        "skippedBytesMax": "Bytes of a box that is skipped.",
        "pictureSideMax": "The longer side of the picture, in pixels.",
        "restartsPerMinuteMax": "How often a minute a publisher may begin anew or jump in time. 0: no limit.",
        "timeJumpMilliseconds": "A jump in time beyond this is a discontinuity.",
        "aheadSecondsMax": "How far a publisher may run ahead of the clock, beyond where it was in the window before.",
        "aheadWindowSeconds": "The window of media.aheadSecondsMax.",
        "silenceSecondsMax": "How long a publisher may complete no fragment before it is closed.",
        "windowSeconds": "Seconds of fragments that are kept of a live.",
        "playlistSeconds": "Seconds of the window that the playlist lists.",
        "segmentMillisecondsMin": "The least that a segment of the playlist lasts; shorter fragments share one.",
        "ringBytesMax": "Bytes of fragments that are kept of a live.",
        "ringBytesTotalMax": "Bytes of fragments that are kept of all lives together.",
        "ringFragmentsMax": "Fragments that are kept of a live, however short they are.",
        "viewerBehindMillisecondsMax": "How far a player may lag behind before it is moved on to the newest key frame.",
        "interruptedSecondsMax": "After how long a picture that broke off counts as none.",
        "tellMillisecondsMin": "The least time between two messages to a room about its picture.",
        "turnBytesMax": "Bytes of pictures that an event loop writes in a turn; gifts and control go first.",
        "ticketSeconds": "How long a ticket for publishing holds.",
        "ticketsMax": "Tickets that are out at a time; the oldest gives way.",
        "publishersMax": "Publishers that are connected at a time. 0: no limit.",
        "playersMax": "Players that are connected by WebSocket at a time. 0: no limit.",
        "removedWatchersMax":
            "Removed users of a live whose older addresses of the picture are known to hold no more; beyond it all get new ones.",
        "coverBytesMax": "Bytes of a frame that a publisher sends for the list. 0: none is taken.",
        "coverSecondsMin": "Least seconds between two such frames of a publisher.",
        "coverDrawSeconds": "Age at which ffmpeg draws a new frame for the list, where nobody sends one. 0: never.",
        "coverDrawPercentMax": "Percent of one processor that drawing them may take.",
        "addressHooksPerSecondMax": "Publishes a second of one address that a media server may ask about. 0: no limit.",
        "streamEventsMax":
            "What became of the last publishers of a live: lines that are kept, half of them of strangers at most.",
        "streamEventLivesMax": "Lives of which is kept what became of their last publishers.",
        "fetchedLivesMax":
            "Lives of other servers whose pictures a server fetches at a time; beyond it players are refused with 110305. 0: none.",
        "fetchIdleSeconds": "After how long a picture that nobody watches is fetched no more.",
        "followersMax": "Streams of pictures that other servers may fetch from a server at a time.",
        "handedOnMax":
            "Publishers and requests that a server hands on to the server of their live at a time; beyond it 110305. 0: none.",
        "handedOnAddressMax": "How many of them one address may have. 0: no limit.",
        "handedOnBytesMax": "Bytes of a socket that is handed on that may wait, each way.",
        "handedOnSilenceSeconds":
            "After how long without a byte what is handed on ends; never less than media.silenceSecondsMax and five.",
    ]
}
