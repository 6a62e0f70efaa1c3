import OrderedCollections
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
        case .removalNotKept(let user): takeBackRemoval(of: user)
        case .removalTold(let user): outcome.released = membership.finishRemoval(of: user)
        case .removalRead(let user): outcome.released = removeAsKept(user, now)
        case .recordRead(let record): adopt(record, now)
        case .coHostsKept: coHosts.noteKept(giftCoins: statistics.totalGiftCoins)
        case .sanctionsListed: forgetWhatIsOver(now)
        case .closing: outcome.topics = takeTopics(now)
        case .mediaChanged(let media): if !isEnded { outcome = mediaChanged(media, now) }
        case .ended:
            outcome.coHosts = endCoHosts(now)
            isEnded = true
            outcome.released = membership.releaseAll()
        }
        return outcome
    }

    /// Removes a user whose removal turns out to be kept, although it was taken back here. The event that removed them said that they left.
    private mutating func removeAsKept(_ user: UserID, _ now: Timestamp) -> [SessionID] {
        var released = membership.finishRemoval(of: user)
        if let member = membership.remove(user) {
            noteAway(member.user, now)
            released += member.sessions
        }
        if let robot = robots[user] { membership.addRobot(robot) }
        // What is kept has the seat empty already.
        if !isMember(user) {
            var (commit, outcome) = (RoomCommit(), RoomOutcome())
            dropFromSeats([user], .server, now, &commit, &outcome)
        }
        return released
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
