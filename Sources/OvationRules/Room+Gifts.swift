public import OvationModel

extension Room {
    /// Whether a user is among those that the live's board has places for.
    public func isOnBoard(_ user: UserID) -> Bool { topSenders.places.contains { $0.user.userID == user } }

    /// Takes in what a sender has spent in this live.
    mutating func rank(_ sender: Ranking.Place) {
        if let place = topSenders.note(sender), place < Self.topSendersTold { isBoardStale = true }
    }

    /// Takes over the board of the live as it is kept.
    mutating func adoptBoard(_ places: [Ranking.Place], isStale: Bool) {
        topSenders = Ranking(placesMax: limits.boardRowsMax, places: places)
        isBoardStale = isBoardStale || isStale
    }

    /// The first rows of the live's board.
    public func board(_ count: Int) -> [BoardRow] { topSenders.rows(count) }

    /// What a snapshot tells of the board; nil where nobody is on it.
    public var topSendersRows: [BoardRow]? {
        topSenders.places.isEmpty ? nil : topSenders.rows(Self.topSendersTold)
    }

    /// How many places everybody is told of.
    public static let topSendersTold = 3

    /// When combos or the board may have something to tell; nil where nothing is pending.
    var nextGiftTick: Timestamp? {
        let board = isBoardStale ? boardToldAt.adding(milliseconds: Int64(limits.boardIntervalMilliseconds)) : nil
        return [combos.nextEnd, board].compactMap { $0 }.min()
    }

    /// Tells the combos that are over and the board, as far as the rate lets them through.
    mutating func tellGifts(_ now: Timestamp, into outcome: inout RoomOutcome) {
        combos.endOverdue(at: now)
        if combos.hasEnded {
            if rate.admit(.reaction, at: now), let event = combos.takeEnded() {
                outcome.publications.append(RoomPublication(.comboEnded(event), lane: .reaction, isSequenced: false))
            } else {
                outcome.givenWay.append(.reaction)
            }
        }
        guard isBoardStale, now >= boardToldAt.adding(milliseconds: Int64(limits.boardIntervalMilliseconds)) else {
            return
        }
        if rate.admit(.count, at: now) {
            isBoardStale = false
            boardToldAt = now
            let event = BoardChanged(top: topSenders.rows(Self.topSendersTold))
            outcome.publications.append(RoomPublication(.boardChanged(event), lane: .count, isSequenced: false))
        } else {
            outcome.givenWay.append(.count)
        }
    }

    /// Keeps up with a clock that is set back.
    mutating func followGifts(_ now: Timestamp) {
        combos.follow(now)
        if now.isSetBack(from: boardToldAt) { boardToldAt = now }
    }
}
