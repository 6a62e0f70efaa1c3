package import OvationModel
package import OvationRules

/// The users of a live with a role or a restriction, for the lists of the REST API. A query costs what it returns.
package struct RoomRoster: Codable, Sendable {
    /// Which list.
    package enum Part: Hashable, Codable, Sendable {
        case admins
        case muted
        /// A page of the bans.
        case banned(offset: Int, count: Int)
        case robots
    }

    /// An entry of the list.
    package struct Entry: Codable, Sendable {
        package let user: UserInfo
        /// Until when it holds and why; a time of nil means the rest of the live.
        package var until = RoomRecord.Until(nil)
    }

    package let entries: [Entry]
    /// How many there are, where these are a page of them.
    package let total: Int

    /// - Throws: `pageBeyondEnd`.
    init(_ part: Part, of room: Room, at now: Timestamp) throws(Rejection) {
        switch part {
        case .admins: self.init(room.adminUsers)
        case .robots: self.init(room.robotUsers)
        case .muted: self.init(room.muted(at: now))
        case .banned(let offset, let count):
            self.init(room.banned(from: offset, count: count, at: now))
            guard offset <= total else { throw Rejection(.pageBeyondEnd) }
        }
    }

    private init(_ users: [UserInfo]) {
        entries = users.map { Entry(user: $0) }
        total = users.count
    }

    private init(_ list: (page: [Room.Sanctioned], total: Int)) {
        entries = list.page.map { Entry(user: $0.user, until: $0.until) }
        total = list.total
    }
}
