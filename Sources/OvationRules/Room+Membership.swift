import OrderedCollections
import OvationModel

extension Room {
    mutating func enter(_ session: SessionID, _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome {
        guard let user = actor.user else { throw Rejection(.illegalParameter, "Nobody enters.") }
        var outcome = RoomOutcome()
        if isMember(user.userID) {
            membership.enter(session, as: user)
            return profileChanged(actor)
        }
        let isOwner = user.userID == info.liveOwner.userID
        let isBound = !isOwner && !actor.isAdministrator
        if isBound, let until = ban(of: user.userID, at: now) {
            throw Rejection(.memberBanned, "You are banned from this live.", holding: until)
        }
        // Their sessions are still to hear of the removal, and that they entered again must not come before it.
        guard !isBeingRemoved(user.userID) else { throw Rejection(.notMember) }
        if isBound, let membersMax, members.count >= membersMax { throw Rejection(.roomFull) }
        membership.enter(session, as: user)
        seats.welcome(user)
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
        guard let user = actor.user?.userID, membership.user(of: session) == user else { return outcome }
        outcome.released = [session]
        guard let member = membership.leave(session), member.sessions.isEmpty, robots[user] == nil else {
            return outcome
        }
        membership.remove(user)
        noteAway(member.user, now)
        outcome.removed = [user]
        if user == info.liveOwner.userID {
            let left = OwnerLeft(user: member.user, endsWithoutOwnerAt: endsWithoutOwnerAt)
            announceOwner(.ownerLeft(left), now, &outcome)
            leaveCoHosts(now, &outcome)
        } else {
            announce(.audienceLeft(AudienceLeft(user: member.user, count: audienceCount)), now, &outcome)
        }
        leaveSeats([user], now, &outcome)
        return outcome
    }

    mutating func profileChanged(_ actor: RoomActor) -> RoomOutcome {
        guard let user = actor.user else { return RoomOutcome() }
        if user.userID == info.liveOwner.userID { info.liveOwner = user }
        membership.rename(user)
        if isMember(user.userID) { seats.welcome(user) }
        if namesOfAbsent[user.userID] != nil { namesOfAbsent[user.userID] = user }
        var outcome = RoomOutcome()
        if let robot = robots[user.userID], robot != user {
            robots[user.userID] = user
            outcome.commit = RoomCommit(changes: [.robot(user, true)])
        }
        topSenders.rename(user)
        return outcome
    }

    /// Puts a user out of the live at once. Their sessions are released when the removal is announced.
    mutating func beginRemoval(of user: UserID, _ now: Timestamp) {
        guard let member = members[user] else { return }
        membership.beginRemoval(of: user)
        noteAway(member.user, now)
    }

    /// A removal cannot be kept: the user was never away, so nothing is counted or told.
    mutating func takeBackRemoval(of user: UserID) {
        let isBack = membership.takeBackRemoval(of: user)
        if isBack, user == info.liveOwner.userID { ownerAbsentSince = nil }
    }

    /// A user is a member no longer.
    mutating func noteAway(_ user: UserInfo, _ now: Timestamp) {
        keepName(user)
        if user.userID == info.liveOwner.userID { ownerAbsentSince = now }
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
