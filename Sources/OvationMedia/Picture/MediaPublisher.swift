public import OvationModel
import OvationRules

/// One publisher's connection, as far as it can be decided without a socket: reads the stream, and holds it to its rates.
///
/// A value for one connection, used by one thread at a time. Give it what the connection receives and the time, and hand the parts to the
/// ``Picture`` of the live. Close the connection where it throws.
public struct MediaPublisher: Sendable {
    /// A fragment, and whether its time follows on from the one before it.
    public struct Fragment: Sendable, Hashable {
        /// The fragment.
        public let fragment: MediaFragment
        /// Whether its time does not follow on from the fragment before it, under the same initialisation segment.
        public let jumps: Bool
    }

    /// What came of the stream.
    public enum Part: Sendable, Hashable {
        /// The stream begins, or begins anew.
        case initialisation(InitialisationSegment)
        /// The next moment of it.
        case fragment(Fragment)
    }

    private let limits: MediaLimits
    private var reader: FragmentedMP4Reader
    private var bytesBucket: TokenBucket
    private var fragmentsBucket: TokenBucket
    private var restartsBucket: TokenBucket
    private var found: [MediaPart] = []
    private var failure: MediaError?
    /// When the last fragment was complete, or the connection began.
    private var heardAt: Timestamp
    /// How far the stream runs ahead of the clock, and its sound where that comes by itself.
    private var lead: ClockLead
    private var soundLead: ClockLead
    /// Where the next fragment should begin; nil at the beginning of a stream.
    private var nextMicroseconds: Int64?
    /// Where the last key frame was; nil before the first one.
    private var keyMicroseconds: Int64?
    /// How much came without any key frame.
    private var keylessMicroseconds: Int64 = 0
    /// Whether a fragment was complete, taken or not.
    private var hasFragments = false
    /// Whether the stream has sound and no picture, as far as that is known.
    private var isSoundAlone = false
    /// Bytes that came so far.
    public private(set) var byteCount: Int64 = 0
    /// Fragments that were taken so far.
    public private(set) var fragmentCount: Int64 = 0
    /// Fragments that were left out because no key frame had come before them.
    public private(set) var fragmentsBeforeKeyFrame: Int64 = 0

    /// Makes the state of a connection that begins now.
    public init(limits: MediaLimits = MediaLimits(), at now: Timestamp) {
        self.limits = limits
        reader = FragmentedMP4Reader(limits: limits)
        let bytesPerSecond = limits.bitRateMax / 8
        bytesBucket = TokenBucket(perSecond: bytesPerSecond, burst: bytesPerSecond * limits.burstSeconds, at: now)
        fragmentsBucket = TokenBucket(
            perSecond: limits.fragmentsPerSecondMax, burst: 2 * limits.fragmentsPerSecondMax, at: now)
        restartsBucket = TokenBucket(
            perHour: limits.restartsPerMinuteMax * 60, burst: max(limits.restartsPerMinuteMax / 3, 1), at: now)
        (lead, soundLead) = (ClockLead(limits: limits), ClockLead(limits: limits))
        heardAt = now
    }

    /// When to call ``tick(at:)``, if nothing comes before.
    public var deadline: Timestamp { heardAt.adding(seconds: Int64(limits.silenceSecondsMax)) }

    /// Takes what the connection received, and adds what is complete with it to `parts`.
    ///
    /// - Throws: ``MediaError`` where the stream is not taken any further. Parts before the mistake have been added. From then on every
    ///   call throws the same error.
    public mutating func receive(
        _ bytes: UnsafeRawBufferPointer, at now: Timestamp, into parts: inout [Part]
    ) throws(MediaError) {
        if let failure { throw failure }
        do throws(MediaError) {
            byteCount += Int64(bytes.count)
            guard bytesBucket.take(bytes.count, at: now) else { throw MediaError(.bitRateExceeded) }
            var mistake: MediaError?
            do throws(MediaError) { try reader.read(bytes, into: &found) } catch { mistake = error }
            defer { found.removeAll(keepingCapacity: true) }
            for part in found { try take(part, at: now, into: &parts) }
            if let mistake { throw mistake }
        } catch {
            failure = error
            throw error
        }
    }

