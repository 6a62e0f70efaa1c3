/// The bullets of a live: each gift slides into a track, stays for a time and leaves. The same gift of the same sender counts up.
///
/// Times are milliseconds of any clock that never goes back.
struct GiftBulletTracks<Show: GiftShow> {
    /// What is to be drawn.
    enum Action {
        /// A bullet comes into a track.
        case show(track: Int, Show)
        /// The bullet of a track has another count.
        case count(track: Int, Show)
        /// The bullet of a track leaves.
        case hide(track: Int)
    }

    private struct Bullet {
        var show: Show
        var leavesAt: Int64
    }

    /// How long a bullet stays after the last gift that counted, in milliseconds.
    let stayMilliseconds: Int64
    private var tracks: [Bullet?]
    private var line: GiftWaitingLine<Show>

    init(tracksMax: Int = 2, waitingMax: Int = 20, stayMilliseconds: Int64 = 5_000) {
        tracks = Array(repeating: nil, count: max(1, tracksMax))
        line = GiftWaitingLine(waitingMax: waitingMax)
        self.stayMilliseconds = stayMilliseconds
    }

    /// What is seen, by track.
    var shown: [Show?] { tracks.map { $0?.show } }
    /// Those that wait for a track.
    var waiting: [Show] { line.waiting }
    /// When the next bullet leaves.
    var deadline: Int64? { tracks.compactMap { $0?.leavesAt }.min() }

    /// Takes a gift.
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

    /// Lets those leave whose time is over, and those in that wait.
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

    /// Forgets all. Answers the bullets that leave.
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
