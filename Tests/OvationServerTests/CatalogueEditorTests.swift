import OvationModel
import OvationRules
import OvationTestKit
import Synchronization
import Testing

@testable import OvationNode
@testable import OvationSupport

/// Edits of the catalogue run one after another, and each is stored before it is shown.
@Suite(.timeLimit(.minutes(5)))
struct CatalogueEditorTests {
    /// A storage whose writes a test answers by hand.
    private final class SlowStorage: Sendable {
        private struct Write {
            let changes: [CatalogueChange]
            let version: Int64
            let answer: CheckedContinuation<CatalogueEditor.Keeping, any Error>
        }

        private let state = Mutex<[Write]>([])
        private let arrivals = AsyncStream.makeStream(of: Void.self)

        @Sendable func keep(_ changes: [CatalogueChange], version: Int64) async throws -> CatalogueEditor.Keeping {
            try await withCheckedThrowingContinuation { continuation in
                state.withLock { $0.append(Write(changes: changes, version: version, answer: continuation)) }
                arrivals.continuation.yield()
            }
        }

        /// Waits for the next write.
        func next() async -> [CatalogueChange] {
            for await _ in arrivals.stream { break }
            return state.withLock { $0.last?.changes ?? [] }
        }

        var waiting: Int { state.withLock { $0.count } }

        func answer(_ result: Result<Void, Rejection>) {
            let write = state.withLock { $0.removeFirst() }
            write.answer.resume(
                with: result.map { .kept(version: write.version + 1) }.mapError { $0 as any Error })
        }
    }

    private func command(_ id: String) -> CatalogueCommand {
        var change = GiftChange()
        change.name = id
        change.coins = Samples.coins(1)
        return .addGift(Samples.id(id), change)
    }

    private func editor(
        _ shelf: GiftShelf, _ limits: Limits = Limits(),
        read: @escaping @Sendable (Int64) async throws -> (catalogue: GiftCatalogue, version: Int64)? = { _ in nil },
        onRead: @escaping @Sendable () -> Void = {},
        keep: @escaping @Sendable ([CatalogueChange], Int64) async throws -> CatalogueEditor.Keeping
    ) -> CatalogueEditor {
        let clock = ManualClock()
        return CatalogueEditor(
            shelf: shelf, limits: limits,
            clock: ServerClock(wall: { clock.now }, nanoseconds: { clock.nanoseconds }), keep: keep, read: read,
            onRead: onRead)
    }

    @Test func `an edit is shown only after it has been stored`() async throws {
        let shelf = GiftShelf(GiftCatalogue())
        let storage = SlowStorage()
        let editor = editor(shelf, keep: storage.keep)
        async let outcome = editor.edit(command("rose"))
        let written = await storage.next()
        #expect(shelf.catalogue.items.isEmpty)
        storage.answer(.success(()))
        #expect(try await outcome.changes == written)
        #expect(shelf.gift(Samples.id("rose"))?.coins == Samples.coins(1))
    }

    @Test func `an edit that cannot be stored changes nothing, and the next one works`() async throws {
        let shelf = GiftShelf(GiftCatalogue())
        let storage = SlowStorage()
        let editor = editor(shelf, keep: storage.keep)
        async let failed = editor.edit(command("rose"))
        _ = await storage.next()
        storage.answer(.failure(Rejection(.storageUnavailable)))
        do {
            _ = try await failed
            Issue.record("an edit that cannot be stored must fail")
        } catch {
            #expect((error as? Rejection)?.code == .storageUnavailable)
        }
        #expect(shelf.catalogue.items.isEmpty)
        async let again = editor.edit(command("rose"))
        _ = await storage.next()
        storage.answer(.success(()))
        _ = try await again
        #expect(shelf.catalogue.items.count == 1)
    }

    @Test func `a hundred simultaneous edits all take effect, with one write under way at a time`() async throws {
        let shelf = GiftShelf(GiftCatalogue())
        let underWay = Mutex(0)
        let editor = editor(shelf) { _, version in
            let writes = underWay.withLock { count in
                count += 1
                return count
            }
            #expect(writes == 1)
            await Task.yield()
            underWay.withLock { $0 -= 1 }
            return .kept(version: version + 1)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 { group.addTask { _ = try await editor.edit(command("gift\(number)")) } }
            try await group.waitForAll()
        }
        #expect(Set(shelf.catalogue.items.map(\.gift.giftID)).count == 100)
        #expect(shelf.stored.version == 100)
        await #expect(throws: Rejection.self) { try await editor.edit(command("gift7")) }
    }

    @Test func `an edit of a catalogue that another server has changed is decided again on the changed one`()
        async throws
    {
        let shelf = GiftShelf(GiftCatalogue())
        let elsewhere = GiftCatalogue(items: [.init(gift: Samples.cake, createdAt: Samples.time)])
        let tried = Mutex<[Int64]>([])
        let told = Mutex(0)
        let editor = editor(
            shelf, read: { $0 == 7 ? nil : (elsewhere, 7) }, onRead: { told.withLock { $0 += 1 } }
        ) { _, version in
            tried.withLock { $0.append(version) }
            return version == 7 ? .kept(version: 8) : .outdated
        }
        _ = try await editor.edit(command("rose"))
        #expect(tried.withLock { $0 } == [0, 7])
        #expect(shelf.catalogue.items.map(\.gift.giftID.rawValue) == ["cake", "rose"])
        #expect(shelf.stored.version == 8)
        #expect(told.withLock { $0 } == 1, "the other server's change is announced, too")
        let duplicate = await #expect(throws: Rejection.self) { try await editor.edit(command("cake")) }
        #expect(duplicate != nil, "the rules see the other server's gift")
    }

    @Test func `an edit that is always too late is refused after a few attempts`() async throws {
        let shelf = GiftShelf(GiftCatalogue())
        let tried = Mutex(0)
        let editor = editor(shelf, read: { (GiftCatalogue(), $0 + 1) }) { _, _ in
            tried.withLock { $0 += 1 }
            return .outdated
        }
        let refusal = await #expect(throws: Rejection.self) { try await editor.edit(command("rose")) }
        #expect(refusal?.code == .tooFrequent)
        #expect(tried.withLock { $0 } == CatalogueEditor.attemptsMax)
        #expect(shelf.catalogue.items.isEmpty)
    }

    @Test func `an edit is refused at once when too many others wait`() async throws {
        var limits = Limits()
        limits.catalogueEditsPendingMax = 1
        let shelf = GiftShelf(GiftCatalogue())
        let storage = SlowStorage()
        let editor = editor(shelf, limits, keep: storage.keep)
        async let first = editor.edit(command("a"))
        _ = await storage.next()
        // The first of these two to arrive waits, and the other one is refused.
        let results = await withTaskGroup(of: Result<CatalogueOutcome, any Error>.self) { group in
            for id in ["b", "c"] {
                group.addTask { await Result { try await editor.edit(command(id)) } }
            }
            var results: [Result<CatalogueOutcome, any Error>] = []
            if let refused = await group.next() { results.append(refused) }
            storage.answer(.success(()))
            _ = await storage.next()
            storage.answer(.success(()))
            if let kept = await group.next() { results.append(kept) }
            return results
        }
        _ = try await first
        #expect(throws: Rejection.self) { try results.first?.get() }
        #expect(try results.last?.get().changes.count == 1)
        #expect(shelf.catalogue.items.count == 2)
    }
}
