import OvationModel

extension FragmentRing {
    /// Everything that a ring is besides its bytes. With it, and with what is new, another server has the same ring: the same numbers, the
    /// same playlist, and the same bytes behind each name.
    public struct Head: Sendable, Hashable, Codable {
        /// The numbers of the stored fragments.
        public var entries: Range<Int64>
        /// The number of the oldest complete segment; that of the next one if there is none.
        public var firstSegment: Int64
        /// The number of the next segment that begins.
        public var nextSegment: Int64
        /// The number of the next initialisation segment.
        public var nextInitialisation: Int64
        /// The number of the newest initialisation segment that has fragments.
        public var lastUsedInitialisation: Int64?
        /// The number of the newest fragment that a player can begin with.
        public var newestKeyEntry: Int64?
        /// Increases whenever the playlist changes.
        public var revision: Int64
        /// True if nothing more will be added.
        public var isEnded: Bool
        /// True if the publisher has finished.
        public var isFinished: Bool
        /// The segment that may still grow.
        public var open: Segment?

        /// The largest number that a ring counts to. Players and JSON go as far.
        static var numberMax: Int64 { 1 << 53 }

        /// True if no calculation with these numbers can overflow. What comes from another server is looked at first.
        var isWithinBounds: Bool {
            let numbers = [
                entries.lowerBound, entries.upperBound, firstSegment, nextSegment, nextInitialisation,
                lastUsedInitialisation ?? 0, newestKeyEntry ?? 0, revision,
            ]
            return numbers.allSatisfy { (0...Self.numberMax).contains($0) } && open?.isWithinBounds ?? true
        }
    }

    /// What the ring is at the moment, besides its bytes.
    public var head: Head {
        // An initialisation segment without fragments was handed to nobody, and its number is used again.
        let isUnused = initialisations.last.map { $0.number != lastUsedInitialisation } ?? false
        return Head(
            entries: entryNumbers, firstSegment: segments.first?.number ?? open?.number ?? nextSegment,
            nextSegment: nextSegment, nextInitialisation: isUnused ? nextInitialisation - 1 : nextInitialisation,
            lastUsedInitialisation: lastUsedInitialisation, newestKeyEntry: newestKeyEntry, revision: revision,
            isEnded: isEnded, isFinished: isFinished, open: open)
    }

    /// Becomes what the ring of another server has become.
    ///
    /// This ring may hold less than the other one, because each server has a limit of its own. It never lists what it does not hold.
    ///
    /// - Parameter isWhole: True if the update has all of the other ring, as the first one of a stream has. What is here is replaced then,
    ///   because the other server may have started again, with other numbers.
    /// - Returns: False if the update does not fit what is here; nothing has changed then, and everything has to be sent anew.
    public mutating func follow(_ update: RingUpdate<Payload>, isWhole: Bool) -> Bool {
        let head = update.head
        guard head.isWithinBounds, update.segments.allSatisfy(\.isWithinBounds) else { return false }
        let isRestart = isWhole && ownDiscards != nil
        let entries = isWhole ? [] : self.entries
        let segments = isWhole ? [] : self.segments
        let initialisations = isWhole ? [] : self.initialisations
        let known = entries.last?.number ?? -1
        var kept = entries + update.entries.filter { $0.number > known }
        // This ring may have had no room for any of them, and then misses nothing that it was told.
        let isEmptied = !isWhole && kept.isEmpty && nextEntry == head.entries.upperBound
        guard kept.last?.number == head.entries.upperBound - 1 || head.entries.isEmpty || isEmptied else {
            return false
        }
        kept.removeFirst(kept.count - Self.countOfEnd(of: kept, in: head.entries))
        // A segment stands for the fragments behind the one before, without a gap.
        let openHere = head.open.flatMap { open in
            open.entries.lowerBound >= (kept.first?.number ?? .max)
                && open.entries.upperBound == head.entries.upperBound
                ? open : nil
        }
        let last = segments.last?.number ?? -1
        let all = segments + update.segments.filter { $0.number > last }
        let listed = head.open == nil || openHere != nil ? Self.end(of: all, before: openHere, in: head, kept) : []
        let begin = (listed.first ?? openHere)?.entries.lowerBound ?? head.entries.upperBound
        kept.removeAll { $0.number < begin }
        let needed = Set(kept.map(\.initialisation))
        // The newest one stays where no fragment is left that needs it: the next fragments do, and it is not told again.
        let beginnings = initialisations + update.initialisations
        let newest = beginnings.map(\.number).max()
        let parts = beginnings.filter { needed.contains($0.number) || $0.number == newest }
        let byNumber = Dictionary(parts.map { ($0.number, $0) }) { _, newer in newer }
        guard needed.allSatisfy({ byNumber[$0] != nil }) else { return false }
        self.entries = kept
        self.segments = listed
        open = openHere
        self.initialisations = byNumber.values.sorted { $0.number < $1.number }
        byteCount = kept.reduce(0) { $0 + $1.span.byteCount } + byNumber.values.reduce(0) { $0 + $1.byteCount }
        (nextEntry, nextSegment) = (head.entries.upperBound, head.nextSegment)
        (nextInitialisation, lastUsedInitialisation) = (head.nextInitialisation, head.lastUsedInitialisation)
        newestKeyEntry = head.newestKeyEntry.flatMap { entryNumbers.contains($0) ? $0 : nil }
        (isEnded, isFinished) = (head.isEnded, head.isFinished)
        let discards = (ownDiscards ?? 0) + (isRestart ? 1 : 0)
        ownDiscards = discards
        // What this ring discarded by itself must not make its playlist look like one of before.
        revision = head.revision &+ discards << Self.discardBits
        while byteCount > bytesMax, !self.segments.isEmpty { dropFirstSegment() }
        return true
    }

