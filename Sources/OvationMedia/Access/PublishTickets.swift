public import OvationModel

/// Tickets with which a browser publishes: each lets one connection in, within `media.ticketSeconds`.
///
/// A browser cannot give a WebSocket a header, and a login has no place in an address, which logs and proxies keep. A ticket that is
/// found there later is of no use.
public struct PublishTickets: Sendable {
    /// What a ticket lets its holder do.
    public struct Grant: Sendable, Hashable {
        /// The live whose picture is published.
        public let live: LiveID
        /// Who asked for the ticket.
        public let user: UserID
        /// Until when it holds.
        public let expiresAt: Timestamp
    }

    private let milliseconds: Int64
    private let countMax: Int
    private var grants: [String: Grant] = [:]
    /// Texts in the order in which they were given out, which is that of their ends, too.
    private var order: [String] = []

    /// Makes a book without tickets.
    public init(limits: MediaLimits = MediaLimits()) {
        milliseconds = Int64(limits.ticketSeconds) * 1_000
        countMax = max(limits.ticketsMax, 1)
    }

    /// How many tickets are out.
    public var count: Int { grants.count }

    /// Gives out a ticket: 32 characters that fit into an address as they are.
    public mutating func issue(
        for live: LiveID, to user: UserID, at now: Timestamp, using random: inout some RandomNumberGenerator
    ) -> String {
        forget(at: now)
        let text = StreamKey.randomText(using: &random)
        grants[text] = Grant(live: live, user: user, expiresAt: now.adding(milliseconds: milliseconds))
        order.append(text)
        return text
    }

    /// Takes a ticket back, and says what it was for; nil where there is none such, or it has expired, or it was for another live. It
    /// is used up in any case.
    public mutating func redeem(_ text: String, for live: LiveID, at now: Timestamp) -> Grant? {
        guard let grant = grants.removeValue(forKey: text), now < grant.expiresAt, grant.live == live else {
            return nil
        }
        return grant
    }

    /// Forgets tickets that have expired, and the oldest where there are too many.
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
