import OvationModel
import OvationRules

/// Everybody who has a place of their own in a live, for the lists of the REST API.
struct RoomRoster: Sendable {
    /// Somebody of whom something holds for a time.
    struct Entry: Sendable {
        let user: UserInfo
        /// Until when and why; a time of nil means the rest of the live.
        let until: RoomRecord.Until
    }

    let owner: UserInfo
    let admins: [UserInfo]
    let muted: [Entry]
    let banned: [Entry]
    let robots: [UserInfo]
    let statistics: RoomStatistics

    init(_ room: Room, at now: Timestamp) {
        owner = room.info.liveOwner
        admins = room.adminUsers
        muted = room.mutes(at: now).map { Entry(user: $0.user, until: $0.until) }
        banned = room.bans(at: now).map { Entry(user: $0.user, until: $0.until) }
        robots = room.robotUsers
        statistics = room.statistics(at: now)
    }
}