    /// The error of a publisher of whom nothing of use comes any more, with what helps where bytes came and no fragment was complete.
    public var silence: MediaError {
        guard byteCount > 0, !hasFragments else { return MediaError(.silent) }
        return MediaError(.silent, advice: isSoundAlone ? .fragmentDuration : .keyFrames)
    }

    /// Looks whether anything of use still comes. Call it at the ``deadline``, or now and then.
    ///
    /// - Throws: ``MediaError`` of the code `silent`, where the connection has to be closed.
    public mutating func tick(at now: Timestamp) throws(MediaError) {
        if let failure { throw failure }
        guard now >= deadline else { return }
        let error = silence
        failure = error
        throw error
    }

    private mutating func take(_ part: MediaPart, at now: Timestamp, into parts: inout [Part]) throws(MediaError) {
        switch part {
        case .initialisation(let segment):
            guard restartsBucket.take(at: now) else { throw MediaError(.tooManyRestarts) }
            (nextMicroseconds, keyMicroseconds) = (nil, nil)
            isSoundAlone = !segment.info.hasPicture
            parts.append(.initialisation(segment))
        case .fragment(let fragment):
            guard fragmentsBucket.take(at: now) else { throw MediaError(.tooManyFragments) }
            heardAt = now
            hasFragments = true
            try checkPace(of: fragment, at: now)
            let jumps = fragment.isSoundOfPicture ? false : try jump(to: fragment.span, at: now)
            guard try followsKeyFrame(fragment) else {
                fragmentsBeforeKeyFrame += 1
                return
            }
            fragmentCount += 1
            parts.append(.fragment(Fragment(fragment: fragment, jumps: jumps)))
        }
    }

    /// Compares what was published with the time that passed, since a file that is sent at full speed would push everything out of the
    /// window. Sound that comes without its picture plays beside it, and not after it.
    private mutating func checkPace(of fragment: MediaFragment, at now: Timestamp) throws(MediaError) {
        let ahead =
            fragment.isSoundOfPicture
            ? soundLead.add(microseconds: fragment.soundMicroseconds, at: now)
            : lead.add(microseconds: fragment.span.durationMicroseconds, at: now)
        guard ahead <= Int64(limits.aheadSecondsMax) * 1_000 else { throw MediaError(.tooFast) }
    }

    /// Whether the time of a fragment does not follow on from that of the fragment before it.
    private mutating func jump(to span: FragmentSpan, at now: Timestamp) throws(MediaError) -> Bool {
        defer { nextMicroseconds = span.endMicroseconds }
        guard let nextMicroseconds,
            abs(span.startMicroseconds - nextMicroseconds) > Int64(limits.timeJumpMilliseconds) * 1_000
        else { return false }
        guard restartsBucket.take(at: now) else { throw MediaError(.tooManyRestarts) }
        keyMicroseconds = nil
        return true
    }

    /// Whether a player that came at the last key frame can show this fragment, or begins here.
    private mutating func followsKeyFrame(_ fragment: MediaFragment) throws(MediaError) -> Bool {
        let span = fragment.span
        if span.beginsWithKeyFrame { (keyMicroseconds, keylessMicroseconds) = (span.startMicroseconds, 0) }
        guard let keyMicroseconds else {
            // Who comes back in the middle of a group of pictures soon has a key frame. A stream without any would be live and never seen.
            keylessMicroseconds += span.durationMicroseconds
            guard keylessMicroseconds <= limits.fragmentMicrosecondsMax else { throw MediaError(.keyFrameMissing) }
            return false
        }
        // Sound is cut where its packets end, and may run ahead of its picture.
        let longest = (fragment.isSoundOfPicture ? 2 : 1) * limits.fragmentMicrosecondsMax
        guard span.endMicroseconds - keyMicroseconds <= longest else { throw MediaError(.keyFramesTooFar) }
        return true
    }
}
