import OvationModel

/// Decides when the events of a room leave: at once in a quiet room, together with others in a busy or a large one.
///
/// A write costs the same for each viewer, however many events it carries. So events that wait for each other save writes, and come
/// later. An event after a pause of a whole window leaves at once. One that comes sooner waits until the window since the last write
/// is over. The window grows with the room, because three viewers leave next to nothing to save. It also grows where writing to all of
/// them takes more than half of it: an event loop that is always writing answers no client, and events would wait longer for it than they
/// do for each other.
struct Coalescer {
    /// What to do when an event has come.
    enum Decision: Equatable {
        /// Write now.
        case flushNow
        /// Wake up then and write.
        case flushAt(nanoseconds: UInt64)
        /// A wake-up is under way already.
        case wait
    }

    /// How much longer the window is for each viewer.
    private static let nanosecondsPerViewer: UInt64 = 100_000

    private let windowNanoseconds: UInt64
    private let windowNanosecondsMin: UInt64
    private let largeRoomWindowNanoseconds: UInt64
    private let largeRoomViewers: Int
    private let busyWindowNanosecondsMax: UInt64
    /// What writing to all viewers took the last three times.
    private var writingNanoseconds: (UInt64, UInt64, UInt64) = (0, 0, 0)
    private var flushedAt: UInt64?
    /// When numbered events were written last.
    private var numberedAt: UInt64?
    private var scheduled = false

    /// Makes a coalescer of the configured windows.
    init(limits: Limits) {
        windowNanoseconds = UInt64(max(0, limits.coalescingMilliseconds)) * 1_000_000
        windowNanosecondsMin = min(
            windowNanoseconds, UInt64(max(0, limits.coalescingMillisecondsMin)) * 1_000_000)
        largeRoomWindowNanoseconds = UInt64(max(0, limits.coalescingLargeRoomMilliseconds)) * 1_000_000
        largeRoomViewers = limits.coalescingLargeRoomViewers
        busyWindowNanosecondsMax = UInt64(max(0, limits.coalescingMillisecondsMax)) * 1_000_000
    }

    /// Decides about an event.
    ///
    /// - Parameters:
    ///   - now: a monotonic clock in nanoseconds.
    ///   - viewers: how many connections the room has.
    ///   - isNumbered: whether the event has a place among the room's events. One that has waits only for the window of
    ///     others that have: a count that went out a moment ago must not hold up a message.
    ///   - windowShare: how many times in a window what waits may leave.
    mutating func eventAdded(
        at now: UInt64, viewers: Int, isNumbered: Bool = true, windowShare: UInt64 = 1
    ) -> Decision {
        let window = window(viewers: viewers) / max(1, windowShare)
        let last = isNumbered ? numberedAt : flushedAt
        guard let due = last.map({ $0 + window }), now < due else {
            return scheduled && !isNumbered ? .wait : .flushNow
        }
        if scheduled { return .wait }
        scheduled = true
        return .flushAt(nanoseconds: due)
    }

    /// How long an event waits for others at most, in nanoseconds.
    func window(viewers: Int) -> UInt64 {
        max(
            viewers > largeRoomViewers
                ? largeRoomWindowNanoseconds
                : min(
                    windowNanoseconds, max(windowNanosecondsMin, UInt64(max(0, viewers)) * Self.nanosecondsPerViewer)),
            min(busyWindowNanosecondsMax, 2 * usualWritingNanoseconds))
    }

    /// The middle of the last three: one write that something else held up says nothing.
    private var usualWritingNanoseconds: UInt64 {
        let (one, two, three) = writingNanoseconds
        return max(min(one, two), min(max(one, two), three))
    }

    /// Notes that a flush found nothing to write: the next event is no later for it.
    mutating func foundNothing() { scheduled = false }

    /// Notes that everything is written now.
    ///
    /// - Parameters:
    ///   - lastNanoseconds: how long it took the last time.
    ///   - hasNumbered: whether numbered events were among it.
    mutating func flushed(at now: UInt64, lastNanoseconds: UInt64 = 0, hasNumbered: Bool = true) {
        // Bounded, so that twice as much is a number too.
        let last = min(lastNanoseconds, busyWindowNanosecondsMax)
        writingNanoseconds = (writingNanoseconds.1, writingNanoseconds.2, last)
        flushedAt = now
        if hasNumbered { numberedAt = now }
        scheduled = false
    }
}
