import OvationModel
import OvationStorage

/// The tickets for publishing in memory, oldest first.
struct MemoryTickets {
    private var tickets: [PublishTicket] = []

    mutating func keep(_ ticket: PublishTicket, countMax: Int, at now: Timestamp) {
        tickets = (tickets.filter { now < $0.expiresAt } + [ticket]).suffix(max(countMax, 1))
    }

    mutating func redeem(_ text: String, for live: LiveID, at now: Timestamp) -> Bool {
        guard let place = tickets.firstIndex(where: { $0.text == text }) else { return false }
        let ticket = tickets.remove(at: place)
        return ticket.liveID == live && now < ticket.expiresAt
    }
}
