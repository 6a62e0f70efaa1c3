import OrderedCollections
import OvationModel

extension Room {
    mutating func enter(_ session: SessionID, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        guard let user = actor.user else { throw Rejection(.illegalParameter, "Nobody enters.") }
        var outcome = RoomOutcome()
        if let member = members[user.userID] {
            if !member.sessions.contains(session) { members[user.userID]?.sessions.append(session) }
            return profileChanged(actor)
        }
        let isOwner = user.userID == info.liveOwner.userID
        if !isOwner, !actor.isAdministrator {
            if let until = ban(of: user.userID, at: now) {
                throw Rejection(.memberBanned, "You are banned from this live.", holding: until)
            }
            if let membersMax, members.count >= membersMax { throw Rejection(.roomFull) }
        }
        members[user.userID] = Member(user: user, sessions: [session])
        if isOwner {
            info.liveOwner = user
            ownerAbsentSince = nil
            announceOwner(.ownerJoined(OwnerJoined(user: user)), now, &outcome)
            return outcome
        }
        statistics.totalViewers += 1
        info.totalViewerCount = statistics.totalViewers
        areStatisticsStale = true
        let joined = AudienceJoined(user: user, count: audienceCount, totalViewers: statistics.totalViewers)
        announce(.audienceJoined(joined), now, &outcome)
        return outcome
    }

    mutating func leave(_ session: SessionID, _ actor: RoomActor, _ now: Timestamp) -> RoomOutcome {
        var outcome = RoomOutcome()
        guard let user = actor.user?.userID, var member = members[user] else { return outcome }
        guard let place = member.sessions.firstIndex(of: session) else { return outcome }
        member.sessions.remove(at: place)
        guard member.sessions.isEmpty, robots[user] == nil else {
            members[user] = member
            return outcome
        }
        remove(user, now)
        outcome.removed = user
        if user == info.liveOwner.userID {
            announceOwner(.ownerLeft(OwnerLeft(user: member.user)), now, &outcome)
        } else {
            announce(.audienceLeft(AudienceLeft(user: member.user, count: audienceCount)), now, &outcome)
        }
        return outcome
    }

    mutating func profileChanged(_ actor: RoomActor) -> RoomOutcome {
        guard let user = actor.user else { return RoomOutcome() }
        if user.userID == info.liveOwner.userID { info.liveOwner = user }
        members[user.userID]?.user = user
        if namesOfAbsent[user.userID] != nil { namesOfAbsent[user.userID] = user }
        var outcome = RoomOutcome()
        if let robot = robots[user.userID], robot != user {
            robots[user.userID] = user
            outcome.commit = RoomCommit(changes: [.robot(user, true)], event: nil, about: nil)
        }
        topSenders.rename(user)
        return outcome
    }

    /// Takes a user out of the live, whatever sessions they have in it.
    mutating func remove(_ user: UserID, _ now: Timestamp) {
        if let member = members.removeValue(forKey: user) { keepName(member.user) }
        if user == info.liveOwner.userID { ownerAbsentSince = now }
    }

    /// Keeps the name of a user who may be away for as long as a list may ask for it.
    mutating func keepName(_ user: UserInfo) {
        let id = user.userID
        namesOfAbsent[id] = admins.contains(id) || mutes[id] != nil || bans[id] != nil ? user : nil
    }

    /// Tells the viewers that the owner came or went, in a large live too. Where the rate is used up, it is left out.
    private mutating func announceOwner(_ event: RoomEvent, _ now: Timestamp, _ outcome: inout RoomOutcome) {
        guard audienceCount > 0 else { return }
        guard rate.admit(.membership, at: now) else {
            outcome.givenWay.append(.membership)
            return
        }
        outcome.publications.append(RoomPublication(event, lane: .membership, isSequenced: true))
    }

    /// Tells a join or a leave: each one in a small live, a sample in a large one, none where the rate is used up. Whatever
    /// is not told makes the count stale, and that is told with the next tick.
    mutating func announce(_ event: RoomEvent, _ now: Timestamp, _ outcome: inout RoomOutcome) {
        let isExact = audienceCount <= limits.exactAudienceMax
        let isSampled = !isExact && limits.sampledAudienceEventsPerSecond > 0 && audienceSampling.take(at: now)
        guard isExact || isSampled, rate.admit(.membership, at: now) else {
            isCountStale = true
            outcome.givenWay.append(.membership)
            return
        }
        outcome.publications.append(RoomPublication(event, lane: .membership, isSequenced: isExact))
    }
}
