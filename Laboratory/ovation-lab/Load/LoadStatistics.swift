/// What the tool has counted since a point in time. Of each event loop one; added up to look at them.
struct LoadStatistics: Sendable {
    /// Connections for which a handshake was begun.
    var connectsBegun = 0
    /// Connections that could not be made, or were refused.
    var connectsFailed = 0
    /// WebSockets that were opened.
    var handshakes = 0
    /// Logins that were answered.
    var logins = 0
    /// Entries into a live, those by resume not counted.
    var joins = 0
    /// Sessions that went on after a lost connection, nothing missed.
    var resumed = 0
    /// Sessions that went on, of whose live some was missed: gifts and control were replayed.
    var resumedUnrecovered = 0
    /// Logins that were to resume and got a new session, or were out of the live.
    var resumeRefused = 0
    /// Connections that the server closed or that were lost, by close code.
    var closes: [UInt16: Int] = [:]
    /// Frames that are none of the protocol.
    var unreadableFrames = 0

    /// Messages and gifts of this run that reached a viewer.
    var deliveries = 0
    /// The same, told again or late after entering or coming back. Their age says nothing about the server.
    var replayed = 0
    /// Every other event that reached a viewer.
    var otherEvents = 0
    /// Bytes that were read.
    var bytes = 0
    /// How old a message was when it came.
    var chat = LatencyHistogram()
    /// How old a gift was when it came, its commit included.
    var gifts = LatencyHistogram()

    /// Messages, gifts and likes that were sent.
    var sentChat = 0
    var sentGifts = 0
    var sentLikes = 0
    /// Commands with taps that were sent, taps that the server took, and taps that it dropped and said so.
    var sentTapCommands = 0
    var acceptedTaps = 0
    var droppedTaps = 0
    /// Viewers whose wish to listen, or to sit, was answered.
    var listening = 0
    /// Events of topics that reached a viewer, and the taps in them.
    var tapEvents = 0
    var toldTaps = 0
    /// Changes of seats that were sent and that the server made, and how long each took until its answer.
    var sentSeatChanges = 0
    var seatChanges = LatencyHistogram()
    /// Messages that the server took.
    var acceptedChat = 0
    /// Messages that the server dropped and said so, by reason.
    var droppedChat: [String: Int] = [:]
    /// Gifts that were charged.
    var chargedGifts = 0
    /// Commands that were refused, by error code.
    var errors: [Int: Int] = [:]
    /// How much later than it was due something was sent: what the tool itself could not keep up with.
    var lag = LatencyHistogram()
    /// What could not be sent because nobody was in the live.
    var unsent = 0

    /// When the last viewer came in, in monotonic nanoseconds; 0 where none did.
    var lastEntry: UInt64 = 0
    /// The first thing that went wrong, in words.
    var firstProblem: String?

    /// Adds what another loop counted.
    mutating func merge(_ other: LoadStatistics) {
        connectsBegun += other.connectsBegun
        connectsFailed += other.connectsFailed
        handshakes += other.handshakes
        logins += other.logins
        joins += other.joins
        resumed += other.resumed
        resumedUnrecovered += other.resumedUnrecovered
        resumeRefused += other.resumeRefused
        closes.merge(other.closes, uniquingKeysWith: +)
        unreadableFrames += other.unreadableFrames
        deliveries += other.deliveries
        replayed += other.replayed
        otherEvents += other.otherEvents
        bytes += other.bytes
        chat.merge(other.chat)
        gifts.merge(other.gifts)
        sentChat += other.sentChat
        sentGifts += other.sentGifts
        sentLikes += other.sentLikes
        sentTapCommands += other.sentTapCommands
        acceptedTaps += other.acceptedTaps
        droppedTaps += other.droppedTaps
        listening += other.listening
        tapEvents += other.tapEvents
        toldTaps += other.toldTaps
        sentSeatChanges += other.sentSeatChanges
        seatChanges.merge(other.seatChanges)
        acceptedChat += other.acceptedChat
        droppedChat.merge(other.droppedChat, uniquingKeysWith: +)
        chargedGifts += other.chargedGifts
        errors.merge(other.errors, uniquingKeysWith: +)
        lag.merge(other.lag)
        unsent += other.unsent
        lastEntry = max(lastEntry, other.lastEntry)
        firstProblem = firstProblem ?? other.firstProblem
    }
}

/// How many viewers are how far.
struct LoadCensus: Sendable, Equatable {
    var connecting = 0
    var connected = 0
    var loggedIn = 0
    var present = 0
    var over = 0

    static func + (lhs: Self, rhs: Self) -> Self {
        LoadCensus(
            connecting: lhs.connecting + rhs.connecting, connected: lhs.connected + rhs.connected,
            loggedIn: lhs.loggedIn + rhs.loggedIn, present: lhs.present + rhs.present, over: lhs.over + rhs.over)
    }
}

/// What was missing in the end, over all viewers.
struct LoadLosses: Sendable, Equatable {
    /// Events that were left out and announced by `room.skipped`.
    var announced: Int64 = 0
    /// Events that were left out and nobody said so.
    var unannounced: Int64 = 0
    /// Gifts and control that never came.
    var stored: Int64 = 0
    /// Events that came twice.
    var repeated: Int64 = 0
    /// Orders of gifts that were sent and never answered.
    var unansweredGifts = 0

    mutating func add(_ check: SequenceCheck) {
        announced += check.skippedEvents
        unannounced += check.lostEvents
        stored += check.missedStored
        repeated += check.repeatedEvents
    }

    static func + (lhs: Self, rhs: Self) -> Self {
        LoadLosses(
            announced: lhs.announced + rhs.announced, unannounced: lhs.unannounced + rhs.unannounced,
            stored: lhs.stored + rhs.stored, repeated: lhs.repeated + rhs.repeated,
            unansweredGifts: lhs.unansweredGifts + rhs.unansweredGifts)
    }
}
