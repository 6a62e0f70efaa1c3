public import OvationModel

/// The last seconds of a live's picture, stored once for all viewers.
///
/// `Payload` holds the bytes, so that a gateway can use its own buffers. A fragment is copied once when it arrives, into a buffer that the
/// sockets of all viewers then share. That buffer may also contain the header of a WebSocket frame. The ring counts the bytes that the
/// caller reports.
///
/// The ring always begins at a key frame, and discards its oldest content in groups that begin with a key frame. Fragments have consecutive
/// numbers. So do segments of the playlist, and so do initialisation segments, each of which starts a new timeline (a discontinuity).
public struct FragmentRing<Payload: Sendable>: Sendable {
    /// An initialisation segment.
    public struct Initialisation: Sendable {
        /// The number of the segment, and of the timeline that begins with it.
        public let number: Int64
        /// The bytes of the segment.
        public let payload: Payload
        /// The size in bytes.
        public let byteCount: Int
        /// The description for players.
        public let info: MediaInfo

        /// Makes an initialisation segment that another server has numbered.
        public init(number: Int64, payload: Payload, byteCount: Int, info: MediaInfo) {
            self.number = number
            self.payload = payload
            self.byteCount = byteCount
            self.info = info
        }
    }

    /// A fragment.
    public struct Entry: Sendable {
        /// The number of the fragment.
        public let number: Int64
        /// The number of the required initialisation segment.
        public let initialisation: Int64
        /// The bytes of the fragment.
        public let payload: Payload
        /// The time and the size of the fragment.
        public let span: FragmentSpan

        /// Makes a fragment that another server has numbered.
        public init(number: Int64, initialisation: Int64, payload: Payload, span: FragmentSpan) {
            self.number = number
            self.initialisation = initialisation
            self.payload = payload
            self.span = span
        }
    }

    /// A segment of the playlist, made of one or more fragments.
    public struct Segment: Sendable, Hashable, Codable {
        /// The number of the segment.
        public let number: Int64
        /// The numbers of its fragments.
        public internal(set) var entries: Range<Int64>
        /// The number of the required initialisation segment.
        public let initialisation: Int64
        /// The duration in microseconds.
        public internal(set) var durationMicroseconds: Int64
        /// The size in bytes.
        public internal(set) var byteCount: Int
        /// When the segment was recorded, by this server's clock.
        public let at: Timestamp
        /// True if a player can begin here.
        public let beginsWithKeyFrame: Bool
        /// True if the segment can be shown completely without the segment before.
        public internal(set) var standsAlone: Bool
    }

    /// Counters for metrics. They only increase.
    public struct Counts: Sendable, Hashable {
        /// Fragments added.
        public var fragments: Int64 = 0
        /// Fragments discarded early because of `media.ringBytesMax` or `media.ringBytesTotalMax`.
        public var fragmentsForBytes: Int64 = 0
    }

    private let limits: MediaLimits
    var initialisations: [Initialisation] = []
    var entries: [Entry] = []
    /// The complete segments, oldest first.
    public internal(set) var segments: [Segment] = []
    /// The segment that may still grow.
    var open: Segment?
    var nextEntry: Int64
    var nextSegment: Int64
    var nextInitialisation: Int64
    /// The number of the newest initialisation segment that has fragments.
    var lastUsedInitialisation: Int64?
    /// Where the current timeline begins, in the publisher's time and by this server's clock.
    private var anchor: (microseconds: Int64, at: Timestamp)?
    /// How many fragments the last complete group between two key frames had; 0 if there was none.
    private var lastGroupCount = 0
    private var groupCount = 0
    private(set) var bytesMax: Int
    /// The number of the newest fragment that a player can begin with; nil if there is none.
    public internal(set) var newestKeyEntry: Int64?
    /// The size of all stored fragments and initialisation segments, in bytes.
    public internal(set) var byteCount = 0
    /// Increases whenever the playlist changes.
    public internal(set) var revision: Int64 = 0
    /// How often a ring that follows another server's has discarded something by itself; nil for a ring of this server.
    var ownDiscards: Int64?
    /// The longest duration of a playlist segment, in whole seconds. Players read it only once, so it never changes.
    public let targetSeconds: Int64
    /// The longest duration that still rounds to `targetSeconds`.
    private let segmentMicrosecondsMax: Int64
    /// True if nothing more will be added.
    public internal(set) var isEnded = false
    /// True if the publisher has finished. New viewers then get nothing, and another publisher starts from scratch.
    public internal(set) var isFinished = false
    /// Counters for metrics.
    public private(set) var counts = Counts()

