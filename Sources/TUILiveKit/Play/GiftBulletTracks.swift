/// The bullets of a live. Each gift slides into a track, stays for a time and leaves. The same gift from the same sender increases a count.
///
/// Times are milliseconds of any monotonic clock.
struct GiftBulletTracks<Show: GiftShow> {
    /// What to draw.
    enum Action {
        /// Show a bullet in a track.
        case show(track: Int, Show)
        /// Update the count of a track's bullet.
        case count(track: Int, Show)
        /// Hide the bullet of a track.
        case hide(track: Int)
    }

    private struct Bullet {
        var show: Show
        var leavesAt: Int64
    }

    /// How long a bullet stays after the last counted gift, in milliseconds.
    let stayMilliseconds: Int64
    private var tracks: [Bullet?]
    private var line: GiftWaitingLine<Show>

    init(tracksMax: Int = 2, waitingMax: Int = 20, stayMilliseconds: Int64 = 5_000) {
        tracks = Array(repeating: nil, count: max(1, tracksMax))
        line = GiftWaitingLine(waitingMax: waitingMax)
        self.stayMilliseconds = stayMilliseconds
    }

    /// The visible gifts, by track.
    var shown: [Show?] { tracks.map { $0?.show } }
    /// The gifts that wait for a track.
    var waiting: [Show] { line.waiting }
    /// When the next bullet leaves; nil if there is none.
    var deadline: Int64? { tracks.compactMap { $0?.leavesAt }.min() }

    /// Adds a gift.
    mutating func insert(_ show: Show, at now: Int64) -> [Action] {
        if let track = tracks.firstIndex(where: { $0?.show.comboKey == show.comboKey }), var bullet = tracks[track] {
            bullet.show.count = bullet.show.count.addingClamped(show.count)
            bullet.leavesAt = now + stayMilliseconds
            tracks[track] = bullet
            return [.count(track: track, bullet.show)]
        }
        guard let track = tracks.firstIndex(where: { $0 == nil }) else {
            _ = line.insert(show)
            return []
        }
        return [place(show, in: track, at: now)]
    }

    /// Removes bullets whose time is over, and shows waiting ones.
    mutating func tick(at now: Int64) -> [Action] {
        var actions: [Action] = []
        for track in tracks.indices {
            guard let bullet = tracks[track], now >= bullet.leavesAt else { continue }
            tracks[track] = nil
            actions.append(.hide(track: track))
            if let next = line.next() { actions.append(place(next, in: track, at: now)) }
        }
        return actions
    }

    /// Removes everything. Returns the actions that hide the bullets.
    mutating func removeAll() -> [Action] {
        let actions = tracks.indices.filter { tracks[$0] != nil }.map { Action.hide(track: $0) }
        tracks = tracks.map { _ in nil }
        line.removeAll()
        return actions
    }

    private mutating func place(_ show: Show, in track: Int, at now: Int64) -> Action {
        tracks[track] = Bullet(show: show, leavesAt: now + stayMilliseconds)
        return .show(track: track, show)
    }
}
