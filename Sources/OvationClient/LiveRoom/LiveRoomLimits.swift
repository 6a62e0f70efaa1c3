/// The limits on what a ``LiveRoom`` keeps. Beyond them it forgets the oldest first.
public struct LiveRoomLimits: Hashable, Sendable {
    /// The most messages in ``LiveRoom/messages``.
    public var messagesMax: Int
    /// The most viewers in ``LiveRoom/viewers``. ``LiveRoom/viewerCount`` counts them all.
    public var viewersMax: Int
    /// The most events that wait for a slow consumer of ``LiveRoom/events()``.
    public var eventsWaitingMax: Int

    /// Makes limits. A value below 1 becomes 1.
    public init(messagesMax: Int = 500, viewersMax: Int = 1_000, eventsWaitingMax: Int = 1_024) {
        self.messagesMax = max(1, messagesMax)
        self.viewersMax = max(1, viewersMax)
        self.eventsWaitingMax = max(1, eventsWaitingMax)
    }
}
