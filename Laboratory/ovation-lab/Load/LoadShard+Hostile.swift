import OvationModel

extension LoadShard {
    /// Lets hostile users come, and write as fast as their sockets take it.
    func beginHostile(_ users: [(number: Int, kind: HostileKind)], gift: GiftID?) {
        hostile = users.map {
            HostileUser(number: $0.number, kind: $0.kind, target: target.room(0), gift: gift, shard: self)
        }
        for user in hostile { user.connect() }
    }

    /// Sends them away.
    func endHostile() {
        for user in hostile { user.stop() }
        hostile = []
    }

    /// What they did since the last time, or so far.
    func takeHostileTally(reset: Bool) -> HostileTally {
        defer { if reset { hostileTally = HostileTally() } }
        return hostileTally
    }
}

extension LoadFleet {
    /// Lets so many hostile users come, of each of the kinds in turn.
    func beginHostile(_ count: Int, kinds: [HostileKind], gift: GiftID?) async throws {
        let users = (0..<count).map { (number: $0, kind: kinds[$0 % kinds.count]) }
        try await hostileShard.submit { shard in
            Machine.giveWay()
            shard.beginHostile(users, gift: gift)
        }
    }

    /// Sends them away.
    func endHostile() async throws { try await hostileShard.submit { $0.endHostile() } }

    /// What they did; with `reset` it begins anew.
    func hostileTally(reset: Bool = false) async throws -> HostileTally {
        try await hostileShard.submit { $0.takeHostileTally(reset: reset) }
    }
}
