import OrderedCollections
public import OvationModel

extension Room {
    mutating func barrage(_ kind: Barrage.Kind, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        let (user, isPrivileged) = try checkBarrage(kind, actor, now)
        if !isPrivileged, limits.userMessagesPerSecond > 0, !takeUserToken(user.userID, now) {
            var outcome = RoomOutcome()
            outcome.dropped = .userFreqCtrl
            return outcome
        }
        let outcome = tell(kind, of: user, actor, now)
        if !isPrivileged, !outcome.publications.isEmpty {
            pace.note(user.userID, seconds: info.slowModeSeconds, at: now)
        }
        return outcome
    }

    mutating func message(_ kind: Barrage.Kind, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        tell(kind, of: try checkMessage(kind, actor, now), actor, now)
    }

    /// Why somebody may not write what a command says; nil where they may, and for commands that write nothing. Takes nothing of
    /// the rates.
    public func rejection(ofWriting command: RoomCommand, from actor: RoomActor, at now: Timestamp) -> Rejection? {
        guard !isEnded else { return Rejection(.roomNotFound) }
        do throws(Rejection) {
            switch command {
            case .barrage(let kind): _ = try checkBarrage(kind, actor, now)
            case .message(let kind): _ = try checkMessage(kind, actor, now)
            default: break
            }
            return nil
        } catch {
            return error
        }
    }

