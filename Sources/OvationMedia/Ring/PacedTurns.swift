/// Shares the turns of an event loop among viewers, so that media never delays other messages.
///
/// A fragment for hundreds of viewers amounts to tens of megabytes at once. A turn writes at most `media.turnBytesMax`. Viewers who were
/// not served come first in the next turn, and viewers who can take more go to the end of the queue.
///
/// A value for one event loop.
public struct PacedTurns<Viewer: Hashable & Sendable>: Sendable {
    private let turnBytesMax: Int
    /// The queue. Entries whose place is outdated are skipped, which makes removal cheap.
    private var line: [(viewer: Viewer, place: UInt64)] = []
    private var places: [Viewer: UInt64] = [:]
    private var nextPlace: UInt64 = 0

    /// Starts with an empty queue.
    public init(limits: MediaLimits = MediaLimits()) { turnBytesMax = max(limits.turnBytesMax, 1) }

    /// True if no viewer waits.
    public var isEmpty: Bool { places.isEmpty }

    /// How many viewers wait.
    public var count: Int { places.count }

    /// Adds a viewer to the end of the queue, unless they are already in it.
    public mutating func add(_ viewer: Viewer) {
        guard places[viewer] == nil else { return }
        places[viewer] = nextPlace
        line.append((viewer, nextPlace))
        nextPlace += 1
        if line.count > 2 * places.count + 64 { line.removeAll { places[$0.viewer] != $0.place } }
    }

    /// Removes a viewer from the queue.
    public mutating func remove(_ viewer: Viewer) { places[viewer] = nil }

    /// Runs a turn. Each viewer is served at most once. The turn ends when its bytes are used up, so the last viewer may get fewer.
    ///
    /// - Parameter write: Writes at most this many bytes for a viewer. Returns the bytes written, and whether the viewer has more to send
    ///   and can take it.
    public mutating func turn(_ write: (Viewer, _ bytesMax: Int) -> (bytes: Int, wantsMore: Bool)) {
        var left = turnBytesMax
        var served = 0
        var again: [Viewer] = []
        while served < line.count, left > 0 {
            let (viewer, place) = line[served]
            served += 1
            guard places[viewer] == place else { continue }
            places[viewer] = nil
            let outcome = write(viewer, left)
            left -= max(outcome.bytes, 0)
            if outcome.wantsMore { again.append(viewer) }
        }
        line.removeFirst(served)
        for viewer in again { add(viewer) }
    }
}
