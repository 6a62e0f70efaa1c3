/// What has to be told of a ring to who followed it until now.
public struct RingUpdate<Payload: Sendable>: Sendable {
    /// The initialisation segments that new fragments need.
    public var initialisations: [FragmentRing<Payload>.Initialisation]
    /// The fragments that are new.
    public var entries: [FragmentRing<Payload>.Entry]
    /// The segments that are new and complete.
    public var segments: [FragmentRing<Payload>.Segment]
    /// What the ring is besides its bytes.
    public var head: FragmentRing<Payload>.Head

    /// Makes an update.
    public init(
        initialisations: [FragmentRing<Payload>.Initialisation] = [], entries: [FragmentRing<Payload>.Entry] = [],
        segments: [FragmentRing<Payload>.Segment] = [], head: FragmentRing<Payload>.Head
    ) {
        self.initialisations = initialisations
        self.entries = entries
        self.segments = segments
        self.head = head
    }
}

/// How far another server has been told of a ring. It decides what to tell next.
///
/// It is asked when the way takes more, so a slow way needs no queue: fewer fragments are told there, and none of them twice.
/// A value of a few words.
public struct RingFollower<Payload: Sendable>: Sendable {
    private var nextEntry: Int64 = 0
    private var nextSegment: Int64 = 0
    private var nextInitialisation: Int64 = 0
    private var told: FragmentRing<Payload>.Head?

    /// Starts with nothing told.
    public init() {}

    /// What has changed since the last call; nil if nothing has. What it returns counts as told.
    public mutating func update(of ring: FragmentRing<Payload>) -> RingUpdate<Payload>? {
        let head = ring.head
        guard head != told else { return nil }
        told = head
        let entries = ring.entries.filter { $0.number >= nextEntry }
        let needed = Set(entries.map(\.initialisation))
        let initialisations = ring.initialisations.filter {
            $0.number >= nextInitialisation && needed.contains($0.number)
        }
        let segments = ring.segments.filter { $0.number >= nextSegment }
        nextEntry = max(nextEntry, head.entries.upperBound)
        nextSegment = max(nextSegment, segments.last.map { $0.number + 1 } ?? 0)
        nextInitialisation = max(nextInitialisation, initialisations.last.map { $0.number + 1 } ?? 0)
        return RingUpdate(initialisations: initialisations, entries: entries, segments: segments, head: head)
    }
}
