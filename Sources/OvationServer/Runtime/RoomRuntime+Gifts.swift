import Logging
import NIOCore
import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension RoomRuntime {
    /// Tells a gift that was charged, in its turn; takes it in on the boards at once.
    func tell(_ gift: StoredGift, _ record: SettledOrder, _ combo: GiftCombo?, _ scores: GiftScores?) {
        var level: Int?
        if let scores {
            let reached = node.configuration.gifterLevels.level(of: scores.sender.total)
            level = reached
            let place = Ranking.Place(user: gift.event.sender, coins: scores.inLive, gifterLevel: reached)
            room.rank(place)
            rankedMeanwhile?.append(place)
            node.boards.note(gift.event, scores, gifterLevel: reached)
        }
        tell(
            GiftGathering.Gift(
                event: gift.event, durable: record.durable, at: record.at, combo: combo,
                gifterLevel: level))
    }

    /// Takes a gift in; it is told with the next flush, together with others of its kind.
    func gather(_ gift: GiftGathering.Gift) {
        precondition(gift.durable > durable, "stored events are told in the order of their numbers")
        gathering.add(gift)
        if isDivided { scheduleGathered() } else { scheduleFlush(isNumbered: true) }
    }

    /// Tells what is gathered a few times in a window: all parts are told of it with the same frames, so none can be waited
    /// for, and a frame for each part's flush would let one sender's flood take many.
    private func scheduleGathered() {
        guard gatheredDue == nil else { return }
        let pause = parts[0].coalescer.window(viewers: attachments.count) / 4
        let due = gatheredToldAt + pause
        guard node.clock.nanoseconds() < due else {
            tellGathered()
            return scheduleFlush(isNumbered: true)
        }
        gatheredDue = due
        shard.eventLoop.scheduleTask(deadline: .uptimeNanoseconds(due)) {
            self.gatheredDue = nil
            self.tellGathered()
            self.scheduleFlush(isNumbered: true)
        }
    }

    /// Reads the live's board anew, because it may say more than there is.
    func readBoard() {
        guard rankedMeanwhile == nil else {
            mustReadBoardAgain = true
            return
        }
        rankedMeanwhile = []
        let session = room.info.sessionID
        node.background.submit { [node, shard] in
            let places = await Result {
                try await node.storage.places(
                    of: .live(session), max: node.limits.boardRowsMax, levels: node.configuration.gifterLevels)
            }
            shard.run { self.adoptBoard(places) }
        }
    }

    private func adoptBoard(_ places: Result<[Ranking.Place], any Error>) {
        switch places {
        case .success(let places):
            room.adoptBoard(places, isStale: true)
            // The storage may have been read before these were kept.
            for place in rankedMeanwhile ?? [] { room.rank(place) }
        case .failure(let error):
            logger.warning("the live's board could not be read", metadata: [LogKeys.error: "\(error)"])
        }
        rankedMeanwhile = nil
        if mustReadBoardAgain {
            mustReadBoardAgain = false
            readBoard()
        }
        scheduleTick()
    }

    /// Adds the gifts that were gathered to the tick. Whoever looks at `durable`, at the ring or writes the tick does this
    /// first: until then a gift that was charged is in none of them.
    func tellGathered() {
        guard !gathering.isEmpty else { return }
        gatheredToldAt = node.clock.nanoseconds()
        for frame in gathering.take() {
            durable = frame.durable
            let position = EventPosition(epoch: epoch, seq: ring.takeSeq(), durable: frame.durable, at: frame.at)
            append(.giftReceived, data: frame.data, position: position, lane: .essential)
            room.giftsTold(at: node.clock.wall())
        }
        markUrgent()
    }
}

extension Settlement {
    /// The record of an order that was charged now; nil where it was not, or before.
    var chargedNow: SettledOrder? {
        if case .charged(let record, _) = self { record } else { nil }
    }
}
