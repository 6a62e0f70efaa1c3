/// Where a viewer is in a live's ring, and what to send them next.
///
/// A gateway asks it whenever the viewer's socket takes more, so that a viewer who reads slowly has no queue: they are moved on to the
/// newest key frame, and what they missed is counted.
///
/// A value of a few words for each viewer, used by the thread that also has the ring, or a copy of it.
public struct ViewerCursor: Sendable {
    /// What to do for a viewer.
    public enum Step<Payload: Sendable>: Sendable {
        /// Send an initialisation segment; ask again.
        case initialisation(FragmentRing<Payload>.Initialisation)
        /// Send a fragment; ask again.
        case fragment(FragmentRing<Payload>.Entry)
        /// There is nothing to send until something is added.
        case wait
        /// Nothing follows any more.
        case ended
    }

    private let behindMicrosecondsMax: Int64
    private var next: Int64?
    private var initialisation: Int64?
    /// Fragments that this viewer was not sent because they read too slowly.
    public private(set) var skippedFragments: Int64 = 0
    /// How often this viewer was moved on.
    public private(set) var skips: Int64 = 0

    /// Makes the place of a viewer who was sent nothing yet.
    public init(limits: MediaLimits = MediaLimits()) {
        behindMicrosecondsMax = Int64(limits.viewerBehindMillisecondsMax) * 1_000
    }

    /// What to send next. A step that says to send counts as done.
    public mutating func step<Payload>(in ring: FragmentRing<Payload>) -> Step<Payload> {
        guard let number = place(in: ring), let entry = ring.entry(number) else { return ring.isEnded ? .ended : .wait }
        if entry.initialisation != initialisation, let segment = ring.initialisation(entry.initialisation) {
            initialisation = segment.number
            next = number
            return .initialisation(segment)
        }
        next = number + 1
        return .fragment(entry)
    }

    /// The fragment that is next; nil where it is not there yet.
    private mutating func place<Payload>(in ring: FragmentRing<Payload>) -> Int64? {
        guard let next else { return ring.newestKeyEntry }
        let kept = ring.entryNumbers
        guard next < kept.upperBound else { return nil }
        guard next < kept.lowerBound || isFarBehind(next, in: ring) else { return next }
        // Where no key frame is kept, the viewer waits for the next one.
        let target = ring.newestKeyEntry ?? kept.upperBound
        guard target > next else { return next < kept.lowerBound ? nil : next }
        skippedFragments += target - next
        skips += 1
        self.next = target
        return target < kept.upperBound ? target : nil
    }

    private func isFarBehind<Payload>(_ number: Int64, in ring: FragmentRing<Payload>) -> Bool {
        guard let entry = ring.entry(number), let newest = ring.entry(ring.entryNumbers.upperBound - 1) else {
            return false
        }
        // Times of two streams cannot be compared, so what lies between is added up.
        guard entry.initialisation == newest.initialisation else {
            return ring.microseconds(from: number) > behindMicrosecondsMax
        }
        return newest.span.endMicroseconds - entry.span.startMicroseconds > behindMicrosecondsMax
    }
}

extension FragmentRing {
    /// How long the fragments from this one on last.
    fileprivate func microseconds(from number: Int64) -> Int64 {
        let first = Int(max(number - entryNumbers.lowerBound, 0))
        return entries.dropFirst(first).reduce(0) { $0 + $1.span.durationMicroseconds }
    }
}
