import OvationModel
import OvationRules
import OvationStorage
import OvationWire

extension Storage {
    /// How many stored events of a live are read for its combos. A combo of more gifts goes on with those that are among them.
    private static var eventsOfCombosMax: Int { 500 }
    /// How many lives are read at a time.
    private static var livesAtOnceMax: Int { 100 }

    /// Reads the last gifts of lives in which a combo may be open, in the order of the numbers of their events.
    func giftsOfCombos(
        in sessions: [LiveSessionID], windowMilliseconds: Int, at now: Timestamp
    ) async throws -> [LiveSessionID: [PastGift]] {
        guard windowMilliseconds > 0 else { return [:] }
        let since = now.adding(milliseconds: -Int64(windowMilliseconds))
        var found: [LiveSessionID: [PastGift]] = [:]
        for first in stride(from: 0, to: sessions.count, by: Self.livesAtOnceMax) {
            let page = Array(sessions[first..<min(first + Self.livesAtOnceMax, sessions.count)])
            let events = try await lastEvents(of: page, since: since, limit: Self.eventsOfCombosMax)
            for (session, events) in events { found[session] = events.compactMap(PastGift.init) }
        }
        return found
    }
}

extension PastGift {
    /// Reads a stored event; nil if it is no gift, or one of a newer server version.
    fileprivate init?(_ event: StoredEvent) {
        guard event.name == RoomEventName.giftReceived.rawValue,
            case .giftReceived(let gift)? = try? RoomEvent.decode(.giftReceived, data: event.data)
        else { return nil }
        self.init(event: gift, durable: event.durable, at: event.at)
    }
}
