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
        case .ended: isEnded = true
        }
        return outcome
    }
}
