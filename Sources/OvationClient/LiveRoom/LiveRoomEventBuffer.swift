/// Buffers the events for one consumer, up to a limit.
///
/// If too many events wait, the oldest one that gives way is dropped, or else the oldest of all. The consumer learns how many were dropped.
/// The buffer is pure.
struct LiveRoomEventBuffer: Sendable {
    /// An event, with the version of the room's state that includes its change.
    struct Entry: Sendable {
        let event: LiveRoomEvent
        let version: Int
    }

    private let max: Int
    /// The events in order. Those before `first` have been taken.
    private var entries: [Entry] = []
    private var first = 0
    private var missed = 0

    init(max: Int) { self.max = Swift.max(1, max) }

    /// The number of events that wait.
    var count: Int { entries.count - first }

    /// Appends an event.
    mutating func add(_ event: LiveRoomEvent, version: Int) {
        if count >= max {
            entries.removeFirst(first)
            first = 0
            entries.remove(at: entries.firstIndex { $0.event.givesWay } ?? 0)
            missed += 1
        }
        entries.append(Entry(event: event, version: version))
    }

    /// Takes out the next event. Returns nil if none waits.
    mutating func take() -> Entry? {
        guard count > 0 else { return nil }
        guard missed == 0 else {
            defer { missed = 0 }
            return Entry(event: .missed(missed), version: 0)
        }
        defer {
            first += 1
            if first == entries.count {
                entries.removeAll(keepingCapacity: first <= 64)
                first = 0
            }
        }
        return entries[first]
    }
}
