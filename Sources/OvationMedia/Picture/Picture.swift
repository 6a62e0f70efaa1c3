public import OvationModel

/// The picture of one live: its publisher, its stored fragments, and the status that the room receives.
///
/// The caller passes in the time and carries out the returned actions. The type knows no sockets: stream parts come from the
/// ``MediaPublisher`` of a connection, possibly on another thread.
///
/// The newest publisher wins, but only when it has sent a valid beginning of a stream. A second publisher that sends garbage or nothing
/// does not disturb the first. A value for the thread of its live.
public struct Picture<Payload: Sendable>: Sendable {
    /// A part of a publisher's stream. The gateway owns the buffer with its bytes.
    public enum Part: Sendable {
        /// The beginning of the stream, or of a restarted stream.
        case initialisation(Payload, byteCount: Int, info: MediaInfo)
        /// The next fragment. `jumps` is true if its time does not continue that of the previous one.
        case fragment(Payload, span: FragmentSpan, jumps: Bool)
    }

    private let limits: MediaLimits
    /// The last seconds of the picture.
    public internal(set) var ring: FragmentRing<Payload>
    /// The publisher that viewers see; nil if there is none.
    public private(set) var publisher: PublisherID?
    /// The newest publisher, if it has not sent a valid beginning yet.
    private var candidate: PublisherID?
    /// The current status. The room may not have received it yet.
    public internal(set) var status: PictureStatus
    private var sentStatus: PictureStatus
    private var sentAt: Timestamp?
    /// From when an interruption is counted; nil where that is since when the picture is interrupted.
    private var interruptedFrom: Timestamp?
    /// The time of the last call.
    private var seenAt: Timestamp
    /// When to send a status that is being held back.
    private var nextSendAt: Timestamp?
    /// When to discard the fragments of a picture that is over.
    private var freeAt: Timestamp?
    /// True if the live is over.
    public private(set) var isEnded = false
    /// True if the publisher is at another server. The room hears of the picture there, so nothing is told here.
    public internal(set) var isFetched: Bool

    /// Starts without a publisher.
    ///
    /// - Parameter isFetched: True if the publisher is at another server.
    public init(limits: MediaLimits = MediaLimits(), isFetched: Bool = false, at now: Timestamp) {
        self.limits = limits
        self.isFetched = isFetched
        ring = FragmentRing(limits: limits, at: now)
        status = PictureStatus(state: .none, since: now, info: nil)
        sentStatus = status
        seenAt = now
    }

    /// When to call ``tick(at:)`` if nothing happens before; nil if there is nothing to wait for.
    public var deadline: Timestamp? {
        let noneAt = status.state == .interrupted && !isEnded && !isFetched ? interruptionEnd : nil
        return [noneAt, nextSendAt, freeAt].compactMap { $0 }.min()
    }

    /// Handles a new publisher with a valid key.
    public mutating func connected(_ newcomer: PublisherID, at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        guard !isEnded else { return [.close(newcomer, .liveEnded)] }
        let before = candidate
        candidate = newcomer
        return before.map { [.close($0, .replaced)] } ?? []
    }

    /// Handles a part of a publisher's stream. Parts from a replaced publisher are ignored.
    public mutating func received(_ part: Part, from sender: PublisherID, at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        guard !isEnded, sender == publisher || sender == candidate else { return [] }
        switch part {
        case .initialisation(let payload, let byteCount, let info):
            let closed = takeOver(sender)
            freeAt = nil
            ring.begin(payload, byteCount: byteCount, info: info)
            // The room gets the new status with the first fragment.
            return closed
        case .fragment(let payload, let span, let jumps):
            guard sender == publisher, ring.append(payload, span: span, jumps: jumps, at: now) else { return [] }
            let info = ring.newestInitialisation?.info
            guard status.state != .live || status.info != info else { return [] }
            return change(to: .live, info: info, at: now)
        }
    }

    /// Handles a report from the operator's own media server that it has the picture. The media itself does not pass through this server.
    public mutating func beganElsewhere(_ sender: PublisherID, at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        guard !isEnded else { return [.close(sender, .liveEnded)] }
        candidate = sender
        return takeOver(sender) + change(to: .live, info: nil, at: now)
    }

