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
/// which an administrator does not notice. In return no visible change ever has to be undone. An edit is kept only if no other server has
/// changed the catalogue since; otherwise it is decided again on the catalogue as it is then.
actor CatalogueEditor {
    /// What became of an attempt to keep changes.
    enum Keeping: Sendable {
        /// They are durable, and the catalogue has this version.
        case kept(version: Int64)
        /// The catalogue has another version than they were decided on. Nothing changed.
        case outdated
    }

    /// How often an edit is decided before it is refused because other servers are always faster.
    static let attemptsMax = 5

    private let shelf: GiftShelf
    private let limits: Limits
    private let clock: ServerClock
    private let pending: @Sendable (Int) -> Void
    private let keep: @Sendable ([CatalogueChange], _ version: Int64) async throws -> Keeping
    private let read: @Sendable (_ known: Int64) async throws -> (catalogue: GiftCatalogue, version: Int64)?
    private let onRead: @Sendable () -> Void
    private var isBusy = false
    private var waiting: Deque<CheckedContinuation<Void, Never>> = []

    /// Makes an editor.
    ///
    /// - Parameters:
    ///   - pending: called with the number of waiting edits, whenever it changes.
    ///   - keep: keeps changes of a catalogue with a version, and returns when they are durable.
    ///   - read: reads the catalogue and its version; nil if it is the one that is known.
    ///   - onRead: called when the catalogue of another server is shown.
    init(
        shelf: GiftShelf, limits: Limits, clock: ServerClock, pending: @escaping @Sendable (Int) -> Void = { _ in },
        keep: @escaping @Sendable ([CatalogueChange], _ version: Int64) async throws -> Keeping,
        read: @escaping @Sendable (_ known: Int64) async throws -> (catalogue: GiftCatalogue, version: Int64)?,
        onRead: @escaping @Sendable () -> Void
    ) {
        self.shelf = shelf
        self.limits = limits
        self.clock = clock
        self.pending = pending
        self.keep = keep
        self.read = read
        self.onRead = onRead
    }

    /// Makes an editor that keeps changes by the journal of a node.
    ///
    /// - Parameters:
    ///   - eventLoop: where the journal answers.
    ///   - onRead: called when the catalogue of another server is shown.
    init(_ services: NodeServices, on eventLoop: any EventLoop, onRead: @escaping @Sendable () -> Void) {
        let (journal, storage, metrics) = (services.journal, services.storage, services.metrics)
        self.init(
            shelf: services.gifts, limits: services.limits, clock: services.clock,
            pending: { metrics.catalogueEdits(pending: $0) },
            keep: { changes, version in
                let result: Result<StorageOutcome, Rejection> = await withCheckedContinuation { continuation in
                    journal.submit(.changeCatalogue(changes, ifVersion: version), on: eventLoop) {
                        continuation.resume(returning: $0)
                    }
                }
                guard case .version(let version) = try result.get() else { return .outdated }
                return .kept(version: version)
            },
            read: { known in
                // First the version: the catalogue that is read after it is at least as new.
                let version = try await storage.versions()[.catalogue]
                return version == known ? nil : (try await storage.catalogue(), version)
            }, onRead: onRead)
    }

    /// Applies a command. When it returns, the change is durable and `gift.list` and orders see it.
    ///
    /// - Parameter isAllowed: looks at the catalogue that the command would change, and throws where it must not.
    /// - Throws: ``Rejection``, and then nothing changed.
    func edit(
        _ command: CatalogueCommand, where isAllowed: @Sendable (GiftCatalogue) throws -> Void = { _ in }
    ) async throws -> CatalogueOutcome {
        try await takeTurn()
        defer { passTurn() }
        for _ in 1...Self.attemptsMax {
            var (catalogue, version) = shelf.stored
            try isAllowed(catalogue)
            let outcome = try catalogue.handle(command, limits: limits, at: clock.wall())
            guard !outcome.changes.isEmpty else { return outcome }
            switch try await keep(outcome.changes, version) {
            case .kept(let version):
                shelf.replace(catalogue, storedVersion: version)
                return outcome
            case .outdated: try await readAgain()
            }
        }
        throw Rejection(.tooFrequent, "Other servers change the catalogue all the time. Try again in a second.")
    }

    /// Shows the catalogue as another server has changed it. Does nothing if none has.
    ///
    /// - Throws: where it cannot be read.
    func refresh() async throws {
        try await takeTurn()
        defer { passTurn() }
        try await readAgain()
    }

    private func readAgain() async throws {
        guard let (catalogue, version) = try await read(shelf.stored.version) else { return }
        shelf.replace(catalogue, storedVersion: version)
        onRead()
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
