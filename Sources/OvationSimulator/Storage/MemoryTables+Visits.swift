import OvationModel
import OvationRules
import OvationStorage

/// Who has entered which start of a live.
extension MemoryTables {
    mutating func keep(_ visits: [Visit], of session: LiveSessionID, forgettingBefore time: Timestamp) {
        guard let index = roomIndex[session] else { return }
        for visit in visits {
            if let kept = self.visit(of: visit.user, index), kept.removedAt == nil { continue }
            let removal = rooms[index].events.last { Self.isRemoval($0.event, about: $0.about, of: visit.user) }
            rooms[index].visits[visit.user] = max(visit.since, removal?.event.durable ?? 0)
        }
        for index in rooms.indices where rooms[index].record.endedAt.map({ $0 < time }) ?? false {
            rooms[index].visits = [:]
        }
    }

    /// Returns a user's visit to a start of a live.
    func visit(of user: UserID, in start: LiveSessionID) -> PastVisit? {
        roomIndex[start].flatMap { visit(of: user, $0) }
    }

    /// Returns a user's visit to a start of a live, by its place among the starts.
    func visit(of user: UserID, _ index: Int) -> PastVisit? {
        guard let since = rooms[index].visits[user] else { return nil }
        let removal = rooms[index].events.first {
            $0.event.durable > since && Self.isRemoval($0.event, about: $0.about, of: user)
        }
        return PastVisit(since: since, removedAt: removal?.event.durable)
    }

    private static func isRemoval(_ event: StoredEvent, about affected: UserID?, of user: UserID) -> Bool {
        affected == user && PastVisit.removals.contains(event.name)
    }
}
