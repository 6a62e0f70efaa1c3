import OvationModel
import OvationRules

/// Reading a live's board anew, because it may say more than there is: which gifts a reading may have missed, and whether one more is due.
///
/// Pure: it reads nothing itself.
struct BoardReading {
    /// Those who were ranked while the board is read; nil where it is not.
    private var rankedMeanwhile: [Ranking.Place]?
    private var isWantedAgain = false
    private var hasUnrankedGifts = false

    /// Nothing is being read.
    init() {}

    /// A sender was ranked by a gift that was charged.
    mutating func ranked(_ place: Ranking.Place) { rankedMeanwhile?.append(place) }

    /// Viewers received a gift that the board may lack, because the answer with its scores never came.
    mutating func toldUnranked() { hasUnrankedGifts = true }

    /// Whether gifts were told that the board may not have; it is to be read then. Asked again, it says no.
    mutating func takeUnranked() -> Bool {
        defer { hasUnrankedGifts = false }
        return hasUnrankedGifts
    }

    /// Whether the caller is to read the board, and then call ``finish(_:)``. While it is read already, it is read once more afterwards.
    mutating func begin() -> Bool {
        guard rankedMeanwhile == nil else {
            isWantedAgain = true
            return false
        }
        rankedMeanwhile = []
        return true
    }

    /// The board was read, or could not be.
    ///
    /// - Parameter places: its first places; nil where the storage could not be read.
    /// - Returns: the facts for the rules, in order, and whether to call ``begin()`` again.
    mutating func finish(_ places: [Ranking.Place]?) -> (facts: [RoomFact], isWantedAgain: Bool) {
        defer {
            rankedMeanwhile = nil
            isWantedAgain = false
        }
        // The storage may have been read before the latest scores were stored.
        let meanwhile = (rankedMeanwhile ?? []).map(RoomFact.ranked)
        return (places.map { [.boardRead($0, isStale: true)] + meanwhile } ?? [], isWantedAgain)
    }
}
