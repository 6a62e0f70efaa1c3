package import OvationModel
package import OvationSupport

/// A ticket with which a user tests their uplink.
package struct UplinkTicket: Hashable, Sendable {
    /// Whose uplink it is. The rate of this user counts the test.
    package let user: UserID
    /// When the ticket expires.
    package let expiresAt: Timestamp
    /// The secret text. It needs no escaping in an address.
    package let text: String

    /// Where the bytes are posted: a path without a host, because behind a proxy the server does not know its own.
    package var path: String { "/v1/media/test?ticket=\(text)" }
}

/// Issues and reads tickets of tests of uplinks.
///
/// A ticket says whose it is, so that any node counts the test to its user. May be called on any thread.
package struct UplinkTickets: Sendable {
    private let ids: IDSource
    private let clock: ServerClock
    private let seal: TicketSeal
    private let seconds: Int64

    /// What every ticket begins with, so that one that lies about is known for what it is.
    private static let prefix = "ovt"

    /// Makes the tickets of a node.
    ///
    /// - Parameter secret: the app's secret.
    package init(ids: IDSource, clock: ServerClock, secret: String, limits: Limits) {
        self.ids = ids
        self.clock = clock
        seal = TicketSeal(of: "ovation uplink tickets", secret: secret)
        seconds = Int64(limits.uplinkTestSeconds)
    }

    /// Issues a ticket.
    package func issue(to user: UserID) -> UplinkTicket {
        let expiresAt = clock.wall().adding(seconds: seconds)
        let start = [Self.prefix, user.rawValue, "\(expiresAt.milliseconds)", ids.makeText()].joined(separator: ".")
        return UplinkTicket(user: user, expiresAt: expiresAt, text: seal.close(start))
    }

    /// Reads a ticket; nil if it was not issued here, or has expired.
    package func read(_ text: String) -> UplinkTicket? {
        guard let parts = seal.open(text), parts.count == 4, parts[0] == Self.prefix, let user = UserID(parts[1]),
            let milliseconds = Int64(parts[2])
        else { return nil }
        let expiresAt = Timestamp(milliseconds: milliseconds)
        guard clock.wall() < expiresAt else { return nil }
        return UplinkTicket(user: user, expiresAt: expiresAt, text: text)
    }
}
