import OvationModel

/// Checks whether the relay would accept a file that is published in real time.
///
/// Pass it the bytes of the file in order. It stores one fragment at a time, whatever the size of the file.
public struct StreamCheck: Sendable {
    /// The results of a check.
    public struct Findings: Sendable, Equatable {
        /// The error for which the relay would refuse the file; nil if it would not.
        public internal(set) var failure: MediaError?
        /// True if the file ends in the middle of a fragment. The relay accepts everything before.
        public internal(set) var isTruncated = false
        /// Codecs and size; nil if there is no initialisation segment.
        public internal(set) var info: MediaInfo?
        /// The number of initialisation segments, including the first one.
        public internal(set) var initialisations = 0
        /// The number of fragments before the first error.
        public internal(set) var fragments = 0
        /// The number of fragments that a player can begin with.
        public internal(set) var keyFragments = 0
        /// The size of all fragments, in bytes.
        public internal(set) var fragmentBytes = 0
        /// The duration of all fragments, in microseconds.
        public internal(set) var durationMicroseconds: Int64 = 0
        /// The longest fragment, in microseconds.
        public internal(set) var longestMicroseconds: Int64 = 0
        /// The largest fragment, in bytes.
        public internal(set) var largestBytes = 0

        /// True if the relay would accept the file.
        public var isAccepted: Bool { failure == nil && fragments > 0 }

        /// The average bit rate; 0 if the duration is 0.
        public var bitsPerSecond: Int64 {
            guard durationMicroseconds > 0 else { return 0 }
            return Int64((Double(fragmentBytes) * 8_000_000 / Double(durationMicroseconds)).rounded())
        }
    }

    /// The results so far.
    public private(set) var findings = Findings()
    private var reader: FragmentedMP4Reader
    private var publisher: MediaPublisher
    private var pace = StreamPace(repetition: .beginningAnew)
    private var found: [MediaPart] = []
    private var taken: [MediaPublisher.Part] = []
    private static let begin = Timestamp(milliseconds: 0)

    /// Starts with the first byte of a file.
    public init(limits: MediaLimits = MediaLimits()) {
        reader = FragmentedMP4Reader(limits: limits)
        publisher = MediaPublisher(limits: limits, at: Self.begin)
    }

    /// Checks the next bytes of the file. After an error the rest does not matter.
    ///
    /// - Returns: True if the check needs more bytes.
    public mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard findings.failure == nil else { return false }
        var mistake: MediaError?
        do throws(MediaError) { try reader.read(bytes, into: &found) } catch { mistake = error }
        for part in found where findings.failure == nil { publish(part) }
        found.removeAll(keepingCapacity: true)
        // The relay's error comes first, because it lies before the part that cannot be read.
        findings.failure = findings.failure ?? mistake
        return findings.failure == nil
    }

    /// Ends the check at the end of the file.
    public mutating func finish() {
        guard findings.failure == nil else { return }
        reader.handOut(into: &found)
        for part in found where findings.failure == nil { publish(part) }
        found.removeAll()
        guard findings.failure == nil else { return }
        do throws(MediaError) {
            try reader.finish()
        } catch {
            if findings.fragments == 0 { findings.failure = error } else { findings.isTruncated = true }
        }
        if findings.failure == nil, findings.fragments == 0 { findings.failure = MediaError(.truncated) }
    }

    /// Passes a part to the publisher's state machine, at the time at which it would arrive.
    private mutating func publish(_ part: MediaPart) {
        for piece in pace.pieces(of: part, at: pace.endMicroseconds ?? 0) {
            let now = Self.begin.adding(milliseconds: piece.dueMicroseconds / 1_000)
            let failure = piece.bytes.withUnsafeBytes { bytes -> MediaError? in
                do throws(MediaError) {
                    try publisher.receive(bytes, at: now, into: &taken)
                    return nil
                } catch {
                    return error
                }
            }
            taken.removeAll(keepingCapacity: true)
            if let failure {
                findings.failure = failure
                return
            }
        }
        count(part)
    }

    private mutating func count(_ part: MediaPart) {
        switch part {
        case .initialisation(let segment):
            findings.info = segment.info
            findings.initialisations += 1
        case .fragment(let fragment):
            findings.fragments += 1
            findings.keyFragments += fragment.span.beginsWithKeyFrame ? 1 : 0
            findings.fragmentBytes += fragment.bytes.count
            findings.durationMicroseconds += fragment.span.durationMicroseconds
            findings.longestMicroseconds = max(findings.longestMicroseconds, fragment.span.durationMicroseconds)
            findings.largestBytes = max(findings.largestBytes, fragment.bytes.count)
        }
    }
}
