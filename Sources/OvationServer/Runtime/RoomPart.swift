import OvationModel

/// Viewers of a live on one event loop who are written to together.
///
/// Writing to thousands takes an event loop tens of milliseconds, in which it does nothing else. Where it has that many, they
/// are in parts, each with a window of its own: an event waits for the part of a viewer, not for the viewers of all parts
/// before, and between two parts the loop has time for others. A viewer is written to as often as without parts.
struct RoomPart {
    /// More of them cost more than they give: each event is kept in every part until that is written.
    static let countMax = 8

    /// Which event loop.
    let loop: Int
    /// Which of its parts.
    let number: Int
    /// What its viewers are still to be told.
    var batch: RoomBatch
    var coalescer: Coalescer
    /// When the next flush was asked for; nil where none was.
    var flushDue: UInt64?

    /// In how many parts an event loop writes.
    ///
    /// - Parameters:
    ///   - viewers: how many viewers of the live it has.
    ///   - viewersMax: how many of them make a part; 0 for all.
    ///   - current: how many parts there are now. It stays so until there are far more or fewer viewers.
    static func count(viewers: Int, viewersMax: Int, current: Int) -> Int {
        guard viewersMax > 0 else { return 1 }
        let wanted = min(countMax, max(1, (viewers - 1) / viewersMax + 1))
        let margin = viewersMax / 4
        let (least, most) = ((current - 1) * viewersMax - margin, current * viewersMax + margin)
        if wanted > current { return viewers > most ? wanted : current }
        if wanted < current { return viewers <= least ? wanted : current }
        return wanted
    }
}
