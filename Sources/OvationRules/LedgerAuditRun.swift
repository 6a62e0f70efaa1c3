/// An audit of the ledger that reads a part at a time and goes on where it ended.
///
/// Entries are only ever added, so what was added up stays right: a run that has caught up needs only the entries since.
/// Pure: storage hands it rows, in the order of their numbers and out of one snapshot at a time.
///
/// It holds a sum an account (about 32 bytes), which is what bounds its memory.
public struct LedgerAuditRun: Sendable {
    /// Where a run begins.
    public enum Start: Sendable {
        /// With the first entry. Catches up after as many steps as the ledger is long.
        case beginning
        /// With the balances of today, which are believed: only what comes later is checked.
        case today
    }

    /// How many problems are listed; the rest is counted.
    private static let problemsMax = 20

    /// Where it begins.
    public let start: Start
    /// The number of the last entry that was read of each lane; see ``LedgerLane``.
    public private(set) var lastEntries: [Int64: Int64] = [:]
    /// How many entries were read.
    public private(set) var entriesReadCount: Int64 = 0
    /// Whether it has caught up with the ledger at least once.
    public private(set) var hasCaughtUp = false
    /// Accounts whose balances are to be compared when it has caught up; nil for all of them.
    public private(set) var touched: Set<Int64>?
    /// What is wrong, a sentence each; empty where everything balances so far.
    public private(set) var problems: [String] = []
    /// How many problems there are beyond those that are listed.
    public private(set) var furtherProblems = 0

    private var sums: [Int64: Int64] = [:]
    private var transfers: [Int64: OpenTransfer] = [:]
    private var sumOfBalances: Int64 = 0

    /// A transfer of which a part was read.
    private struct OpenTransfer: Sendable {
        let number: Int64
        var left: Int
        var sum: Int64 = 0
    }

    /// Makes a run that has read nothing yet.
    public init(from start: Start) { self.start = start }

    /// Whether nothing is wrong with what was read.
    public var isBalanced: Bool { problems.isEmpty }

    // MARK: Reading

    /// Believes the balance of an account. For a run that begins with today's.
    public mutating func believe(_ account: Int64, balance: Int64) { sums[account] = balance }

    /// The number of the last entry that was read of a lane.
    public func lastEntry(ofLane lane: Int64) -> Int64 { lastEntries[lane] ?? LedgerLane.start(of: lane) }

    /// Begins after the newest entry of each lane, now that all balances are believed.
    public mutating func skip(to newest: [Int64]) {
        for entry in newest { lastEntries[LedgerLane.lane(of: entry)] = entry }
        hasCaughtUp = true
        touched = []
    }

    /// Reads an entry. The entries of a lane come in the order of their numbers.
    ///
    /// - Parameters:
    ///   - transfer: the number of the transfer that it belongs to, which is that of the transfer's first entry.
    ///   - postings: how many entries the transfer has; nil where there is no such transfer.
    public mutating func read(entry number: Int64, account: Int64, transfer id: Int64, postings: Int?, amount: Int64) {
        let lane = LedgerLane.lane(of: number)
        let last = lastEntry(ofLane: lane)
        if number != last + 1 {
            note("The entries \(last + 1) to \(number - 1) are missing.")
            transfers[lane] = nil
        }
        lastEntries[lane] = number
        entriesReadCount += 1
        add(amount, to: account)
        touched?.insert(account)
        guard let postings else { return note("The entry \(number) belongs to no transfer.") }
        if id == number {
            if let open = transfers[lane] { note("The transfer \(open.number) lacks \(open.left) entries.") }
            transfers[lane] = OpenTransfer(number: id, left: postings)
        }
        guard var open = transfers[lane], open.number == id, open.left > 0 else {
            return note("The entry \(number) is not where its transfer \(id) is.")
        }
        open.left -= 1
        open.sum &+= amount
        transfers[lane] = open.left > 0 ? open : nil
        if open.left == 0, open.sum != 0 {
            note("The entries of the transfer \(id) add up to \(open.sum), not to 0.")
        }
    }

    private mutating func add(_ amount: Int64, to account: Int64) {
        let (sum, overflow) = sums[account, default: 0].addingReportingOverflow(amount)
        if overflow { note("The entries of the account \(account) add up to more than there can be.") }
        sums[account] = sum
    }

    // MARK: Comparing

    /// Compares the balance of an account with its entries. For every account of `touched`, once all entries were read.
    public mutating func compare(_ account: Int64, name: String, balance: Int64) {
        let sum = sums[account] ?? 0
        sumOfBalances &+= balance
        if sum != balance {
            note("The account \(name) has a balance of \(balance), its entries add up to \(sum).")
        }
    }

    /// Takes note that every entry was read and every balance compared.
    public mutating func finishComparison() {
        for (_, open) in transfers.sorted(by: { $0.key < $1.key }) {
            note("The transfer \(open.number) lacks \(open.left) entries.")
        }
        if touched == nil, sumOfBalances != 0 { note("All balances add up to \(sumOfBalances), not to 0.") }
        transfers = [:]
        sumOfBalances = 0
        touched = []
        hasCaughtUp = true
    }

    private mutating func note(_ problem: String) {
        if problems.count < Self.problemsMax { problems.append(problem) } else { furtherProblems += 1 }
    }
}
