import DequeModule
import NIOCore
import OvationBackend
import OvationModel
import OvationObservability
import OvationRules
import OvationStorage
import OvationSupport

/// Changes the catalogue, one edit after the other: decide by the rules, keep, then show.
///
/// An edit waits for the one before it, and is decided on a catalogue that is durable. This costs one commit per edit,
/// which an administrator does not notice. In return no visible change ever has to be undone.
actor CatalogueEditor {
    private let shelf: GiftShelf
    private let limits: Limits
    private let clock: ServerClock
    private let pending: @Sendable (Int) -> Void
    private let keep: @Sendable ([CatalogueChange]) async throws -> Void
    private var isBusy = false
    private var waiting: Deque<CheckedContinuation<Void, Never>> = []

    /// Makes an editor.
    ///
    /// - Parameters:
    ///   - pending: called with the number of waiting edits, whenever it changes.
    ///   - keep: keeps changes, and returns when they are durable.
    init(
        shelf: GiftShelf, limits: Limits, clock: ServerClock, pending: @escaping @Sendable (Int) -> Void = { _ in },
        keep: @escaping @Sendable ([CatalogueChange]) async throws -> Void
    ) {
        self.shelf = shelf
        self.limits = limits
        self.clock = clock
        self.pending = pending
        self.keep = keep
    }

    /// Makes an editor that keeps changes by the journal.
    ///
    /// - Parameter eventLoop: where the journal answers.
    init(
        shelf: GiftShelf, limits: Limits, clock: ServerClock, metrics: ServerMetrics, journal: Journal,
        on eventLoop: any EventLoop
    ) {
        let pending: @Sendable (Int) -> Void = { metrics.catalogueEdits(pending: $0) }
        self.init(shelf: shelf, limits: limits, clock: clock, pending: pending) { changes in
            let result: Result<StorageOutcome, Rejection> = await withCheckedContinuation { continuation in
                journal.submit(.changeCatalogue(changes), on: eventLoop) { continuation.resume(returning: $0) }
            }
            _ = try result.get()
        }
    }

    /// Applies a command. When it returns, the change is durable and `gift.list` and orders see it.
    ///
    /// - Throws: ``Rejection``, and then nothing changed.
    func edit(_ command: CatalogueCommand) async throws -> CatalogueOutcome {
        try await takeTurn()
        defer { passTurn() }
        var catalogue = shelf.catalogue
        let outcome = try catalogue.handle(command, limits: limits, at: clock.wall())
        guard !outcome.changes.isEmpty else { return outcome }
        try await keep(outcome.changes)
        shelf.replace(catalogue)
        return outcome
    }

    private func takeTurn() async throws {
        guard isBusy else {
            isBusy = true
            return
        }
        guard waiting.count < limits.catalogueEditsPendingMax else {
            throw Rejection(.tooFrequent, "Too many edits of the catalogue wait for the disk. Try again in a second.")
        }
        // An edit that ends hands the turn over to this one, so it stays taken meanwhile.
        await withCheckedContinuation {
            waiting.append($0)
            pending(waiting.count)
        }
    }

    private func passTurn() {
        guard let next = waiting.popFirst() else {
            isBusy = false
            return
        }
        pending(waiting.count)
        next.resume()
    }
}
