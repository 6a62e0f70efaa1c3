import OvationModel
import OvationRules
import OvationStorage
import OvationSupport

/// Which entries of an account a call wants.
///
/// The ledger has no index by kind or time, because each of them would cost every gift. A call looks through a bounded number of entries,
/// so a page may be shorter than asked for and have a next one all the same.
struct RESTLedgerFilter {
    /// The kinds of ``OvationRules/Transfer``, as a call names them.
    enum Kind: String, RESTChoice {
        case gift
        case grant
        case credit
        case refund
        case correction
        case charge

        /// The kind of the ledger.
        var kind: Transfer.Kind {
            switch self {
            case .gift: .gift
            case .grant: .grant
            case .credit: .credit
            case .refund: .refund
            case .correction: .correction
            case .charge: .charge
            }
        }
    }

    /// Only this kind; nil for all.
    let kind: Transfer.Kind?
    /// Only this time; nil for all.
    let times: ClosedRange<Timestamp>?

    /// Entries that are read at a time.
    private static let readMax = 500
    /// How far the clocks of servers that share a ledger may differ: an entry is followed by none that is so much newer.
    private static let clockMilliseconds: Int64 = 600_000

    private var isOpen: Bool { kind == nil && times == nil }

    private func takes(_ entry: LedgerEntry) -> Bool {
        (kind.map { entry.kind == $0 } ?? true) && (times?.contains(entry.at) ?? true)
    }

    /// Whether no entry that follows can be in the time.
    private func ends(at entry: LedgerEntry) -> Bool {
        guard let first = times?.lowerBound else { return false }
        return entry.at.adding(milliseconds: Self.clockMilliseconds) < first
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - before: the last entry that was looked at; nil for the newest.
    ///   - count: the most entries of the page.
    /// - Throws: `illegalParameter` for a place that no page gave, and what the storage throws.
    func page(
        of account: AccountID, before: Int64?, count: Int, _ storage: any Storage
    ) async throws -> RESTLedgerPage {
        var found: [LedgerEntry] = []
        var last = before
        var room = RESTBounds.ledgerEntriesReadMax
        while room > 0 {
            // One more than is wanted tells whether there is a next page.
            let limit = isOpen ? count + 1 : min(Self.readMax, room)
            let entries = try await storage.entries(of: account, before: last, limit: limit)
            // Without a filter, the server gives a place only where entries follow.
            if isOpen, entries.isEmpty, before != nil { throw PageFields.rest.unknownCursor }
            for entry in entries {
                if found.count == count { return Self.page(found, after: last) }
                if ends(at: entry) { return Self.page(found, after: nil) }
                if takes(entry) { found.append(entry) }
                last = entry.number
            }
            guard entries.count == limit else { return Self.page(found, after: nil) }
            room -= limit
        }
        return Self.page(found, after: last)
    }

    private static func page(_ entries: [LedgerEntry], after last: Int64?) -> RESTLedgerPage {
        RESTLedgerPage(entries: entries.map(RESTLedgerEntry.init), next: last.map(String.init) ?? "")
    }
}