    /// Goes on as a ring of this server, whose publisher comes here from now on. Numbers continue.
    public mutating func stopFollowing() {
        ownDiscards = nil
        forgetTimeline()
    }

    /// The playlist has changed because something was discarded.
    mutating func noteDiscard() {
        guard let discards = ownDiscards else {
            revision += 1
            return
        }
        ownDiscards = discards + 1
        revision &+= 1 << Self.discardBits
    }

    /// How far discards are above the revisions of the other ring.
    private static var discardBits: Int64 { 40 }

    /// How many of the last fragments have consecutive numbers of a range.
    private static func countOfEnd(of entries: [Entry], in range: Range<Int64>) -> Int {
        var (count, expected) = (0, range.upperBound - 1)
        for entry in entries.reversed() {
            guard entry.number == expected, range.contains(expected) else { break }
            count += 1
            expected -= 1
        }
        return count
    }

    /// The last segments that have consecutive numbers and fragments up to the open one, and whose fragments are here.
    private static func end(of segments: [Segment], before open: Segment?, in head: Head, _ entries: [Entry])
        -> [Segment]
    {
        var number = (open?.number ?? head.nextSegment) - 1
        var end = open?.entries.lowerBound ?? head.entries.upperBound
        var found: [Segment] = []
        for segment in segments.reversed() {
            guard segment.number == number, number >= head.firstSegment, segment.entries.upperBound == end,
                !segment.entries.isEmpty, segment.entries.lowerBound >= entries.first?.number ?? .max
            else { break }
            found.append(segment)
            number -= 1
            end = segment.entries.lowerBound
        }
        return found.reversed()
    }
}

extension FragmentRing.Segment {
    /// The longest duration that is believed of another server: a week, in microseconds. As many as a ring may have can be added up.
    private static var durationMicrosecondsMax: Int64 { 604_800_000_000 }
    /// The most bytes that are believed: 1 TiB. As many as a ring may have can be added up, too.
    private static var byteCountMax: Int { 1 << 40 }

    /// True if no calculation with these numbers can overflow.
    var isWithinBounds: Bool {
        [number, entries.lowerBound, entries.upperBound, initialisation, at.milliseconds]
            .allSatisfy { (0...FragmentRing.Head.numberMax).contains($0) }
            && (0...Self.byteCountMax).contains(byteCount)
            && (0...Self.durationMicrosecondsMax).contains(durationMicroseconds)
    }
}
