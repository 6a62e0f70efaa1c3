import OvationModel
import OvationRules
import OvationStorage

/// Notes when the visit that is kept of each user was kept. A visit that is kept again says nothing new.
final class VisitWatch {
    private struct Place: Hashable {
        let user: String
        let start: String
    }

    private var visits: [Place: (since: Int64, at: UInt64)] = [:]

    /// A batch has kept a visit.
    ///
    /// - Parameter visit: what is kept of the user now.
    func kept(_ visit: PastVisit?, of user: UserID, in start: LiveSessionID, at time: UInt64) {
        let place = Place(user: user.rawValue, start: start.rawValue)
        guard let visit, visits[place]?.since != visit.since else { return }
        visits[place] = (visit.since, time)
    }

    /// When what is kept of a user was kept; nil if nothing is.
    func time(of user: String, in start: String) -> UInt64? { visits[Place(user: user, start: start)]?.at }
}