    /// Handles the end of a publisher's connection.
    ///
    /// - Parameter isFinished: True if the publisher announced its end, false if the connection broke.
    public mutating func disconnected(
        _ sender: PublisherID, isFinished: Bool, at now: Timestamp
    ) -> [PictureAction] {
        keepUp(with: now)
        if candidate == sender { candidate = nil }
        guard publisher == sender else { return [] }
        publisher = nil
        guard !isEnded else { return [] }
        if isFinished {
            // Players that are behind can still see the rest, as at the end of a live.
            ring.finish()
            freeAt = now.adding(seconds: Int64(limits.windowSeconds))
        }
        guard status.state == .live else { return [] }
        return change(to: isFinished ? .none : .interrupted, info: isFinished ? nil : status.info, at: now)
    }

    /// Stops the picture and disconnects its publishers. The live goes on without a picture.
    public mutating func stop(at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        guard !isEnded else { return [] }
        let closed = sendAway(.stopped)
        freeAt = nil
        ring.finish()
        ring.removeAll()
        return closed + (status.state == .none ? [] : change(to: .none, info: nil, at: now))
    }

    /// Handles the end of the live. Fragments stay available for `media.windowSeconds`, so that viewers can see the end.
    public mutating func end(at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        guard !isEnded else { return [] }
        isEnded = true
        nextSendAt = nil
        ring.end()
        freeAt = now.adding(seconds: Int64(limits.windowSeconds))
        status = PictureStatus(state: .none, since: now, info: nil)
        // The room knows that the live is over, so it gets no status.
        return sendAway(.liveEnded)
    }

    /// Does everything that is due. Call it at the ``deadline``, or regularly.
    public mutating func tick(at now: Timestamp) -> [PictureAction] {
        keepUp(with: now)
        if let at = freeAt, now >= at {
            freeAt = nil
            ring.removeAll()
        }
        guard !isEnded else { return [] }
        var actions: [PictureAction] = []
        if status.state == .interrupted, !isFetched, now >= interruptionEnd {
            ring.finish()
            ring.removeAll()
            actions += change(to: .none, info: nil, at: now)
        }
        if let at = nextSendAt, now >= at { actions += sendStatus(at: now) }
        return actions
    }

    /// Sets how many bytes the ring may hold for now, as ``RingBudget`` decides.
    public mutating func setRingBytesMax(_ bytes: Int) { ring.setBytesMax(bytes) }

    private var interruptionEnd: Timestamp {
        (interruptedFrom ?? status.since).adding(seconds: Int64(limits.interruptedSecondsMax))
    }

    /// Keeps up with a clock that is set back: what was counted from a later time is counted on from here, and nothing waits until the
    /// clock shows the old time again.
    private mutating func keepUp(with now: Timestamp) {
        defer { seenAt = now }
        guard now < seenAt else { return }
        let shift = now.milliseconds(since: seenAt)
        func moved(_ time: Timestamp?) -> Timestamp? { time?.adding(milliseconds: shift) }
        // The next status is told at once: see ``sendStatus(at:)``.
        (nextSendAt, freeAt) = (moved(nextSendAt), moved(freeAt))
        interruptedFrom = status.state == .interrupted ? moved(interruptedFrom ?? status.since) : nil
    }

    /// Makes the candidate the publisher.
    private mutating func takeOver(_ sender: PublisherID) -> [PictureAction] {
        guard sender != publisher else { return [] }
        let before = publisher
        publisher = sender
        if candidate == sender { candidate = nil }
        return before.map { [.close($0, .replaced)] } ?? []
    }

    private mutating func sendAway(_ reason: PublisherEnd) -> [PictureAction] {
        defer { (publisher, candidate) = (nil, nil) }
        return [publisher, candidate].compactMap { $0.map { .close($0, reason) } }
    }

    mutating func change(to state: PictureStatus.State, info: MediaInfo?, at now: Timestamp) -> [PictureAction] {
        // A new stream of a picture that is already live does not reset the time.
        let since = state == status.state ? status.since : now
        if state != status.state { interruptedFrom = nil }
        status = PictureStatus(state: state, since: since, info: info)
        return sendStatus(at: now)
    }

    /// Sends the status to the room or holds it back. The room never drops messages about its picture, so a publisher that reconnects often
    /// must not cause many.
    private mutating func sendStatus(at now: Timestamp) -> [PictureAction] {
        let next = sentAt.map { $0.adding(milliseconds: Int64(limits.tellMillisecondsMin)) }
        if let next, now < next, now >= sentAt ?? now {
            nextSendAt = next
            return []
        }
        nextSendAt = nil
        guard status != sentStatus else { return [] }
        sentStatus = status
        sentAt = now
        return [.tell(status)]
    }
}
