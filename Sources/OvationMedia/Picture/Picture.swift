public import OvationModel

/// The picture of one live: its publisher, the fragments that are kept, and the status that the room receives.
///
/// Time is handed in, and what has to be done comes back as actions. It knows no socket: the parts of a stream come from the
/// ``MediaPublisher`` of a connection, possibly from another thread.
///
/// Of several publishers the newest wins, but only with the beginning of a stream that can be taken: a second one that sends rubbish, or
/// nothing, costs the first one nothing. A value for the thread of its live.
public struct Picture<Payload: Sendable>: Sendable {
    /// What came of a publisher's stream, with its bytes in the gateway's own buffers.
    public enum Part: Sendable {
        /// The stream begins, or begins anew.
        case initialisation(Payload, byteCount: Int, info: MediaInfo)
        /// The next moment of it. `jumps` says that its time does not follow on.
        case fragment(Payload, span: FragmentSpan, jumps: Bool)
    }

    private let limits: MediaLimits
    /// The last seconds of it.
    public private(set) var ring: FragmentRing<Payload>
    /// The publisher whose stream is shown; nil where there is none.
    public private(set) var publisher: PublisherID?
    /// The newest publisher who has sent nothing yet that can be shown.
    private var candidate: PublisherID?
    /// The current status, whether the room has received it or not.
    public private(set) var status: PictureStatus
    private var told: PictureStatus
    private var toldAt: Timestamp?
    /// When a status that was held back goes out.
    private var tellAt: Timestamp?
    /// When what was kept of a picture that is over is given up.
    private var freeAt: Timestamp?
    /// Whether the live is over.
    public private(set) var isEnded = false

    /// Makes the picture of a live that has none yet.
    public init(limits: MediaLimits = MediaLimits(), at now: Timestamp) {
        self.limits = limits
        ring = FragmentRing(limits: limits, at: now)
        status = PictureStatus(state: .none, since: now, info: nil)
        told = status
    }

    /// When to call ``tick(at:)``, if nothing comes before; nil where there is nothing to wait for.
    public var deadline: Timestamp? {
        let noneAt = status.state == .interrupted && !isEnded ? interruptionEnd : nil
        return [noneAt, tellAt, freeAt].compactMap { $0 }.min()
    }

    /// A publisher with a valid key is connected.
    public mutating func connected(_ newcomer: PublisherID, at now: Timestamp) -> [PictureAction] {
        guard !isEnded else { return [.close(newcomer, .liveEnded)] }
        let before = candidate
        candidate = newcomer
        return before.map { [.close($0, .replaced)] } ?? []
    }

    /// A part of a publisher's stream came. Parts of a publisher that was replaced are left out.
    public mutating func received(_ part: Part, from sender: PublisherID, at now: Timestamp) -> [PictureAction] {
        guard !isEnded, sender == publisher || sender == candidate else { return [] }
        switch part {
        case .initialisation(let payload, let byteCount, let info):
            let closed = takeOver(sender)
            freeAt = nil
            ring.begin(payload, byteCount: byteCount, info: info)
            // The room learns of it with the first fragment.
            return closed
        case .fragment(let payload, let span, let jumps):
            guard sender == publisher, ring.append(payload, span: span, jumps: jumps, at: now) else { return [] }
            let info = ring.newestInitialisation?.info
            guard status.state != .live || status.info != info else { return [] }
            return change(to: .live, info: info, at: now)
        }
    }

    /// A media server of one's own says that it has the picture. Nothing of it comes here.
    public mutating func beganElsewhere(_ sender: PublisherID, at now: Timestamp) -> [PictureAction] {
        guard !isEnded else { return [.close(sender, .liveEnded)] }
        candidate = sender
        return takeOver(sender) + change(to: .live, info: nil, at: now)
    }

    /// A publisher's connection is gone.
    ///
    /// - Parameter isFinished: whether the publisher said that it stops, rather than breaking off.
    public mutating func disconnected(
        _ sender: PublisherID, isFinished: Bool, at now: Timestamp
    ) -> [PictureAction] {
        if candidate == sender { candidate = nil }
        guard publisher == sender else { return [] }
        publisher = nil
        guard !isEnded else { return [] }
        if isFinished {
            // As at the end of a live, players that are behind see the rest.
            ring.finish()
            freeAt = now.adding(seconds: Int64(limits.windowSeconds))
        }
        guard status.state == .live else { return [] }
        return change(to: isFinished ? .none : .interrupted, info: isFinished ? nil : status.info, at: now)
    }

    /// Stops the picture. Publishers are sent away; the live goes on without.
    public mutating func stop(at now: Timestamp) -> [PictureAction] {
        guard !isEnded else { return [] }
        let closed = sendAway(.stopped)
        freeAt = nil
        ring.finish()
        ring.removeAll()
        return closed + (status.state == .none ? [] : change(to: .none, info: nil, at: now))
    }

    /// The live is over. What is kept can be fetched for another `media.windowSeconds`, so that viewers see the end.
    public mutating func end(at now: Timestamp) -> [PictureAction] {
        guard !isEnded else { return [] }
        isEnded = true
        tellAt = nil
        ring.end()
        freeAt = now.adding(seconds: Int64(limits.windowSeconds))
        status = PictureStatus(state: .none, since: now, info: nil)
        // The room already knows of its end, so no status goes out.
        return sendAway(.liveEnded)
    }

    /// Does what time asks for. Call it at the ``deadline``, or now and then.
    public mutating func tick(at now: Timestamp) -> [PictureAction] {
        if let at = freeAt, now >= at {
            freeAt = nil
            ring.removeAll()
        }
        guard !isEnded else { return [] }
        var actions: [PictureAction] = []
        if status.state == .interrupted, now >= interruptionEnd {
            ring.finish()
            ring.removeAll()
            actions += change(to: .none, info: nil, at: now)
        }
        if let at = tellAt, now >= at { actions += tell(at: now) }
        return actions
    }

    /// Sets what the ring may hold at the moment, as ``RingBudget`` says.
    public mutating func setRingBytesMax(_ bytes: Int) { ring.setBytesMax(bytes) }

    private var interruptionEnd: Timestamp { status.since.adding(seconds: Int64(limits.interruptedSecondsMax)) }

    /// Makes a candidate the publisher.
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

    private mutating func change(to state: PictureStatus.State, info: MediaInfo?, at now: Timestamp) -> [PictureAction]
    {
        // A new stream of a picture that is there does not begin it anew.
        let since = state == status.state ? status.since : now
        status = PictureStatus(state: state, since: since, info: info)
        return tell(at: now)
    }

    /// Sends the status to the room, or holds it back: the room drops no message about its picture, so a publisher that comes and
    /// goes must not cause many.
    private mutating func tell(at now: Timestamp) -> [PictureAction] {
        let next = toldAt.map { $0.adding(milliseconds: Int64(limits.tellMillisecondsMin)) }
        if let next, now < next, now >= toldAt ?? now {
            tellAt = next
            return []
        }
        tellAt = nil
        guard status != told else { return [] }
        told = status
        toldAt = now
        return [.tell(status)]
    }
}
