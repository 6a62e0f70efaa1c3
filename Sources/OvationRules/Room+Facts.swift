public import OvationModel

extension Room {
    /// Takes in what happened. The same as to handle the input with this fact.
    @discardableResult
    public mutating func handle(_ fact: RoomFact, at now: Timestamp) -> RoomOutcome {
        var outcome = RoomOutcome()
        switch fact {
        case .tick: if !isEnded { outcome = tick(now) }
        case .giftsCounted(let sent, let coins, let senders):
            if !isEnded { count(sent: sent, coins: coins, senders: senders, now) }
        case .orderCharged(let order, let record): outcome.combo = combos.settled(order, as: record)
        case .orderNotCharged(let order): _ = combos.settled(order, as: nil)
        case .giftsTold: _ = rate.admit(.essential, at: now)
        case .ranked(let place): rank(place)
        case .boardRead(let places, let isStale): adoptBoard(places, isStale: isStale)
        case .wordsKept(let words): look(for: words)
        case .appWords(let filter): appWords = filter
        case .delivery(let isOverloaded): rate.isOverloaded = isOverloaded
        case .removalNotKept(let user, let sessions): reinstate(user, sessions: sessions)
        case .recordRead(let record): adopt(record)
        case .sanctionsListed: forgetWhatIsOver(now)
        case .closing: outcome.topics = takeTopics(now)
        case .mediaChanged(let media): if !isEnded { outcome = mediaChanged(media, now) }
        case .ended: isEnded = true
        }
        return outcome
    }

    /// Takes over how the picture is. It is never kept: after a restart of the server its publisher comes back.
    private mutating func mediaChanged(_ media: RoomMedia, _ now: Timestamp) -> RoomOutcome {
        var outcome = RoomOutcome()
        guard media != info.media else { return outcome }
        info.media = media
        // It always passes, and what it takes of the rate is missing to everything else.
        _ = rate.admit(.essential, at: now)
        outcome.publications = [
            RoomPublication(.mediaChanged(MediaChanged(media: media)), lane: .essential, isSequenced: true)
        ]
        return outcome
    }
}
