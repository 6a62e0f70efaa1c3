public import OvationModel
import OvationRules

/// The state of one publisher's connection, independent of its socket: it reads the stream and enforces the rates.
///
/// A value for one connection, used by one thread at a time. Pass it the received bytes and the time, and pass the resulting parts to the
/// ``Picture`` of the live. If it throws, close the connection.
public struct MediaPublisher: Sendable {
    /// A fragment, and whether its time continues that of the previous one.
    public struct Fragment: Sendable, Hashable {
        /// The fragment.
        public let fragment: MediaFragment
        /// True if the fragment's time does not continue that of the previous one, although the initialisation segment is the same.
        public let jumps: Bool
    }

    /// A part of the stream.
    public enum Part: Sendable, Hashable {
        /// The beginning of the stream, or of a restarted stream.
        case initialisation(InitialisationSegment)
        /// The next fragment.
        case fragment(Fragment)
    }

    private let limits: MediaLimits
    private var reader: FragmentedMP4Reader
    private var bytesBucket: TokenBucket
    private var fragmentsBucket: TokenBucket
    private var restartsBucket: TokenBucket
    private var found: [MediaPart] = []
    private var failure: MediaError?
    /// When the last fragment was completed, or when the connection began.
    private var lastFragmentAt: Timestamp
    /// How far the stream is ahead of the clock. Sound that arrives separately has its own lead.
    private var lead: ClockLead
    private var soundLead: ClockLead
    /// Where the next fragment should begin; nil at the beginning of a stream.
    private var nextMicroseconds: Int64?
    /// Where the last key frame was; nil before the first one.
    private var keyMicroseconds: Int64?
    /// The duration of all fragments without a key frame since the last one.
    private var keylessMicroseconds: Int64 = 0
    /// True once a fragment was completed, even if it was dropped.
    private var hasFragments = false
    /// True if the stream has sound but no video, as far as is known.
    private var isSoundAlone = false
    /// Bytes received so far.
    public private(set) var byteCount: Int64 = 0
    /// Fragments accepted so far.
    public private(set) var fragmentCount: Int64 = 0
    /// Fragments dropped because no key frame had come before them.
    public private(set) var fragmentsBeforeKeyFrame: Int64 = 0

    /// Starts with a new connection.
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
        lastFragmentAt = now
    }

    /// When to call ``tick(at:)`` if nothing arrives before.
    public var deadline: Timestamp { lastFragmentAt.adding(seconds: Int64(limits.silenceSecondsMax)) }

    /// Reads received bytes, and appends each completed part to `parts`.
    ///
    /// - Throws: A ``MediaError`` if the stream must be refused. `parts` then contains everything before the error. All later calls throw
    ///   the same error.
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

    /// The error for a publisher that stopped completing fragments. It includes advice if bytes came but no fragment was ever completed.
    public var silence: MediaError {
        guard byteCount > 0, !hasFragments else { return MediaError(.silent) }
        return MediaError(.silent, advice: isSoundAlone ? .fragmentDuration : .keyFrames)
    }

    /// Checks that fragments still arrive. Call it at the ``deadline``, or regularly.
    ///
    /// - Throws: A ``MediaError`` with the code `silent` if the connection must be closed.
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
            lastFragmentAt = now
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

    /// Compares published time with elapsed time. A file sent at full speed would otherwise push everything else out of the ring. Separate
    /// sound plays alongside its video, so it does not add to the video's time.
    private mutating func checkPace(of fragment: MediaFragment, at now: Timestamp) throws(MediaError) {
        let ahead =
            fragment.isSoundOfPicture
            ? soundLead.add(microseconds: fragment.soundMicroseconds, at: now)
            : lead.add(microseconds: fragment.span.durationMicroseconds, at: now)
        guard ahead <= Int64(limits.aheadSecondsMax) * 1_000 else { throw MediaError(.tooFast) }
    }

    /// Returns true if a fragment does not continue at the time where the previous one ended.
    private mutating func jump(to span: FragmentSpan, at now: Timestamp) throws(MediaError) -> Bool {
        defer { nextMicroseconds = span.endMicroseconds }
        guard let nextMicroseconds,
            abs(span.startMicroseconds - nextMicroseconds) > Int64(limits.timeJumpMilliseconds) * 1_000
        else { return false }
        guard restartsBucket.take(at: now) else { throw MediaError(.tooManyRestarts) }
        keyMicroseconds = nil
        return true
    }

    /// Returns true if the fragment begins with a key frame, or follows one.
    private mutating func followsKeyFrame(_ fragment: MediaFragment) throws(MediaError) -> Bool {
        let span = fragment.span
        if span.beginsWithKeyFrame { (keyMicroseconds, keylessMicroseconds) = (span.startMicroseconds, 0) }
        guard let keyMicroseconds else {
            // A publisher that reconnects between two key frames sends the next one soon. A stream without key frames would count as live
            // but never be visible.
            keylessMicroseconds += span.durationMicroseconds
            guard keylessMicroseconds <= limits.fragmentMicrosecondsMax else { throw MediaError(.keyFrameMissing) }
            return false
        }
        // Sound is cut at packet boundaries, so it may run ahead of its video.
        let longest = (fragment.isSoundOfPicture ? 2 : 1) * limits.fragmentMicrosecondsMax
        guard span.endMicroseconds - keyMicroseconds <= longest else { throw MediaError(.keyFramesTooFar) }
        return true
    }
}