    /// Makes an empty ring.
    ///
    /// The first numbers are derived from the time, so that numbers still increase after the server restarts. Otherwise players would
    /// reject the playlist, and caches would serve old content under the same name. This works because a live produces at most ten segments
    /// and ten discontinuities a second.
    public init(limits: MediaLimits = MediaLimits(), at now: Timestamp) {
        self.limits = limits
        bytesMax = limits.ringBytesMax
        targetSeconds = max((limits.fragmentMicrosecondsMax + 500_000) / 1_000_000, 2)
        segmentMicrosecondsMax = targetSeconds * 1_000_000 + 499_999
        // The number counts tenths of seconds since 2020. It fits into 32 unsigned bits until 2033, and players support at least 53 bits.
        let first = max(now.milliseconds(since: Timestamp(milliseconds: 1_577_836_800_000)) / 100, 0)
        (nextEntry, nextSegment, nextInitialisation) = (first, first, first)
    }

    /// The numbers of the stored fragments.
    public var entryNumbers: Range<Int64> { (nextEntry - Int64(entries.count))..<nextEntry }

    /// The newest initialisation segment; nil before the first one.
    public var newestInitialisation: Initialisation? { initialisations.last }

    /// Returns a fragment, or nil if it is not stored.
    public func entry(_ number: Int64) -> Entry? {
        guard entryNumbers.contains(number) else { return nil }
        return entries[Int(number - entryNumbers.lowerBound)]
    }

    /// Returns an initialisation segment, or nil if no stored fragment needs it.
    public func initialisation(_ number: Int64) -> Initialisation? {
        guard let last = entries.last?.initialisation, number <= last else { return nil }
        return initialisations.first { $0.number == number }
    }

    /// Returns the fragments of a playlist segment, in the order in which to send them. Returns nil if they are not stored.
    public func entries(ofSegment number: Int64) -> ArraySlice<Entry>? {
        guard let first = segments.first?.number, number >= first, number - first < segments.count else { return nil }
        let segment = segments[Int(number - first)]
        let lower = Int(segment.entries.lowerBound - entryNumbers.lowerBound)
        return entries[lower..<(lower + segment.entries.count)]
    }

    /// The duration of all stored fragments, in microseconds.
    public var durationMicroseconds: Int64 {
        segments.reduce(open?.durationMicroseconds ?? 0) { $0 + $1.durationMicroseconds }
    }

    /// Begins a stream with an initialisation segment, which starts a new timeline.
    public mutating func begin(_ payload: Payload, byteCount: Int, info: MediaInfo) {
        guard !isEnded else { return }
        if isFinished {
            removeAll()
            isFinished = false
        }
        closeOpen()
        // A segment without fragments was never handed out. Its number is reused, because the playlist must count timelines without gaps.
        if let last = initialisations.last, last.number == nextInitialisation - 1, lastUsedInitialisation != last.number
        {
            dropNewestInitialisation()
            nextInitialisation = last.number
        }
        initialisations.append(
            Initialisation(number: nextInitialisation, payload: payload, byteCount: byteCount, info: info))
        nextInitialisation += 1
        self.byteCount += byteCount
        anchor = nil
        (lastGroupCount, groupCount) = (0, 0)
    }

    /// Adds a fragment to the current stream.
    ///
    /// - Parameters:
    ///   - jumps: True if the fragment's time does not continue that of the previous one. The initialisation segment then gets a new
    ///     number.
    ///   - now: When the last byte of the fragment arrived.
    /// - Returns: False if the fragment was not stored: before an initialisation segment, before a key frame, or after the end.
    @discardableResult
    public mutating func append(_ payload: Payload, span: FragmentSpan, jumps: Bool, at now: Timestamp) -> Bool {
        guard !isEnded, let present = initialisations.last else { return false }
        if jumps, lastUsedInitialisation == present.number {
            begin(present.payload, byteCount: present.byteCount, info: present.info)
        }
        guard let current = initialisations.last else { return false }
        // If everything before was discarded, the next fragment must begin with a key frame again.
        let isFirst = entries.last?.initialisation != current.number
        guard span.beginsWithKeyFrame || !isFirst else { return false }
        if isFirst || anchor == nil {
            let length = span.durationMicroseconds / 1_000
            anchor = (span.startMicroseconds, now.adding(milliseconds: -length))
        }
        entries.append(
            Entry(number: nextEntry, initialisation: current.number, payload: payload, span: span))
        lastUsedInitialisation = current.number
        byteCount += span.byteCount
        counts.fragments += 1
        if span.beginsWithKeyFrame { newestKeyEntry = nextEntry }
        nextEntry += 1
        join(span, of: current.number)
        trim()
        return true
    }

    /// Ends the ring. Stored fragments can still be fetched.
    public mutating func end() {
        guard !isEnded else { return }
        closeOpen()
        isEnded = true
        revision += 1
    }

    /// Marks the publisher as finished. Current viewers see the rest; new viewers get nothing.
    public mutating func finish() {
        guard !isEnded, !isFinished else { return }
        closeOpen()
        isFinished = true
        newestKeyEntry = nil
        revision += 1
    }

    /// Sets how many bytes the ring may hold for now, at most `media.ringBytesMax`, and discards what exceeds it.
    public mutating func setBytesMax(_ bytes: Int) {
        bytesMax = min(max(bytes, 0), limits.ringBytesMax)
        trim()
    }

