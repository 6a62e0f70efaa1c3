import OvationRules
import Testing

/// An audit that reads the ledger in parts.
@Suite struct LedgerAuditRunTests {
    /// Reads a transfer of two entries, starting at this number.
    private func read(_ run: inout LedgerAuditRun, _ number: Int64, from: Int64, to: Int64, _ amount: Int64) {
        run.read(entry: number, account: from, transfer: number, postings: 2, amount: -amount)
        run.read(entry: number + 1, account: to, transfer: number, postings: 2, amount: amount)
    }

    private func compare(_ run: inout LedgerAuditRun, _ balances: [Int64: Int64]) {
        for (account, balance) in balances.sorted(by: { $0.key < $1.key }) {
            run.compare(account, name: "number \(account)", balance: balance)
        }
        run.finishComparison()
    }

    @Test func `a balanced ledger has no problems, read in one part or several`() {
        var run = LedgerAuditRun(from: .beginning)
        #expect(!run.hasCaughtUp)
        read(&run, 1, from: 1, to: 2, 100)
        run.read(entry: 3, account: 2, transfer: 3, postings: 3, amount: -10)
        // A page may end inside a transfer.
        run.read(entry: 4, account: 3, transfer: 3, postings: 3, amount: 4)
        run.read(entry: 5, account: 4, transfer: 3, postings: 3, amount: 6)
        #expect(run.touched == nil, "the first comparison covers all accounts")
        compare(&run, [1: -100, 2: 90, 3: 4, 4: 6])
        #expect(run.problems == [])
        #expect(run.hasCaughtUp)
        read(&run, 6, from: 2, to: 4, 5)
        #expect(run.touched == [2, 4], "later comparisons cover the accounts that changed")
        compare(&run, [2: 85, 4: 11])
        #expect(run.problems == [])
        #expect(run.touched == [])
        #expect(run.lastEntry(ofLane: 0) == 7)
    }

    @Test func `a run that starts today trusts the balances and checks later entries`() {
        var run = LedgerAuditRun(from: .today)
        run.believe(1, balance: -500)
        run.believe(2, balance: 500)
        run.skip(to: [40])
        #expect(run.hasCaughtUp)
        read(&run, 41, from: 1, to: 2, 1)
        compare(&run, [1: -501, 2: 501])
        #expect(run.isBalanced)
        read(&run, 43, from: 1, to: 2, 1)
        compare(&run, [1: -502, 2: 503])
        #expect(run.problems == ["The account number 2 has a balance of 503, its entries add up to 502."])
    }

    @Test func `a balance that differs from the sum of its entries is a problem`() {
        var run = LedgerAuditRun(from: .beginning)
        read(&run, 1, from: 1, to: 2, 100)
        compare(&run, [1: -100, 2: 101])
        #expect(
            run.problems == [
                "The account number 2 has a balance of 101, its entries add up to 100.",
                "All balances add up to 1, not to 0.",
            ])
    }

    @Test func `a transfer that does not add up to zero is a problem even if the balances agree with it`() {
        var run = LedgerAuditRun(from: .beginning)
        run.read(entry: 1, account: 1, transfer: 1, postings: 2, amount: -1)
        run.read(entry: 2, account: 2, transfer: 1, postings: 2, amount: 3)
        compare(&run, [1: -1, 2: 3])
        #expect(
            run.problems == [
                "The entries of the transfer 1 add up to 2, not to 0.", "All balances add up to 2, not to 0.",
            ])
    }

    @Test func `missing, stray and too few entries are problems`() {
        var missing = LedgerAuditRun(from: .beginning)
        read(&missing, 1, from: 1, to: 2, 1)
        read(&missing, 5, from: 1, to: 2, 1)
        #expect(missing.problems == ["The entries 3 to 4 are missing."])

        var orphan = LedgerAuditRun(from: .beginning)
        orphan.read(entry: 1, account: 1, transfer: 1, postings: nil, amount: 0)
        #expect(orphan.problems == ["The entry 1 belongs to no transfer."])

        var strange = LedgerAuditRun(from: .beginning)
        read(&strange, 1, from: 1, to: 2, 1)
        strange.read(entry: 3, account: 1, transfer: 1, postings: 2, amount: 0)
        #expect(strange.problems == ["The entry 3 is not where its transfer 1 is."])

        var short = LedgerAuditRun(from: .beginning)
        short.read(entry: 1, account: 1, transfer: 1, postings: 3, amount: 0)
        compare(&short, [1: 0])
        #expect(short.problems == ["The transfer 1 lacks 2 entries."])
    }

    @Test func `amounts that overflow are a problem and do not crash`() {
        var run = LedgerAuditRun(from: .beginning)
        run.read(entry: 1, account: 1, transfer: 1, postings: 2, amount: .max)
        run.read(entry: 2, account: 1, transfer: 1, postings: 2, amount: .max)
        compare(&run, [1: .max])
        #expect(!run.isBalanced)
    }

    @Test func `a list of problems ends after twenty, and the rest are counted`() {
        var run = LedgerAuditRun(from: .beginning)
        for number in 1...50 { run.read(entry: Int64(number), account: 1, transfer: 0, postings: nil, amount: 0) }
        #expect(run.problems.count == 20)
        #expect(run.furtherProblems == 30)
    }
}