    private func checkBarrage(
        _ kind: Barrage.Kind, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> (user: UserInfo, isPrivileged: Bool) {
        let user = try requireMember(actor)
        if let rejection = FieldRules.rejection(of: kind, limits: limits) { throw rejection }
        let isPrivileged = try requireWriter(user.userID, actor, now)
        if !isPrivileged { try pace.check(user.userID, seconds: info.slowModeSeconds, at: now) }
        return (user, isPrivileged)
    }

    private func checkMessage(
        _ kind: Barrage.Kind, _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> UserInfo {
        guard let user = actor.user else { throw Rejection(.illegalParameter, "A message is somebody's.") }
        if let rejection = FieldRules.rejection(of: kind, limits: limits) { throw rejection }
        if !actor.isAdministrator, ban(of: user.userID, at: now) != nil { throw Rejection(.memberBanned) }
        _ = try requireWriter(user.userID, actor, now)
        return members[user.userID]?.user ?? user
    }

    /// Whether a user who may write is more than a viewer.
    func requireWriter(_ user: UserID, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> Bool {
        let role = role(of: user)
        if role != .owner, !actor.isAdministrator, let mute = mute(of: user, at: now) {
            throw Rejection(.memberMuted, "You are muted in this live.", holding: mute)
        }
        let isPrivileged = role != .viewer || actor.isAdministrator
        if info.isMessageDisable, !isPrivileged { throw Rejection(.roomMuted) }
        return isPrivileged
    }

    /// Tells a message, as far as the words and the rate of the live let it through.
    private mutating func tell(
        _ kind: Barrage.Kind, of user: UserInfo, _ actor: RoomActor, _ now: Timestamp
    ) -> RoomOutcome {
        var outcome = RoomOutcome()
        let kind = filter(kind, of: user.userID, actor, now, &outcome)
        if outcome.refusal != nil { return outcome }
        guard rate.admit(.barrage, at: now) else {
            outcome.dropped = .msgFreqCtrl
            return outcome
        }
        statistics.totalMessageSent += 1
        areStatisticsStale = true
        let barrage = Barrage(sender: user, kind: kind)
        outcome.publications = [RoomPublication(.barrageSent(barrage), lane: .barrage, isSequenced: true)]
        return outcome
    }

    mutating func gift(
        _ orderID: OrderID, _ giftID: GiftID, _ gift: Gift?, count: Int, to: [UserID], _ actor: RoomActor,
        _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        let sender = try requireSender(actor, now)
        guard (1...limits.giftCountMax).contains(count) else {
            throw Rejection(.illegalParameter, "\"count\" is 1 to \(limits.giftCountMax).")
        }
        guard to.count <= limits.giftReceiversMax, Set(to).count == to.count else {
            throw Rejection(.illegalParameter, "\"to\" names at most \(limits.giftReceiversMax) users, each once.")
        }
        let receivers = to.isEmpty ? [info.liveOwner.userID] : to
        for receiver in receivers where receiver != info.liveOwner.userID && members[receiver] == nil {
            throw Rejection(.notMember, "The receiver \(receiver) is not in this live.")
        }
        guard info.isGiftEnabled else { throw Rejection(.giftsDisabled) }
        guard let gift else { throw Rejection(.giftNotFound, "There is no gift with the id \"\(giftID)\".") }
        var outcome = RoomOutcome()
        outcome.order = GiftOrder(
            sender: sender, orderID: orderID, liveID: info.liveID, sessionID: info.sessionID, gift: gift, count: count,
            to: receivers.map(known), at: now)
        if let order = outcome.order { combos.letThrough(order) }
        return outcome
    }

    /// Takes over what the storage counted.
    mutating func count(sent: Int, coins: Int64, senders: Int, _ now: Timestamp) {
        follow(now)
        statistics.totalGiftsSent = max(statistics.totalGiftsSent, sent)
        statistics.totalGiftCoins = max(statistics.totalGiftCoins, coins)
        statistics.totalUniqueGiftSenders = max(statistics.totalUniqueGiftSenders, senders)
        areStatisticsStale = true
        noteDone(RoomOutcome(), wasOccupied: !members.isEmpty, now)
    }

    mutating func like(_ count: Int, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        let user = try requireMember(actor)
        guard (1...limits.likesPerCommandMax).contains(count) else {
            throw Rejection(.illegalParameter, "\"count\" is 1 to \(limits.likesPerCommandMax).")
        }
        guard info.isLikeEnabled != false else { throw Rejection(.likesDisabled) }
        statistics.totalLikesReceived += count
        likes.add(count, from: user)
        return tellConflated(now)
    }

    mutating func tick(_ now: Timestamp) -> RoomOutcome {
        follow(now)
        let message = overdueMessage(at: now)
        let outcome = message.map { end(byHost: false, $0, .server, now) } ?? tellConflated(now)
        noteDone(outcome, wasOccupied: !members.isEmpty, now)
        return outcome
    }

    /// Tells the likes and counters that are due, as far as the rate lets them through.
    private mutating func tellConflated(_ now: Timestamp) -> RoomOutcome {
        var outcome = RoomOutcome()
        if let due = likes.due(intervalMilliseconds: limits.likeIntervalMilliseconds), now >= due {
            if rate.admit(.reaction, at: now) {
                let event = likes.take(total: statistics.totalLikesReceived, at: now)
                outcome.publications.append(RoomPublication(.likeReceived(event), lane: .reaction, isSequenced: false))
            } else {
                outcome.givenWay.append(.reaction)
            }
        }
        tellGifts(now, into: &outcome)
        tellTopics(now, into: &outcome)
        let interval =
            isCountStale ? Int64(limits.audienceCountIntervalMilliseconds) : statisticsIntervalMilliseconds
        guard isCountStale || areStatisticsStale, now >= countedAt.adding(milliseconds: interval) else {
            return outcome
        }
        if rate.admit(.count, at: now) {
            isCountStale = false
            areStatisticsStale = false
            countedAt = now
            let event = AudienceCounted(count: audienceCount, statistics: statistics(at: now))
            outcome.publications.append(RoomPublication(.audienceCounted(event), lane: .count, isSequenced: false))
        } else {
            outcome.givenWay.append(.count)
        }
        return outcome
    }

    private func requireSender(_ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> UserInfo {
        guard actor.isOnBehalf, let user = actor.user else { return try requireMember(actor) }
        if let until = ban(of: user.userID, at: now) {
            throw Rejection(
                .memberBanned, until.time.map { "The user is banned from this live until \($0) (Unix milliseconds)." })
        }
        return members[user.userID]?.user ?? user
    }

    func requireMember(_ actor: RoomActor) throws(Rejection) -> UserInfo {
        guard let user = actor.user, let member = members[user.userID] else { throw Rejection(.notMember) }
        return member.user
    }

    /// Takes one of the messages that a viewer may send.
    ///
    /// A viewer who leaves keeps the bucket, so that leaving and entering again does not fill it. A full bucket says nothing and
    /// is forgotten. Looking for full ones each time the number has doubled costs next to nothing a message.
    private mutating func takeUserToken(_ user: UserID, _ now: Timestamp) -> Bool {
        if userRates[user] == nil, userRates.count >= userRatesMax {
            userRates = userRates.filter { !$0.value.isFull(at: now) }
            userRatesMax = max(64, 2 * userRates.count)
        }
        var bucket =
            userRates[user]
            ?? TokenBucket(perSecond: limits.userMessagesPerSecond, burst: limits.userMessagesBurst, at: now)
        let taken = bucket.take(at: now)
        userRates[user] = bucket
        return taken
    }
}
