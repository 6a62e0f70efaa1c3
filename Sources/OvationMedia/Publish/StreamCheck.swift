import OvationModel

/// Tries a file as the relay would take it, if it were published at its own pace.
///
/// Give it the bytes of the file in order. It keeps one fragment at a time, whatever the file's size.
public struct StreamCheck: Sendable {
    /// What was found.
    public struct Findings: Sendable, Equatable {
        /// Why the relay would not take it; nil where it would.
        public internal(set) var failure: MediaError?
        /// Whether the file ends in the middle of a fragment. The relay takes what stands before.
        public internal(set) var isTruncated = false
        /// Its tracks and its size; nil where it has no initialisation segment.
        public internal(set) var info: MediaInfo?
        /// Initialisation segments, the first one too.
        public internal(set) var initialisations = 0
        /// Fragments before the mistake, or all of them.
        public internal(set) var fragments = 0
        /// Fragments with which a player can begin.
        public internal(set) var keyFragments = 0
        /// Bytes of them.
        public internal(set) var fragmentBytes = 0
        /// How long they play, in microseconds.
        public internal(set) var durationMicroseconds: Int64 = 0
        /// The longest fragment, in microseconds.
        public internal(set) var longestMicroseconds: Int64 = 0
        /// The largest fragment, in bytes.
        public internal(set) var largestBytes = 0

        /// Whether the relay would take it.
        public var isAccepted: Bool { failure == nil && fragments > 0 }

        /// Bits a second, on average; 0 where nothing plays.
        public var bitsPerSecond: Int64 {
            guard durationMicroseconds > 0 else { return 0 }
            return Int64((Double(fragmentBytes) * 8_000_000 / Double(durationMicroseconds)).rounded())
        }
    }

    /// What was found so far.
    public private(set) var findings = Findings()
    private var reader: FragmentedMP4Reader
    private var publisher: MediaPublisher
    private var pace = StreamPace(repetition: .beginningAnew)
    private var found: [MediaPart] = []
    private var taken: [MediaPublisher.Part] = []
    private static let begin = Timestamp(milliseconds: 0)

    /// Makes a check of a file that begins.
    public init(limits: MediaLimits = MediaLimits()) {
        reader = FragmentedMP4Reader(limits: limits)
        publisher = MediaPublisher(limits: limits, at: Self.begin)
    }

    /// Takes the next bytes of the file. After a mistake the rest is of no interest.
    ///
    /// - Returns: Whether more is of interest.
    public mutating func take(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard findings.failure == nil else { return false }
        var mistake: MediaError?
        do throws(MediaError) { try reader.read(bytes, into: &found) } catch { mistake = error }
        for part in found where findings.failure == nil { publish(part) }
        found.removeAll(keepingCapacity: true)
        // What the relay refuses stands before what cannot be read.
        findings.failure = findings.failure ?? mistake
        return findings.failure == nil
    }

    /// Says that the file ends here.
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

    /// Sends a part to a publisher's side of the relay, at the time at which it would come.
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
