package import OvationModel
package import OvationRules
package import OvationSupport

/// A ticket with which one file is uploaded.
package struct UploadTicket: Hashable, Sendable {
    /// What may be uploaded.
    package let kind: UploadKind
    /// Whose file it will be. The quota of this user counts it.
    package let owner: UserID
    /// When the ticket expires.
    package let expiresAt: Timestamp
    /// The secret text. It needs no escaping in an address.
    package let text: String

    /// Where the file is posted: a path without a host, because behind a proxy the server does not know its own.
    package var path: String { "/v1/files?ticket=\(text)" }
}

/// Issues and reads tickets of uploads.
///
/// A ticket says what it is for, and ends with a mark that only servers of this app can make. So issuing one writes nothing, any node reads
/// it, and a stranger's guess reaches no disk. That it is used once is seen to by who keeps the files. May be called on any thread.
package struct UploadTickets: Sendable {
    private let ids: IDSource
    private let clock: ServerClock
    private let seal: TicketSeal
    private let seconds: Int64

    /// What every ticket begins with, so that one that lies about is known for what it is.
    private static let prefix = "ovu"

    /// Makes the tickets of a node.
    ///
    /// - Parameter secret: the app's secret.
    package init(ids: IDSource, clock: ServerClock, secret: String, limits: Limits) {
        self.ids = ids
        self.clock = clock
        seal = TicketSeal(of: "ovation upload tickets", secret: secret)
        seconds = Int64(limits.uploadTicketSeconds)
    }

    /// Issues a ticket.
    package func issue(_ kind: UploadKind, to owner: UserID) -> UploadTicket {
        let expiresAt = clock.wall().adding(seconds: seconds)
        let start = [Self.prefix, kind.rawValue, owner.rawValue, "\(expiresAt.milliseconds)", ids.makeText()]
            .joined(separator: ".")
        return UploadTicket(kind: kind, owner: owner, expiresAt: expiresAt, text: seal.close(start))
    }

    /// Reads a ticket; nil if it was not issued here, or has expired.
    package func read(_ text: String) -> UploadTicket? {
        guard let parts = seal.open(text), parts.count == 5, parts[0] == Self.prefix,
            let kind = UploadKind(rawValue: parts[1]),
            let owner = UserID(parts[2]), let milliseconds = Int64(parts[3])
        else { return nil }
        let expiresAt = Timestamp(milliseconds: milliseconds)
        guard clock.wall() < expiresAt else { return nil }
        return UploadTicket(kind: kind, owner: owner, expiresAt: expiresAt, text: text)
    }
}
