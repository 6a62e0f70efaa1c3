import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

/// Reading a live's board anew, because it may say more than there is.
struct BoardReading {
    /// Who was ranked while the board is read; nil where it is not.
    var rankedMeanwhile: [Ranking.Place]?
    /// Whether it must be read once more.
    var isWantedAgain = false
    /// Whether gifts were told that the board may not know.
    var hasUnrankedGifts = false
}

extension RoomRuntime {
    /// Takes a gift that was charged in on the boards; the sender's level with it.
    func rank(_ gift: StoredGift, _ scores: GiftScores?, at now: Timestamp) -> Int? {
        guard let scores else { return nil }
        let level = services.gifterLevels.level(of: scores.sender.total)
        let place = Ranking.Place(user: gift.event.sender, coins: scores.inLive, gifterLevel: level)
        note(.ranked(place), at: now)
        boardReading.rankedMeanwhile?.append(place)
        services.boards.note(gift.event, scores, gifterLevel: level)
        return level
    }

    /// Reads the live's board anew.
    func readBoard() {
        guard boardReading.rankedMeanwhile == nil else {
            boardReading.isWantedAgain = true
            return
        }
        boardReading.rankedMeanwhile = []
        let session = room.info.sessionID
        services.background.submit { [services, loop] in
            let places = await Result {
                try await services.storage.places(
                    of: .live(session), max: services.limits.boardRowsMax, levels: services.gifterLevels)
            }
            loop.run { self.adoptBoard(places) }
        }
    }

    private func adoptBoard(_ places: Result<[Ranking.Place], any Error>) {
        switch places {
        case .success(let places):
            let now = services.clock.wall()
            note(.boardRead(places, isStale: true), at: now)
            // The storage may have been read before these were kept.
            for place in boardReading.rankedMeanwhile ?? [] { note(.ranked(place), at: now) }
        case .failure(let error):
            logger.warning("the live's board could not be read", metadata: [LogKeys.error: "\(error)"])
        }
        boardReading.rankedMeanwhile = nil
        if boardReading.isWantedAgain {
            boardReading.isWantedAgain = false
            readBoard()
        }
        scheduleTick()
    }
}
