/// Says when the parts of a recorded stream are sent, so that the recording goes out as if it were made at this moment.
///
/// Give it each part of the file in order, and send what it hands out when that is due. The first fragment is due at once; each later one
/// when the one before it has played. A sender that fell behind by more than ``lateMillisecondsMax`` goes on from there, because a relay
/// refuses what comes in one burst. Times are microseconds of any clock that only goes forward.
///
/// A value for one publisher, used by one thread at a time.
public struct StreamPace: Sendable {
    /// How the stream goes on where the file begins again.
    public enum Repetition: String, Sendable, CaseIterable {
        /// The times go on where they ended, so that a player notices nothing. Where the file has no room for larger times, the stream
        /// begins anew.
        case continuing
        /// The stream begins anew with its initialisation segment, as that of a publisher does that was restarted.
        case beginningAnew
    }

    /// Bytes to send, and when.
    public struct Piece: Sendable, Hashable {
        /// An initialisation segment, or a fragment.
        public let bytes: [UInt8]
        /// When to send them, in microseconds of the clock.
        public let dueMicroseconds: Int64
        /// How long they play, in microseconds; nil for an initialisation segment.
        public let durationMicroseconds: Int64?

        /// Whether they are a moment of the stream, rather than its beginning.
        public var isFragment: Bool { durationMicroseconds != nil }
    }

    /// How far a sender may fall behind and still catch up.
    public static let lateMillisecondsMax: Int64 = 2_000
    /// A step in the file's times beyond this is one in the recording: it is not waited for.
    static let stepMillisecondsMax: Int64 = 1_000

    private let repetition: Repetition
    private var initialisation: InitialisationSegment?
    /// Whether the initialisation segment was handed out since the stream began, or began anew.
    private var isBegun = false
    /// When the next fragment is due; nil before the first.
    private var nextDue: Int64?
    /// Where the next fragment begins in the file's time, if it follows on; nil where anything may come.
    private var nextStart: Int64?
    /// Where the first fragment of this pass over the file begins.
    private var passStart: Int64?
    /// What is added to the times of fragments.
    private var offset: Int64 = 0

    /// Makes the pace of a stream that has not begun.
    public init(repetition: Repetition = .continuing) { self.repetition = repetition }

    /// When everything that was handed out has played; nil before the first fragment.
    public var endMicroseconds: Int64? { nextDue }

    /// What to send for the next part of the file: nothing, a piece, or an initialisation segment and a fragment.
    public mutating func pieces(of part: MediaPart, at now: Int64) -> [Piece] {
        switch part {
        case .initialisation(let segment):
            // The same beginning again changes nothing for a player.
            guard !isBegun || segment != initialisation else { return [] }
            initialisation = segment
            return [beginning(at: now)].compactMap { $0 }
        case .fragment(let fragment):
            let moved = moved(fragment)
            let begun = isBegun ? nil : beginning(at: now)
            let piece = Piece(
                bytes: moved, dueMicroseconds: due(fragment.span, at: now),
                durationMicroseconds: fragment.span.durationMicroseconds)
            return [begun, piece].compactMap { $0 }
        }
    }

    /// Says that the file begins again with the next part.
    public mutating func beginPass() {
        switch repetition {
        case .continuing: offset += max((nextStart ?? 0) - (passStart ?? 0), 0)
        case .beginningAnew: beginAnew()
        }
        (nextStart, passStart) = (nil, nil)
    }

    /// What to send first over a new connection: the initialisation segment, and what the old connection did not take. The pace goes on
    /// from now.
    public mutating func resume(at now: Int64, pending: Piece?) -> [Piece] {
        guard let initialisation else { return [] }
        isBegun = true
        let begun = Piece(bytes: initialisation.bytes, dueMicroseconds: now, durationMicroseconds: nil)
        guard let pending, let duration = pending.durationMicroseconds else {
            nextDue = nextDue.map { _ in now }
            return [begun]
        }
        nextDue = now + duration
        return [begun, Piece(bytes: pending.bytes, dueMicroseconds: now, durationMicroseconds: duration)]
    }

    private mutating func beginAnew() { (isBegun, offset) = (false, 0) }

    private mutating func beginning(at now: Int64) -> Piece? {
        guard let initialisation else { return nil }
        isBegun = true
        // A new stream has times of its own.
        (nextStart, offset) = (nil, 0)
        return Piece(bytes: initialisation.bytes, dueMicroseconds: nextDue ?? now, durationMicroseconds: nil)
    }

    /// A fragment with the times that it has in the stream. Where they do not fit, the stream begins anew.
    private mutating func moved(_ fragment: MediaFragment) -> [UInt8] {
        guard offset > 0, let initialisation else { return fragment.bytes }
        if let moved = FragmentTimes.moved(fragment.bytes, byMicroseconds: offset, tracks: initialisation.tracks) {
            return moved
        }
        beginAnew()
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
