public import OvationModel

/// The last seconds of a live's picture, kept once however many watch.
///
/// It is generic over what holds the bytes, since a gateway wants them in its own buffers: a fragment is copied once, when it comes, into a
/// buffer that every viewer's socket then shares (with the head of a WebSocket frame before it, for instance). What it counts are the bytes
/// that it is told.
///
/// It begins at a key frame, and gives up its oldest seconds by whole groups, each of which begins with a key frame. Fragments have
/// numbers that go up by one; so have initialisation segments, each of which begins a time of its own (a discontinuity), and segments
/// of the playlist.
public struct FragmentRing<Payload: Sendable>: Sendable {
    /// An initialisation segment.
    public struct Initialisation: Sendable {
        /// Its number, which is also that of the time that begins with it.
        public let number: Int64
        /// Its bytes.
        public let payload: Payload
        /// How many bytes it has.
        public let byteCount: Int
        /// The description for players.
        public let info: MediaInfo
    }

    /// A fragment.
    public struct Entry: Sendable {
        /// Its number.
        public let number: Int64
        /// The number of the initialisation segment that it needs.
        public let initialisation: Int64
        /// Its bytes.
        public let payload: Payload
        /// When it plays, and how large it is.
        public let span: FragmentSpan
    }

    /// A segment of the playlist: one or several fragments.
    public struct Segment: Sendable, Hashable {
        /// Its number.
        public let number: Int64
        /// The numbers of its fragments.
        public internal(set) var entries: Range<Int64>
        /// The number of the initialisation segment that it needs.
        public let initialisation: Int64
        /// How long it lasts, in microseconds.
        public internal(set) var durationMicroseconds: Int64
        /// Its bytes.
        public internal(set) var byteCount: Int
        /// When it was in front of the camera, by this server's clock.
        public let at: Timestamp
        /// Whether a player can begin here.
        public let beginsWithKeyFrame: Bool
        /// Whether all that is in it can be shown without the segment before.
        public internal(set) var standsAlone: Bool
    }

    /// Counts for metrics. They only go up.
    public struct Counts: Sendable, Hashable {
        /// Fragments that were added.
        public var fragments: Int64 = 0
        /// Fragments that were given up for `media.ringBytesMax` or `media.ringBytesTotalMax` before their time.
        public var fragmentsForBytes: Int64 = 0
    }

    private let limits: MediaLimits
    private(set) var initialisations: [Initialisation] = []
    private(set) var entries: [Entry] = []
    /// Segments that are complete, oldest first.
    public private(set) var segments: [Segment] = []
    /// The segment that further fragments may join.
    private var open: Segment?
    private var nextEntry: Int64
    private var nextSegment: Int64
    private var nextInitialisation: Int64
    /// The number of the newest initialisation segment that a fragment followed.
    private var lastUsedInitialisation: Int64?
    /// Where the present time began: in the publisher's time, and by this server's clock.
    private var anchor: (microseconds: Int64, at: Timestamp)?
    /// How many fragments the last whole group between two key frames had; 0 while none is known.
    private var lastGroupCount = 0
    private var groupCount = 0
    private var bytesMax: Int
    /// The number of the newest fragment that a player can begin with; nil where there is none.
    public private(set) var newestKeyEntry: Int64?
    /// The bytes of all fragments and initialisation segments that are kept.
    public private(set) var byteCount = 0
    /// Goes up whenever the playlist changes.
    public private(set) var revision: Int64 = 0
    /// The longest that a segment of the playlist may last, in whole seconds. Players read it once, so it never changes.
    public let targetSeconds: Int64
    /// Where a segment ends before it would be rounded to more than that.
    private let segmentMicrosecondsMax: Int64
    /// Whether nothing follows any more.
    public private(set) var isEnded = false
    /// Whether the publisher has finished. Who comes now is sent nothing of it; another publisher begins anew.
    public private(set) var isFinished = false
    /// Counts for metrics.
    public private(set) var counts = Counts()

    /// Makes an empty ring.
    ///
    /// Numbers begin with the time, so that they go on upwards when a server is started again: players take a playlist that counts
    /// backwards for broken, and caches in front keep what had the same name. For that, a live has at most ten segments and ten
    /// discontinuities a second.
    public init(limits: MediaLimits = MediaLimits(), at now: Timestamp) {
        self.limits = limits
        bytesMax = limits.ringBytesMax
        targetSeconds = max((limits.fragmentMicrosecondsMax + 500_000) / 1_000_000, 2)
        segmentMicrosecondsMax = targetSeconds * 1_000_000 + 499_999
        // Tenths of seconds since 2020. As 32 bits without a sign, they last until 2033; players count with 53 bits at least.
        let first = max(now.milliseconds(since: Timestamp(milliseconds: 1_577_836_800_000)) / 100, 0)
        (nextEntry, nextSegment, nextInitialisation) = (first, first, first)
    }

    /// The fragments that are kept.
    public var entryNumbers: Range<Int64> { (nextEntry - Int64(entries.count))..<nextEntry }

