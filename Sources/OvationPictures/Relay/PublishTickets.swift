package import NIOCore
package import OvationBackend
package import OvationMedia
package import OvationModel
package import OvationStorage
package import OvationSupport

/// The tickets with which browsers publish. Each admits one connection, within `media.ticketSeconds`, at any node.
///
/// A browser cannot give a WebSocket a header, and a login has no place in an address, which logs and proxies keep. A ticket that is found
/// there later is of no use.
package protocol PublishTicketSource: Sendable {
    /// Issues a ticket. Its text needs no escaping in an address.
    ///
    /// - Throws: where it cannot be kept.
    func issue(for live: LiveID, at now: Timestamp) async throws -> PublishTicket

    /// Uses a ticket up. Returns false if it is unknown, has expired or was issued for another live.
    ///
    /// - Throws: where what is kept cannot be changed. The ticket may be used up then.
    func redeem(_ text: String, for live: LiveID, at now: Timestamp) async throws -> Bool
}

/// Tickets in the storage. May be called on any thread.
///
/// A text ends with a mark that only servers of this app can make, so that a stranger's guess reaches no storage.
package struct StoredTickets: PublishTicketSource {
    /// How many characters the mark has: 64 bits.
    private static let markLength = 16

    private let journal: Journal
    private let eventLoop: any EventLoop
    private let ids: IDSource
    private let key: [UInt8]
    private let milliseconds: Int64
    private let countMax: Int

    /// Makes the tickets of a node.
    ///
    /// - Parameters:
    ///   - journal: through which they are written.
    ///   - eventLoop: where the journal answers.
    ///   - ids: where randomness comes from.
    ///   - secret: the app's secret.
    package init(
        journal: Journal, on eventLoop: any EventLoop, ids: IDSource, secret: String, limits: MediaLimits
    ) {
        self.journal = journal
        self.eventLoop = eventLoop
        self.ids = ids
        key = Digest.hmacSHA256(Array("ovation publish tickets".utf8), key: Array(secret.utf8))
        milliseconds = Int64(limits.ticketSeconds) * 1_000
        countMax = max(limits.ticketsMax, 1)
    }

    package func issue(for live: LiveID, at now: Timestamp) async throws -> PublishTicket {
        var random = IDRandomness(ids: ids)
        let text = StreamKey(using: &random).secret
        let ticket = PublishTicket(
            text: text + mark(of: text), liveID: live, expiresAt: now.adding(milliseconds: milliseconds))
        let write = StorageWrite.publishTicket(ticket, countMax: countMax, at: now)
        _ = try await FirstOutcome.answer { journal.submit(write, on: eventLoop, $0) }
        return ticket
    }

    package func redeem(_ text: String, for live: LiveID, at now: Timestamp) async throws -> Bool {
        let start = String(text.dropLast(Self.markLength))
        guard Digest.isEqual(Array(text.utf8), Array((start + mark(of: start)).utf8)) else { return false }
        let write = StorageWrite.redeemTicket(text, for: live, at: now)
        let outcome = try await FirstOutcome.answer { journal.submit(write, on: eventLoop, $0) }
        guard case .redeemed(let isValid) = outcome else {
            throw StorageError("The storage took a ticket and did not say whether it holds.")
        }
        return isValid
    }

    private func mark(of text: String) -> String {
        String(Digest.hexadecimal(Digest.hmacSHA256(Array(text.utf8), key: key)).prefix(Self.markLength))
    }
}
