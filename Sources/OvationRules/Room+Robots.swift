import OrderedCollections
public import OvationModel

/// Viewers without a connection, whom the app's backend puts into a live. They are listed and counted like everybody, and as long as
/// there is one the live does not end by itself.
extension Room {
    mutating func addRobots(_ users: [UserInfo], _ actor: RoomActor, _ now: Timestamp) throws(Rejection) -> RoomOutcome
    {
        try requireAdministrator(actor)
        let added = users.filter { robots[$0.userID] == nil }
        if let owner = added.first(where: { $0.userID == info.liveOwner.userID }) {
            throw Rejection(.illegalParameter, "\"\(owner.userID)\" is the owner of the live and cannot be a robot.")
        }
        if added.contains(where: { ban(of: $0.userID, at: now) != nil }) { throw Rejection(.memberBanned) }
        guard robots.count + added.count <= limits.robotsMax else {
            throw Rejection(.illegalParameter, "A live has at most \(limits.robotsMax) robots.")
        }
        let entering = added.filter { members[$0.userID] == nil }
        if let membersMax, members.count + entering.count > membersMax { throw Rejection(.roomFull) }
        var outcome = RoomOutcome()
        guard !added.isEmpty else { return outcome }
        for user in added {
            robots[user.userID] = user
            guard members[user.userID] == nil else { continue }
            membership.addRobot(user)
            // Statistics are about people: a robot is in the audience and is no entry.
            announce(
                .audienceJoined(
                    AudienceJoined(user: user, count: audienceCount, totalViewers: statistics.totalViewers)),
                now, &outcome)
        }
        outcome.commit = RoomCommit(changes: added.map { .robot($0, true) })
        return outcome
    }

    mutating func removeRobots(
        _ users: [UserID], _ actor: RoomActor, _ now: Timestamp
    ) throws(Rejection) -> RoomOutcome {
        try requireAdministrator(actor)
        var outcome = RoomOutcome()
        let removed = users.compactMap { robots.removeValue(forKey: $0) }
        guard !removed.isEmpty else { return outcome }
        for user in removed {
            // A user who is here with a session of their own stays as a viewer.
            guard let member = members[user.userID], member.sessions.isEmpty else { continue }
            membership.remove(user.userID)
            announce(.audienceLeft(AudienceLeft(user: member.user, count: audienceCount)), now, &outcome)
        }
        robotsWentIfNone(now)
        outcome.commit = RoomCommit(changes: removed.map { .robot($0, false) })
        leaveSeats(removed.map(\.userID).filter { !isMember($0) }, now, &outcome)
        return outcome
    }

    /// The robots in the live, in the order in which they were added.
    public var robotUsers: [UserInfo] { Array(robots.values) }

    /// Takes a robot out that was removed like a viewer. What is kept of it goes with the same commit.
    mutating func dropRobot(_ user: UserID, _ now: Timestamp) -> [RoomChange] {
        guard let robot = robots.removeValue(forKey: user) else { return [] }
        robotsWentIfNone(now)
        return [.robot(robot, false)]
    }

    /// Goes back to the robots that are kept.
    mutating func adoptRobots(_ kept: [UserInfo]) {
        let before = robots
        robots = Self.robots(kept)
        for (id, _) in before where robots[id] == nil && members[id]?.sessions.isEmpty == true { membership.remove(id) }
        for user in robots.values { membership.addRobot(user) }
    }

    static func robots(_ users: [UserInfo]) -> OrderedDictionary<UserID, UserInfo> {
        OrderedDictionary(users.map { ($0.userID, $0) }, uniquingKeysWith: { _, last in last })
    }

    /// An owner who was away while robots kept the live going has the whole time again to come back.
    private mutating func robotsWentIfNone(_ now: Timestamp) {
        if robots.isEmpty, ownerAbsentSince != nil { ownerAbsentSince = now }
    }

    private func requireAdministrator(_ actor: RoomActor) throws(Rejection) {
        guard actor.isAdministrator else { throw Rejection(.administratorRequired) }
    }
}
