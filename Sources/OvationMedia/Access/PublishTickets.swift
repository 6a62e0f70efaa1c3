public import OvationModel

/// The tickets with which browsers publish. Each ticket admits one connection, within `media.ticketSeconds`.
///
/// A browser cannot give a WebSocket a header, and a login has no place in an address, which logs and proxies keep. A ticket that is found
/// there later is of no use.
public struct PublishTickets: Sendable {
    /// What a ticket permits.
    public struct Grant: Sendable, Hashable {
        /// The live to publish to.
        public let live: LiveID
        /// The user who asked for the ticket.
        public let user: UserID
        /// When the ticket expires.
        public let expiresAt: Timestamp
    }

    private let milliseconds: Int64
    private let countMax: Int
    private var grants: [String: Grant] = [:]
    /// The tickets in the order in which they were issued, which is also the order in which they expire.
    private var order: [String] = []

    /// Starts without tickets.
    public init(limits: MediaLimits = MediaLimits()) {
        milliseconds = Int64(limits.ticketSeconds) * 1_000
        countMax = max(limits.ticketsMax, 1)
    }

    /// How many tickets are outstanding.
    public var count: Int { grants.count }

    /// Issues a ticket: 32 characters that need no escaping in an address.
    public mutating func issue(
        for live: LiveID, to user: UserID, at now: Timestamp, using random: inout some RandomNumberGenerator
    ) -> String {
        forget(at: now)
        let text = StreamKey.randomText(using: &random)
        grants[text] = Grant(live: live, user: user, expiresAt: now.adding(milliseconds: milliseconds))
        order.append(text)
        return text
    }

    /// Redeems a ticket. Returns nil if it is unknown, has expired or was issued for another live. A ticket is used up in any case.
    public mutating func redeem(_ text: String, for live: LiveID, at now: Timestamp) -> Grant? {
        guard let grant = grants.removeValue(forKey: text), now < grant.expiresAt, grant.live == live else {
            return nil
        }
        return grant
    }

    /// Removes expired tickets, and the oldest ones if there are too many.
    private mutating func forget(at now: Timestamp) {
        var gone = 0
        for text in order {
            if let grant = grants[text], now < grant.expiresAt, order.count - gone < countMax { break }
            grants[text] = nil
            gone += 1
        }
        order.removeFirst(gone)
    }
}
