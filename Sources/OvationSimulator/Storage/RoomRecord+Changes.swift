import OvationModel
import OvationRules
import OvationStorage

extension RoomRecord {
    /// Applies a change to the record.
    mutating func apply(_ change: RoomChange) {
        switch change {
        case .info(let changed):
            let viewers = info.totalViewerCount
            info = changed
            info.totalViewerCount = viewers
        case .admin(let user, true): if !admins.contains(user) { admins.append(user) }
        case .admin(let user, false): admins.removeAll { $0 == user }
        case .mute(let user, let until, let reason, _): mutes[user] = Until(until, reason: reason.storable)
        case .unmute(let user): mutes[user] = nil
        case .ban(let user, let until, let reason, _): bans[user] = Until(until, reason: reason.storable)
        case .unban(let user): bans[user] = nil
        case .robot(let user, true):
            if let place = robots.firstIndex(where: { $0.userID == user.userID }) {
                robots[place] = user
            } else {
                robots.append(user)
            }
        case .robot(let user, false): robots.removeAll { $0.userID == user.userID }
        case .words(let changed): words = changed
        case .seat(let seat):
            seats.removeAll { $0.index == seat.index }
            if seat != Seat(index: seat.index) {
                seats.insert(seat, at: seats.firstIndex { $0.index > seat.index } ?? seats.endIndex)
            }
        case .seatRequest(let request):
            seatRequests.removeAll { $0.guest.userID == request.guest.userID }
            seatRequests.append(request)
        case .seatRequestEnded(let guest): seatRequests.removeAll { $0.guest.userID == guest }
        case .coHosts(var record):
            record.count(after: coHosts, coins: statistics.totalGiftCoins)
            coHosts = record
        case .pins(let changed): pins = changed
        case .log: break
        }
    }
}