    /// Discards everything, including initialisation segments. Numbers continue.
    public mutating func removeAll() {
        closeOpen()
        entries = []
        segments = []
        initialisations = []
        newestKeyEntry = nil
        anchor = nil
        byteCount = 0
        revision += 1
    }

    // MARK: - Segments

    /// Adds the newest fragment to a segment of the playlist.
    ///
    /// Most publishers send one fragment for each key frame, and each of these becomes a segment at once. If a publisher sends several
    /// fragments between two key frames, they are joined so that every segment begins with a key frame. Such a segment is complete when the
    /// next key frame arrives.
    private mutating func join(_ span: FragmentSpan, of initialisation: Int64) {
        let least = Int64(limits.segmentMillisecondsMin) * 1_000
        if span.beginsWithKeyFrame {
            if groupCount > 0 { lastGroupCount = groupCount }
            groupCount = 1
            if let open, open.durationMicroseconds >= least || open.initialisation != initialisation { closeOpen() }
        } else {
            groupCount += 1
            lastGroupCount = max(lastGroupCount, groupCount)
        }
        if let open, isFull(open, with: span) { closeOpen() }
        let number = nextEntry - 1
        if open == nil { nextSegment += 1 }
        var segment =
            open
            ?? Segment(
                number: nextSegment - 1, entries: number..<number, initialisation: initialisation,
                durationMicroseconds: 0, byteCount: 0, at: time(of: span), beginsWithKeyFrame: span.beginsWithKeyFrame,
                standsAlone: span.standsAlone)
        segment.entries = segment.entries.lowerBound..<(number + 1)
        segment.durationMicroseconds += span.durationMicroseconds
        segment.byteCount += span.byteCount
        if span.beginsWithKeyFrame, !span.standsAlone { segment.standsAlone = false }
        open = segment
        if lastGroupCount == 1, segment.durationMicroseconds >= least { closeOpen() }
    }

    /// Returns true if a segment has no room for a fragment and for the rest of the group that the fragment begins.
    private func isFull(_ segment: Segment, with span: FragmentSpan) -> Bool {
        let hasMore = span.beginsWithKeyFrame && lastGroupCount > 1
        let length =
            hasMore ? max(span.durationMicroseconds, limits.fragmentMicrosecondsMax) : span.durationMicroseconds
        return segment.durationMicroseconds > 0 && segment.durationMicroseconds + length > segmentMicrosecondsMax
    }

    private mutating func closeOpen() {
        guard let segment = open else { return }
        open = nil
        segments.append(segment)
        revision += 1
    }

    /// When a fragment was recorded, by this server's clock.
    private func time(of span: FragmentSpan) -> Timestamp {
        guard let anchor else { return Timestamp(milliseconds: 0) }
        return anchor.at.adding(milliseconds: (span.startMicroseconds - anchor.microseconds) / 1_000)
    }

    // MARK: - Discarding

    /// Discards the oldest segments until the rest is within all limits.
    private mutating func trim() {
        let window = Int64(limits.windowSeconds) * 1_000_000
        var kept = durationMicroseconds
        while let first = segments.first {
            let rest = kept - first.durationMicroseconds
            let isOverSize = byteCount > bytesMax
            guard rest >= window || isOverSize || entries.count > limits.ringFragmentsMax else { break }
            if isOverSize { counts.fragmentsForBytes += Int64(first.entries.count) }
            kept = rest
            dropFirstSegment()
        }
        // Segments that depended on a discarded key frame are of no use.
        while let first = segments.first, !first.beginsWithKeyFrame { dropFirstSegment() }
        guard segments.isEmpty, let open else { return }
        // Only the incomplete segment is left. It is discarded as a whole.
        let isOverSize = byteCount > bytesMax
        guard isOverSize || entries.count > limits.ringFragmentsMax || !open.beginsWithKeyFrame else { return }
        if isOverSize { counts.fragmentsForBytes += Int64(open.entries.count) }
        drop(open)
        self.open = nil
        forgetTimeline()
    }

    /// Whatever comes next begins a timeline of its own.
    mutating func forgetTimeline() {
        anchor = nil
        (lastGroupCount, groupCount) = (0, 0)
    }

    mutating func dropFirstSegment() {
        drop(segments.removeFirst())
        noteDiscard()
    }

    private mutating func drop(_ segment: Segment) {
        entries.removeFirst(min(segment.entries.count, entries.count))
        byteCount -= segment.byteCount
        if let key = newestKeyEntry, key < segment.entries.upperBound { newestKeyEntry = nil }
        // The newest initialisation segment stays, because later fragments need it.
        let needed = entries.first?.initialisation
        while initialisations.count > 1, let oldest = initialisations.first, oldest.number != needed {
            byteCount -= oldest.byteCount
            initialisations.removeFirst()
        }
    }

    private mutating func dropNewestInitialisation() {
        guard let last = initialisations.popLast() else { return }
        byteCount -= last.byteCount
    }
}
