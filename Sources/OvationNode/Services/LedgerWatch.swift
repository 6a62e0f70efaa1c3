import Logging
import NIOCore
package import OvationModel
import OvationObservability
import OvationRules
package import OvationStorage
import OvationSupport
import ServiceLifecycle

/// Audits the ledger all the time, and halts gifting when it does not balance.
///
/// Each time it reads the entries that are new, compares the balances that they touched, and goes on a step with a lap over all
/// of the ledger, from the first entry on. So what is wrong with today's gifts is found in a minute, and damage to old rows
/// within a lap, at a cost that does not grow with the ledger.
///
/// Of several nodes one audits. It claims that anew with each step; where it is gone another one begins, within ``claimSteps`` steps.
package struct LedgerWatch: Service {
    let services: NodeServices
    /// For how many steps the node that audits claims to be it.
    static let claimSteps: Int64 = 3

    package init(services: NodeServices) {
        self.services = services
    }

    func run() async throws {
        let seconds = Int64(services.limits.ledgerAuditIntervalSeconds)
        guard seconds > 0 else { return try await gracefulShutdown() }
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let timer = services.eventLoops[0].scheduleRepeatedTask(
            initialDelay: .seconds(seconds), delay: .seconds(seconds)
        ) { _ in tick.yield() }
        defer { timer.cancel() }
        var rounds = LedgerRounds(entriesMax: services.limits.ledgerAuditEntriesMax)
        for await _ in ticks.cancelOnGracefulShutdown() {
            await step(&rounds)
        }
    }

    private func isToAudit() async throws -> Bool {
        guard let cluster = services.storage.cluster else { return true }
        return try await cluster.claimAudits(
            for: .seconds(Self.claimSteps * Int64(services.limits.ledgerAuditIntervalSeconds)))
    }

    private func step(_ rounds: inout LedgerRounds) async {
        // What a halt was for is for an administrator to look at, and for a full audit to say that it is gone.
        guard services.halt.current == nil else {
            rounds = LedgerRounds(entriesMax: services.limits.ledgerAuditEntriesMax)
            return await services.followHalt()
        }
        let started = ContinuousClock.now
        do {
            guard try await isToAudit() else {
                rounds = LedgerRounds(entriesMax: services.limits.ledgerAuditEntriesMax)
                // What another node has found holds here as well.
                return try await services.restoreHalt()
            }
            let problems = try await rounds.step(over: services.storage)
            services.metrics.ledgerAudit(
                problems.isEmpty ? .balanced : .unbalanced, seconds: (ContinuousClock.now - started).seconds)
            if !problems.isEmpty {
                await services.haltGifting(LedgerHalt(problems: problems, at: services.clock.wall()))
            }
        } catch {
            services.metrics.ledgerAudit(.failed, seconds: (ContinuousClock.now - started).seconds)
            services.logger.error("the ledger could not be audited", metadata: [LogKeys.error: "\(error)"])
        }
    }
}

/// Two audits that go on together: one that stays up to date, and one that is on its way from the first entry.
struct LedgerRounds: Sendable {
    private let entriesMax: Int
    private var recent = LedgerAuditRun(from: .today)
    private var lap = LedgerAuditRun(from: .beginning)
    /// How many times all of the ledger was read.
    private(set) var laps = 0

    /// Makes two audits that have read nothing yet.
    ///
    /// - Parameter entriesMax: how many entries one step of the lap reads.
    init(entriesMax: Int) { self.entriesMax = entriesMax }

    /// Catches up with what is new and goes on with the lap. Answers what is wrong, a sentence each.
    mutating func step(over storage: any Storage) async throws -> [String] {
        repeat {
            let before = recent.entriesReadCount
            recent = try await storage.audit(recent, entriesMax: entriesMax)
            if recent.entriesReadCount < before + Int64(entriesMax) { break }
        } while recent.isBalanced
        lap = try await storage.audit(lap, entriesMax: entriesMax)
        let problems = recent.problems + lap.problems
        if lap.hasCaughtUp {
            laps += 1
            // It has seen every entry, so it knows better than one that believed a balance once.
            recent = lap
            lap = LedgerAuditRun(from: .beginning)
        }
        return problems
    }
}

extension NodeServices {
    /// Charges no gift any more, until an administrator lets it go on.
    func haltGifting(_ reason: LedgerHalt) async {
        halt.set(reason, isKept: false)
        metrics.giftingHalted(true)
        logger.critical(
            "the ledger does not balance: gifting is halted until an administrator lets it go on after a good audit",
            metadata: [LogKeys.ledgerProblems: "\(reason.problems.joined(separator: " "))"])
        await keepHalt(reason)
    }

    /// Looks whether a halt was lifted, or begun, at another node or by `ovation ledger resume` beside this process.
    func followHalt() async {
        do {
            guard let (reason, isKept) = halt.standing else { return try await restoreHalt() }
            guard isKept else { return await keepHalt(reason) }
            if try await storage.ledgerHalt() == nil { liftHalt() }
        } catch {
            logger.error("the state of the ledger could not be read", metadata: [LogKeys.error: "\(error)"])
        }
    }

    /// A halt that cannot be kept is in force all the same, and tried again with the next audit.
    private func keepHalt(_ reason: LedgerHalt) async {
        do {
            _ = try await keep(.halt(reason, by: nil, at: reason.at))
            halt.set(reason, isKept: true)
        } catch {
            logger.error("the halt of gifting could not be kept", metadata: [LogKeys.error: "\(error)"])
        }
    }

    private func liftHalt() {
        halt.set(nil, isKept: false)
        metrics.giftingHalted(false)
        logger.notice("gifting goes on")
    }

    /// Lets gifting go on where an audit of all of the ledger finds nothing.
    ///
    /// - Throws: `ledgerUnbalanced` with the first of what it found, `storageUnavailable`.
    package func resumeGifting(by administrator: UserID?) async throws(Rejection) -> LedgerAudit {
        let audit: LedgerAudit
        do {
            audit = try await storage.auditLedger()
        } catch {
            logger.error("the ledger could not be audited", metadata: [LogKeys.error: "\(error)"])
            throw Rejection(.storageUnavailable)
        }
        guard audit.isBalanced else {
            throw Rejection(
                .ledgerUnbalanced,
                "The ledger still does not balance (\(audit.problems.count) problems). \(audit.problems[0])")
        }
        if try await isHalted() {
            _ = try await keep(.halt(nil, by: administrator, at: clock.wall()))
            liftHalt()
        }
        return audit
    }

    /// Whether gifts are not charged: this node knows of a halt, or another one has kept one that it has not read yet.
    private func isHalted() async throws(Rejection) -> Bool {
        guard halt.current == nil else { return true }
        do { return try await storage.ledgerHalt() != nil } catch { throw Rejection(.storageUnavailable) }
    }

    /// Takes up a halt that was in force when the server stopped.
    func restoreHalt() async throws {
        guard let reason = try await storage.ledgerHalt() else { return metrics.giftingHalted(false) }
        halt.set(reason, isKept: true)
        metrics.giftingHalted(true)
        logger.critical(
            "gifting is halted since an audit found that the ledger does not balance",
            metadata: [LogKeys.ledgerProblems: "\(reason.problems.joined(separator: " "))"])
    }
}
