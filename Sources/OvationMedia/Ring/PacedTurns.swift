/// Shares the turns of an event loop among viewers who can take more, so that media never holds up what is sent beside it.
///
/// A fragment for hundreds of viewers is tens of megabytes in one moment. In a turn at most `media.turnBytesMax` are written; viewers
/// who were not served come first in the next turn, and a viewer who wants more goes to the end of the line.
///
/// A value for one event loop.
public struct PacedTurns<Viewer: Hashable & Sendable>: Sendable {
    private let turnBytesMax: Int
    /// Viewers in their order. A place whose number is not the viewer's own any more is passed over, so that leaving the line is cheap.
    private var line: [(viewer: Viewer, place: UInt64)] = []
    private var places: [Viewer: UInt64] = [:]
    private var nextPlace: UInt64 = 0

    /// Makes an empty line.
    public init(limits: MediaLimits = MediaLimits()) { turnBytesMax = max(limits.turnBytesMax, 1) }

    /// Whether no player waits.
    public var isEmpty: Bool { places.isEmpty }

    /// How many viewers wait.
    public var count: Int { places.count }

    /// Puts a viewer at the end of the line, where they are not in it.
    public mutating func add(_ viewer: Viewer) {
        guard places[viewer] == nil else { return }
        places[viewer] = nextPlace
        line.append((viewer, nextPlace))
        nextPlace += 1
        if line.count > 2 * places.count + 64 { line.removeAll { places[$0.viewer] != $0.place } }
    }

    /// Takes a viewer out of the line.
    public mutating func remove(_ viewer: Viewer) { places[viewer] = nil }

    /// Does a turn. No player is served twice in it. It ends when its bytes are spent, so the last one may be given less than the others.
    ///
    /// - Parameter write: writes for a viewer, at most so many bytes; says how many were written, and whether the viewer wants more and
    ///   can take it.
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
