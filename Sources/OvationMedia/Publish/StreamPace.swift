/// Schedules the parts of a recorded stream, so that it is sent in real time as if it were live.
///
/// Pass it each part of the file in order, and send the returned pieces when they are due. The first fragment is due at once. Each later
/// one is due when the previous one has played. A sender that is late by more than ``lateMillisecondsMax`` does not catch up, because a
/// relay refuses large bursts. Times are microseconds of any monotonic clock.
///
/// A value for one publisher, used by one thread at a time.
public struct StreamPace: Sendable {
    /// What happens at the end of the file.
    public enum Repetition: String, Sendable, CaseIterable {
        /// Timestamps continue, so that players notice nothing. If the file's time fields are too small for that, the stream restarts.
        case continuing
        /// The stream restarts with its initialisation segment, as if the publisher had been restarted.
        case beginningAnew
    }

    /// Bytes to send, and the time to send them.
    public struct Piece: Sendable, Hashable {
        /// An initialisation segment, or a fragment.
        public let bytes: [UInt8]
        /// When to send the bytes, in microseconds of the clock.
        public let dueMicroseconds: Int64
        /// How long the bytes play, in microseconds; nil for an initialisation segment.
        public let durationMicroseconds: Int64?

        /// True for a fragment, false for an initialisation segment.
        public var isFragment: Bool { durationMicroseconds != nil }
    }

    /// The delay after which a sender does not catch up any more.
    public static let lateMillisecondsMax: Int64 = 2_000
    /// A larger step in the file's timestamps is part of the recording. The sender does not wait for it.
    static let stepMillisecondsMax: Int64 = 1_000

    private let repetition: Repetition
    private var initialisation: InitialisationSegment?
    /// True if the initialisation segment was sent since the stream began or restarted.
    private var isInitialisationSent = false
    /// When the next fragment is due; nil before the first.
    private var nextDue: Int64?
    /// Where the next fragment should begin in the file's time; nil if any time is acceptable.
    private var nextStart: Int64?
    /// Where the first fragment of the current pass begins.
    private var passStart: Int64?
    /// The offset that is added to the timestamps of fragments.
    private var offset: Int64 = 0

    /// Starts with a new stream.
    public init(repetition: Repetition = .continuing) { self.repetition = repetition }

    /// When everything sent so far has played; nil before the first fragment.
    public var endMicroseconds: Int64? { nextDue }

    /// Returns the pieces for the next part of the file: none, one, or an initialisation segment and a fragment.
    public mutating func pieces(of part: MediaPart, at now: Int64) -> [Piece] {
        switch part {
        case .initialisation(let segment):
            // Repeating the same initialisation segment would change nothing for players.
            guard !isInitialisationSent || segment != initialisation else { return [] }
            initialisation = segment
            return [initialisationPiece(at: now)].compactMap { $0 }
        case .fragment(let fragment):
            let moved = moved(fragment)
            let begun = isInitialisationSent ? nil : initialisationPiece(at: now)
            let piece = Piece(
                bytes: moved, dueMicroseconds: due(fragment.span, at: now),
                durationMicroseconds: fragment.span.durationMicroseconds)
            return [begun, piece].compactMap { $0 }
        }
    }

    /// Starts the file again with the next part.
    public mutating func beginPass() {
        switch repetition {
        case .continuing: offset += max((nextStart ?? 0) - (passStart ?? 0), 0)
        case .beginningAnew: restart()
        }
        (nextStart, passStart) = (nil, nil)
    }

    /// Returns the pieces to send first on a new connection: the initialisation segment, and the piece that the old connection did not
    /// send. The schedule continues from `now`.
    public mutating func resume(at now: Int64, pending: Piece?) -> [Piece] {
        guard let initialisation else { return [] }
        isInitialisationSent = true
        let begun = Piece(bytes: initialisation.bytes, dueMicroseconds: now, durationMicroseconds: nil)
        guard let pending, let duration = pending.durationMicroseconds else {
            nextDue = nextDue.map { _ in now }
            return [begun]
        }
        nextDue = now + duration
        return [begun, Piece(bytes: pending.bytes, dueMicroseconds: now, durationMicroseconds: duration)]
    }

    private mutating func restart() { (isInitialisationSent, offset) = (false, 0) }

    private mutating func initialisationPiece(at now: Int64) -> Piece? {
        guard let initialisation else { return nil }
        isInitialisationSent = true
        // A new stream has its own timestamps.
        (nextStart, offset) = (nil, 0)
        return Piece(bytes: initialisation.bytes, dueMicroseconds: nextDue ?? now, durationMicroseconds: nil)
    }

    /// Returns a fragment with its timestamps in the stream. If they do not fit, the stream restarts.
    private mutating func moved(_ fragment: MediaFragment) -> [UInt8] {
        guard offset > 0, let initialisation else { return fragment.bytes }
        if let moved = FragmentTimes.moved(fragment.bytes, byMicroseconds: offset, tracks: initialisation.tracks) {
            return moved
        }
        restart()
        return fragment.bytes
    }

    private mutating func due(_ span: FragmentSpan, at now: Int64) -> Int64 {
        let step = nextStart.map { span.startMicroseconds - $0 } ?? 0
        let due = (nextDue ?? now) + (abs(step) <= Self.stepMillisecondsMax * 1_000 ? step : 0)
        let isLate = now - due > Self.lateMillisecondsMax * 1_000
        let kept = isLate ? now : due
        if passStart == nil { passStart = span.startMicroseconds }
        nextStart = span.endMicroseconds
        nextDue = kept + span.durationMicroseconds
        return kept
    }
}
