/// How much a ``LiveRoom`` keeps. What is beyond it is forgotten, the oldest first.
public struct LiveRoomLimits: Hashable, Sendable {
    /// How many messages ``LiveRoom/messages`` has.
    public var messagesMax: Int
    /// How many viewers ``LiveRoom/viewers`` names. ``LiveRoom/viewerCount`` counts them all.
    public var viewersMax: Int
    /// How many events wait for one consumer of ``LiveRoom/events()`` that is slow.
    public var eventsWaitingMax: Int

    /// Makes limits; each is at least 1.
    public init(messagesMax: Int = 500, viewersMax: Int = 1_000, eventsWaitingMax: Int = 1_024) {
        self.messagesMax = max(1, messagesMax)
        self.viewersMax = max(1, viewersMax)
        self.eventsWaitingMax = max(1, eventsWaitingMax)
    }
}