    /// The newest initialisation segment; nil before the first one.
    public var newestInitialisation: Initialisation? { initialisations.last }

    /// A fragment; nil where it is not kept.
    public func entry(_ number: Int64) -> Entry? {
        guard entryNumbers.contains(number) else { return nil }
        return entries[Int(number - entryNumbers.lowerBound)]
    }

    /// An initialisation segment; nil where no fragment that is kept needs it.
    public func initialisation(_ number: Int64) -> Initialisation? {
        guard let last = entries.last?.initialisation, number <= last else { return nil }
        return initialisations.first { $0.number == number }
    }

    /// The fragments of a segment of the playlist, to be sent one behind the other; nil where they are not kept.
    public func entries(ofSegment number: Int64) -> ArraySlice<Entry>? {
        guard let first = segments.first?.number, number >= first, number - first < segments.count else { return nil }
        let segment = segments[Int(number - first)]
        let lower = Int(segment.entries.lowerBound - entryNumbers.lowerBound)
        return entries[lower..<(lower + segment.entries.count)]
    }

    /// How long the fragments that are kept last, in microseconds.
    public var durationMicroseconds: Int64 {
        segments.reduce(open?.durationMicroseconds ?? 0) { $0 + $1.durationMicroseconds }
    }

    /// Takes the beginning of a stream. What follows is a time of its own.
    public mutating func begin(_ payload: Payload, byteCount: Int, info: MediaInfo) {
        guard !isEnded else { return }
        if isFinished {
            removeAll()
            isFinished = false
        }
        closeOpen()
        // One that no fragment followed was never handed out. Its number is used again, since a playlist counts the times without a gap.
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

    /// Takes a fragment of the stream that began last.
    ///
    /// - Parameters:
    ///   - jumps: whether its time does not follow on from the fragment before it. The initialisation segment then counts as a new one.
    ///   - now: when its last byte came.
    /// - Returns: whether it is kept. It is not where no initialisation segment came, after the end, and before a key frame.
    @discardableResult
    public mutating func append(_ payload: Payload, span: FragmentSpan, jumps: Bool, at now: Timestamp) -> Bool {
        guard !isEnded, let present = initialisations.last else { return false }
        if jumps, lastUsedInitialisation == present.number {
            begin(present.payload, byteCount: present.byteCount, info: present.info)
        }
        guard let current = initialisations.last else { return false }
        // Where all that came before was given up, what follows begins at a key frame again.
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

    /// Says that nothing follows any more. What is kept may still be fetched.
    public mutating func end() {
        guard !isEnded else { return }
        closeOpen()
        isEnded = true
        revision += 1
    }

    /// Says that the publisher has finished. Players that are here see the rest; who comes is sent nothing of it.
    public mutating func finish() {
        guard !isEnded, !isFinished else { return }
        closeOpen()
        isFinished = true
        newestKeyEntry = nil
        revision += 1
    }

    /// Sets what the ring may hold at the moment, and gives up what is beyond it. It never holds more than `media.ringBytesMax`.
    public mutating func setBytesMax(_ bytes: Int) {
        bytesMax = min(max(bytes, 0), limits.ringBytesMax)
        trim()
    }

    /// Gives up everything, initialisation segments too. Numbers go on.
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
    /// Most publishers send a fragment for each key frame, and then a fragment is a segment the moment it is there. A publisher that
    /// sends several between two key frames has them joined, so that a segment always begins with a key frame; it is complete when the
    /// next one comes.
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

    /// Whether a segment has no room for a fragment, nor for the rest of a group of several that it begins.
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

    /// When a fragment began in front of the camera, by this server's clock.
    private func time(of span: FragmentSpan) -> Timestamp {
        guard let anchor else { return Timestamp(milliseconds: 0) }
        return anchor.at.adding(milliseconds: (span.startMicroseconds - anchor.microseconds) / 1_000)
    }

    // MARK: - What is given up

    /// Gives up the oldest segments, until the rest is within all limits.
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
        // What followed a segment that is gone, and needs its key frame, is of no use without it.
        while let first = segments.first, !first.beginsWithKeyFrame { dropFirstSegment() }
        guard segments.isEmpty, let open else { return }
        // What is left is a segment that is not complete, which goes as a whole.
        let isOverSize = byteCount > bytesMax
        guard isOverSize || entries.count > limits.ringFragmentsMax || !open.beginsWithKeyFrame else { return }
        if isOverSize { counts.fragmentsForBytes += Int64(open.entries.count) }
        drop(open)
        self.open = nil
        anchor = nil
        (lastGroupCount, groupCount) = (0, 0)
    }

    private mutating func dropFirstSegment() {
        drop(segments.removeFirst())
        revision += 1
    }

    private mutating func drop(_ segment: Segment) {
        entries.removeFirst(min(segment.entries.count, entries.count))
        byteCount -= segment.byteCount
        if let key = newestKeyEntry, key < segment.entries.upperBound { newestKeyEntry = nil }
        // The newest one is kept, for what follows.
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
