/// A viewer's position in a live's ring. It decides what to send next.
///
/// The gateway asks whenever the viewer's socket accepts more, so a slow viewer needs no queue. They skip to the newest key frame, and the
/// cursor counts the skipped fragments.
///
/// A value of a few words, used by a thread that has the ring or a copy of it.
public struct ViewerCursor: Sendable {
    /// What to do next for a viewer.
    public enum Step<Payload: Sendable>: Sendable {
        /// Send an initialisation segment, then ask again.
        case initialisation(FragmentRing<Payload>.Initialisation)
        /// Send a fragment, then ask again.
        case fragment(FragmentRing<Payload>.Entry)
        /// Wait until something is added to the ring.
        case wait
        /// Stop. Nothing more will come.
        case ended
    }

    private let behindMicrosecondsMax: Int64
    private var next: Int64?
    private var initialisation: Int64?
    /// Fragments that this viewer skipped because they read too slowly.
    public private(set) var skippedFragments: Int64 = 0
    /// How often this viewer skipped ahead.
    public private(set) var skips: Int64 = 0

    /// Starts before the first fragment.
    public init(limits: MediaLimits = MediaLimits()) {
        behindMicrosecondsMax = Int64(limits.viewerBehindMillisecondsMax) * 1_000
    }

    /// Returns the next step. A step to send counts as done.
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

    /// Returns the number of the next fragment, or nil if it does not exist yet.
    private mutating func place<Payload>(in ring: FragmentRing<Payload>) -> Int64? {
        guard let next else { return ring.newestKeyEntry }
        let kept = ring.entryNumbers
        // The ring follows another server's that has started again, with lower numbers.
        if next > kept.upperBound {
            (self.next, initialisation) = (nil, nil)
            return ring.newestKeyEntry
        }
        guard next < kept.upperBound else { return nil }
        guard next < kept.lowerBound || isFarBehind(next, in: ring) else { return next }
        // If no key frame is stored, the viewer waits for the next one.
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
        // Times of different streams cannot be compared, so the durations in between are added.
        guard entry.initialisation == newest.initialisation else {
            return ring.microseconds(from: number) > behindMicrosecondsMax
        }
        return newest.span.endMicroseconds - entry.span.startMicroseconds > behindMicrosecondsMax
    }
}

extension FragmentRing {
    /// The duration of all fragments from this one on.
    fileprivate func microseconds(from number: Int64) -> Int64 {
        let first = Int(max(number - entryNumbers.lowerBound, 0))
        return entries.dropFirst(first).reduce(0) { $0 + $1.span.durationMicroseconds }
    }
}
